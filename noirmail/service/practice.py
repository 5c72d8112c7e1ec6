"""A table against the house, so that one person can try everything at once."""

from collections.abc import Mapping

from noirmail import clock
from noirmail.engine.errors import UnknownRuleSet
from noirmail.engine.rulesets import ruleset
from noirmail.i18n import gettext as _
from noirmail.service.context import Context
from noirmail.service.errors import BadInput
from noirmail.service.limits import PER_TURN_MOST
from noirmail.service.lobby import lay
from noirmail.service.opening import NewGame, NewPlace, checked
from noirmail.service.places import Place, held
from noirmail.service.starting import follow_up
from noirmail.store.models import Game, Person


def practice(
    ctx: Context,
    person: Person | None,
    *,
    rules: str = "kvi",
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    seat: int | None = None,
    name: str = "",
) -> Place:
    """Start a game of one person against the house, at once; ``seat`` None is drawn by lot.

    ``person`` None: somebody without an account, whose one key to the game is the link of the place; nothing is
    mailed. With an account the turns are mailed. The game can be watched by its player alone. Raises BadInput.
    """
    number = players if players is not None else _fewest(rules)
    if seat is not None and not 0 <= seat < number:
        raise BadInput(_("There is no such seat."), "seat")
    own = NewPlace("opener", name or (person.name if person else "") or _("Guest"))
    places = tuple(own if at == (seat or 0) else NewPlace("house") for at in range(number))
    new = NewGame(
        ruleset=rules,
        places=places,
        options=options or {},
        seating="lot" if seat is None else "given",
        per_turn=PER_TURN_MOST,
        watch="players",
    )
    what = checked(new)
    with ctx.db.write() as session:
        taken, started = lay(ctx, session, what, person, clock.now(session))
        place = held(ctx, session.get_one(Game, taken.game_id), taken)
    follow_up(ctx, place.game_id, started)
    return place


def _fewest(rules: str) -> int:
    try:
        return min(ruleset(rules).description.players)
    except UnknownRuleSet as error:
        raise BadInput(str(error), "ruleset") from None
