"""The JSON API, version 1: one blueprint, ``api``. What each call promises stands in docs/api.md."""

from noirmail.web.api import catalog, joining, openings, parting, play, positions
from noirmail.web.api.blueprint import api

__all__ = ["api", "catalog", "joining", "openings", "parting", "play", "positions"]
