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
        raise BrokenSeal("what was sealed cannot be opened with the keys that are configured") from None


def pack(ctx: Context, sender: str, recipient: str, raw: bytes) -> bytes:
    """A mail and its envelope in one seal: addresses of both are secrets, too."""
    envelope = [text.replace("\0", "").encode("utf-8", "replace") for text in (sender, recipient)]
    return seal(ctx, b"\0".join([*envelope, raw]))


def unpack(ctx: Context, sealed: bytes) -> tuple[str, str, bytes]:
    """Sender, recipient and raw bytes of what was packed; raises BrokenSeal."""
    sender, recipient, raw = unseal(ctx, sealed).split(b"\0", 2)
    return sender.decode(), recipient.decode(), raw


def _keys(ctx: Context) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in ctx.settings.seal_keys])
