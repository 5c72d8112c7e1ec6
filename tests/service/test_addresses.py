"""An account changes its address: asked for by its owner, proven at the new one, told to the old (TRUST R32)."""

import re

import pytest

from noirmail.service import addresses
from noirmail.service.errors import BadInput, DeadLink, Refused
from noirmail.store.models import Person
from tests.build import create_game
from tests.cast import ALICE, BOB
from tests.post import deliver_all, text_of
from tests.service.tables import account
from tests.service.timeline import mails

NEW = "alice@elsewhere.test"


def link(mail) -> str:
    """The token of the one link in a mail."""
    return re.search(r"/address/\w+/(\w+)", text_of(mail))[1]


def asked(ctx) -> tuple[str, str]:
    """Alice has asked; her link's token, and what her browser keeps."""
    proof = addresses.ask(ctx, account(ctx, ALICE.name).id)
    (mail,) = deliver_all(ctx)
    assert mail["To"] == ALICE.email
    return link(mail), proof


def proposed(ctx) -> str:
    """The token that came to the new address."""
    addresses.propose(ctx, *asked(ctx), NEW)
    (mail,) = deliver_all(ctx)
    assert mail["To"] == NEW
    return link(mail)


def alice(ctx) -> Person:
    with ctx.db.read() as session:
        return session.query(Person).filter_by(name=ALICE.name).one()


def test_an_address_is_changed_in_three_steps(ctx_any) -> None:
    create_game(ctx_any)
    deliver_all(ctx_any)
    token = proposed(ctx_any)
    assert addresses.look_address(ctx_any, token) == NEW
    addresses.confirm(ctx_any, token)
    (told,) = deliver_all(ctx_any)
    assert told["To"] == ALICE.email
    assert NEW not in told.as_string()
    assert (alice(ctx_any).email, alice(ctx_any).email_key) == (NEW, NEW)


def test_mails_of_games_go_to_the_new_address(ctx) -> None:
    token = proposed(ctx)
    create_game(ctx)
    addresses.confirm(ctx, token)
    assert NEW in [mail["To"] for mail in deliver_all(ctx)]


def test_the_account_is_signed_out_everywhere(ctx) -> None:
    before = alice(ctx).version if account(ctx, ALICE.name) else 0
    addresses.confirm(ctx, proposed(ctx))
    assert alice(ctx).version == before + 1


@pytest.mark.parametrize("proof", ["", "a" * 35, None])
def test_the_owners_link_is_dead_in_another_browser(ctx, proof) -> None:
    token, _own = asked(ctx)
    with pytest.raises(DeadLink):
        addresses.propose(ctx, token, proof or "", NEW)
    with pytest.raises(DeadLink):
        addresses.look_owner(ctx, token, proof or "")


def test_every_link_works_once(ctx) -> None:
    token, proof = asked(ctx)
    assert addresses.look_owner(ctx, token, proof) == ALICE.email
    addresses.propose(ctx, token, proof, NEW)
    with pytest.raises(DeadLink):
        addresses.propose(ctx, token, proof, NEW)
    (mail,) = deliver_all(ctx)
    addresses.confirm(ctx, link(mail))
    with pytest.raises(DeadLink):
        addresses.confirm(ctx, link(mail))


def test_every_link_is_good_for_ten_minutes(ctx, clock) -> None:
    token, proof = asked(ctx)
    clock.move(minutes=10)
    with pytest.raises(DeadLink):
        addresses.propose(ctx, token, proof, NEW)


def test_the_new_addresss_link_is_good_for_ten_minutes(ctx, clock) -> None:
    token = proposed(ctx)
    clock.move(minutes=10)
    with pytest.raises(DeadLink):
        addresses.confirm(ctx, token)


def test_an_address_with_an_account_is_not_taken_and_nothing_tells_before(ctx) -> None:
    account(ctx, BOB.name)
    addresses.propose(ctx, *asked(ctx), BOB.email)
    (mail,) = deliver_all(ctx)
    with pytest.raises(Refused):
        addresses.confirm(ctx, link(mail))
    assert alice(ctx).email == ALICE.email


def test_what_is_no_address_spends_nothing(ctx) -> None:
    token, proof = asked(ctx)
    with pytest.raises(BadInput):
        addresses.propose(ctx, token, proof, "nobody")
    assert addresses.look_owner(ctx, token, proof) == ALICE.email


def test_a_link_of_one_step_is_dead_at_another(ctx) -> None:
    token, proof = asked(ctx)
    with pytest.raises(DeadLink):
        addresses.confirm(ctx, token)
    with pytest.raises(DeadLink):
        addresses.look_owner(ctx, proposed(ctx), proof)


def test_five_links_an_hour_are_mailed(ctx) -> None:
    person = account(ctx, ALICE.name)
    for _ in range(7):
        addresses.ask(ctx, person.id)
    assert len(mails(ctx, "address-change")) == 5
