"""One mail of every kind for every rule set, to be looked at. The people and the games are made up."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Final

from noirmail.engine.deal import commitment_of, deal_of
from noirmail.engine.legal import legal
from noirmail.engine.play import push, start
from noirmail.engine.playout import choose
from noirmail.engine.rulesets import RULESETS
from noirmail.engine.state import State
from noirmail.engine.view import View
from noirmail.i18n import gettext as _
from noirmail.mail import kinds
from noirmail.mail.letter import Letter
from noirmail.mail.links import Links
from noirmail.service import vault
from noirmail.service.errors import NotFound
from noirmail.service.links import slug_of
from noirmail.words.table import GameInfo, SeatInfo, Table

NAMES: Final = ("Ada", "Ben", "Cleo", "Dario")
_NOON: Final = datetime(2026, 12, 1, 12, tzinfo=UTC)
_DUE: Final = _NOON + timedelta(days=3)
_SITE: Final = "https://noir.example.test"
_PAGE: Final = f"{_SITE}/s/a{'b' * 34}"
_LINKS: Final = Links(
    seat=_PAGE,
    action=lambda decision, action: f"{_PAGE}/d{decision}/{slug_of(action)}",
    form=lambda decision, kind: f"{_PAGE}/d{decision}/{kind}",
)
# A game in the middle, so that there is something to tell; a short one is shown at its last position but one.
_PLIES: Final = 16
_LONGEST: Final = 2000


def specimen(kind: str, ruleset: str = "kvi", *, secrets: bool = True, picture: bool = False) -> Letter:
    """The letter of that kind for a game of that rule set; raises NotFound for what there is not."""
    if kind not in _ABOUT or ruleset not in RULESETS:
        raise NotFound
    about = _ABOUT[kind](_over(ruleset) if kind == "game-over" else _table(ruleset, secrets))
    of_game = not isinstance(about, kinds.OfNoGame)
    off = f"{_SITE}/u/a{'d' * 34}"
    return Letter(
        kind=kind,
        sender="noir@example.test",
        to="ada@example.test",
        message_id=f"<{'0' * 32}@example.test>",
        date=_NOON,
        boundary=f"noir-{'c' * 24}",
        language="en",
        zone="Europe/Rome",
        context=about,
        references=("<first@example.test>", "<last@example.test>") if of_game else (),
        list_id="k7qf2m9a.games.example.test" if of_game else "",
        help_url=f"{_SITE}/promise",
        reply_to=f"move+a{'e' * 34}@example.test" if of_game else None,
        unsubscribe=off if of_game else None,
        unsubscribe_kind=f"{off}/{kind}" if kind in kinds.OPTIONAL else None,
        mails=f"{_SITE}/m/a{'f' * 34}" if of_game or kind == "digest" else None,
        picture=picture,
    )


@cache
def _states(ruleset: str) -> tuple[State, ...]:
    """Every position of one random game, the same at every call; of as few players as the rule set has."""
    players, rng = min(RULESETS[ruleset].description.players), Random(ruleset)
    states = [start(ruleset, {}, players, deal_of(bytes(32), (), players, lot=False).deal)]
    while states[-1].to_act and states[-1].ply < _LONGEST:
        seat = states[-1].to_act[0]
        states.append(push(states[-1], seat, choose(list(legal(states[-1], seat)), rng)))
    return tuple(states)


def _table(ruleset: str, secrets: bool = True) -> Table:
    """A game in the middle, as the seat that is to act sees it, or as everybody does."""
    states = _states(ruleset)
    state = states[min(_PLIES, len(states) - 2)]
    return _laid(state, state.to_act[0], vault.exhibit(state, state.to_act[0] if secrets else None))


def _over(ruleset: str) -> Table:
    state = _states(ruleset)[-1]
    return _laid(state, 0, vault.exhibit(state, 0, opened=True))


def _laid(state: State, reader: int, view: View) -> Table:
    names = NAMES[: state.players]
    seats = tuple(_seat(number, name, view, reader) for number, name in enumerate(names))
    decision = state.decisions.get(reader)
    return Table(_info(state), seats, view, reader, decision, None, False, (), {}, {}, view.opened is not None)


def _seat(number: int, name: str, view: View, reader: int) -> SeatInfo:
    return SeatInfo(
        place=number,
        number=number,
        name=name,
        kind="person",
        state="joined",
        role=view.roles[number],
        to_act=number in view.to_act,
        due=None,
        late=False,
        standin=False,
        silent=False,
        you=number == reader,
    )


def _info(state: State) -> GameInfo:
    return GameInfo(
        code="K7QF2M9A",
        title=_("Winter match"),
        ruleset=state.ruleset,
        options=state.options,
        players=state.players,
        status="running" if state.result is None else "finished",
        seating="given",
        watch="link",
        public=False,
        per_turn=259_200,
        on_timeout="claim",
        commitment=commitment_of(bytes(32)),
        seed=None,
        words=None,
        lot=None,
        opened_at=_NOON,
        expires_at=None,
        started_at=_NOON,
        finished_at=None,
        revealed_at=None,
        rematch_code=None,
    )


def _late(table: Table) -> int:
    return next(seat.number or 0 for seat in table.seats if not seat.you)


def _said() -> tuple[kinds.Spoken, ...]:
    return (kinds.Spoken("Ben", (_("I shall be slow this week."), _("Good luck!")), _NOON),)


def _rules(table: Table) -> str:
    return f"{_SITE}/rules/{table.game.ruleset}"


def _invitation(table: Table) -> kinds.Invitation:
    url = f"{_SITE}/i/a{'b' * 34}"
    return kinds.Invitation(table, "Ben", "Ada", url, _DUE, confirm=False, rules=_rules(table))


def _your_turn(table: Table) -> kinds.YourTurn:
    return kinds.YourTurn(table, table.decision or 0, _DUE, again=False, links=_LINKS, said=_said())


def _answer(table: Table) -> kinds.Answer:
    lines = (kinds.Obeyed("show", _("The board stands below.")),)
    return kinds.Answer(table, _("Done."), lines, (), True, table.decision, _DUE, None, _LINKS)


def _digest(table: Table) -> kinds.Digest:
    return kinds.Digest((_your_turn(table), kinds.Messages(table, _said(), _LINKS)), f"{_SITE}/me")


_ABOUT: Final[Mapping[str, Callable[[Table], kinds.Context]]] = {
    "sign-in": lambda _table: kinds.SignIn(f"{_SITE}/sign-in/a{'b' * 34}", _DUE),
    "invitation": _invitation,
    "invitation-answer": lambda table: kinds.InvitationAnswer(table, "declined", "Ben", _PAGE),
    "fresh-link": lambda table: kinds.FreshLink(table, _PAGE),
    "game-start": lambda table: kinds.GameStart(table, again=False, links=_LINKS, rules=_rules(table)),
    "your-turn": _your_turn,
    "reminder": lambda table: kinds.Reminder(table, table.decision or 0, _DUE, _LINKS),
    "time-ran-out": lambda table: kinds.TimeRanOut(table, _late(table), "claim", _DUE, _LINKS),
    "game-over": lambda table: kinds.GameOver(table, reversible=False, replay=f"{_PAGE}/ply/0", links=_LINKS),
    "answer": _answer,
    "messages": lambda table: kinds.Messages(table, _said(), _LINKS),
    "happened": lambda table: kinds.Happened(table, "pause-offered", _late(table), 7, _DUE, _LINKS),
    "address-change": lambda _table: kinds.AddressChange("address", f"{_SITE}/address/a{'b' * 34}", _DUE),
    "digest": _digest,
    "test": lambda _table: kinds.TestMail(_SITE),
}


def everything() -> Iterator[tuple[str, str]]:
    """Every kind of mail with every rule set that it can be about; those about no game with one."""
    for kind, about in kinds.KINDS.items():
        of_game = about not in (kinds.SignIn, kinds.AddressChange, kinds.TestMail)
        yield from ((kind, ruleset) for ruleset in (RULESETS if of_game else ("kvi",)))
