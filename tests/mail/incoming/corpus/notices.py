"""Delivery reports and complaints, in the style of the systems that write them."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.mail.incoming.corpus.recipe import ANSWERED, Recipe, encoded, fields, mail, multipart, part

BOUNCE_TO = "b+k7q@example.test"
POSTFIX = "This is the mail system at host mx.example.test.\n\nI'm sorry to have to inform you that your mail is\n"
EXCHANGE = (
    "Delivery has failed to these recipients or groups:\n\nBob (bob@example.test)\nThe address was not found.\n"
)
GOOGLE = (
    "** Address not found **\n\nYour message wasn't delivered to bob@example.test because the address couldn't be\n"
)


@dataclass(frozen=True)
class Style:
    """How a mail system writes its reports."""

    sender: str
    key: str
    subject: str
    said: str
    head: str


STYLES = {
    "postfix": Style(
        "MAILER-DAEMON@mx.example.test (Mail Delivery System)",
        "mailer-daemon@mx.example.test",
        "Undelivered Mail Returned to Sender",
        POSTFIX,
        "Reporting-MTA: dns; mx.example.test\r\nX-Postfix-Queue-ID: 4T1\r\n"
        "Arrival-Date: Tue,  1 Dec 2026 12:00:04 +0000 (UTC)\r\n",
    ),
    "exchange": Style(
        "postmaster@example.test",
        "postmaster@example.test",
        "Undeliverable: Noir K7QF2M9A: Alice – Bob",
        EXCHANGE,
        "Reporting-MTA: dns;EX1.example.test\r\n",
    ),
    "google": Style(
        "Mail Delivery Subsystem <mailer-daemon@googlemail.example.test>",
        "mailer-daemon@googlemail.example.test",
        "Delivery Status Notification (Failure)",
        GOOGLE,
        "Reporting-MTA: dns; googlemail.example.test\r\nReceived-From-MTA: dns; noir@example.test\r\n",
    ),
}
# Style, action, status, what the other system said, kind; and the code that counts where it is another one.
CASES = [
    ("unknown", "postfix", "failed", "5.1.1", "smtp; 550 5.1.1 <bob@example.test>: User unknown", "hard", "5.1.1"),
    ("domain", "postfix", "failed", "5.1.2", "smtp; 550 5.1.2 Bad destination system address", "hard", "5.1.2"),
    ("full", "postfix", "failed", "5.2.2", "smtp; 552 5.2.2 Mailbox full", "soft", "5.2.2"),
    (
        "expired",
        "postfix",
        "failed",
        "4.4.1",
        "smtp; connect to mx.example.test: Connection timed out",
        "soft",
        "4.4.1",
    ),
    (
        "delayed",
        "postfix",
        "delayed",
        "4.4.1",
        "smtp; connect to mx.example.test: Connection refused",
        "delayed",
        "4.4.1",
    ),
    ("host", "postfix", "failed", "5.4.4", "X-Postfix; Host not found", "soft", "5.4.4"),
    ("general", "postfix", "failed", "5.0.0", "smtp; 550 5.1.1 no such user", "hard", "5.1.1"),
    ("coarse", "postfix", "failed", "", "smtp; 550 no", "soft", "5.0.0"),
    ("relayed", "postfix", "relayed", "2.1.5", "smtp; 250 2.1.5 Ok", "delivered", "2.1.5"),
    ("sender", "postfix", "failed", "5.1.8", "smtp; 550 5.1.8 sender refused", "soft", "5.1.8"),
    ("notfound", "exchange", "failed", "5.1.10", "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound", "hard", "5.1.10"),
    ("refused", "exchange", "failed", "5.7.1", "smtp;550 5.7.1 RESOLVER.RST.AuthRequired", "soft", "5.7.1"),
    ("disabled", "exchange", "failed", "5.2.1", "smtp;550 5.2.1 mailbox disabled", "hard", "5.2.1"),
    ("nobody", "google", "failed", "5.1.1", "smtp; 550-5.1.1 The email account does not exist.", "hard", "5.1.1"),
    (
        "quota",
        "google",
        "failed",
        "4.2.2",
        "smtp; 452-4.2.2 The recipient's inbox is out of storage.",
        "soft",
        "4.2.2",
    ),
    ("retrying", "google", "delayed", "4.4.1", "smtp; The recipient server did not accept", "delayed", "4.4.1"),
]


def recipes() -> Iterator[Recipe]:
    """All of them."""
    for name, style, action, status, said, kind, counts in CASES:
        group = _group("bob@example.test", action, status, said)
        found = [["bob@example.test", kind, counts]]
        yield _bounce(f"bounce-{style}-{name}", STYLES[style], [group], found)
    yield _several()
    yield from _old_fashioned()
    yield from _complaints()


def _group(address: str, action: str, status: str, said: str) -> str:
    lines = [
        f"Original-Recipient: rfc822;{address}",
        f"Final-Recipient: rfc822; {address.upper()}",
        f"Action: {action}",
    ]
    lines += [f"Status: {status}"] if status else []
    return "\r\n".join([*lines, f"Diagnostic-Code: {said}", ""])


def _bounce(name: str, style: Style, groups: list[str], found: list[list[str]]) -> Recipe:
    machine = f"Content-Type: message/delivery-status\r\n\r\n{style.head}\r\n" + "\r\n".join(groups)
    original = f"Content-Type: text/rfc822-headers\r\n\r\nFrom: noir@example.test\r\nMessage-ID: {ANSWERED}\r\n"
    body = multipart(
        "report",
        part("plain", style.said),
        machine.encode(),
        original.encode(),
        extra="; report-type=delivery-status",
    )
    header = fields(
        name, From=style.sender, To=BOUNCE_TO, Subject=encoded(style.subject), Return_Path="<>", In_Reply_To=None
    )
    expected = {"automatic": "null-return-path", "bounce": found, "about": ANSWERED, "sender": style.key}
    return Recipe(name, mail(header, body), expected)


def _several() -> Recipe:
    """One report about two recipients; the original comes back whole."""
    groups = [
        _group("bob@example.test", "failed", "5.1.1", "smtp; 550 5.1.1 unknown"),
        _group("dana@example.test", "delayed", "4.2.0", "smtp; 451 4.2.0 later"),
    ]
    found = [["bob@example.test", "hard", "5.1.1"], ["dana@example.test", "delayed", "4.2.0"]]
    made = _bounce("bounce-several", STYLES["postfix"], groups, found)
    return Recipe(made.name, made.raw.replace(b"text/rfc822-headers", b"message/rfc822"), made.expected)


def _old_fashioned() -> Iterator[Recipe]:
    """Reports for people only: nothing can be made of them but that a robot wrote them."""
    text = "Hi. This is the qmail-send program at mx.example.test.\n\n<bob@example.test>:\nSorry, no mailbox here.\n"
    header = fields("bounce-qmail", From="MAILER-DAEMON@mx.example.test", Subject="failure notice", To=BOUNCE_TO)
    expected = {"automatic": "robot", "sender": "mailer-daemon@mx.example.test"}
    yield Recipe("bounce-qmail", mail(header, part("plain", text)), expected)
    header = fields("bounce-exim", X_Failed_Recipients="bob@example.test", To=BOUNCE_TO)
    yield Recipe("bounce-exim", mail(header, part("plain", text)), {"automatic": "report"})


def _complaints() -> Iterator[Recipe]:
    for name, feedback, recipient, found in [
        ("abuse", "abuse", "bob@example.test", ["abuse", "bob@example.test"]),
        ("blackened", "abuse", "redacted", ["abuse", None]),
        ("optout", "opt-out", "<Bob@example.test>", ["opt-out", "bob@example.test"]),
        ("not-spam", "not-spam", "bob@example.test", None),
        ("dmarc", "auth-failure", "bob@example.test", None),
    ]:
        full = f"complaint-{name}"
        machine = (
            f"Content-Type: message/feedback-report\r\n\r\nFeedback-Type: {feedback}\r\nUser-Agent: Loop/1.0\r\n"
            f"Version: 1\r\nOriginal-Mail-From: <{BOUNCE_TO}>\r\nOriginal-Rcpt-To: {recipient}\r\n"
        )
        original = f"Content-Type: message/rfc822\r\n\r\nMessage-ID: {ANSWERED}\r\nSubject: Noir\r\n\r\nkill Neil\r\n"
        parts = (part("plain", "A user complained."), machine.encode(), original.encode())
        body = multipart("report", *parts, extra="; report-type=feedback-report")
        raw = mail(fields(full, From="Feedback <fbl@provider.example.test>"), body)
        expected = {
            "automatic": "report",
            "complaint": found,
            "about": ANSWERED if found else None,
            "sender": "fbl@provider.example.test",
        }
        yield Recipe(full, raw, {key: value for key, value in expected.items() if value is not None})
