"""The median run of each case, and means over cases with their intervals: pure functions with units and sources.

In: the table of runs of `reports.data.campaign`, or the median run of each case. Out: tables and plain values. A *case*
is a family, an instance and a goal; a *configuration* a solver with a formulation, options and threads. The time of an
unsolved run is only bounded from below, by its own limit: each function states what it charges.
"""

from tilings.reports.scores.cases import (
    CASE,
    CLOCKS,
    FEWEST_CASES,
    FLOOR_S,
    SEARCH,
    SHIFT_S,
    WALL,
    floored,
    median_runs,
    par2,
    penalised_times,
    shifted_geometric_mean,
    times,
)
from tilings.reports.scores.inference import FEW, LEVEL, Estimate, mean_interval, mean_ratio, ratio
from tilings.reports.scores.ranking import best_settings, table, virtual_best

__all__ = [
    "CASE", "CLOCKS", "FEW", "FEWEST_CASES", "FLOOR_S", "LEVEL", "SEARCH", "SHIFT_S", "WALL", "Estimate",
    "best_settings", "floored", "mean_interval", "mean_ratio", "median_runs", "par2", "penalised_times", "ratio",
    "shifted_geometric_mean", "table", "times", "virtual_best",
]  # fmt: skip
