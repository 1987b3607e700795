"""Scores of runs: pure functions, each with its definition, its source and its units.

In: the table of runs of `reports.data.campaign`, or the median run of each case. Out: tables of scores and intervals,
one row a configuration or solver.

`DEFINITIONS` is what the report prints of them. A *case* is a family, an instance and a goal; a *configuration* a
solver with a formulation, options and threads. All scores treat incomplete information alike:

censored: the time of an unsolved run is only bounded from below, by its limit. Each score states what it charges.
several limits: an unsolved run is charged its own limit, so that scores of runs under several limits do not compare.
incomplete: a configuration that did not run on every case has scores over other cases than the rest: they do not
compare either. `table` tells which these are.
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
from tilings.reports.scores.definitions import DEFINITIONS, Definition
from tilings.reports.scores.inference import FEW, LEVEL, Estimate, intervals, mean_interval, mean_ratio, tails
from tilings.reports.scores.ranking import best_settings, contributions, table, virtual_best

__all__ = [
    "CASE", "CLOCKS", "DEFINITIONS", "FEW", "FEWEST_CASES", "FLOOR_S", "LEVEL", "SEARCH", "SHIFT_S", "WALL",
    "Definition", "Estimate", "best_settings", "contributions", "floored", "intervals", "mean_interval", "mean_ratio",
    "median_runs", "par2", "penalised_times", "shifted_geometric_mean", "table", "tails", "times", "virtual_best",
]  # fmt: skip
