"""What a player asks for by mail: where the game stands, what has happened, what can be written."""

from collections.abc import Sequence
from typing import Final

from noirmail.i18n import gettext as _
from noirmail.mail.incoming.vocabulary import COMMANDS
from noirmail.service import games
from noirmail.service.context import Context
from noirmail.service.transcripts import Section
from noirmail.service.writers import Writer
from noirmail.words.events import step_sentences
from noirmail.words.table import SeatInfo, Table
from noirmail.words.times import instant

# So much history is told in a mail; all of it stands on the page (TRUST R21).
_TOLD: Final = 150
_GAMES: Final = 20


def history(table: Table) -> Section:
    """What happened in the game, as its reader knows it, the last 150 moves."""
    log = table.view.log if table.view else ()
    lines = [f"{step.ply}. {' '.join(step_sentences(step, table.names, table.viewer))}" for step in log[-_TOLD:]]
    return Section(_("What has happened so far"), tuple(lines or [_("Nothing yet.")]))


def status(ctx: Context, writer: Writer, table: Table) -> list[Section]:
    """Who is to act at this table and until when, and where the reader's other games stand."""
    here = Section(_("At this table"), tuple(_sitting(seat, writer.zone) for seat in table.seats))
    others = [] if writer.person_id is None else _others(ctx, writer, writer.person_id)
    return [here, *([Section(_("Your other games"), tuple(others))] if others else [])]


def _sitting(seat: SeatInfo, zone: str) -> str:
    if not seat.to_act:
        return _("%(name)s waits.", name=seat.name)
    if seat.late:
        return _("%(name)s is to act, and is late.", name=seat.name)
    if seat.due is None:
        return _("%(name)s is to act; no time runs yet.", name=seat.name)
    return _("%(name)s is to act until %(due)s.", name=seat.name, due=instant(seat.due, zone))


def _others(ctx: Context, writer: Writer, person_id: int) -> list[str]:
    running = games.games_of(ctx, person_id, status="running", limit=_GAMES)
    return [_game(game, writer.zone) for game in running if game.code != writer.code]


def _game(game: games.Listed, zone: str) -> str:
    names = " – ".join(name or "…" for name in game.names)
    if game.decision is None:
        return _("Game %(code)s, %(names)s: the others are to act.", code=game.code, names=names)
    if game.due is None:
        return _("Game %(code)s, %(names)s: you are to act.", code=game.code, names=names)
    due = instant(game.due, zone)
    return _("Game %(code)s, %(names)s: you are to act until %(due)s.", code=game.code, names=names, due=due)


def help_section(languages: Sequence[str]) -> Section:
    """The words that can be written, in the reader's language, and what each does."""
    words = COMMANDS.get(languages[0], COMMANDS["en"])
    said = _meanings()
    lines = [f"{', '.join(words[command])} {hint}".strip() + f": {meaning}" for command, hint, meaning in said]
    return Section(_("What you can write, each in a line of its own"), tuple(lines))


def _meanings() -> list[tuple[str, str, str]]:
    return [
        ("move", _("(your move)"), _("makes a move; the word itself may be left out.")),
        ("show", "", _("sends the board.")),
        ("status", "", _("says who is to act, here and in your other games.")),
        ("history", "", _("tells what has happened.")),
        ("message", _("(your words)"), _("tells everybody at the table.")),
        ("draw", "", _("offers an end without a winner, or agrees to it.")),
        ("pause", _("(days)"), _("offers a pause of 1 to 30 days, or agrees to one.")),
        ("absence", _("(days)"), _("says that you are away, for 14 days in any 90 at most.")),
        ("mail", _("(on or off)"), _("turns the mails of this game on or off.")),
        ("claim", "", _("ends the game against somebody whose time ran out.")),
        ("resign", "", _("gives the game up, after one more question.")),
        ("link", "", _("sends the link to your page.")),
        ("quit", "", _("ends what is read of your mail.")),
    ]
