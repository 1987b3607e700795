"""The table of runs as a file: CSV, or Parquet with types."""

from __future__ import annotations

import importlib.util
import io
from decimal import Decimal
from typing import TYPE_CHECKING, get_type_hints

from tilings.models.problem import UserError
from tilings.models.terminal.command import install_command
from tilings.reports.data.spreadsheet import without_formulas
from tilings.runners.record.schema import RunRecord

if TYPE_CHECKING:
    from pandas import DataFrame, Series


def csv(runs: DataFrame) -> bytes:
    """The table as CSV, an empty cell where a value is not known."""
    return without_formulas(typed(runs)).to_csv(index=False, lineterminator="\n").encode()


def parquet(runs: DataFrame) -> bytes:
    """The table as Parquet, with the columns' types; raises UserError where pyarrow is missing."""
    if importlib.util.find_spec("pyarrow") is None:
        raise UserError(f"--format parquet needs the package pyarrow: {install_command('pyarrow')}")
    file = io.BytesIO()
    typed(runs).to_parquet(file, engine="pyarrow", index=False)
    return file.getvalue()


def typed(runs: DataFrame) -> DataFrame:
    """The runs with one type a column, whichever values this campaign has: whole numbers stay whole beside empty cells.

    The types are those of the record; of derived columns float, bool or text.
    """
    hints = get_type_hints(RunRecord)
    return runs.assign(**{name: _column(runs[name], hints.get(name)) for name in runs.columns})


def _column(values: Series, hint: object) -> Series:
    if hint in (int, int | None):
        return _whole(values)
    if hint in (float, float | None) or (hint is None and values.dtype.kind == "f"):
        return values.astype(float)
    if hint is bool or values.dtype.kind == "b":
        return values.astype(bool)
    return values.astype("string")


def _whole(values: Series) -> Series:
    """Whole numbers, as decimal ones where one has more than 64 bits."""
    try:
        return values.astype("Int64")
    except (OverflowError, TypeError):
        return values.map(lambda value: None if value is None or value != value else Decimal(int(value)))
