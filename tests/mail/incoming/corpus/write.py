"""Write the letters of the corpus, and the table of what must be found in each.

    python -m tests.mail.incoming.corpus.write

The letters are kept as they were written once: a mail of last year is answered this year, too.
"""

import json
from pathlib import Path

from tests.mail.incoming.corpus import encodings, notices, oddities, orders, replies, robots, spoofs

LETTERS = Path(__file__).parent.parent.parent / "letters"
ROOMS = (replies, robots, notices, spoofs, encodings, orders, oddities)


def write(folder: Path = LETTERS) -> int:
    """Write all letters; how many there are. Raises ValueError where two have one name."""
    table: dict[str, object] = {}
    for room in ROOMS:
        for recipe in room.recipes():
            if recipe.name in table:
                raise ValueError(recipe.name)
            (folder / f"{recipe.name}.eml").write_bytes(recipe.raw)
            table[recipe.name] = dict(recipe.expected)
    text = json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / "expected.json").write_text(text + "\n", encoding="utf-8")
    return len(table)


if __name__ == "__main__":
    write()
