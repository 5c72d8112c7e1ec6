"""One action being carried out: the position it changes, and what is told of it."""

from noirmail.engine.actions import Action
from noirmail.engine.cards import in_order, without
from noirmail.engine.events import Answered, Discarded, Drew, Ended, Event
from noirmail.engine.state import State, Step
from noirmail.engine.view import Outcome


def put(cards: tuple[str, ...], seat: int, letters: str) -> tuple[str, ...]:
    """``cards`` with those of one seat replaced."""
    return (*cards[:seat], letters, *cards[seat + 1 :])


class Turn:
    """Collects what an action of ``seat`` does to ``state``, a copy made for it.

    ``settled``: whether the action itself has said who acts next, or has ended the game.
    """

    __slots__ = ("action", "answers", "discards", "events", "knowers", "seat", "settled", "state")

    def __init__(self, state: State, seat: int, action: Action) -> None:
        self.state = state
        self.seat = seat
        self.action = action
        self.answers: dict[int, bool] = {}
        self.discards = ""
        self.events: list[Event] = []
        self.knowers: list[tuple[int, ...]] = []
        self.settled = False

    def step(self, ply: int) -> Step:
        """What is kept of the turn."""
        return Step(ply, self.seat, self.action, self.answers, self.discards, tuple(self.events), tuple(self.knowers))

    def tell(self, event: Event, *knowers: int) -> None:
        """Log an event. Its secret fields are for the seats named, and for nobody where none is."""
        self.events.append(event)
        self.knowers.append(knowers)

    def ask(self, *seats: int, continues: bool = False) -> None:
        """These seats must act next, asked by this action; what others owe already stays as it is."""
        state = self.state
        owed = dict(state.decisions)
        owed.pop(self.seat, None)
        for seat in seats:
            owed[seat] = len(state.steps) + 1
        state.decisions = owed
        state.continues = continues
        self.settled = True

    def win(self, seat: int, reason: str) -> None:
        """The side of ``seat`` wins."""
        self.end(self.state.rules.description.side_of(seat, self.state.players), reason)

    def end(self, winners: tuple[int, ...], reason: str) -> None:
        """The game ends here (RULES §1, D22)."""
        self.state.decisions = {}
        self.state.continues = False
        self.state.result = Outcome(winners, reason)
        self.settled = True
        self.tell(Ended(winners, reason))

    def answer(self, seat: int, yes: bool) -> None:
        """A seat says yes or no, aloud (RULES §1, D6)."""
        self.answers[seat] = yes
        self.tell(Answered(seat, yes))

    def discard(self, letters: str, holder: int | None = None) -> None:
        """Cards go face-up out of play; several at once are listed alphabetically."""
        if letters:
            letters = in_order(letters)
            self.discards += letters
            self.tell(Discarded(holder, letters))

    def discard_from_hand(self, seat: int, letters: str) -> None:
        """Cards of a seat's hand go face-up out of play."""
        state = self.state
        state.hands = put(state.hands, seat, without(state.hands[seat], letters))
        self.discard(letters, seat)

    def draw(self, seat: int, *knowers: int) -> str:
        """The top card, seen by ``seat`` and the knowers and not yet anywhere; the deck must not be empty."""
        card = self.state.cut(1)
        self.tell(Drew(seat, 1, card), seat, *knowers)
        return card

    def lay_from_hand(self, seat: int, letter: str) -> None:
        """A card leaves a seat's hand, for wherever the caller puts it."""
        state = self.state
        state.hands = put(state.hands, seat, state.hands[seat].replace(letter, ""))

    def take_into_hand(self, seat: int, letters: str) -> None:
        """Cards join a seat's hand."""
        state = self.state
        state.hands = put(state.hands, seat, state.hands[seat] + letters)

    def kill(self, suspect: str) -> None:
        """A suspect dies, and the evidence card on it, if there is one, goes face-up (RULES §1, D22)."""
        state = self.state
        state.dead += suspect
        if suspect in state.marked:
            state.marked = without(state.marked, suspect)
            self.discard(suspect)
