"""``python -m noirmail`` is ``noirmail``."""

from noirmail.cli import main

main()
