"""A card for each role: what wins for it, and which actions are open to it, in the words of the rules pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from noirmail.i18n import gettext as _
from noirmail.words.names import role_name


@dataclass(frozen=True, slots=True)
class RoleCard:
    """One role of a rule set. ``role`` is the rule set's own word for it, ``name`` what it is called."""

    role: str
    name: str
    goal: str
    actions: tuple[str, ...]


def role_cards(ruleset_id: str) -> tuple[RoleCard, ...]:
    """The cards of a rule set's roles, in seat order."""
    return _CARDS[ruleset_id]()


def role_card(ruleset_id: str, role: str) -> RoleCard:
    """The card of one role; raises LookupError for a role that the rule set has not."""
    for card in role_cards(ruleset_id):
        if card.role == role:
            return card
    raise LookupError(f"{ruleset_id} has no role {role}")


def _card(role: str, goal: str, *actions: str) -> RoleCard:
    return RoleCard(role, role_name(role), goal, actions)


def _shift() -> str:
    return _("Shift a row or a column by one.")


def _fast_shift() -> str:
    return _("Shift a row or a column by one or by two.")


def _collapse() -> str:
    return _(
        "Collapse, when every row, or every column, has a dead suspect: take one dead out of each, and the board "
        "closes up."
    )


def _accuse() -> str:
    return _(
        "Accuse a living suspect next to your identity, or your own identity as a bluff. If it is the Killer's "
        "identity of this moment, you win; if not, the answer is no and the turn is over."
    )


def _kvi() -> tuple[RoleCard, ...]:
    return (
        _card(
            "Killer",
            _(
                "You win by killing the suspect who is the Inspector, or when as many are dead as the table has "
                "agreed on."
            ),
            _shift(),
            _collapse(),
            _(
                "Kill a living suspect next to your identity. If the dead carried an evidence card, the Inspector "
                "must say whether the Inspector is among the living next to the victim."
            ),
            _(
                "Disguise yourself: choose which of your two cards you are from now on. Staying who you are is "
                "allowed, and the Inspector is not told."
            ),
        ),
        _card(
            "Inspector",
            _("You win by a right accusation or a right solution; a wrong solution loses the game."),
            _shift(),
            _collapse(),
            _accuse(),
            _(
                "Exonerate: lay an evidence card on its suspect. The Killer must say whether the Killer is among the"
                " living next to that suspect. Then you draw a card."
            ),
            _("Solve: name the Killer's identity and then the disguise."),
        ),
    )


def _kvi_classic() -> tuple[RoleCard, ...]:
    return (
        _card(
            "Killer",
            _(
                "You win by killing the suspect who is the Inspector, or when as many are dead as the table has "
                "agreed on."
            ),
            _shift(),
            _(
                "Kill a living suspect next to your identity. With canvassing, if the dead carried an evidence card,"
                " the Inspector says whether the Inspector is among the living next to the victim."
            ),
            _(
                "Disguise yourself: draw a card. If its suspect lives, you are that suspect from now on, and "
                "everybody sees who you were. If not, the card is discarded and nothing else happens."
            ),
        ),
        _card(
            "Inspector",
            _("You win by a right accusation."),
            _shift(),
            _accuse(),
            _(
                "Exonerate: draw a card, then lay open one of the four in your hand. A living suspect keeps the card"
                " and is known to be innocent; the card of a dead one is discarded. With canvassing, the Killer says"
                " whether the Killer is among the living next to that suspect."
            ),
        ),
    )


def _hitman() -> tuple[RoleCard, ...]:
    return (
        _card(
            "Killer",
            _("You win when the hit list is empty, or when the Sleuth needs a new identity and has no living one."),
            _shift(),
            _collapse(),
            _("Kill a living suspect next to your identity, the target or anybody else."),
            _(
                "Escape: draw a card. If its suspect lives, you are that suspect from now on, who you were is "
                "exonerated, and one more card goes face down to the end of the hit list. If not, the card is "
                "discarded."
            ),
        ),
        _card(
            "Sleuth",
            _("You win by a right accusation."),
            _shift(),
            _collapse(),
            _(
                "Accuse one of nine: a living suspect next to your identity, or yourself. If you are wrong, the last"
                " face-down card of the hit list goes unseen under the deck."
            ),
            _(
                "Exonerate: draw a card, then choose one from your hand. A living suspect keeps the card; the card "
                "of a dead one is discarded. Nothing is asked of the Killer."
            ),
            _("When your identity is killed, choose a new one from your hand at once: somebody living."),
        ),
    )


def _spytag() -> tuple[RoleCard, ...]:
    return (
        _card(
            "Spy",
            _("You win with two trophies where three play; in teams of two, with three that you hold together."),
            _fast_shift(),
            _(
                "Capture a living suspect next to your identity. If it is another player, you take that card as a "
                "trophy, the suspect is dead, and the captured player draws a new identity. If not, everybody sees "
                "that it failed."
            ),
            _(
                "Canvass any suspect next to your identity, living or dead: every other player says whether they are"
                " among the living next to that suspect. A partner does not answer."
            ),
        ),
    )


def _dragnet() -> tuple[RoleCard, ...]:
    return (
        _card(
            "Investigator",
            _("You win by solving a line: as many raised hands as suspects in it without a card."),
            _("Mark a suspect by laying its card from your hand, shift that row or column by one, and draw a card."),
            _(
                "Mark a suspect and rethink: choose which of your suspicion and the card left in your hand is your "
                "suspicion from now on, and draw a card."
            ),
            _(
                "Mark a suspect and question: take the card up from another marked suspect next to it. Every "
                "opponent says whether their suspicion is next to that suspect. You draw nothing."
            ),
            _(
                "Solve, without laying a card down, a row, a column, or a diagonal of five: whoever has a suspicion "
                "in it raises a hand, you included."
            ),
        ),
    )


def _buddycops() -> tuple[RoleCard, ...]:
    cops = _("The cops win together by a right accusation.")
    return (
        _card(
            "Killer",
            _("You win by killing both cops, with the thirteenth dead, or when a killed cop finds nobody living."),
            _shift(),
            _(
                "Kill a living suspect next to your identity. If the dead carried an evidence card, the cops answer "
                "as one whether either of them is among the living next to the victim."
            ),
            _("Disguise yourself as any living card of your own, staying the same included."),
        ),
        _card(
            "Profiler",
            cops,
            _shift(),
            _accuse(),
            _(
                "Exonerate a card of your hand: the Killer says whether any of the Killer's cards, disguises "
                "included, is among the living next to that suspect. Nothing is drawn."
            ),
            _(
                "Deputize: a card of your hand whose suspect lives becomes the Undercover's identity; the old one "
                "goes unseen under the deck."
            ),
        ),
        _card(
            "Undercover",
            cops,
            _fast_shift(),
            _accuse(),
            _("Disguise yourself: draw a card, choose which of the two you are, and give the other to the Profiler."),
            _("You see who the Profiler is at all times."),
        ),
    )


_CARDS: Mapping[str, Callable[[], tuple[RoleCard, ...]]] = {
    "kvi": _kvi,
    "kvi-classic": _kvi_classic,
    "hitman": _hitman,
    "spytag": _spytag,
    "dragnet": _dragnet,
    "buddycops": _buddycops,
}
