"""The first line of each mail: what is new, without a secret and without a result (TRUST R6)."""

from noirmail.i18n import gettext as _
from noirmail.i18n import ngettext
from noirmail.mail import kinds
from noirmail.words.names import enumeration
from noirmail.words.standing import side_names
from noirmail.words.table import Table


def headline(about: kinds.Context) -> str:
    """What the mail is about, as one line that may be read over the reader's shoulder."""
    match about:
        case kinds.SignIn():
            return _("Your link to sign in")
        case kinds.Digest():
            return ngettext(
                "%(num)s piece of news from your tables", "%(num)s pieces of news from your tables", len(about.items)
            )
        case kinds.TestMail():
            return _("A test: mail from this site arrives.")
        case kinds.AddressChange():
            return _address_change(about)
        case kinds.Answer():
            return about.headline
        case kinds.Messages():
            return _("News from the table: your game against %(opponents)s.", opponents=opponents(about.table))
        case kinds.Happened():
            return _happened(about)
        case kinds.Invitation():
            return _invitation(about)
        case kinds.InvitationAnswer():
            return _answer(about)
        case kinds.FreshLink():
            return _("Your new link to game %(code)s", code=about.table.game.code)
        case kinds.GameOver():
            return _("Your game against %(opponents)s has ended.", opponents=opponents(about.table))
        case kinds.TimeRanOut():
            return _time_ran_out(about)
        case _:
            return _playing(about)


def opponents(table: Table) -> str:
    """The names of those whom the reader plays against."""
    if table.view is None:
        return enumeration([seat.name for seat in table.seats if seat.name and not seat.you])
    return enumeration(side_names(table.view, table.names, table.viewer)[1])


def _playing(about: kinds.GameStart | kinds.YourTurn | kinds.Reminder) -> str:
    against = opponents(about.table)
    if isinstance(about, kinds.Reminder):
        return _("Your move against %(opponents)s is still due.", opponents=against)
    mine = isinstance(about, kinds.YourTurn)
    if about.again:
        if mine:
            return _("Your game against %(opponents)s goes on, and it is your turn.", opponents=against)
        return _("Your game against %(opponents)s goes on.", opponents=against)
    if not mine:
        return _("Your game against %(opponents)s has begun.", opponents=against)
    if about.table.view is not None and about.table.view.ply == 0:
        return _("Your game against %(opponents)s has begun, and it is your turn.", opponents=against)
    return _("Your turn against %(opponents)s.", opponents=against)


def _invitation(about: kinds.Invitation) -> str:
    if about.confirm:
        return _("A place at the table of %(name)s is kept for you.", name=about.opener)
    return _("You are invited to a game by %(name)s.", name=about.opener)


def _answer(about: kinds.InvitationAnswer) -> str:
    if about.answer == "cancelled":
        return _("The game was called off before it began.")
    name = about.name or _("somebody")
    if about.answer == "declined":
        return _("Your invitation was declined by %(name)s.", name=name)
    if about.answer == "expired":
        return _("Your invitation to %(name)s has expired.", name=name)
    return _("A place is free again: %(name)s has left.", name=name)


def _address_change(about: kinds.AddressChange) -> str:
    if about.step == "owner":
        return _("Your link to change your mail address")
    if about.step == "address":
        return _("Is this your new mail address?")
    return _("Your mail address was changed")


def _happened(about: kinds.Happened) -> str:
    name = about.table.names[about.by]
    if about.what == "agreed":
        return _("An end without a winner is offered by %(name)s.", name=name)
    if about.what == "pause-offered":
        return _("A pause is offered by %(name)s.", name=name)
    if about.what == "paused":
        return _("Your game against %(opponents)s is paused.", opponents=opponents(about.table))
    return _("For some days %(name)s is away.", name=name)


def _time_ran_out(about: kinds.TimeRanOut) -> str:
    table = about.table
    if table.viewer == about.late:
        return _("Your time against %(opponents)s ran out.", opponents=opponents(table))
    return _("The time of %(name)s ran out.", name=table.names[about.late])
