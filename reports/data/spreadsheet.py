"""Tables as files that spreadsheets read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.runners.record.cells import safe

if TYPE_CHECKING:
    from pandas import DataFrame


def without_formulas(table: DataFrame) -> DataFrame:
    """The table with an apostrophe before each text that a spreadsheet would take for a formula."""
    texts = table.select_dtypes(["object", "string"])
    return table.assign(**texts.map(lambda value: safe(value) if isinstance(value, str) else value))
