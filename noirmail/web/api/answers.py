"""What callers get, as models: the OpenAPI document is made of them, and tests hold every answer to them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """Base of all answers: every member that has no default is always there."""

    model_config = ConfigDict(strict=True)


class Outcome(Answer):
    """Who won, ascending; nobody where it is empty."""

    winners: list[int]
    reason: str


class Own(Answer):
    """What is one seat's own; letters sorted."""

    identity: str | None
    disguises: str
    hand: str
    partner: str | None


class Counts(Answer):
    """Public numbers; list, target and trophies where the rule set has them."""

    deck: int
    kills: int
    hands: list[int]
    list_: int | None = Field(None, alias="list")
    target: str | None = None
    trophies: list[int] | None = None


class Step(Answer):
    """One ply; the action in public form unless it is your own."""

    ply: int
    seat: int
    action: str
    answers: dict[str, bool]
    discards: str


class Seat(Answer):
    """One place of the table; seat is null until seats are drawn, role until the start."""

    seat: int | None
    name: str
    kind: Literal["person", "house"]
    state: Literal["free", "invited", "joined"]
    role: str | None
    due: str | None
    late: bool
    standin: bool


class PaceAnswer(Answer):
    """How much time there is: seconds a turn, and what happens after."""

    per_turn: int
    on_timeout: Literal["claim", "forfeit", "standin"]


class Position(Answer):
    """One position. With ``eyes=all``: view null, views and legal by seat, as in the explain stream."""

    ply: int
    to_act: list[int]
    board: list[str]
    counts: Counts
    view: Own | None
    views: dict[str, Own] | None = None
    legal: list[str] | dict[str, list[str]]
    forms: list[str]
    result: Outcome | None


class Game(Position):
    """A game at one position."""

    id: str
    title: str
    ruleset: str
    options: dict[str, bool | int | str]
    status: Literal["open", "running", "finished"]
    seat: int | None = Field(description="Your seat.")
    decision: int | None = Field(description="The number of the decision that you owe.")
    due: str | None = Field(description="When it falls due; where you owe none, when the first of the others' does.")
    seats: list[Seat]
    pace: PaceAnswer
    commitment: str = Field(description="SHA-256 of the seed of the shuffle, in hex.")
    log: list[Step]


class Ply(Position):
    """One position in the list of all, and the action that led to it; null at ply 0."""

    step: Step | None


class Plies(Answer):
    """Every position that you may see."""

    id: str
    ruleset: str
    options: dict[str, bool | int | str]
    seat: int | None
    plies: list[Ply]


class Receipt(Answer):
    """A move that stands: the same for the same key, the game as of now."""

    ply: int
    action: str
    game: Game


class OpenedSeat(Answer):
    """A place of a new game; token and link only for a host, and not of the house's."""

    seat: int | None
    name: str
    token: str | None = None
    link: str | None = None


class OpenedGame(Answer):
    """A game that was opened."""

    id: str
    status: Literal["open", "running", "finished"]
    seats: list[OpenedSeat]


class ListedGame(Answer):
    """A game in a list."""

    id: str
    title: str
    ruleset: str
    options: dict[str, bool | int | str]
    status: Literal["open", "running", "finished"]
    players: int
    names: list[str] = Field(description="By place; empty where nobody has joined.")
    free: int = Field(description="How many places wait for somebody.")
    ply: int
    seat: int | None = Field(description="Your seat, once seats are drawn.")
    invited: bool = Field(description="A place is held for you.")
    decision: int | None
    due: str | None


class GameList(Answer):
    """A page of games."""

    games: list[ListedGame]
    next: str | None = Field(description="The `after` of the next page; null at the end.")


class OptionAnswer(Answer):
    """An option of a rule set."""

    name: str
    type: Literal["boolean", "integer", "string"]
    default: bool | int | str
    choices: list[bool | int | str]
    sentence: str


class RuleSet(Answer):
    """A rule set; seats are the numbers of players that it is for, roles go by that number."""

    id: str
    version: int
    name: str
    summary: str
    seats: list[int]
    roles: dict[str, list[str]]
    options: list[OptionAnswer]


class RuleSetList(Answer):
    """All rule sets."""

    rulesets: list[RuleSet]


class RecordedAnswer(Answer):
    """One action of a record; at: UTC; by: standin where the service played for the seat."""

    seat: int
    action: str
    at: str | None = None
    by: str | None = None


class DealAnswer(Answer):
    """How the cards lay; the deck only once everything is open."""

    board: str
    deck: str | None = None
    first: int


class RecordAnswer(Answer):
    """A noir-record/1, in the form that you may have; the seed only once everything is open."""

    format: Literal["noir-record/1"]
    ruleset: str
    version: int
    options: dict[str, bool | int | str]
    players: list[str]
    deal: DealAnswer
    seed: str | None = None
    words: list[str]
    lot: list[int] | None
    commitment: str | None
    actions: list[RecordedAnswer]
    result: Outcome | None


class Fault(Answer):
    """One member that is wrong."""

    field: str
    detail: str


class Problem(BaseModel):
    """Why nothing was done (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    field: str | None = Field(None, description="The member that is wrong.")
    reason: str | None = Field(None, description="Why the action is not legal, in a sentence.")
    ply: int | None = Field(None, description="The game's ply now.")
    decision: int | None = Field(None, description="The decision that you owe now.")
    errors: list[Fault] | None = Field(None, description="Every member that is wrong.")
    reference: str | None = Field(None, description="What to tell the host about a failure.")
