"""Reading a record that may be anything: every wrong member is refused in one line that names it."""

from collections.abc import Callable
from json import JSONDecodeError, loads
from re import fullmatch
from typing import NoReturn, TypeVar

from noirmail.engine.deal import SEED_BYTES, Deal, check_deal
from noirmail.engine.errors import EngineError, InvalidRecord
from noirmail.engine.record_form import FORMAT, SERVICE_REASONS, WITHOUT_WINNERS, Record, RecordedAction
from noirmail.engine.ruleset import RuleSet
from noirmail.engine.rulesets import options_of, ruleset
from noirmail.engine.view import Outcome

MOST_BYTES = 1_000_000
_LONGEST_NAME = 80
_LONGEST_WORD = 1000
_LONGEST_ACTION = 200

_T = TypeVar("_T")


def read_record(data: bytes) -> Record:
    """The record in ``data``, UTF-8 JSON of up to 1 MB; its actions are not played.

    Raises InvalidRecord, whose one line names the member that is wrong.
    """
    members = _Members("", _json(data))
    if members.get("format") != FORMAT:
        _refuse("format", f'must be "{FORMAT}"')
    rules = _rules(members)
    players = tuple(members.texts("players", _LONGEST_NAME))
    if len(players) not in rules.description.players:
        _refuse("players", f"{rules.description.id} is for {' or '.join(map(str, rules.description.players))}")
    return Record(
        ruleset=rules.description.id,
        version=rules.description.version,
        options=_said("options", lambda: options_of(rules.description.id, members.nested("options", {}).members)),
        players=players,
        deal=_deal(members, rules, len(players)),
        actions=_actions(members, len(players)),
        result=_result(members, rules, len(players)),
        seed=_seed(members),
        words=_words(members, len(players)),
        lot=_lot(members, len(players)),
        commitment=members.hex("commitment"),
    )


def _refuse(member: str, why: str) -> NoReturn:
    raise InvalidRecord(f"{member}: {why}")


def _said(member: str, action: Callable[[], _T]) -> _T:
    """Let the engine judge a member; its refusal becomes the record's."""
    try:
        return action()
    except EngineError as error:
        raise InvalidRecord(f"{member}: {error}") from error


def _json(data: bytes) -> object:
    if len(data) > MOST_BYTES:
        _refuse("record", f"larger than {MOST_BYTES:,} bytes")
    try:
        return loads(data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"record: not UTF-8 at byte {error.start}") from error
    except JSONDecodeError as error:
        raise InvalidRecord(f"record: not JSON: {error.msg} in line {error.lineno}") from error
    except RecursionError as error:
        raise InvalidRecord("record: nested too deeply") from error
    except InvalidRecord:
        raise
    except ValueError as error:
        raise InvalidRecord("record: a number in it is too long") from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        _refuse(_shown(next(name for name in names if names.count(name) > 1)), "given twice")
    return members


def _no_constant(name: str) -> NoReturn:
    _refuse("record", f"{name} is not a value of JSON")


def _shown(value: object) -> str:
    return ascii(value)[:60]


class _Members:
    """The members of one object of the record, ``path`` names it."""

    def __init__(self, path: str, value: object) -> None:
        if not isinstance(value, dict):
            _refuse(path.rstrip(".") or "record", "must be an object")
        self.path = path
        self.members: dict[str, object] = value

    def get(self, name: str) -> object:
        return self.members.get(name)

    def nested(self, name: str, default: dict[str, object] | None = None) -> "_Members":
        value = self.members.get(name, default)
        return _Members(f"{self.path}{name}.", value)

    def items(self, name: str) -> list[object]:
        value = self.members.get(name)
        if not isinstance(value, list):
            _refuse(self.path + name, "must be a list")
        return value

    def text(self, name: str, longest: int) -> str:
        return _text(self.path + name, self.members.get(name), longest)

    def texts(self, name: str, longest: int) -> list[str]:
        return [_text(f"{self.path}{name}[{at}]", value, longest) for at, value in enumerate(self.items(name))]

    def integer(self, name: str, below: int, default: int | None = None) -> int:
        return _integer(self.path + name, self.members.get(name, default), below)

    def hex(self, name: str) -> str | None:
        value = self.members.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or not fullmatch("[0-9a-f]{64}", value):
            _refuse(self.path + name, "must be null or 64 hex digits in lower case")
        return value


def _text(path: str, value: object, longest: int) -> str:
    if not isinstance(value, str):
        _refuse(path, "must be a text")
    if len(value) > longest:
        _refuse(path, f"longer than {longest} characters")
    if any("\ud800" <= character <= "\udfff" for character in value):
        _refuse(path, "holds half a character (a lone surrogate)")
    return value


def _integer(path: str, value: object, below: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        _refuse(path, "must be a whole number")
    if not 0 <= value < below:
        _refuse(path, f"must be 0 to {below - 1}")
    return value


def _rules(members: _Members) -> RuleSet:
    ruleset_id = members.text("ruleset", _LONGEST_NAME)
    rules = _said("ruleset", lambda: ruleset(ruleset_id))
    version = members.integer("version", 10_000, default=1)
    return _said("version", lambda: ruleset(rules.description.id, version))


def _deal(members: _Members, rules: RuleSet, players: int) -> Deal:
    found = members.nested("deal")
    if "deck" not in found.members:
        _refuse("deal.deck", "missing; a record of an unfinished game that hides the deck cannot be replayed")
    first = found.integer("first", players, default=0)
    if first and not rules.first_by_lot:
        _refuse("deal.first", f"must be 0 in {rules.description.id}")
    deal = Deal(found.text("board", 100), found.text("deck", 100), first)
    wrong = check_deal(deal, players)
    if wrong:
        raise InvalidRecord(wrong)
    return deal


def _actions(members: _Members, players: int) -> tuple[RecordedAction, ...]:
    entries = [_Members(f"actions[{at}].", value) for at, value in enumerate(members.items("actions"))]
    return tuple(
        RecordedAction(
            seat=entry.integer("seat", players),
            action=entry.text("action", _LONGEST_ACTION),
            at=None if entry.get("at") is None else entry.text("at", _LONGEST_NAME),
            by=None if entry.get("by") is None else entry.text("by", _LONGEST_NAME),
        )
        for entry in entries
    )


def _result(members: _Members, rules: RuleSet, players: int) -> Outcome | None:
    if members.get("result") is None:
        return None
    result = members.nested("result")
    reason = result.text("reason", _LONGEST_NAME)
    if reason not in (*rules.description.reasons, *SERVICE_REASONS):
        _refuse("result.reason", f"{rules.description.id} does not end by {_shown(reason)}")
    winners = tuple(_integer("result.winners", seat, players) for seat in result.items("winners"))
    if list(winners) != sorted(set(winners)):
        _refuse("result.winners", "must be seats in ascending order, each once")
    if winners and reason in WITHOUT_WINNERS:
        _refuse("result.winners", f"nobody wins when a game is {reason}")
    return Outcome(winners, reason)


def _seed(members: _Members) -> bytes | None:
    text = members.hex("seed")
    seed = None if text is None else bytes.fromhex(text)
    assert seed is None or len(seed) == SEED_BYTES
    return seed


def _words(members: _Members, players: int) -> tuple[str, ...]:
    if members.get("words") is None:
        return ()
    words = tuple(members.texts("words", _LONGEST_WORD))
    if len(words) not in {0, players}:
        _refuse("words", "must be none, or one for each player")
    return words


def _lot(members: _Members, players: int) -> tuple[int, ...] | None:
    if members.get("lot") is None:
        return None
    lot = tuple(_integer("lot", value, players) for value in members.items("lot"))
    if sorted(lot) != list(range(players)):
        _refuse("lot", f"must hold 0 to {players - 1}, each once")
    return lot
