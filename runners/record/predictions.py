"""Predictions of the reach under a longer limit, each written before the first run of a climb in that round.

A prediction is the fitted reach (runners.record.curves) of the rows under the shorter limits. ``predictions-KofN.csv``
of a campaign's folder has a row for each, and is read with a torn end as runs-*.csv are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.record import csv_log
from tilings.runners.record.curves import Estimate
from tilings.runners.record.schema import RunRecord, configuration

KIND = "predictions"


class Key(NamedTuple):
    """What a prediction is for; each has one."""

    family: str
    ladder: str
    goal: str
    configuration: str
    limit_s: float


@dataclass(frozen=True)
class Prediction:
    """A reach expected under a limit. Its fields are the columns of the file, in their order.

    predicted_at: the time at which it was written, in ISO format.
    ladder: the ladder's class, and its side if it has one, as in the rows of runs.
    cpu_model: the processor on which the rows were made.
    from_limit_s: the longest of the shorter limits.
    limit_s: the limit for which it is made.
    held: the largest size that is solved under the shorter limit.
    reach, low, high: the size expected, and the ends of its interval; infinite, and empty in the file, without an end.
    """

    predicted_at: str
    family: str
    ladder: str
    goal: str
    configuration: str
    cpu_model: str
    from_limit_s: float
    limit_s: float
    held: float
    reach: float
    low: float
    high: float

    @property
    def key(self) -> Key:
        return Key(self.family, self.ladder, self.goal, self.configuration, self.limit_s)

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.reach, self.low, self.high)

    @property
    def cells(self) -> list[Any]:
        values = (getattr(self, name) for name in COLUMNS)
        return [None if value == math.inf else value for value in values]


COLUMNS = tuple(field.name for field in fields(Prediction))
_WORDS = COLUMNS.index("from_limit_s")  # the first column of a number


def key(run: RunRecord) -> Key:
    """The prediction that was to be made before a run."""
    return Key(run.family, run.ladder, run.goal, configuration(run), run.wall_limit_s)


def read(folder: Path) -> list[tuple[str, Prediction]]:
    """The predictions of a campaign's folder, each with its file and line. Raises UserError for one that is broken."""
    found = []
    for path in files.matching(folder, f"{KIND}-*.csv"):
        for line, cells in enumerate(csv_log.read(path, COLUMNS)[0], 2):
            try:
                datetime.fromisoformat(cells[0])
                values: list[Any] = [*cells[:_WORDS], *(float(cell or math.inf) for cell in cells[_WORDS:])]
            except ValueError as error:
                raise UserError(f"{path}:{line}: not a prediction ({error}): correct or remove the line") from None
            found.append((f"{path}:{line}", Prediction(*values)))
    return found
