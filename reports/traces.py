"""Reads what solvers told while they ran: each improvement of the objective or of the bound, as it came."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from models.problem import UserError
from runners.record import TRACE_COLUMNS, read_traces

if TYPE_CHECKING:
    from pandas import DataFrame


def traced(folder: Path, run_ids: Collection[str]) -> DataFrame:
    """The traces of these runs, of all files of a campaign, by run and time.

    Columns: run_id; t_s, seconds since the start of the process; objective and bound, NaN where the row tells of the
    other alone. Raises UserError for a cell that is no number.
    """
    import pandas as pd

    rows = [row for path in sorted(folder.glob("trace-*.csv")) if path.stat().st_size for row in read_traces(path)]
    found = pd.DataFrame([row for row in rows if row["run_id"] in run_ids], columns=list(TRACE_COLUMNS))
    for name in TRACE_COLUMNS[1:]:
        try:
            found[name] = pd.to_numeric(found[name].replace("", None)).astype(float)
        except ValueError as error:
            raise UserError(f"{folder}: a row of trace-*.csv has no number in its column {name} ({error})") from None
    return found.sort_values(["run_id", "t_s"], kind="stable", ignore_index=True)
