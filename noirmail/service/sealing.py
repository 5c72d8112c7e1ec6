"""Sealing what came in by mail: readable with a configured key only (TRUST "Decided" 12, R33)."""

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from noirmail.service.context import Context


class BrokenSeal(Exception):
    """The bytes were sealed with a key that is not configured any more, or are damaged."""


def seal(ctx: Context, plain: bytes) -> bytes:
    """The bytes as only this server can read them; sealed with the newest key."""
    return _keys(ctx).encrypt(plain)


def unseal(ctx: Context, sealed: bytes) -> bytes:
    """What was sealed, with any of the keys; raises BrokenSeal."""
    try:
        return _keys(ctx).decrypt(sealed)
    except InvalidToken:
        raise BrokenSeal("a sealed mail cannot be opened with the keys that are configured") from None


def _keys(ctx: Context) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in ctx.settings.seal_keys])
