"""Scores of runs: pure functions, each with its definition, its source and its units.

In: the table of runs of `reports.data.campaign`, or the median run of each case. Out: tables of scores, intervals and
tests, one row a configuration or solver.

`DEFINITIONS` is what the report prints of them. A *case* is a family, an instance and a goal; a *configuration* a
solver with a formulation, options and threads. All scores treat incomplete information alike:

censored: the time of an unsolved run is only bounded from below, by its limit. Each score states what it charges.
several limits: an unsolved run is charged its own limit, so that scores of runs under several limits do not compare.
incomplete: a configuration that did not run on every case has scores over other cases than the rest: they do not
compare either. `table` tells which these are.
"""

from reports.scores.cases import CASE, FEWEST_CASES, FLOOR_S, Grid, complete, floored, median_runs
from reports.scores.definitions import DEFINITIONS, Definition
from reports.scores.intervals import FEW, LEVEL, intervals, mean_interval, tails
from reports.scores.means import SHIFT_S, par2, penalised_times, shifted_geometric_mean
from reports.scores.portfolio import contributions, virtual_best
from reports.scores.ranking import best_settings, table
from reports.scores.ranks import Ranks, holm, ranks

__all__ = [
    "CASE", "DEFINITIONS", "FEW", "FEWEST_CASES", "FLOOR_S", "LEVEL", "SHIFT_S", "Definition", "Grid", "Ranks",
    "best_settings", "complete", "contributions", "floored", "holm", "intervals", "mean_interval",
    "median_runs", "par2", "penalised_times", "ranks", "shifted_geometric_mean", "table", "tails", "virtual_best",
]  # fmt: skip
