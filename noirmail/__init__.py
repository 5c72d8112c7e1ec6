"""noirmail: the deduction game NOIR, played slowly, by mail."""

__version__ = "0.1.0"
