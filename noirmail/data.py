"""Where the folders that are not code lie: templates and migrations."""

from pathlib import Path


def data_dir(name: str) -> Path:
    """The folder ``name``: the installed wheel's own copy, else the checkout's. FileNotFoundError without either."""
    here = Path(__file__).resolve().parent
    for base in (here / "_data", here.parent):
        if (base / name).is_dir():
            return base / name
    raise FileNotFoundError(f"noirmail's folder {name!r} is missing: install noirmail again")
