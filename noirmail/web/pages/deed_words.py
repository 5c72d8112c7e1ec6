"""What a player can do besides moving, in words: what it means, and what is to be ticked or chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from noirmail.i18n import gettext as _
from noirmail.service import absence, pausing


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed in words. ``choices`` (value, label) without a default, or none where ``tick`` is to be ticked.

    ``email``: what to call a field for a mail address, empty where there is none. ``days``: how many can be typed,
    0 where none are asked for.
    """

    title: str
    words: tuple[str, ...]
    button: str
    tick: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    email: str = ""
    days: int = 0


def _resign() -> Deed:
    return Deed(
        _("Resign"),
        (
            _("You give your seat up for good. Where two sides play, the other side wins at once."),
            _("Where more sides play, or a partner of yours plays on, the service moves for your seat."),
        ),
        _("Resign"),
        tick=_("Yes, I give up this game"),
    )


def _agree() -> Deed:
    return Deed(
        _("End without a winner"),
        (
            _("The game ends when everybody offers this at the same position. A move takes all offers back."),
            _("The others see your offer."),
        ),
        _("Offer it"),
        tick=_("Yes, I offer to end this game without a winner"),
    )


def _claim() -> Deed:
    return Deed(
        _("The other side's time ran out"),
        (
            _("You may end the game, or wait. Until you end it, the late player may still move."),
            _("An ending by the clock can be undone by the host for a day; the cards are shown after that."),
        ),
        _("Go on"),
        choices=(("end", _("End the game now")), ("wait", _("Wait"))),
    )


def _partner() -> Deed:
    return Deed(
        _("Your partner's time ran out"),
        (
            _("Choose how your side goes on. Until then your partner may still move."),
            _(
                "Another person gets the seat with its cards, and your partner's links die. If nobody has taken it "
                "by the time at which the game ends by itself, you lose. Until then you can choose again."
            ),
        ),
        _("Go on"),
        choices=(
            ("standin", _("The service moves for my partner from now on")),
            ("person", _("Another person takes the seat over")),
            ("lose", _("We lose the game")),
        ),
        email=_("Mail address of the other person; without one you get a link to pass on"),
    )


def _rematch() -> Deed:
    return Deed(
        _("Play again"),
        (_("The same game with seats changed. The others are invited by mail."),),
        _("Open the table"),
        tick=_("Yes, I want to play again"),
    )


def _mails() -> Deed:
    return Deed(
        _("Mails for this game"),
        (
            _("Without mails you keep your seat and your deadlines, and look at this page by yourself."),
            _("The others are told only that you may be slow."),
        ),
        _("Keep this"),
        choices=(("on", _("Mail me when it is for me to act")), ("off", _("No mails for this game"))),
    )


def _pause() -> Deed:
    return Deed(
        _("Pause the game"),
        (
            _("When everybody has offered a pause at the same position, no time runs for the fewest days offered."),
            _("The others are told of your offer. A move takes all offers back."),
        ),
        _("Offer it"),
        tick=_("Yes, I would like to pause this game"),
        days=pausing.LONGEST,
    )


def _absence() -> Deed:
    return Deed(
        _("Be away"),
        (
            _("Your own deadlines wait until you are back; those of the others run on, and they are told."),
            _("A player may be away for 14 days in any 90, and cannot come back before the end."),
        ),
        _("Tell the others"),
        tick=_("Yes, I am away for so many days from now"),
        days=absence.MOST.days,
    )


def _leave() -> Deed:
    return Deed(
        _("Leave this table"),
        (_("Your place is free again, and whoever opened the table is told."),),
        _("Leave"),
        tick=_("Yes, I leave this table"),
    )


def _cancel() -> Deed:
    return Deed(
        _("Call the table off"),
        (_("All links to it are dead then, and whoever has joined is told."),),
        _("Call it off"),
        tick=_("Yes, I call this table off"),
    )


def _renew() -> Deed:
    return Deed(
        _("A new link to pass on"),
        (_("The link that you passed on so far is dead then; your table shows the new one."),),
        _("Make a new link"),
        tick=_("Yes, make the old link dead"),
    )


# By the last part of the address.
DEEDS: Mapping[str, Callable[[], Deed]] = {
    "resign": _resign,
    "agree": _agree,
    "claim": _claim,
    "partner": _partner,
    "rematch": _rematch,
    "mails": _mails,
    "pause": _pause,
    "absence": _absence,
    "leave": _leave,
    "cancel": _cancel,
    "renew": _renew,
}
