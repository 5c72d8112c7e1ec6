"""A player's own words as lines: commands, actions, and noise (TRUST R46 to R52, R62).

A line is a command if its first word is one, or if the whole line reads as an action. All other lines are noise.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from unicodedata import normalize

from noirmail.engine.notation import LONGEST, names_suspects_alone, same_action
from noirmail.mail.incoming.vocabulary import answer_of, command_of, ends_message, is_added, is_courtesy

# So many lines are read; whoever writes more has not answered a mail of ours.
_LINES = 400
# A line of a message that is at least so long may have been wrapped by the sender's mail program.
_WRAPPED = 60

_RULE = re.compile(r"\s*[-–—=]{2,}")
_MARKS = "*_~\"'“”‘’«»()[]"
_STOPS = ":,.;!?…：，。！"
# What may stand before the first word; the word; what may stand between it and the rest.
_HEAD = re.compile(
    rf"[\s{re.escape(_MARKS)}•‣◦▪¡¿–—-]*([^\s{re.escape(_MARKS + _STOPS)}]+)[{re.escape(_MARKS)}]*"
    rf"(?:\s*[{re.escape(_STOPS)}]+|\s+[–—-](?=\s))?\s*"
)
_BULLETS = "•‣◦▪ "
_TRIM = f" \t{_MARKS}{_STOPS}"
_DECISION = re.compile(r"\s*#\s*(\d{1,9})\s*[.!]*\s*$")
_FOREIGN = re.compile(r"://|@|www\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Command:
    """``word``: the command, canonically; ``argument``: what follows it, with yes and no in English, or ''.

    A ``message`` without an argument is one whose end is missing, so that what belongs to it is not known.
    """

    word: str
    argument: str
    raw: str


@dataclass(frozen=True, slots=True)
class ActionText:
    """A line that reads as an action. ``text``: what is to be read; ``decision``: the one that it names by #."""

    text: str
    raw: str
    decision: int | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A line with another action than the ``first`` one: nothing of the mail may be applied."""

    first: str
    raw: str


@dataclass(frozen=True, slots=True)
class Noise:
    """A line that says nothing to us; or the first action once more."""

    raw: str


Line = Command | ActionText | Conflict | Noise
ReadsAsAction = Callable[[str], bool]


def read_commands(text: str, subject: str, languages: Sequence[str], reads_as_action: ReadsAsAction) -> list[Line]:
    """The lines of a player's own text that are not blank, in their order, up to where the player stopped.

    Words of all languages count at once; ``languages`` are those of the player, for the few that mean two things.
    ``reads_as_action`` says whether a whole line is an action (``notation.reads_as_action`` with the player's View).
    The ``subject`` is read only if the text is empty, and only if it is exactly one command (TRUST R51).
    """
    reading = _Reading(languages, reads_as_action)
    reading.read(text.split("\n")[:_LINES])
    if all(isinstance(line, Noise) and is_added(line.raw) for line in reading.lines):
        alone = _Reading(languages, reads_as_action)
        alone.read([subject])
        if len(alone.lines) == 1 and not isinstance(alone.lines[0], Noise):
            return alone.lines
    return reading.lines


@dataclass(slots=True)
class _Reading:
    """How far a text has been read, and what was found."""

    languages: Sequence[str]
    reads_as_action: ReadsAsAction
    lines: list[Line] = field(default_factory=list)
    first: ActionText | None = None

    def read(self, given: list[str]) -> None:
        """Read lines up to one that stops."""
        at = 0
        while at < len(given) and not self._stops(given[at]):
            at += self._line(given, at)

    def _stops(self, raw: str) -> bool:
        head, argument = _taken_apart(raw)
        if command_of(head) == "quit" and not argument:
            return True
        found = any(not isinstance(line, Noise) for line in self.lines)
        return found and is_courtesy(raw)

    def _line(self, given: list[str], at: int) -> int:
        """Read what begins at a line; of how many lines it is."""
        raw = given[at].strip()
        if not raw:
            return 1
        if _RULE.match(raw) or is_added(raw):
            self.lines.append(Noise(raw))
            return 1
        head, argument = _taken_apart(raw)
        word = command_of(head)
        if word == "message":
            return self._message(raw, argument, given[at + 1 :])
        self.lines.append(self._action(raw, word, argument) or _command(word, argument, raw) or Noise(raw))
        return 1

    def _action(self, raw: str, word: str | None, argument: str) -> Line | None:
        """The line as an action, the first or another one; None where it is none."""
        text, decision = _without_decision(raw.lstrip(_BULLETS))
        asked = [_without_decision(argument)[0], text] if word == "move" and argument else [text]
        if word and not argument:
            return None
        said = next((one for one in asked if len(one) <= LONGEST and self.reads_as_action(one)), None)
        if said is None or (names_suspects_alone(said) and not self._may_be_a_choice(raw)):
            return None
        if self.first is None:
            self.first = ActionText(said, raw, decision)
            return self.first
        return Noise(raw) if same_action(self.first.text, said) else Conflict(self.first.raw, raw)

    def _may_be_a_choice(self, raw: str) -> bool:
        """A name without a verb is a choice at the head of a mail; elsewhere it greets or signs."""
        return not self.lines and not raw.endswith((",", ":", ";"))

    def _message(self, raw: str, argument: str, following: list[str]) -> int:
        """A message of one line, which a mail program may have wrapped, or of all lines up to an end."""
        if argument:
            words, length = [argument], len(raw)
            for line in following:
                if length < _WRAPPED or not line.strip() or self._is_read(line):
                    break
                words.append(line.strip())
                length = len(line)
            self.lines.append(Command("message", " ".join(words), raw))
            return len(words)
        end = next((at for at, line in enumerate(following) if ends_message(line, self.languages)), None)
        if end is None and any(map(self._is_read, following)):
            self.lines.append(Command("message", "", raw))
            return 1
        block = following if end is None else following[:end]
        while end is None and block and (not block[-1].strip() or is_added(block[-1])):
            block = block[:-1]
        self.lines.append(Command("message", "\n".join(block).strip(), raw))
        return 1 + (len(following) if end is None else end + 1)

    def _is_read(self, line: str) -> bool:
        """Whether a line would be a command or an action by itself."""
        head, argument = _taken_apart(line)
        word = command_of(head)
        if word and (word == "message" or _command(word, argument, line)):
            return True
        return bool(line.strip()) and len(line) <= LONGEST and self.reads_as_action(line)


def _taken_apart(raw: str) -> tuple[str, str]:
    """The first word of a line without what dresses it, and the rest."""
    found = _HEAD.match(raw)
    return (found[1], raw[found.end() :].strip()) if found else ("", "")


def _without_decision(text: str) -> tuple[str, int | None]:
    """The text without the number of a decision at its end: kill marion #12."""
    found = _DECISION.search(text)
    return (text[: found.start()], int(found[1])) if found else (text, None)


def _command(word: str | None, argument: str, raw: str) -> Command | None:
    """The command, its argument in plain dress; None where the line is a stranger's that begins like one."""
    if word is None or word == "quit":
        return None
    said, _gap, rest = normalize("NFKC", argument).strip(_TRIM).partition(" ")
    topic = command_of(said) if word == "help" else None
    plain = f"{topic or answer_of(word, said)} {rest}".strip()
    # Addresses and links stand in signatures: Mail: alice@example.test.
    if word == "address":
        fits = "@" in plain and " " not in plain
    elif word == "mail":
        fits = plain in {"on", "off"}
    else:
        fits = _FOREIGN.search(plain) is None
    return Command(word, plain, raw) if fits or not plain else None
