"""How much of a mail is looked at: counted before anything is parsed (TRUST R58)."""

MAIL_BYTES = 256 * 1024
HEADER_BYTES = 32 * 1024
HEADERS = 200
PARTS = 50
DEPTH = 8
# Of the text, characters; what comes after is not read.
TEXT = 32 * 1024
# Of one header, characters; a longer one is not looked into.
HEADER = 2000


class Exceeded(ValueError):
    """A limit was exceeded. ``reason`` says which: size, header-bytes, headers, parts or depth."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
