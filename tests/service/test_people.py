"""A mail address is an account; a single-use link is the way in."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from noirmail.service import access, people, ratelimit
from noirmail.service.errors import BadInput, DeadLink
from noirmail.store.models import OutboxMail, Person, SignIn
from tests.build import person
from tests.cast import ALICE
from tests.conftest import NOON
from tests.service.timeline import mails


def asked(ctx, email=ALICE.email) -> str:
    """The token of the link that was asked for last."""
    people.ask_sign_in(ctx, email)
    with ctx.db.read() as session:
        row = session.scalar(select(func.max(SignIn.id)))
    return ctx.keys.mint("sign-in", row)


def spend(ctx, token) -> str:
    try:
        return people.sign_in(ctx, token, "Alice").name
    except DeadLink:
        return "dead"


def test_a_link_signs_in_once(ctx_any) -> None:
    token = asked(ctx_any)
    assert people.sign_in(ctx_any, token, "Alice").email == ALICE.email
    with pytest.raises(DeadLink):
        people.sign_in(ctx_any, token, "Alice")


def test_of_ten_who_spend_a_link_at_once_one_gets_in(ctx_any) -> None:
    token = asked(ctx_any)
    with ThreadPoolExecutor(10) as pool:
        found = list(pool.map(lambda _each: spend(ctx_any, token), range(10)))
    assert sorted(found) == ["Alice", *["dead"] * 9]


def test_looking_at_a_link_spends_nothing(ctx) -> None:
    token = asked(ctx)
    assert [people.look_sign_in(ctx, token) for _again in range(3)] == [ALICE.email] * 3
    assert spend(ctx, token) == "Alice"


def test_a_link_is_good_for_thirty_minutes(ctx, clock) -> None:
    token = asked(ctx)
    clock.move(minutes=29, seconds=59)
    assert people.look_sign_in(ctx, token) == ALICE.email
    clock.move(seconds=1)
    with pytest.raises(DeadLink):
        people.look_sign_in(ctx, token)
    assert spend(ctx, token) == "dead"


@pytest.mark.parametrize("purpose", ["seat", "session", "invite"])
def test_a_token_of_another_purpose_is_a_dead_link(ctx, purpose) -> None:
    asked(ctx)
    assert spend(ctx, ctx.keys.mint(purpose, 1)) == "dead"


def test_an_address_is_one_person_however_it_is_typed(ctx_any) -> None:
    first = people.sign_in(ctx_any, asked(ctx_any, "Alice@Example.TEST"), "Alice")
    second = people.sign_in(ctx_any, asked(ctx_any, "alice@example.test"), "Somebody else")
    assert (second.id, second.name) == (first.id, "Alice")


def test_asking_is_the_same_for_known_and_unknown_addresses(ctx) -> None:
    with ctx.db.write() as session:
        person(session, "Alice")
    assert people.ask_sign_in(ctx, ALICE.email) is people.ask_sign_in(ctx, "nobody@example.test") is None
    assert [(mail.kind, mail.state, [*mail.data]) for mail in mails(ctx)] == [("sign-in", "pending", ["marks"])] * 2


def test_an_address_gets_five_sign_in_mails_an_hour(ctx_any, clock) -> None:
    for _each in range(7):
        people.ask_sign_in(ctx_any, ALICE.email)
    people.ask_sign_in(ctx_any, "bob@example.test")
    assert len(mails(ctx_any)) == 6
    clock.move(hours=1)
    people.ask_sign_in(ctx_any, ALICE.email)
    assert len(mails(ctx_any)) == 7


def test_asking_at_once_does_not_get_round_the_limit(ctx_any) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _each: people.ask_sign_in(ctx_any, ALICE.email), range(16)))
    assert len(mails(ctx_any)) == 5


def test_all_addresses_together_have_a_limit(ctx, monkeypatch) -> None:
    monkeypatch.setattr(ratelimit, "SIGN_INS_IN_ALL", 3)
    for number in range(5):
        people.ask_sign_in(ctx, f"somebody{number}@example.test")
    assert len(mails(ctx)) == 3


@pytest.mark.parametrize(
    "email", ["", "alice", "alice@", "a@b@example.test", "alice@example.test\nBcc: x@example.test"]
)
def test_what_is_no_address_is_refused_by_name(ctx, email) -> None:
    with pytest.raises(BadInput) as refusal:
        people.ask_sign_in(ctx, email)
    assert refusal.value.field == "email"
    assert mails(ctx) == []


def test_a_bad_name_does_not_spend_the_link(ctx) -> None:
    token = asked(ctx)
    with pytest.raises(BadInput):
        people.sign_in(ctx, token, "A\u202elice")
    assert spend(ctx, token) == "Alice"


def test_signing_out_everywhere_ends_every_session(ctx) -> None:
    alice = people.sign_in(ctx, asked(ctx), "Alice")
    session_token = ctx.keys.mint("session", alice.id, alice.version)
    people.sign_out_everywhere(ctx, alice.id)
    with ctx.db.read() as session:
        assert access.person_of_session(ctx, session, session_token) is None


def test_name_and_zone_can_be_changed_and_nonsense_changes_nothing(ctx) -> None:
    alice = people.sign_in(ctx, asked(ctx), "Alice")
    people.rename(ctx, alice.id, "  Алиса ")
    people.set_zone(ctx, alice.id, "Europe/Rome")
    with pytest.raises(BadInput):
        people.set_zone(ctx, alice.id, "Mars/Olympus")
    with pytest.raises(BadInput):
        people.rename(ctx, alice.id, "x" * 41)
    with ctx.db.read() as session:
        now = session.get_one(Person, alice.id)
    assert (now.name, now.zone) == ("Алиса", "Europe/Rome")


def test_a_mail_is_in_the_zone_of_its_reader(ctx) -> None:
    alice = people.sign_in(ctx, asked(ctx), "Alice")
    people.set_zone(ctx, alice.id, "Europe/Rome")
    people.ask_sign_in(ctx, ALICE.email)
    with ctx.db.read() as session:
        zones = session.scalars(select(OutboxMail.zone).order_by(OutboxMail.id)).all()
    assert zones == ["UTC", "Europe/Rome"]
    assert mails(ctx)[0].date == NOON
