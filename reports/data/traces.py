"""Reads the traces of runs: each improvement of the objective or of the bound, with its time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from models.problem import UserError
from runners.record import csv_log
from runners.record.schema import TRACE_COLUMNS

if TYPE_CHECKING:
    from pandas import DataFrame


def traced(folder: Path, attempts: Mapping[str, int]) -> DataFrame:
    """The traces of runs, of all files of a campaign, by run and time. attempts: by run_id the attempt that counts.

    Columns: run_id; t_s, seconds since the start of the process; objective and bound, NaN if the row has only the
    other. Raises UserError for a cell that is no number, or a negative time.
    """
    import pandas as pd

    files = [_read(path) for path in sorted(folder.glob("trace-*.csv")) if path.stat().st_size]
    found = pd.concat([pd.DataFrame(columns=list(TRACE_COLUMNS)).astype(_TYPES), *files], ignore_index=True)
    found = found[found["run_id"].map(dict(attempts)) == found.pop("attempt")]
    return found.sort_values(["run_id", "t_s"], kind="stable", ignore_index=True)


_TYPES = {"run_id": "str", "t_s": float, "objective": float, "bound": float, "attempt": float}


def _read(path: Path) -> DataFrame:
    import numpy as np
    import pandas as pd

    header, rows = csv_log.read(path, TRACE_COLUMNS)
    found = pd.DataFrame(rows, columns=header).reindex(columns=list(TRACE_COLUMNS))
    if found.empty:
        return found.astype(_TYPES)
    found["attempt"] = found["attempt"].astype(object).fillna("").replace("", "1")  # older files do not name it
    for name in TRACE_COLUMNS[1:]:
        told = found[name].str.strip() != ""
        numbers = pd.to_numeric(found[name].where(told), errors="coerce").astype(float)
        wrong = ~np.isfinite(numbers) & told if name != "t_s" else ~(numbers >= 0) | np.isinf(numbers)
        if wrong.any():
            at = int(wrong.argmax())
            raise UserError(f"{path}:{at + 2}: {name} '{found[name][at]}' is no number that it can be: mend the line")
        found[name] = numbers
    return found.astype(_TYPES)
