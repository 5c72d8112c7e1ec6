"""The deal, so that anyone can check it: all that is drawn by lot, out of a seed and words (RECORD, "The deal")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import unpack
from unicodedata import normalize

from noirmail.engine.cards import LETTERS, in_order

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Deal:
    """How a game began: the board row by row, the deck top card first, the first seat of spytag and dragnet."""

    board: str
    deck: str
    first: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a seed gives. ``lot``: position = seat, value = order of joining; None where seats are not drawn."""

    deal: Deal
    lot: tuple[int, ...] | None


def commitment_of(seed: bytes) -> str:
    """What is shown before anybody joins, in hex; it binds the host to the seed and tells nothing of it."""
    return sha256(seed).hexdigest()


def deal_of(seed: bytes, words: Sequence[str], players: int, lot: bool) -> Dealt:
    """Deal from a seed of 32 bytes and the players' words, in order of joining.

    Drawn in this order: board, deck, first, and the lot where ``lot`` is true.
    """
    stream = _Stream(_key(seed, words))
    board = stream.shuffle(LETTERS)
    deck = stream.shuffle(LETTERS)
    first = stream.below(players)
    drawn = tuple(map(int, stream.shuffle("".join(map(str, range(players)))))) if lot else None
    return Dealt(Deal(board, deck, first), drawn)


def check_deal(deal: Deal, players: int) -> str | None:
    """None where the deal can be played, else the member that is wrong and why, in one line."""
    for member, letters in (("deal.board", deal.board), ("deal.deck", deal.deck)):
        if in_order(letters) != LETTERS:
            return f"{member}: must be the {len(LETTERS)} suspects' letters, each once"
    if not 0 <= deal.first < players:
        return f"deal.first: must be a seat, 0 to {players - 1}"
    return None


def _key(seed: bytes, words: Sequence[str]) -> bytes:
    if not any(words):
        return seed
    return sha256(seed + b"".join(b"\0" + normalize("NFC", word).encode() for word in words)).digest()


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from unpack(">8I", sha256(key + block.to_bytes(8, "big")).digest())
        block += 1


class _Stream:
    """The stream of numbers that a key gives."""

    def __init__(self, key: bytes) -> None:
        self._numbers = _numbers(key)

    def below(self, limit: int) -> int:
        """An even choice of 0 … limit−1: numbers of the last, incomplete run are passed over."""
        bound = 2**32 - 2**32 % limit
        number = next(self._numbers)
        while number >= bound:
            number = next(self._numbers)
        return number % limit

    def shuffle(self, letters: str) -> str:
        mixed = list(letters)
        for at in range(len(mixed) - 1, 0, -1):
            other = self.below(at + 1)
            mixed[at], mixed[other] = mixed[other], mixed[at]
        return "".join(mixed)
