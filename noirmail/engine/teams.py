"""What the two games for three, or four in two teams, share: sides, partners, and who is next (RULES §5 and §6)."""

from noirmail.engine.ruleset import RuleSet
from noirmail.engine.state import State

# Seats 0 and 2 against 1 and 3, so that the teams alternate (D16).
TEAMS = {4: ((0, 2), (1, 3))}


class TeamGame(RuleSet):
    """Seats in clockwise order, the first by lot; with four, partners see each other's identity."""

    first_by_lot = True

    def partner(self, state: State, seat: int) -> int | None:
        return partner_of(state, seat)


def partner_of(state: State, seat: int) -> int | None:
    """The seat across the table with four players, None with three."""
    return (seat + 2) % 4 if state.players == 4 else None


def side_of(state: State, seat: int) -> tuple[int, ...]:
    """The seats that win and lose with ``seat``, itself included."""
    return state.rules.description.side_of(seat, state.players)


def opponents_of(state: State, seat: int) -> list[int]:
    """The seats that do not win with ``seat``, ascending."""
    side = side_of(state, seat)
    return [other for other in range(state.players) if other not in side]
