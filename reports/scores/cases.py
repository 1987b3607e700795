"""The median run of each configuration and case, and runs as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame

CASE = ["family", "instance", "goal"]
FLOOR_S = 0.001  # shorter times count as this: the clock is no finer
FEWEST_CASES = 15  # of a figure over cases


def median_runs(runs: DataFrame) -> DataFrame:
    """One run for each configuration and case (family, instance, goal): its median run.

    Where a case was run several times (seeds, repetitions), its runs are put in order, solved ones first and
    by time, and the middle one stands for them (the lower middle of an even number). Runs that never took
    place (not installed, not applicable, interrupted, harness errors) are left out; those that were given up count as
    unsolved.
    """
    import numpy as np

    counted = np.flatnonzero(runs["counts"])
    own = runs[[*CASE, "configuration", "solved", "time_s"]].iloc[counted]
    group = own.groupby([*CASE, "configuration"], sort=True).ngroup().to_numpy()
    order = np.lexsort((own["time_s"], ~own["solved"], group))  # a stable sort keeps equal ones in their order
    sizes = np.bincount(group)
    middle = np.cumsum(sizes) - sizes + (sizes - 1) // 2
    return runs.iloc[counted[order[middle]]].reset_index(drop=True)


def complete(median: DataFrame) -> set[str]:
    """The configurations that ran on every case that any of them ran on. `median`: as `median_runs` gives them."""
    ran = median["configuration"].value_counts()
    return set(ran[ran == len(median.drop_duplicates(CASE))].index)


class Grid:
    """Median runs as arrays: a row a configuration, in alphabetic order, a column a case, in the order of CASE.

    names: of the rows. ran: whether there is a run, of shape (rows, cases).
    """

    def __init__(self, median: DataFrame) -> None:
        import numpy as np
        import pandas as pd

        self._median = median
        self._row, names = pd.factorize(median["configuration"], sort=True)
        self._column = median.groupby(CASE, sort=True).ngroup().to_numpy()
        self.names: list[str] = list(names)
        self.ran = np.zeros((len(names), int(self._column.max(initial=-1)) + 1), dtype=bool)
        self.ran[self._row, self._column] = True

    def of(self, values: Any, missing: Any) -> ndarray[Any, Any]:
        """Values of the runs, or a column of their table by its name, laid out; `missing` where there is no run."""
        import numpy as np

        own = self._median[values] if isinstance(values, str) else values
        laid = np.full(self.ran.shape, missing)
        laid[self._row, self._column] = own
        return laid


def floored(times: Any) -> Any:
    """Times of which those below FLOOR_S count as FLOOR_S."""
    return times.astype(float).clip(lower=FLOOR_S)
