"""What callers may send, as models: limits and types; what it means is for the services to judge."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

OptionValue = bool | int | Annotated[str, Field(max_length=40)]


class Body(BaseModel):
    """Base of all bodies: no member that is not known, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWanted(Body):
    """One place of a new table, in order of joining; in order of seats where seating is "given"."""

    kind: Literal["person", "house", "free"] = Field(
        "person", description="house: the service plays. free: for whoever comes first (not with a host's token)."
    )
    name: str = Field("", max_length=160, description="Left out for house and free.")
    email: str | None = Field(
        None, max_length=254, description="Who is invited; your own for your place. A host may leave it out: no mail."
    )


class Pace(Body):
    """How much time there is."""

    per_turn: int = Field(259200, ge=300, le=2592000, description="Seconds a turn, from 5 minutes to 30 days.")
    on_timeout: Literal["claim", "forfeit", "standin"] = "claim"


class NewGameBody(Body):
    """A game to open."""

    ruleset: str = Field(max_length=40)
    options: dict[Annotated[str, Field(max_length=40)], OptionValue] = Field({}, max_length=20)
    seats: list[SeatWanted] = Field(min_length=1, max_length=8)
    seating: Literal["given", "lot"] = "lot"
    pace: Pace = Pace()
    title: str = Field("", max_length=240)
    watch: Literal["everyone", "link", "players"] = Field(
        "link", description="Who may watch: everyone (it is listed), whoever knows the id, or the players alone."
    )
    public: bool = Field(False, description="Free places are offered in the public list.")
    talk: bool | None = Field(
        None, description="Whether the players may talk at the table; left out: as the rules have it."
    )


class ActionBody(Body):
    """A move."""

    action: str = Field(max_length=800, description="Canonical, or as a person writes it.")
    decision: int = Field(ge=0, le=2**31 - 1, description="The decision that it answers, from GET.")
    key: str = Field(max_length=80, description="Yours; the same key again gives the same answer, not a second move.")


class JoinBody(Body):
    """Taking a place."""

    word: str = Field("", max_length=800, description="Your share in the shuffle (see the record's format).")
    name: str = Field("", max_length=160, description="How you are called at this table; else your account's name.")


class EmptyBody(Body):
    """Nothing needs to be said."""


class ListQuery(BaseModel):
    """Which games to list."""

    status: Literal["open", "running", "finished"] | None = None
    after: str | None = Field(None, max_length=40, description="The `next` of the page before.")
    limit: int = Field(50, ge=1, le=50)


class EyesQuery(BaseModel):
    """Through whose eyes, once everything is open."""

    eyes: str | None = Field(None, pattern="^(all|[0-7])$", description="A seat, or all. Only when all is open.")
