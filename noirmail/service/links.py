"""The addresses of pages, as mails and pages print them; a token stands in the path and nowhere else (TRUST R37)."""

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


def sign_in_url(ctx: Context, sign_in: SignIn) -> str:
    """A single-use sign-in link."""
    return f"{ctx.settings.base_url}/sign-in/{ctx.keys.mint('sign-in', sign_in.id)}"


def unsubscribe_url(ctx: Context, seat: Seat) -> str:
    """Where the mails of one seat are turned off; it outlives fresh links, so that old mails still offer it."""
    return f"{ctx.settings.base_url}/u/{ctx.keys.mint('unsubscribe', seat.id)}"


def watch_url(ctx: Context, game: Game) -> str:
    """The public page of a game that may be watched."""
    return f"{ctx.settings.base_url}/g/{game.code}"


def replay_url(ctx: Context, game: Game, ply: int) -> str:
    """The public page of one position."""
    return f"{watch_url(ctx, game)}/ply/{ply}"
