"""The median run of each configuration and case, times by two clocks, and means over cases.

The two clocks: wall, from the call to the answer, and search, which runs once the model stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilings.runners.record.climbs import FLOOR_S

if TYPE_CHECKING:
    from pandas import DataFrame, Series

CASE = ["family", "instance", "goal"]
FEWEST_CASES = 15  # of a figure over cases
SHIFT_S = 1.0
WALL, SEARCH = "wall", "search"
CLOCKS = (WALL, SEARCH)


def median_runs(runs: DataFrame) -> DataFrame:
    """One run for each configuration and case (family, instance, goal): its median run.

    Where a case was run several times (seeds, repetitions), its runs are put in order, solved ones first and
    by time, and the middle one stands for them: of an even number the lower one, or the upper one unless more than half
    are solved (as in `runners.record.climbs`). Runs that never took place (not installed, not applicable, interrupted,
    harness errors) are left out; those that were given up count as unsolved.
    """
    import numpy as np

    counted = np.flatnonzero(runs["counts"])
    own = runs[[*CASE, "configuration", "solved", "time_s"]].iloc[counted]
    group = own.groupby([*CASE, "configuration"], sort=True).ngroup().to_numpy()
    order = np.lexsort((own["time_s"], ~own["solved"], group))  # a stable sort keeps equal ones in their order
    sizes = np.bincount(group)
    first = np.cumsum(sizes) - sizes
    lower, upper = order[first + (sizes - 1) // 2], order[first + sizes // 2]
    middle = np.where(own["solved"].to_numpy()[upper], lower, upper)
    return runs.iloc[counted[middle]].reset_index(drop=True)


def floored(times: Any) -> Any:
    """Times of which those below FLOOR_S count as FLOOR_S."""
    return times.astype(float).clip(lower=FLOOR_S)


def times(runs: DataFrame, clock: str) -> Series:
    """Seconds by a clock; by that of the search the wall time, which is no less, where a run recorded none."""
    wall = runs["time_s"].astype(float)
    return wall if clock == WALL else runs["solve_s"].astype(float).fillna(wall)


def penalised_times(runs: DataFrame) -> Series:
    """Seconds of each run, in which an unsolved one counts as twice its wall limit."""
    return runs["time_s"].where(runs["solved"], 2 * runs["wall_limit_s"]).astype(float)


def par2(runs: DataFrame) -> float:
    """PAR2, the penalised average run time: the mean time, an unsolved run counting twice its limit. Seconds.

    NaN for no runs. Source: Froleyks et al., SAT Competition 2020, Artificial Intelligence 301, 2021.
    """
    return float(penalised_times(runs).mean())


def shifted_geometric_mean(runs: DataFrame) -> float:
    """exp(mean(log(t + SHIFT_S))) - SHIFT_S over all runs, an unsolved run counting its limit. Seconds.

    The shift keeps the ratios of very short times from dominating.
    Source: Achterberg, Constraint Integer Programming, 2007; Mittelmann's benchmarks. NaN for no runs.
    """
    import numpy as np

    return float(np.exp(np.log(runs["charged_s"].astype(float) + SHIFT_S).mean()) - SHIFT_S)
