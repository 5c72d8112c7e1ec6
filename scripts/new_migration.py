"""Write the next numbered migration from what the models have and the migrations lack.

    .venv/bin/python scripts/new_migration.py "Let a seat carry a colour"

It is a draft: read it, write the way back by hand where it is more than the reverse, run the tests of the store.
"""

import sys
from tempfile import TemporaryDirectory

from alembic import command
from alembic.script import ScriptDirectory

from noirmail.store.database import Database


def write(message: str) -> None:
    """Put the draft beside the others; Alembic says where."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/draft.sqlite")
        database.migrate()
        with database.migrating() as config:
            config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
            newest = ScriptDirectory.from_config(config).get_current_head() or "0"
            command.revision(config, message, autogenerate=True, rev_id=f"{int(newest) + 1:04}")
        database.dispose()


if __name__ == "__main__":
    write(sys.argv[1])
