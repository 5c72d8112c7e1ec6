"""Letters of every kind, for positions of every rule set."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from noirmail.engine.play import stop
from noirmail.engine.redact import view_of
from noirmail.engine.state import State
from noirmail.engine.view import Outcome, View
from noirmail.mail import kinds
from noirmail.mail.letter import Letter
from noirmail.mail.links import Links
from noirmail.mail.names import tamed
from noirmail.service.links import slug_of
from noirmail.words.table import GameInfo, SeatInfo, Table
from tests.words.positions import NAMES, TABLES, game

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
PAGE = f"https://noir.example.test/s/a{'b' * 34}"
ANSWERABLE = {"your-turn", "reminder", "game-start", "time-ran-out", "game-over", "answer", "messages", "happened"}
# What people say, some of it as if it were meant for noirmail.
SAID = (
    kinds.Spoken("Bob", ("Good luck! I was in Rome last week.", "", "kill marion", "resign yes"), NOON),
    kinds.Spoken("Resign", ("help", "draw"), NOON),
)
LINKS = Links(
    seat=PAGE,
    action=lambda decision, action: f"{PAGE}/d{decision}/{slug_of(action)}",
    form=lambda decision, kind: f"{PAGE}/d{decision}/{kind}",
)


def table_of(view: View | None, names: tuple[str, ...] = NAMES, title: str = "Winter match") -> Table:
    """The table of a view; before the start where there is none."""
    players = view.players if view else 2
    status = "open" if view is None else "finished" if view.result else "running"
    ruleset, options = (view.ruleset, view.options) if view else ("kvi", {"kills": 10})
    info = GameInfo(
        *("K7QF2M9A", title, ruleset, options, players, status, "lot", "link", False, 259_200, "claim", "ab" * 32),
        *(None, None, None, NOON, None, NOON, None, None, None),
    )
    seats = tuple(_seat(number, names[number], view) for number in range(players))
    viewer = view.viewer if view else None
    decision = view.decisions.get(viewer) if view and viewer is not None else None
    return tamed(Table(info, seats, view, viewer, decision, None, False, (), {}, {}, False))


def rules_of(table: Table) -> str:
    """The page about the table's rule set."""
    return f"https://noir.example.test/rules/{table.game.ruleset}"


def _seat(number: int, name: str, view: View | None) -> SeatInfo:
    role = view.roles[number] if view else None
    to_act = bool(view and number in view.to_act)
    you = bool(view and number == view.viewer)
    return SeatInfo(number, number, name, "person", "joined", role, to_act, None, False, False, False, you)


def letter(kind: str, about: kinds.Context, zone: str = "Europe/Rome") -> Letter:
    """A letter to the first of the cast, as the outbox would have it."""
    of_game = not isinstance(about, kinds.OfNoGame)
    return Letter(
        kind=kind,
        sender="noir@example.test",
        to="alice@example.test",
        message_id=f"<{'0' * 32}@example.test>",
        date=NOON,
        boundary=f"noir-{'c' * 24}",
        language="en",
        zone=zone,
        context=about,
        references=("<first@example.test>", "<last@example.test>") if of_game else (),
        list_id="k7qf2m9a.games.example.test" if of_game else "",
        help_url="https://noir.example.test/promise" if of_game else "",
        unsubscribe=f"https://noir.example.test/u/a{'d' * 34}" if of_game else None,
        reply_to=f"move+a{'e' * 34}@in.example.test" if kind in ANSWERABLE else None,
    )


def turn(view: View, names: tuple[str, ...] = NAMES, title: str = "Winter match") -> Letter:
    """The mail of the viewer's turn."""
    table = table_of(view, names, title)
    about = kinds.YourTurn(table, table.decision or 0, NOON + timedelta(days=3), False, LINKS)
    return letter("your-turn", about)


def before_the_start() -> Iterator[Letter]:
    """Every kind of mail that needs no position."""
    table, day = table_of(None), NOON + timedelta(days=14)
    yield letter("sign-in", kinds.SignIn(f"https://noir.example.test/sign-in/a{'b' * 34}", day))
    yield letter("test", kinds.TestMail("https://noir.example.test"))
    for confirm in (False, True):
        invite = f"https://noir.example.test/i/a{'b' * 34}"
        yield letter("invitation", kinds.Invitation(table, "Bob", "Alice", invite, day, confirm, rules_of(table)))
    for answer in ("declined", "expired", "left", "cancelled"):
        for name in ("Bob", ""):
            yield letter("invitation-answer", kinds.InvitationAnswer(table, answer, name, PAGE))
    yield letter("fresh-link", kinds.FreshLink(table, PAGE))
    for step in ("owner", "address", "former"):
        address = f"https://noir.example.test/address/{step}/a{'b' * 34}"
        yield letter("address-change", kinds.AddressChange(step, address, day))


def of_position(state: State) -> Iterator[Letter]:
    """Every kind of mail about one position, for every seat that can get it."""
    for viewer in range(state.players):
        view = view_of(state, viewer)
        table, due = table_of(view), NOON + timedelta(days=3)
        if state.result:
            yield letter("game-over", kinds.GameOver(table, state.ply % 2 == 0, f"{PAGE}/ply/0", LINKS))
            continue
        if viewer in state.to_act:
            for again in (False, True):
                rules = None if again else rules_of(table)
                yield letter("your-turn", kinds.YourTurn(table, view.decisions[viewer], due, again, LINKS, (), rules))
            yield letter("reminder", kinds.Reminder(table, view.decisions[viewer], due, LINKS))
        else:
            yield letter("game-start", kinds.GameStart(table, False, LINKS, rules_of(table)))
        yield from _of_table(table, view.decisions.get(viewer), due)
        for then in ("claim", "choose", "standin"):
            until = None if then == "standin" else due
            yield letter("time-ran-out", kinds.TimeRanOut(table, state.to_act[0], then, until, LINKS))


def _of_table(table: Table, decision: int | None, due: datetime) -> Iterator[Letter]:
    """What comes of what players write and do beside their moves."""
    yield letter("messages", kinds.Messages(table, SAID, LINKS))
    for what in ("agreed", "pause-offered", "paused", "absent"):
        yield letter("happened", kinds.Happened(table, what, 1, 7, due, LINKS))
    lines = (kinds.Obeyed("kill marion", "That is not possible now."), kinds.Obeyed("", "Nothing was done."))
    sections = (kinds.Section("What you can write", ("move kill marion: makes that move", "help: this list")),)
    owes = due if decision is not None else None
    for board in (True, False):
        # Where the board is not shown, it is the last answer for now.
        resumes = None if board else NOON
        about = kinds.Answer(table, "Nothing was done.", lines, sections, board, decision, owes, None, LINKS, resumes)
        yield letter("answer", about)
    held = kinds.Answer(table, "A mail waits for your word.", (), (), False, None, None, f"{PAGE}/mail/7", LINKS)
    yield letter("answer", held)


def gallery(every: int) -> Iterator[Letter]:
    """All kinds for all rule sets: the first positions of a game, every n-th after that, the last."""
    yield from before_the_start()
    for entry in TABLES:
        states = game(entry)
        for state in (*states[:3], *states[3::every], states[-1]):
            found = list(of_position(state))
            yield from found
            yield digest(found)


def digest(letters: list[Letter]) -> Letter:
    """Some of the news of these letters together, as a digest tells them."""
    told = tuple(one.context for one in letters if one.kind not in ("answer", "fresh-link"))
    return letter("digest", kinds.Digest(told[:: len(told) // 4 + 1], "https://noir.example.test/me/mails"))


def stopped(state: State, reason: str) -> State:
    """A position at which the service ended the game."""
    return stop(state, Outcome((0,), reason))
