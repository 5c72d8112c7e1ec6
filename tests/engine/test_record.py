"""Game records: what is read, what is refused, what is shown to whom (RECORD)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from noirmail.engine.cards import LETTERS
from noirmail.engine.deal import commitment_of, deal_of
from noirmail.engine.errors import IllegalStep, InvalidRecord
from noirmail.engine.record import Record, RecordedAction, explain, read_record, verify, write_record
from noirmail.engine.redact import view_of
from noirmail.engine.view import Outcome
from tests.engine.build import after, game

EXAMPLE: dict[str, Any] = {
    "format": "noir-record/1",
    "ruleset": "kvi",
    "version": 1,
    "options": {},
    "players": ["Ada", "Ben"],
    "deal": {"board": "ABCDEFGHIJKLMNOPQRSTUVWYZ", "deck": "ZYWVUTSRQPONMLKJIHGFEDCBA", "first": 0},
    "seed": None,
    "words": [],
    "lot": None,
    "commitment": None,
    "actions": [{"seat": 0, "action": "kill T"}, {"seat": 1, "action": "identity V"}],
    "result": None,
}
SEED = bytes(range(32))


def read(**members: Any) -> Record:
    return read_record(json.dumps({**EXAMPLE, **members}).encode())


def seeded(*actions: str, words: tuple[str, ...] = (), lot: bool = False, result: Outcome | None = None) -> Record:
    dealt = deal_of(SEED, words, 2, lot)
    entries = tuple(RecordedAction(int(text[0]), text[3:]) for text in actions)
    record = replace(
        read(actions=[], words=list(words)), deal=dealt.deal, lot=dealt.lot, result=result, actions=entries
    )
    return replace(record, seed=SEED, commitment=commitment_of(SEED))


def test_the_example_of_the_paper_is_read() -> None:
    record = read()

    assert (record.ruleset, record.version, record.options) == ("kvi", 1, {"kills": 10})
    assert (record.players, record.seed, record.result) == (("Ada", "Ben"), None, None)
    assert record.actions == (RecordedAction(0, "kill T"), RecordedAction(1, "identity V"))


def test_absent_members_have_their_defaults() -> None:
    short = {name: EXAMPLE[name] for name in ("format", "ruleset", "players", "deal", "actions")}

    assert read_record(json.dumps(short).encode()) == read()


def test_unknown_members_are_ignored_and_time_and_standin_are_kept() -> None:
    action = {"seat": 0, "action": "kill T", "at": "2026-11-30T18:00:00Z", "by": "standin", "mood": "grim"}

    record = read(actions=[action], weather="rain")

    assert record.actions == (RecordedAction(0, "kill T", "2026-11-30T18:00:00Z", "standin"),)
    assert json.loads(write_record(record))["actions"] == [{k: v for k, v in action.items() if k != "mood"}]


WRONG = [
    ("format", {"format": "noir-record/2"}),
    ("ruleset", {"ruleset": "chess"}),
    ("ruleset", {"ruleset": 5}),
    ("version", {"version": 2}),
    ("version", {"version": True}),
    ("version", {"version": 1.0}),
    ("version", {"version": 10**400}),
    ("options", {"options": {"kils": 10}}),
    ("options", {"options": {"kills": "10"}}),
    ("options", {"options": []}),
    ("players", {"players": ["Ada"]}),
    ("players", {"players": "Ada"}),
    ("players[1]", {"players": ["Ada", 2]}),
    ("players[1]", {"players": ["Ada", "\ud800"]}),
    ("players[0]", {"players": ["A" * 81, "Ben"]}),
    ("deal", {"deal": None}),
    ("deal.deck", {"deal": {"board": LETTERS, "first": 0}}),
    ("deal.deck", {"deal": {"board": LETTERS, "deck": "AA" + LETTERS[2:], "first": 0}}),
    ("deal.board", {"deal": {"board": LETTERS.lower(), "deck": LETTERS, "first": 0}}),
    ("deal.first", {"deal": {"board": LETTERS, "deck": LETTERS, "first": 1}}),
    ("deal.first", {"deal": {"board": LETTERS, "deck": LETTERS, "first": -1}}),
    ("seed", {"seed": "00"}),
    ("seed", {"seed": "0" * 63 + "g"}),
    ("commitment", {"commitment": 5}),
    ("words", {"words": ["rain"]}),
    ("words[0]", {"words": [None, ""]}),
    ("words[0]", {"words": ["\udfff", ""]}),
    ("lot", {"lot": [0, 0]}),
    ("lot", {"lot": [0]}),
    ("lot", {"lot": ["0", "1"]}),
    ("actions", {"actions": {}}),
    ("actions[0]", {"actions": ["kill T"]}),
    ("actions[0].seat", {"actions": [{"seat": 2, "action": "kill T"}]}),
    ("actions[0].seat", {"actions": [{"action": "kill T"}]}),
    ("actions[0].action", {"actions": [{"seat": 0}]}),
    ("actions[0].action", {"actions": [{"seat": 0, "action": "k" * 201}]}),
    ("actions[0].at", {"actions": [{"seat": 0, "action": "kill T", "at": 5}]}),
    ("result", {"result": "won"}),
    ("result.reason", {"result": {"winners": [0], "reason": "trophies"}}),
    ("result.winners", {"result": {"winners": [1, 0], "reason": "accused"}}),
    ("result.winners", {"result": {"winners": [2], "reason": "accused"}}),
    ("result.winners", {"result": {"winners": [0], "reason": "agreed"}}),
]


@pytest.mark.parametrize(("member", "members"), WRONG)
def test_a_wrong_member_is_refused_in_one_line_that_names_it(member: str, members: dict[str, Any]) -> None:
    with pytest.raises(InvalidRecord) as refusal:
        read(**members)

    assert str(refusal.value).startswith(f"{member}: ")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "must be an object"),
        (b'{"format": "\xff"}', "not UTF-8"),
        (b'{"format": NaN}', "NaN"),
        (b'{"a": 1, "a": 2}', "given twice"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too long"),
        (b"[" * 200_000, "nested too deeply"),
        (b" " * 1_000_001, "larger than"),
    ],
)
def test_what_is_not_a_record_at_all_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why):
        read_record(data)


def test_an_illegal_action_is_named_with_its_ply_after_the_lines_before_it() -> None:
    lines = explain(read(actions=[{"seat": 0, "action": "kill T"}, {"seat": 1, "action": "identity Z"}]))

    assert [next(lines)["ply"], next(lines)["ply"]] == [0, 1]
    with pytest.raises(IllegalStep, match=r"ply 2: 'identity Z' of seat 1: Zachary \(Z\) is not among"):
        next(lines)


def test_an_action_of_the_wrong_seat_is_illegal() -> None:
    with pytest.raises(IllegalStep, match="ply 1: 'kill T' of seat 1"):
        list(explain(read(actions=[{"seat": 1, "action": "kill T"}])))


@pytest.mark.parametrize(
    ("reason", "winners"), [("resigned", [1]), ("timeout", [0]), ("agreed", []), ("cancelled", [])]
)
def test_a_result_of_the_service_stands_in_the_last_line(reason: str, winners: list[int]) -> None:
    lines = list(explain(read(result={"winners": winners, "reason": reason})))

    assert [line["result"] for line in lines] == [None, None, {"winners": winners, "reason": reason}]
    assert (lines[-1]["to_act"], lines[-1]["legal"]) == ([], {})


def test_a_seeded_record_verifies_with_words_and_lot() -> None:
    found = verify(seeded(words=("rain", ""), lot=True))

    assert (found.deal, found.outcome) == (True, True)


def test_without_a_seed_only_the_outcome_is_verified() -> None:
    found = verify(read())

    assert (found.deal, found.outcome) == (None, True)
    assert "no seed" in found.notes[0]


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"commitment": "0" * 64}, "commitment"),
        ({"words": ("rain", "")}, "do not give this board"),
        ({"seed": bytes(32)}, "commitment"),
        ({"lot": (1, 0)}, "lot"),
    ],
)
def test_a_deal_that_was_tampered_with_is_found(changes: dict[str, Any], note: str) -> None:
    found = verify(replace(seeded(), **changes))

    assert found.deal is False
    assert note in " ".join(found.notes)


def test_a_result_that_the_actions_do_not_lead_to_is_found() -> None:
    claimed = verify(replace(seeded(), result=Outcome((0,), "kill-limit")))

    assert (claimed.deal, claimed.outcome) == (True, False)
    assert "an unfinished game, not kill-limit (winners: 0)" in claimed.notes[-1]


def test_a_record_with_an_illegal_action_does_not_verify() -> None:
    with pytest.raises(IllegalStep, match="ply 1: 'kill T' of seat 1"):
        verify(seeded("1: kill T"))


def test_a_service_result_verifies_and_is_said() -> None:
    found = verify(seeded(result=Outcome((1,), "resigned")))

    assert (found.deal, found.outcome) == (True, True)
    assert "resigned" in found.notes[-1]


def test_a_record_of_a_game_that_is_not_open_holds_what_its_reader_may_know() -> None:
    record = read()
    state = after(game("kvi", EXAMPLE["deal"]["deck"]), "kill T", "identity V")

    texts = {viewer: write_record(record, view_of(state, viewer)) for viewer in (0, 1, None)}
    written = {viewer: json.loads(text) for viewer, text in texts.items()}

    assert [written[viewer]["actions"][1]["action"] for viewer in (0, 1, None)] == [
        "identity",
        "identity V",
        "identity",
    ]
    assert all("deck" not in one["deal"] and "seed" not in one for one in written.values())
    assert EXAMPLE["deal"]["deck"] not in "".join(texts.values())


def test_writers_name_every_option_and_a_first_seat_only_where_it_counts() -> None:
    written = json.loads(write_record(replace(read(), deal=replace(read().deal, first=1))))

    assert (written["options"], written["deal"]["first"]) == ({"kills": 10}, 0)
