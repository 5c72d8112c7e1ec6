"""Figures of speed, for ``noirmail bench``."""
