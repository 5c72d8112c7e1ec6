"""The declared nonces: what may differ between twin games without telling anything, and how it is covered up."""

import re

_NONCES = (
    # Tokens of links, keys of previews.
    (re.compile(r"\b[a-z2-7]{35}\b"), "TOKEN"),
    # Message-IDs and the boundaries of a mail's parts, minted at random.
    (re.compile(r"\b[0-9a-f]{32}(?=@)"), "MESSAGE"),
    (re.compile(r"noir-[0-9a-f]{24}"), "BOUNDARY"),
    # The commitment, and the reference of an error page.
    (re.compile(r"\b[0-9a-f]{64}\b"), "COMMITMENT"),
)
_HEADERS = frozenset({"date"})


def masked(text: str, code: str) -> str:
    """``text`` without nonces; ``code`` is the public code of the game, drawn at random."""
    for pattern, name in _NONCES:
        text = pattern.sub(name, text)
    return re.sub(re.escape(code), "CODE", text, flags=re.IGNORECASE)


def masked_headers(headers: list[tuple[str, str]], code: str) -> list[tuple[str, str]]:
    """Headers in their order, nonces covered up; Content-Length stays, since masks keep lengths comparable."""
    return [(name, masked(value, code)) for name, value in headers if name.lower() not in _HEADERS]
