"""Links that are keys: made from a secret of the server, so that the database holds none of them (TRUST R33).

A token is the letter of the signing key, then base32 in lower case of the row's id (5 bytes) and the first 16
bytes of HMAC-SHA256 over purpose, id and version. Raising a row's version makes its tokens dead; dropping a key
makes all tokens dead that it signed.
"""

from base64 import b32decode, b32encode
from binascii import Error as Base32Error
from collections.abc import Sequence
from hmac import compare_digest, digest
from typing import Final, Literal

from noirmail.service.errors import DeadLink

Page = Literal["seat", "invite", "join", "sign-in", "unsubscribe", "mails", "api", "session", "preview"]
Post = Literal["bounce", "reply", "seat-reply", "resign", "suppress", "sender", "owner", "address", "talk"]
Purpose = Page | Post

_ID_BYTES: Final = 5
_MAC_BYTES: Final = 16
# One letter for the key, then 21 bytes in base32 without padding.
LENGTH: Final = 1 + 34


class Keyring:
    """Signs with the first key and verifies with all: (letter, secret), newest first; at least one."""

    def __init__(self, keys: Sequence[tuple[str, bytes]]) -> None:
        if not keys or len({kid for kid, _secret in keys}) != len(keys):
            raise ValueError("a key ring needs at least one key, and a letter for each")
        self._keys = dict(keys)
        self._newest = keys[0][0]

    def mint(self, purpose: Purpose, row_id: int, version: int = 1) -> str:
        """The token of a row for one purpose; the same at every call while the newest key stays."""
        return self._made(self._newest, purpose, row_id, version)

    def parse(self, token: str) -> int:
        """The id that a token speaks of, unproven; raises DeadLink where it is malformed or its key is unknown."""
        _kid, row_id = self._taken_apart(token)
        return row_id

    def check(self, purpose: Purpose, token: str, version: int | None) -> None:
        """Raise DeadLink unless the token was made for that purpose and version; None: there is no such row."""
        kid, row_id = self._taken_apart(token)
        made = self._made(kid, purpose, row_id, 0 if version is None else version)
        if not compare_digest(made, token.lower()) or version is None:
            raise DeadLink

    def nonce(self, purpose: Purpose, *parts: object) -> str:
        """A text of 35 letters and digits that nobody else can make for these parts."""
        return self._nonce(self._newest, purpose, parts)

    def nonces(self, purpose: Purpose, *parts: object) -> tuple[str, ...]:
        """What ``nonce`` gives and gave by each key of the ring, the newest first: to find what was written down."""
        return tuple(self._nonce(kid, purpose, parts) for kid in self._keys)

    def is_nonce(self, purpose: Purpose, nonce: str, *parts: object) -> bool:
        """Whether ``nonce`` was made for that purpose and these parts, by any key of the ring."""
        kid = nonce[:1].lower()
        if kid not in self._keys or not nonce.isascii():
            return False
        return compare_digest(self._nonce(kid, purpose, parts), nonce.lower())

    def _made(self, kid: str, purpose: Purpose, row_id: int, version: int) -> str:
        packed = row_id.to_bytes(_ID_BYTES, "big")
        return kid + _text(packed + self._mac(kid, purpose, (row_id, version))[:_MAC_BYTES])

    def _nonce(self, kid: str, purpose: Purpose, parts: Sequence[object]) -> str:
        return kid + _text(self._mac(kid, purpose, parts)[: _ID_BYTES + _MAC_BYTES])

    def _mac(self, kid: str, purpose: Purpose, parts: Sequence[object]) -> bytes:
        return digest(self._keys[kid], "\0".join((purpose, *map(str, parts))).encode(), "sha256")

    def _taken_apart(self, token: str) -> tuple[str, int]:
        known = token.lower()
        if len(known) != LENGTH or not known.isascii() or known[0] not in self._keys:
            raise DeadLink
        try:
            packed = b32decode(known[1:].upper() + "=" * 6)
        except Base32Error:
            raise DeadLink from None
        return known[0], int.from_bytes(packed[:_ID_BYTES], "big")


def _text(packed: bytes) -> str:
    return b32encode(packed).decode().rstrip("=").lower()
