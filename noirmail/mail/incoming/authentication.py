"""The verdict of our own mail system on who sent a mail (TRUST R53, R54; RFC 8601)."""

import re
from typing import Literal

Verdict = Literal["pass", "fail", "none"]

# A mail system writes no more; what is longer was not written by one.
_LONGEST = 8000
_COMMENT = re.compile(r"\([^()]*+\)")
_RESULT = re.compile(r"\s*([a-z0-9-]+)(?:/\d+)?\s*=\s*([a-z]+)(.*)", re.DOTALL)
_PROPERTY = re.compile(r"([a-z]+\.[a-z0-9_-]+)\s*=\s*\"?([^\s;\"]+)")
_FAILS = frozenset({"fail", "hardfail", "softfail"})


def verdict(values: list[str], authserv_id: str, sender: str | None) -> Verdict:
    """What the topmost field says that is ours by its id; without one, nothing.

    DMARC decides where it could be checked. Elsewhere, as for a domain without a policy, a signature or a path
    counts if its domain is the sender's, and it is a failure if all that was checked failed.
    """
    ours = next((value for value in values if _id_of(value) == authserv_id.lower()), None) if authserv_id else None
    if ours is None:
        return "none"
    if len(ours) > _LONGEST:
        return "fail"
    results = _results(ours)
    for method, result, _properties in results:
        if method == "dmarc" and result in {"pass", "fail"}:
            return "pass" if result == "pass" else "fail"
    return _by_domain(results, (sender or "").rpartition("@")[2])


def _by_domain(results: list[tuple[str, str, dict[str, str]]], domain: str) -> Verdict:
    checked = [entry for entry in results if entry[0] in {"spf", "dkim"}]
    if any(result == "pass" and _aligned(properties, domain) for _method, result, properties in checked):
        return "pass"
    said = {result for _method, result, _properties in checked if result not in {"none", "neutral"}}
    return "fail" if said and said <= _FAILS else "none"


def _id_of(value: str) -> str:
    first = _uncommented(value[:_LONGEST]).partition(";")[0].split()
    return first[0].lower() if first else ""


def _results(value: str) -> list[tuple[str, str, dict[str, str]]]:
    """Method, result and properties of each thing that was checked."""
    found = []
    for entry in _uncommented(value).lower().split(";")[1:]:
        if matched := _RESULT.fullmatch(entry):
            found.append((matched[1], matched[2], dict(_PROPERTY.findall(matched[3]))))
    return found


def _uncommented(value: str) -> str:
    while (less := _COMMENT.sub(" ", value)) != value:
        value = less
    return value


def _aligned(properties: dict[str, str], domain: str) -> bool:
    """Whether what was checked is of the sender's domain, or of one above or below it."""
    for name in ("header.d", "header.i", "smtp.mailfrom"):
        checked = properties.get(name, "").rpartition("@")[2]
        if "." in checked and domain and (_within(checked, domain) or _within(domain, checked)):
            return True
    return False


def _within(inner: str, outer: str) -> bool:
    return inner == outer or inner.endswith(f".{outer}")
