"""What a line of a player's mail asks for: whether it can be done, and doing it, in words for the answer.

Each deed has a key made of the mail and the line, so that a mail that is read again does nothing twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from noirmail.i18n import gettext as _
from noirmail.mail.incoming.commands import ActionText, Command
from noirmail.service import absence, moves, parting, pausing, seating, tables, talk
from noirmail.service.context import Context
from noirmail.service.errors import BadInput, Refused, StaleDecision
from noirmail.service.happenings import was_noted
from noirmail.service.limits import clean_message
from noirmail.service.taking import check_playing
from noirmail.service.writers import Writer
from noirmail.store.models import Game, Step
from noirmail.words.events import step_sentences
from noirmail.words.times import instant

# What is only asked changes nothing.
QUESTIONS: Final = frozenset({"show", "status", "history", "help", "link", "address"})
# What only somebody can do who plays in a game that runs.
_OF_PLAY: Final = frozenset({"resign", "draw", "claim", "pause", "absence"})
# How many letters of the code with which somebody confirms to give up.
_CODE: Final = slice(1, 7)


@dataclass(frozen=True, slots=True)
class Desk:
    """Whose mail is being read. ``decision``: the one that its address stands for; ``again``: it was begun before."""

    ctx: Context
    writer: Writer
    mail_id: int
    decision: int | None
    again: bool

    def key(self, number: int) -> str:
        """The key of what line ``number`` of the mail asks for."""
        return f"mail:{self.mail_id}:{number}"


def check(desk: Desk, order: ActionText | Command, number: int) -> None:
    """Raise ServiceError where an order cannot be done, as far as that can be told before; changes nothing."""
    if _was_done(desk, number):
        return
    if isinstance(order, ActionText):
        writer = desk.writer
        if not _is_made(desk):
            moves.preview(desk.ctx, writer.game_id, writer.seat, order.text, decision_of(desk, order))
        return
    _CHECKS[order.word](desk, order.argument)
    if order.word in _OF_PLAY:
        with desk.ctx.db.read() as session:
            check_playing(session, desk.writer.game_id, desk.writer.seat)


def do(desk: Desk, order: ActionText | Command, number: int) -> str:
    """Do what a line asks for; what came of it. Raises ServiceError, and then nothing was changed by it."""
    if _was_done(desk, number):
        return _("This is done.")
    if isinstance(order, ActionText):
        return _move(desk, order)
    return _DEEDS[order.word](desk, order.argument, number)


def code_of(desk: Desk) -> str:
    """With what the writer confirms to give up; good until the next move."""
    return desk.ctx.keys.nonce("resign", desk.writer.seat_id, _ply(desk))[_CODE]


def decision_of(desk: Desk, order: ActionText) -> int:
    """The decision that a move answers: the address's, or where it has none the one that the line names.

    Raises StaleDecision where they differ, and Refused where there is none.
    """
    if desk.decision is None and order.decision is None:
        said = _("The mail that you answered asks for no move. Answer this one, or that of your turn.")
        raise Refused(said)
    if None not in (desk.decision, order.decision) and desk.decision != order.decision:
        raise StaleDecision(_ply(desk), None)
    return desk.decision if desk.decision is not None else order.decision or 0


def _move(desk: Desk, order: ActionText) -> str:
    writer = desk.writer
    decision = decision_of(desk, order)
    receipt = moves.submit(desk.ctx, writer.game_id, writer.seat, order.text, decision, _move_key(desk), "mail")
    table = tables.table(desk.ctx, writer.game_id, writer.seat)
    steps = [step for step in (table.view.log if table.view else ()) if step.ply == receipt.ply]
    return " ".join(said for step in steps for said in step_sentences(step, table.names, table.viewer))


def _message(desk: Desk, argument: str, number: int) -> str:
    writer = desk.writer
    said = talk.say(desk.ctx, writer.game_id, writer.seat, argument, desk.key(number), "mail")
    return _("The others read: “%(text)s”", text=said.text)


def _resign(desk: Desk, argument: str, number: int) -> str:
    if not argument:
        words = _("To give this game up for good, answer with these three words: resign yes %(code)s")
        return words % {"code": code_of(desk)}
    parting.resign(desk.ctx, desk.writer.game_id, desk.writer.seat, "mail", desk.key(number))
    return _("You have given the game up.")


def _draw(desk: Desk, _argument: str, number: int) -> str:
    if parting.agree(desk.ctx, desk.writer.game_id, desk.writer.seat, "mail", desk.key(number)):
        return _("The game has ended without a winner, as everybody agreed.")
    return _("The others are told that you offer an end without a winner. The next move takes the offer back.")


def _claim(desk: Desk, argument: str, number: int) -> str:
    if not argument:
        return _("To end the game against the player who is late, answer with these two words: claim yes")
    parting.claim(desk.ctx, desk.writer.game_id, desk.writer.seat, "mail", desk.key(number))
    return _("The late player has lost the seat.")


def _pause(desk: Desk, argument: str, number: int) -> str:
    writer = desk.writer
    if argument == "off":
        pausing.take_back(desk.ctx, writer.game_id, writer.seat)
        return _("You offer no pause any more.")
    pause = pausing.offer(desk.ctx, writer.game_id, writer.seat, _days(argument), "mail", desk.key(number))
    if pause.until is not None:
        return _("The game is paused until %(until)s.", until=instant(pause.until, writer.zone))
    return _("The others are told that you would like a pause. The next move takes the offer back.")


def _absence(desk: Desk, argument: str, number: int) -> str:
    writer = desk.writer
    until = absence.declare(desk.ctx, writer.game_id, writer.seat, _days(argument), "mail", desk.key(number))
    return _("You are away until %(until)s, and the others are told.", until=instant(until, writer.zone))


def _mail(desk: Desk, argument: str, _number: int) -> str:
    seating.set_mail(desk.ctx, desk.writer.seat_id, argument == "on")
    if argument == "on":
        return _("You get mails about this game again.")
    return _("You get no more mails about this game. Your seat and its deadlines stay.")


def _check_message(desk: Desk, argument: str) -> None:
    if not argument:
        said = _("Where the message ends is not to be seen: end it with a line of the one word end.")
        raise BadInput(said, "message")
    clean_message(argument)
    talk.check(desk.ctx, desk.writer.game_id, desk.writer.seat)


def _check_resign(desk: Desk, argument: str) -> None:
    word, _gap, code = argument.partition(" ")
    if argument and (word != "yes" or code.strip().lower() != code_of(desk)):
        said = _("That is not the code of this moment: ask for it with the one word resign.")
        raise BadInput(said, "code")


def _check_yes(_desk: Desk, argument: str) -> None:
    if argument not in ("", "yes"):
        raise BadInput(_("Nothing comes of that: write the word alone, or leave it out."), "argument")


def _check_pause(_desk: Desk, argument: str) -> None:
    if argument != "off" and not 1 <= _days(argument) <= pausing.LONGEST:
        raise BadInput(_("A pause has at least 1 day and at most %(most)s days.", most=pausing.LONGEST), "days")


def _check_absence(_desk: Desk, argument: str) -> None:
    if not 1 <= _days(argument) <= absence.MOST.days:
        raise BadInput(_("An absence has at least 1 day and at most %(most)s days.", most=absence.MOST.days), "days")


def _check_mail(_desk: Desk, argument: str) -> None:
    if argument not in ("on", "off"):
        raise BadInput(_("Write on or off behind it."), "argument")


def _days(argument: str) -> int:
    first = argument.partition(" ")[0]
    if not (first.isascii() and first.isdigit() and len(first) <= 3):
        raise BadInput(_("Write a number of days behind it."), "days")
    return int(first)


def _was_done(desk: Desk, number: int) -> bool:
    if not desk.again:
        return False
    with desk.ctx.db.read() as session:
        return was_noted(session, desk.writer.game_id, desk.key(number))


def _is_made(desk: Desk) -> bool:
    """Whether this mail's move was made when it was read before."""
    if not desk.again:
        return False
    with desk.ctx.db.read() as session:
        step = select(Step.ply).where(Step.game_id == desk.writer.game_id, Step.seat == desk.writer.seat)
        return session.scalar(step.where(Step.key == _move_key(desk))) is not None


def _move_key(desk: Desk) -> str:
    """One move at the most comes of a mail."""
    return f"mail:{desk.mail_id}"


def _ply(desk: Desk) -> int:
    with desk.ctx.db.read() as session:
        return session.get_one(Game, desk.writer.game_id).number


_CHECKS: Final[dict[str, Callable[[Desk, str], None]]] = {
    "message": _check_message,
    "resign": _check_resign,
    "draw": _check_yes,
    "claim": _check_yes,
    "pause": _check_pause,
    "absence": _check_absence,
    "mail": _check_mail,
}
_DEEDS: Final[dict[str, Callable[[Desk, str, int], str]]] = {
    "message": _message,
    "resign": _resign,
    "draw": _draw,
    "claim": _claim,
    "pause": _pause,
    "absence": _absence,
    "mail": _mail,
}
