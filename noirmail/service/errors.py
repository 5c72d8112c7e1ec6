"""What a use case refuses, each named for what happened. Pages and the API say them in their own dress.

No message holds a secret, a token, an address or the reason why something foreign cannot be seen.
"""

from noirmail.i18n import gettext as _


class ServiceError(Exception):
    """Base of all refusals; nothing was changed.

    ``status`` is the HTTP status, ``code`` a stable word for programs, ``title`` and ``detail`` sentences for people
    (``detail`` says what can be done next), ``field`` the input that was wrong or None, ``extra`` further members
    for programs.
    """

    status = 500
    code = "refused"

    def __init__(self, detail: str, *, field: str | None = None, **extra: object) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field
        self.extra = extra

    @property
    def title(self) -> str:
        """A few words for the head of a page."""
        return _("This did not work")


class NotFound(ServiceError):
    """Unknown, foreign or hidden: the same for all of them (TRUST R98)."""

    status = 404
    code = "not-found"

    def __init__(self) -> None:
        super().__init__(_("There is nothing at this address, or it is not for you to see."))

    @property
    def title(self) -> str:
        return _("Nothing here")


class DeadLink(ServiceError):
    """A token that is malformed, unknown, expired or revoked: the same for all of them (TRUST R34)."""

    status = 404
    code = "dead-link"

    def __init__(self) -> None:
        super().__init__(_("This link does not work, or not any more. Ask for a fresh link."))

    @property
    def title(self) -> str:
        return _("A link that does not work")


class LinkEnded(DeadLink):
    """The link was good for its seat, and the game ended too long ago (TRUST R31). ``watch``: where it is shown."""

    status = 410
    code = "link-ended"

    def __init__(self, watch: str) -> None:
        ServiceError.__init__(
            self, _("This game ended more than 30 days ago, and the links to its seats have ended with it.")
        )
        self.watch = watch

    @property
    def title(self) -> str:
        return _("This game is long over")


class NotSignedIn(ServiceError):
    """The call needs somebody to be signed in, or its bearer token is not good."""

    status = 401
    code = "not-signed-in"

    def __init__(self) -> None:
        super().__init__(_("Sign in first, or send a token that is still good."))

    @property
    def title(self) -> str:
        return _("Who is asking?")


class BadInput(ServiceError):
    """A text or value from outside is not what it must be; ``field`` names it."""

    status = 422
    code = "bad-input"

    def __init__(self, detail: str, field: str, **extra: object) -> None:
        super().__init__(detail, field=field, **extra)

    @property
    def title(self) -> str:
        return _("Please look at this again")


class BadAction(BadInput):
    """The text is no action, or the rules do not allow it now; ``extra["reason"]`` says why in a sentence."""

    code = "bad-action"

    def __init__(self, reason: str) -> None:
        super().__init__(reason, "action", reason=reason)

    @property
    def title(self) -> str:
        return _("This move is not possible")


class KeyReused(BadInput):
    """The key was used before, with another action (TRUST R96)."""

    code = "key-reused"

    def __init__(self) -> None:
        super().__init__(_("This key came with another action before. Use a new key for a new action."), "key")


class Refused(ServiceError):
    """Possible in itself, but not as things stand; ``detail`` says why."""

    status = 409
    code = "refused"


class StaleDecision(Refused):
    """The decision is not open. ``ply``: the game's; ``decision``: the one that the seat owes now, or None."""

    code = "stale-decision"

    def __init__(self, ply: int, decision: int | None) -> None:
        said = _("The game has moved on: this decision is not open any more. Look at the board as it is now.")
        super().__init__(said, ply=ply, decision=decision)
        self.ply = ply
        self.decision = decision

    @property
    def title(self) -> str:
        return _("The game has moved on")


class TooLate(Refused):
    """The time for it ran out, and that has been recorded."""

    code = "too-late"

    @property
    def title(self) -> str:
        return _("Too late")


class RateLimited(ServiceError):
    """Too often; good again after ``retry_after`` seconds."""

    status = 429
    code = "rate-limited"

    def __init__(self, retry_after: int) -> None:
        super().__init__(_("That was too often. Wait a while and try again."), retry_after=retry_after)
        self.retry_after = retry_after

    @property
    def title(self) -> str:
        return _("A little slower, please")
