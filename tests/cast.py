"""The cast: alice and bob play, charlie must see nothing; dana makes a third."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Somebody:
    """A person who is not noirmail."""

    name: str
    email: str


ALICE = Somebody("Alice", "alice@example.test")
BOB = Somebody("Bob", "bob@example.test")
CHARLIE = Somebody("Charlie", "charlie@example.test")
DANA = Somebody("Dana", "dana@example.test")
