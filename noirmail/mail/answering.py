"""An answer to a mail as a mail client writes it: the own words above, what is answered quoted below."""

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import Final

# Longer than any text of ours; what a client quotes beyond that helps nobody.
_QUOTED_LINES: Final = 400


def answer_to(mail: EmailMessage, text: str, sender: str, now: datetime) -> bytes:
    """The answer that ``sender`` writes to ``mail``; it goes to where answers are wanted."""
    to = str(mail["Reply-To"] or mail["From"])
    made = EmailMessage(policy=SMTP.clone(max_line_length=998))
    made["From"] = sender
    made["To"] = to
    made["Subject"] = _answered(str(mail["Subject"] or ""))
    made["Date"] = format_datetime(now)
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or None)
    if mail["Message-ID"]:
        answered = str(mail["Message-ID"]).strip()
        made["In-Reply-To"] = answered
        made["References"] = " ".join([*str(mail["References"] or "").split(), answered])
    made.set_content(f"{text.rstrip()}\n\n{_quoted(mail)}")
    return made.as_bytes()


def _answered(subject: str) -> str:
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"


def _quoted(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    lines: list[str] = part.get_content().splitlines() if part else []
    return "\n".join([f"{mail['Date']}, {mail['From']}:", *(f"> {line}" for line in lines[:_QUOTED_LINES])])
