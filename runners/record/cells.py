"""Values as the cells of CSV files.

A spreadsheet would take a text that begins with ``=``, ``+``, ``-`` or ``@`` for a formula: an apostrophe stands before
it, and is removed on reading. Numbers have none.
"""

import re
from collections.abc import Iterable
from typing import Any

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+|inf)(e[+-]?\d+)?( ?%)?", re.IGNORECASE)


def cell(value: Any) -> str:
    """A value as the text of a cell, without line breaks."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}" if abs(value) < 1e5 else repr(value)
    return " ".join(value.replace("\0", " ").split()) if isinstance(value, str) else str(value)


def safe(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula: where it could be one, an apostrophe is before it.

    >>> safe("=SUM(1)"), safe("-5"), safe("'=x")
    ("'=SUM(1)", '-5', "''=x")
    """
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def safe_row(row: Iterable[str]) -> list[str]:
    """The cells of a row, each as ``safe``."""
    return [safe(cell) for cell in row]


def unsafe_row(row: list[str]) -> list[str]:
    """The cells of a row without the apostrophes of ``safe``."""
    if "'" not in "".join(row):
        return row
    return [cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell for cell in row]
