"""What is wrong with a setting. A leaf of its own, so that every part of the settings can refuse."""


class BadSetting(ValueError):
    """A setting is missing, wrong or unsafe; one line that names the variable and never a secret value."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} {problem}")
        self.name = name
