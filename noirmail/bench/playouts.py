"""Many random games of every rule set, to see that each runs to an end of its rules."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from noirmail.engine.playout import LIMIT, random_game
from noirmail.engine.rules import OptionValue
from noirmail.engine.rulesets import RULESETS


@dataclass(frozen=True, slots=True)
class PlayoutRow:
    """What became of ``games`` random games; ``endings``: by reason, ``none`` for those cut off at the limit."""

    ruleset: str
    players: int
    options: Mapping[str, OptionValue]
    games: int
    median_plies: float
    longest: int
    endings: Mapping[str, int]


def play_many(games: int = 10_000, seed: int = 1, limit: int = LIMIT) -> Iterator[PlayoutRow]:
    """A row for each rule set, number of players and combination of options; errors of the engine come through."""
    for ruleset_id, rules in RULESETS.items():
        for players in rules.description.players:
            for options in combinations(ruleset_id):
                yield _row(ruleset_id, players, options, games, Random(seed), limit)


def combinations(ruleset_id: str) -> list[dict[str, OptionValue]]:
    """Every way to set the options of a rule set, the defaults first."""
    found: list[dict[str, OptionValue]] = [{}]
    for option in RULESETS[ruleset_id].description.options:
        found = [{**chosen, option.name: value} for chosen in found for value in option.choices]
    return found


def format_rows(rows: Sequence[PlayoutRow]) -> str:
    """The rows as a table of text."""
    lines = [f"{'rule set':<11} {'pl.':>3} {'games':>7} {'median':>6} {'longest':>7}  endings; options"]
    for row in rows:
        endings = ", ".join(f"{reason} {number}" for reason, number in sorted(row.endings.items()))
        options = " ".join(f"{name}={str(value).lower()}" for name, value in row.options.items())
        start = f"{row.ruleset:<11} {row.players:>3} {row.games:>7,} {row.median_plies:>6.0f} {row.longest:>7,}"
        lines.append(f"{start}  {endings}" + (f"; {options}" if options else ""))
    return "\n".join(lines)


def _row(
    ruleset_id: str, players: int, options: Mapping[str, OptionValue], games: int, rng: Random, limit: int
) -> PlayoutRow:
    plies: list[int] = []
    endings: Counter[str] = Counter()
    for _ in range(games):
        record = random_game(ruleset_id, options, players, rng, limit)
        plies.append(len(record.actions))
        endings[record.result.reason if record.result else "none"] += 1
    return PlayoutRow(ruleset_id, players, options, games, median(plies), max(plies), endings)
