"""Mails that pretend: whose they are, and who has checked that."""

from collections.abc import Iterator

from tests.mail.incoming.corpus.recipe import AUTHSERV, PASSED, Recipe, fields, mail, part

MOVE = part("plain", "kill Neil\n")
FROMS: list[tuple[str, str | None, dict[str, object]]] = [
    ("two-addresses", "alice@example.test, eve@evil.test", {"sender_problem": "several"}),
    ("two-bracketed", "Alice <alice@example.test> <eve@evil.test>", {"sender_problem": "several"}),
    ("behind-the-brackets", "<eve@evil.test> alice@example.test", {"sender_problem": "several"}),
    ("name-like-an-address", '"alice@example.test" <eve@evil.test>', {"sender": "eve@evil.test"}),
    ("bare-name-like-an-address", "alice@example.test <eve@evil.test>", {"sender": "eve@evil.test"}),
    ("encoded-name", "=?utf-8?q?Alice_=3Calice=40example=2Etest=3E?= <eve@evil.test>", {"sender": "eve@evil.test"}),
    ("encoded-address", "=?utf-8?q?alice=40example=2Etest?=", {"sender_problem": "none"}),
    ("comment", "eve@evil.test (alice@example.test)", {"sender": "eve@evil.test"}),
    ("parenthesis", "alice@example.test)eve@evil.test", {"sender_problem": "unreadable"}),
    ("group", "undisclosed-recipients:;", {"sender_problem": "none"}),
    ("no-from", None, {"sender_problem": "none"}),
    ("empty-from", "", {"sender_problem": "none"}),
    ("overlong", f"{'x' * 2000} <alice@example.test>", {"sender_problem": "unreadable"}),
    ("lookalike", "Alice <аlice@example.test>", {"sender_problem": "unreadable"}),
    ("capitals", "ALICE <Alice@EXAMPLE.test>", {}),
]
RESULTS: list[tuple[str, list[str], str]] = [
    ("forged-below-a-fail", [f"{AUTHSERV}; dmarc=fail header.from=example.test", PASSED], "fail"),
    ("foreign-server", ["mx.evil.test; dmarc=pass"], "none"),
    ("foreign-above-ours", ["mx.evil.test; dmarc=pass", f"{AUTHSERV}; dmarc=fail"], "fail"),
    ("our-id-in-a-comment", [f"mx.evil.test ({AUTHSERV}); dmarc=pass"], "none"),
    ("our-id-as-a-beginning", [f"{AUTHSERV}.evil.test; dmarc=pass"], "none"),
    ("pass-in-a-comment", [f"{AUTHSERV}; dmarc=fail (was dmarc=pass; dmarc=pass)"], "fail"),
    ("nothing-checked", [f"{AUTHSERV}; none"], "none"),
    ("no-results", [], "none"),
    ("temporary-error", [f"{AUTHSERV}; dmarc=temperror"], "none"),
    ("no-policy-path-failed", [f"{AUTHSERV}; dmarc=none; spf=fail smtp.mailfrom=alice@example.test"], "fail"),
    ("no-policy-hers", [f"{AUTHSERV}; dmarc=none; spf=pass smtp.mailfrom=alice@mail.example.test"], "pass"),
    ("path-failed", [f"{AUTHSERV}; spf=softfail smtp.mailfrom=alice@example.test; dkim=none"], "fail"),
    ("signature-of-another", [f"{AUTHSERV}; dkim=pass header.d=evil.test; spf=fail"], "none"),
    ("signature-of-hers", [f"{AUTHSERV} 1; dkim=pass (2048-bit key) header.d=example.test"], "pass"),
    ("signature-of-the-top", [f"{AUTHSERV}; dkim=pass header.d=test"], "none"),
]


def recipes() -> Iterator[Recipe]:
    """All of them."""
    for name, value, found in FROMS:
        header = fields(f"spoof-{name}", From=value)
        if value == "":
            header.append(("From", ""))
        # Where the sender is another one, what was checked was checked for that one.
        yield Recipe(f"spoof-{name}", mail(header, MOVE), {"lines": ["kill N"], **found})
    header = [*fields("spoof-two-froms"), ("From", "eve@evil.test")]
    yield Recipe("spoof-two-froms", mail(header, MOVE), {"lines": ["kill N"], "sender_problem": "several"})
    for name, values, verdict in RESULTS:
        header = [("Authentication-Results", value) for value in values]
        header += fields(f"spoof-{name}", Authentication_Results=None)
        yield Recipe(f"spoof-{name}", mail(header, MOVE), {"lines": ["kill N"], "authentication": verdict})
