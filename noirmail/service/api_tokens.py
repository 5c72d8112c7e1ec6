"""Tokens of the JSON API that the operator hands out; like every token, the database holds none of them."""

from noirmail import clock
from noirmail.service.context import Context
from noirmail.service.opening import address_of
from noirmail.service.people import ensure_person
from noirmail.store.models import ApiToken


def issue_to_person(ctx: Context, email: str) -> str:
    """A token for all seats of the person of that address, who is made if there is none; raises BadInput.

    The operator vouches for the address: no mail proves it.
    """
    address = address_of(email)
    with ctx.db.write() as session:
        now = clock.now(session)
        row = ApiToken(person_id=ensure_person(session, address, now).id, created_at=now)
        session.add(row)
        session.flush()
        return ctx.keys.mint("api", row.id, row.version)


def issue_to_host(ctx: Context) -> str:
    """A token that opens games for others and receives their seat tokens."""
    with ctx.db.write() as session:
        row = ApiToken(created_at=clock.now(session))
        session.add(row)
        session.flush()
        return ctx.keys.mint("api", row.id, row.version)
