"""What a digest says of each table: what is new there, what happened last, until when the reader has to act."""

from dataclasses import dataclass
from typing import Final

from noirmail.i18n import gettext as _
from noirmail.mail.headlines import headline
from noirmail.mail.kinds import Digest, Game, InvitationAnswer, Messages, Reminder, YourTurn
from noirmail.words.events import step_sentences
from noirmail.words.table import Table
from noirmail.words.times import instant

# So many of the last moves of a table, the reader's own aside.
_MOVES: Final = 3


@dataclass(frozen=True, slots=True)
class Item:
    """One table. ``lines``: what happened, what was said, what is due; ``url``: the reader's page there."""

    headline: str
    code: str
    lines: tuple[str, ...]
    url: str


def items(digest: Digest, zone: str) -> list[Item]:
    """The tables of a digest, in the order of the news."""
    return [_item(about, zone) for about in digest.items]


def _item(about: Game, zone: str) -> Item:
    lines = _moves(about.table)
    if isinstance(about, Messages):
        lines = [f"{one.name}: {' '.join(one.lines)}" for one in about.said]
    if isinstance(about, YourTurn | Reminder):
        lines.append(_("Your move is due on %(due)s.", due=instant(about.due, zone)))
    url = about.url if isinstance(about, InvitationAnswer) else _page(about)
    return Item(headline(about), about.table.game.code, tuple(lines), url)


def _page(about: Game) -> str:
    links = getattr(about, "links", None)
    return links.seat if links is not None else ""


def _moves(table: Table) -> list[str]:
    view = table.view
    if view is None:
        return []
    last = [step for step in view.log if step.seat != table.viewer][-_MOVES:]
    return [" ".join(step_sentences(step, table.names, view.viewer)) for step in last]
