"""Reads what `studies.busche` wrote: Table 2 run again, and the effort by the number of remaining pieces."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from studies.tables import Schema, read

if TYPE_CHECKING:
    from pandas import DataFrame

TABLE2 = Schema(
    "table2",
    ("case", "instance", "settings", "scale", "equal"),
    ("published_trials", "trials", "published_attempts", "published_fits", "published_unique", "published_s",
     "attempts", "fits", "unique", "fits_error", "unique_error", "user_s"),
    {
        "fits_error": lambda rows: True,
        "unique_error": lambda rows: True,
        "attempts": lambda rows: rows["scale"] != "complete",
    },
)  # fmt: skip
EFFORT = Schema("effort", ("case",), ("remaining", "attempts", "fits"))


@dataclass(frozen=True)
class Reproduced:
    """The two tables; None for one that is not there."""

    table2: DataFrame | None
    effort: DataFrame | None

    def __bool__(self) -> bool:
        return self.table2 is not None or self.effort is not None


def load(folder: Path) -> Reproduced:
    """The tables in a folder, of a case the last row; raises UserError for one that is not of its schema."""
    table2 = read(folder, TABLE2)
    return Reproduced(None if table2 is None else table2.drop_duplicates("case", keep="last"), read(folder, EFFORT))
