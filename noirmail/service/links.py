"""The addresses of pages, as mails and pages print them; a token stands in the path and nowhere else (TRUST R37)."""

from hashlib import sha256
from typing import Literal

from noirmail.engine.actions import Action
from noirmail.service.context import Context
from noirmail.store.models import Game, Seat, SignIn


def seat_url(ctx: Context, seat: Seat) -> str:
    """The board page of one seat: a key to that seat of that game."""
    return f"{ctx.settings.base_url}/s/{ctx.keys.mint('seat', seat.id, seat.version)}"


def action_url(ctx: Context, seat: Seat, decision: int, action: Action) -> str:
    """The preview of one action, as the answer to one decision."""
    return f"{seat_url(ctx, seat)}/d{decision}/{slug_of(action)}"


def slug_of(action: Action) -> str:
    """An action as a part of an address: ``kill T`` is ``kill-t``."""
    return action.text.replace(" ", "-").lower()


def text_of(slug: str) -> str:
    """The action text that a part of an address stands for; whether it is an action is for notation to say."""
    return slug.replace("-", " ")


def invite_url(ctx: Context, seat: Seat) -> str:
    """Where the person who was invited to a place accepts or declines."""
    return f"{ctx.settings.base_url}/i/{ctx.keys.mint('invite', seat.id, seat.version)}"


def join_url(ctx: Context, game: Game) -> str:
    """The link to pass on: whoever has it may take a free place."""
    return f"{ctx.settings.base_url}/j/{ctx.keys.mint('join', game.id, game.join_version)}"


def rules_url(ctx: Context, ruleset: str) -> str:
    """The page that says how a rule set is played."""
    return f"{ctx.settings.base_url}/rules/{ruleset}"


def sign_in_url(ctx: Context, sign_in: SignIn) -> str:
    """A single-use sign-in link."""
    return f"{ctx.settings.base_url}/sign-in/{ctx.keys.mint('sign-in', sign_in.id)}"


def address_url(ctx: Context, row: SignIn, step: Literal["owner", "address"]) -> str:
    """A step of changing an account's address: by its owner, or by whoever has the new one."""
    return f"{ctx.settings.base_url}/address/{step}/{ctx.keys.mint(step, row.id)}"


def unsubscribe_url(ctx: Context, seat_id: int, email_key: str) -> str:
    """Where the mails of one seat are turned off by whoever has that address, and holds the seat.

    It outlives fresh links, so that old mails still offer it, and ends where the place goes to somebody else.
    """
    return f"{ctx.settings.base_url}/u/{ctx.keys.mint('unsubscribe', seat_id, holder_number(email_key))}"


def mails_url(ctx: Context, person_id: int, email_key: str) -> str:
    """Where a person chooses how and when mails come, and nothing else; it ends where the address changes."""
    return f"{ctx.settings.base_url}/m/{ctx.keys.mint('mails', person_id, holder_number(email_key))}"


def holder_number(email_key: str) -> int:
    """A number that stands for an address in a token's version."""
    return int.from_bytes(sha256(email_key.encode()).digest()[:8], "big")


def block_url(ctx: Context, mail_id: int) -> str:
    """Where the reader of that mail says that nothing more of this site may come (TRUST R100)."""
    return f"{ctx.settings.base_url}/b/{ctx.keys.mint('suppress', mail_id)}"


def watch_url(ctx: Context, game: Game) -> str:
    """The public page of a game that may be watched."""
    return f"{ctx.settings.base_url}/g/{game.code}"


def replay_url(ctx: Context, game: Game, ply: int) -> str:
    """The public page of one position."""
    return f"{watch_url(ctx, game)}/ply/{ply}"
