"""A player's message as others may read it (TRUST R63)."""

import re

from noirmail.mail.incoming.quoting import own_text
from noirmail.mail.incoming.vocabulary import is_added

_ADDRESS = re.compile(r"<?(?:mailto:)?[^\s<>@,;:()]{1,64}@[^\s<>@,;:()]{1,255}>?")
_LINK = re.compile(r"<?(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s<>]+>?", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n{3,}")
# In the place of what was left out.
_LEFT_OUT = "[…]"


def relayed(text: str) -> str:
    """The text without quotes, links (ours are keys), mail addresses (ours are too), and what programs added."""
    own, _quoted = own_text(text)
    lines = [line.rstrip() for line in own.split("\n") if not is_added(line)]
    plain = _ADDRESS.sub(_LEFT_OUT, _LINK.sub(_LEFT_OUT, "\n".join(lines)))
    return _BLANK_LINES.sub("\n\n", plain).strip()
