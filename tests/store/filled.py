"""One row in every table, all of them tied together."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from noirmail.store.models import (
    ApiToken,
    Decision,
    Game,
    Happening,
    Heartbeat,
    InboxMail,
    LocalMail,
    Message,
    OutboxMail,
    Person,
    Seat,
    SignIn,
    Step,
    Suppression,
    UsedToken,
)

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def fill(session: Session) -> None:
    """Alice sits in a running game and has made its first move."""
    alice = Person(email="alice@example.test", email_key="alice@example.test", name="Alice", created_at=NOON)
    asked = SignIn(email="alice@example.test", email_key="alice@example.test", created_at=NOON, expires_at=NOON)
    game = a_game()
    session.add_all([alice, asked, game])
    session.flush()
    seat = Seat(game_id=game.id, place=0, number=0, person_id=alice.id, name="Alice", state="joined")
    session.add_all([seat, ApiToken(person_id=alice.id, created_at=NOON)])
    session.flush()
    session.add_all(
        [
            Decision(game_id=game.id, seat=0, number=0, phase="closed", opened_at=NOON, wake_at=NOON),
            a_step(game.id, 1),
            Happening(game_id=game.id, kind="started", ply=0, channel="page", at=NOON),
            a_mail(game_id=game.id, seat_id=seat.id, sign_in_id=asked.id),
            InboxMail(source="lmtp", key="one", sealed=b"sealed", received_at=NOON, seat_id=seat.id, decision=0),
            Message(game_id=game.id, seat=0, text="Good luck!", ply=0, channel="page", key="one", at=NOON),
            Suppression(key="hash", reason="bounce", at=NOON),
            LocalMail(recipient="alice@example.test", raw=b"Subject: hello\n\n", received_at=NOON),
            Heartbeat(name="sweep", at=NOON),
            UsedToken(key="1" * 64, content="2" * 64, at=NOON),
        ]
    )


def a_game(code: str = "KLMNP") -> Game:
    """A running game that nobody has moved in."""
    return Game(
        code=code,
        ruleset="kvi",
        version=1,
        options={},
        players=2,
        status="running",
        seating="lot",
        watch="link",
        per_turn=86400,
        on_timeout="claim",
        seed=b"\1" * 32,
        commitment="0" * 64,
        opened_at=NOON,
    )


def a_step(game_id: int, ply: int, seat: int = 0) -> Step:
    """A move by that seat."""
    return Step(
        game_id=game_id, ply=ply, seat=seat, action="kill T", public="kill T", decision=0, channel="page", at=NOON
    )


def a_mail(key: str = "turn:1:0:0", **tied_to: int) -> OutboxMail:
    """A mail that is due at noon."""
    return OutboxMail(
        kind="your-turn",
        key=key,
        message_id=f"<{key}@example.test>",
        date=NOON,
        boundary="b",
        language="en",
        zone="UTC",
        due_at=NOON,
        **tied_to,
    )
