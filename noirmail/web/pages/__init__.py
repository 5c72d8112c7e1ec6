"""The pages: each route makes a named dataclass from a Table or View and hands it to one template."""
