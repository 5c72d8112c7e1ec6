"""Games of every rule set, played to the end by answering mails alone (TRUST R1)."""

from datetime import timedelta
from random import Random

import pytest

from noirmail.engine.playout import choose
from noirmail.service import tables
from tests.build import create_game, reload
from tests.post import deliver_all, mails_to
from tests.service.replying import inboxes, reply

CAST = ("Alice", "Bob", "Charlie", "Dana")
TABLES = [("kvi", 2), ("kvi-classic", 2), ("hitman", 2), ("spytag", 3), ("dragnet", 4), ("buddycops", 3)]
MOST = 300


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_game_is_played_to_its_end_by_answers_alone(ctx, clock, rules, players) -> None:
    game = create_game(ctx, rules, CAST[:players])
    last, chance = {}, Random(rules)
    for _ply in range(MOST):
        mails = deliver_all(ctx)
        last.update({seat: found[-1] for seat in range(players) if (found := mails_to(address(seat), mails))})
        view = tables.table(ctx, game.id, None).view
        if view.result is not None:
            break
        seat = view.to_act[0]
        action = choose(list(tables.table(ctx, game.id, seat).view.legal), chance)
        reply(ctx, last[seat], action.text, address(seat))
        # Five answers an hour go to an address.
        clock.move(timedelta(minutes=13))
    assert reload(ctx, game).status == "finished"
    assert {mail.state for mail in inboxes(ctx)} == {"done"}
    assert len(inboxes(ctx)) == reload(ctx, game).number


def address(seat: int) -> str:
    return f"{CAST[seat].lower()}@example.test"
