"""What a rule set says of itself: enough for lobby, pages, API and mails, without playing a game."""

from collections.abc import Mapping
from dataclasses import dataclass

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a rule set, fixed when a game is opened."""

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    sentence: str

    @property
    def type(self) -> str:
        """The JSON type: boolean, integer or string."""
        if isinstance(self.default, bool):
            return "boolean"
        return "integer" if isinstance(self.default, int) else "string"


@dataclass(frozen=True, slots=True)
class Description:
    """A rule set as others see it. ``roles`` gives, by number of players, the role of each seat at the start."""

    id: str
    version: int
    name: str
    summary: str
    players: tuple[int, ...]
    roles: Mapping[int, tuple[str, ...]]
    options: tuple[Option, ...]
    # Reasons that a game can end with by the rules (RECORD, "Reasons").
    reasons: tuple[str, ...]
    # With these numbers of players, seats form teams; each inner tuple is a team.
    teams: Mapping[int, tuple[tuple[int, ...], ...]]

    def side_of(self, seat: int, players: int) -> tuple[int, ...]:
        """The seats that win and lose together with ``seat``, ascending, itself included."""
        for team in self.teams.get(players, ()):
            if seat in team:
                return team
        return (seat,)

    def sides(self, players: int) -> list[tuple[int, ...]]:
        """The sides, each a tuple of seats, ascending; a side of one is a seat on its own."""
        return sorted({self.side_of(seat, players) for seat in range(players)})

    def each_against_all(self, players: int) -> bool:
        """Whether more than two sides play, so that one side's giving up does not make another win."""
        return len(self.sides(players)) > 2
