"""A player's mail, obeyed: the address says which seat and decision, From that it is the player (TRUST R53).

All or nothing (R48): where one line cannot be done, none is. Whoever is not known for certain is not answered; the
player on file is asked instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from structlog import get_logger

from noirmail.engine.notation import reads_as_action
from noirmail.engine.view import View
from noirmail.i18n import gettext as _
from noirmail.i18n import speaking
from noirmail.mail.incoming.commands import ActionText, Command, Conflict, Line, Noise, read_commands
from noirmail.mail.incoming.letter import IncomingLetter, TooBig
from noirmail.mail.incoming.vocabulary import nearest
from noirmail.service import orders, tables, telling, transcripts
from noirmail.service.answers import answer
from noirmail.service.arrived import Arrived, close
from noirmail.service.context import Context
from noirmail.service.errors import NotFound, ServiceError, StaleDecision
from noirmail.service.orders import Desk
from noirmail.service.postbox import Recipient
from noirmail.service.transcripts import Section, Transcript
from noirmail.service.writers import Writer, writer_of
from noirmail.words.table import Table

log = get_logger("noirmail.service.replies")

# Of a line of the player's, so much is repeated.
_SHOWN: Final = 200

Order = ActionText | Command


@dataclass(frozen=True, slots=True)
class Result:
    """What came of an order. ``stale``: it answers a decision that is not open any more."""

    order: Order
    words: str
    done: bool
    stale: bool = False


def reply(ctx: Context, mail: Arrived, letter: IncomingLetter) -> None:
    """Obey the mail of a seat's player and answer it; hold what may be somebody else's, and ask the player."""
    writer = _writer(ctx, mail.recipient)
    if writer is None:
        close(ctx, mail.id, "ignored", "nobody sits there")
        return
    with speaking(writer.language):
        doubt = _doubt(mail, letter, writer)
        if doubt:
            _hold(ctx, mail.id, writer, doubt)
            return
        told = obey(ctx, mail, letter, writer)
    if letter.only_suppress_answer:
        close(ctx, mail.id, "done", "not answered: its subject is an automatic answer's")
    else:
        # Words that say nothing to us bring the same help, once a day.
        key = "" if told.heard else f"help:{writer.seat_id}:{mail.received_at:%Y%m%d}"
        answer(ctx, writer, mail.id, told.transcript, key=key, answers=letter.message_id)


def too_big(ctx: Context, mail: Arrived, letter: TooBig) -> None:
    """Tell the player on file that a mail was not read; a stranger is told nothing."""
    writer = _writer(ctx, mail.recipient)
    if writer is None:
        close(ctx, mail.id, "ignored", "nobody sits there")
        return
    with speaking(writer.language):
        said = _("A mail to this game was too large to be read. Answer with a short mail of plain text.")
        told = Transcript(_("Nothing was done."), (transcripts.Line("", said),))
    answer(ctx, writer, mail.id, told, state="ignored", note=f"too big: {letter.reason}")


@dataclass(frozen=True, slots=True)
class Obeyed:
    """``heard``: the mail had something that could be read."""

    transcript: Transcript
    heard: bool


def obey(ctx: Context, mail: Arrived, letter: IncomingLetter, writer: Writer) -> Obeyed:
    """Do what a mail says, whoever sent it; what to say of it."""
    decision = mail.recipient.decision if mail.recipient else None
    desk = Desk(ctx, writer, mail.id, decision, mail.again)
    lines = lines_of(ctx, letter, writer, decision)
    asked = [_as_order(line) for line in lines if isinstance(line, ActionText | Command)]
    if any(isinstance(line, Conflict) for line in lines):
        results = [Result(order, _("Nothing was done."), done=False) for order in asked]
        return Obeyed(_undecided(ctx, desk, lines, results), heard=True)
    results = _done(desk, asked)
    table = tables.table(ctx, writer.game_id, writer.seat)
    sections = [section for order in asked for section in _sections(desk, order, table)]
    if not asked:
        return Obeyed(_unheard(writer, lines, table), heard=False)
    told = [transcripts.Line(_cut(one.order.raw), one.words) for one in results if one.words]
    told += [transcripts.Line(_cut(raw), _("This line was passed over.")) for raw in _passed_over(lines)]
    return Obeyed(_transcript(_headline(results), told, sections, table), heard=True)


def _passed_over(lines: Sequence[Line]) -> list[str]:
    """Lines between commands that say nothing to us: perhaps one was meant. What comes before and after is talk."""
    heard = [at for at, line in enumerate(lines) if not isinstance(line, Noise)]
    return [line.raw for line in lines[heard[0] : heard[-1]] if isinstance(line, Noise)]


def _as_order(line: Order) -> Order:
    """The line, and as a move what calls itself one but cannot be read, so that it is said what can be done."""
    if isinstance(line, Command) and line.word == "move":
        return ActionText(line.argument, line.raw)
    return line


def lines_of(ctx: Context, letter: IncomingLetter, writer: Writer, decision: int | None) -> list[Line]:
    """The lines of a player's mail, read in the light of the decision that it answers."""
    reads = partial(reads_as_action, view=_view(ctx, writer, decision))
    return read_commands(letter.text, letter.subject, writer.languages, reads)


def _view(ctx: Context, writer: Writer, decision: int | None) -> View | None:
    try:
        return tables.table(ctx, writer.game_id, writer.seat, ply=decision).view
    except NotFound:
        return None


def _writer(ctx: Context, recipient: Recipient | None) -> Writer | None:
    if recipient is None or recipient.seat_id is None:
        return None
    with ctx.db.read() as session:
        return writer_of(session, recipient.seat_id)


def _doubt(mail: Arrived, letter: IncomingLetter, writer: Writer) -> str:
    """Why it is not certain that the player wrote the mail; '' where it is."""
    if letter.sender is None or letter.sender != writer.email_key:
        return "another sender"
    if letter.authentication == "fail":
        return "the sender is not proven"
    if mail.recipient is not None and mail.recipient.old:
        return "the address is an old one"
    return ""


def _hold(ctx: Context, mail_id: int, writer: Writer, doubt: str) -> None:
    log.warning("a mail is held for its player's word", inbox=mail_id, game=writer.code, why=doubt)
    said = _("A mail to this game came in your name, but not from your address, or not to the address of today.")
    told = Transcript(
        _("A mail in your name waits for your word."),
        (transcripts.Line("", said),),
        board=False,
        confirm=mail_id,
    )
    answer(ctx, writer, mail_id, told, state="held", note=doubt, key=f"held:{mail_id}")


def _done(desk: Desk, asked: Sequence[Order]) -> list[Result]:
    """What came of each order: all are done, or none is because of one that cannot be."""
    deeds = [(number, order) for number, order in enumerate(asked) if not _is_question(order)]
    refused = {number: error for number, order in deeds if (error := _refusal(desk, order, number))}
    results = []
    for number, order in enumerate(asked):
        if _is_question(order):
            results.append(Result(order, _answered(order), done=True))
        elif number in refused:
            results.append(_not_done(order, refused[number]))
        elif refused:
            results.append(Result(order, _("Not done, because of another line."), done=False))
        else:
            results.append(_tried(desk, order, number))
    return results


def _is_question(order: Order) -> bool:
    return isinstance(order, Command) and order.word in orders.QUESTIONS


def _refusal(desk: Desk, order: Order, number: int) -> ServiceError | None:
    try:
        orders.check(desk, order, number)
    except ServiceError as error:
        return error
    return None


def _tried(desk: Desk, order: Order, number: int) -> Result:
    try:
        return Result(order, orders.do(desk, order, number), done=True)
    except ServiceError as error:
        return _not_done(order, error)


def _not_done(order: Order, error: ServiceError) -> Result:
    return Result(order, error.detail, done=False, stale=isinstance(error, StaleDecision))


def _answered(order: Order) -> str:
    """What a question brings besides the board and what stands under a title."""
    if isinstance(order, Command) and order.word == "address":
        return _("To change the address that your mails go to, sign in on the site: it is on your own page there.")
    return ""


def _sections(desk: Desk, order: Order, table: Table) -> list[Section]:
    word = order.word if isinstance(order, Command) else ""
    if word == "history":
        return [telling.history(table)]
    if word == "status":
        return telling.status(desk.ctx, desk.writer, table)
    return [telling.help_section(desk.writer.languages)] if word == "help" else []


def _headline(results: Sequence[Result]) -> str:
    failed = [one for one in results if not one.done]
    if any(one.stale for one in failed):
        return _("The game has moved on: nothing was done.")
    if failed:
        return _("Not everything was done.") if len(failed) < len(results) else _("Nothing was done.")
    if any(isinstance(one.order, ActionText) for one in results):
        return _("Your move is made.")
    if all(_is_question(one.order) for one in results):
        return _("The table, as you asked for it.")
    return _("Done, as you wrote.")


def _undecided(ctx: Context, desk: Desk, lines: Sequence[Line], results: Sequence[Result]) -> Transcript:
    """Two different moves in one mail: which one was meant?"""
    told = [transcripts.Line(_cut(one.order.raw), one.words) for one in results]
    another = _("This is another move than the first one. Answer with the one that you mean.")
    told += [transcripts.Line(_cut(line.raw), another) for line in lines if isinstance(line, Conflict)]
    table = tables.table(ctx, desk.writer.game_id, desk.writer.seat)
    return _transcript(_("Two different moves: nothing was done."), told, [], table)


def _unheard(writer: Writer, lines: Sequence[Line], table: Table) -> Transcript:
    """Nothing in the mail could be read: what can be written, and what was perhaps meant."""
    told = [transcripts.Line("", _("Nothing in your mail could be read as a move or as a command."))]
    first = next((line.raw for line in lines if isinstance(line, Noise)), "")
    near = nearest(first.split(" ")[0], writer.languages) if first else []
    if near:
        told.append(transcripts.Line(_cut(first), _("Did you mean: %(words)s?", words=", ".join(near))))
    return _transcript(_("Nothing was done."), told, [telling.help_section(writer.languages)], table)


def _transcript(
    headline: str, told: Sequence[transcripts.Line], sections: Sequence[Section], table: Table
) -> Transcript:
    return Transcript(headline, tuple(told), tuple(sections), board=table.view is not None)


def _cut(raw: str) -> str:
    return raw if len(raw) <= _SHOWN else f"{raw[:_SHOWN]}…"
