"""How often one network address may ask for what costs mail or work (TRUST R99, R100). A leaf beside the settings."""

from dataclasses import dataclass, fields, replace
from re import fullmatch


@dataclass(frozen=True, slots=True)
class Rates:
    """Requests an hour from one network address, by what they ask for; 0: as many as it likes."""

    sign_in: int = 60
    join: int = 60
    practice: int = 60
    invite: int = 60
    api: int = 6000


# Where all come from one machine, as in the one-process mode and in tests.
UNLIMITED = Rates(0, 0, 0, 0, 0)


def rates_of(text: str, usual: Rates) -> Rates:
    """``usual``, with what a text such as ``sign_in=30,api=0`` says instead; raises ValueError."""
    known = {field.name for field in fields(Rates)}
    chosen: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.strip().partition("=")
        if name not in known or not fullmatch("[0-9]{1,9}", number):
            raise ValueError(f"{', '.join(sorted(known))}, each with a number of requests an hour")
        chosen[name] = int(number)
    return replace(usual, **chosen)
