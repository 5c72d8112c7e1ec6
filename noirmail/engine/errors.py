"""What can be wrong with an action or a record, each named for what happened.

No message holds anything that the seat which acted did not know already.
"""


class EngineError(ValueError):
    """Base of everything the engine refuses."""


class InvalidAction(EngineError):
    """The text cannot be read as an action."""


class AmbiguousAction(InvalidAction):
    """The text can be read as more than one action; the message names the readings."""


class IllegalAction(EngineError):
    """The text can be read, but the rules do not allow the action now; the message says why."""


class NotYourDecision(IllegalAction):
    """The seat owes no decision now."""


class IllegalStep(EngineError):
    """An action of a record is not legal; the message names the ply it would have brought, the action, and why."""


class InvalidRecord(EngineError):
    """The record is malformed; the message names the member that is wrong."""


class InvalidOptions(EngineError):
    """An option does not exist or has a value that it cannot have; the message names it."""


class UnknownRuleSet(EngineError):
    """There is no rule set of that id, or not in that version, or not for that number of players."""


class DeadEnd(EngineError):
    """The seat to act has no legal action: a fault of the engine, never of a player (RULES §1, D5)."""
