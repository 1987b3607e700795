"""A table as the template sets it."""

from typing import Any


def grid(header: list[str], rows: list[list[str]], left: int = 1) -> dict[str, Any]:
    """What the template sets as a table; the first `left` columns are text, the others numbers."""
    return {"header": header, "rows": rows, "left": left}
