"""The MiniZinc Challenge's Borda count: every pair of configurations meets on every case.

The rules are those of 2025 (version 1.1 of 16 May 2025, section Assessment), of the complete score. They have been the
same since 2013; until 2012 the faster of two equal answers took the whole point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.scores.cases import Grid

if TYPE_CHECKING:
    from pandas import DataFrame

QUANTUM_S = 1.0  # "quantized to seconds by rounding towards zero"


def duels(median: DataFrame) -> DataFrame:
    """The points of each configuration (row) against each other one (column) by the MiniZinc Challenge's rules.

    They are summed over the cases that both ran on; the sum of a row is the Borda count, more being better. Of a case
    that only one of two ran on neither has a point, so that counts compare among complete configurations alone.
    `median`: as `median_runs` gives.

    On each case that a pair ran on, the better answer scores 1 and the other 0. Solved is better than not solved: for
    the goals first and count the goal must be reached, for the goal optimum a solution is enough, or the proof that
    there is none. With the goal optimum, next comes a proof, then the better objective.
    Answers that are equal so far share the point by time, t'/(t + t') to the one that took t, half and half if both
    are 0. An unsolved case scores 0, also against another unsolved one: a pair shares one point on each case that
    either solved, and none elsewhere.

    Censored: the time of a run that did not reach its goal is its limit, whatever ended it (the rules count what a run
    had used). Refuted answers are not solved. Should a proof be followed by a better objective elsewhere, a
    contradiction, the proof counts (by the rules each would be better than the other).
    Sources: MiniZinc Challenge 2025, Rules; Stuckey, Becket & Fischer, Philosophy of the MiniZinc challenge,
    Constraints 15, 2010.
    """
    import numpy as np
    import pandas as pd

    grid = Grid(median)
    optimum = median["goal"] == "optimum"
    sign = median["sense"].map({"max": 1.0, "min": -1.0}).astype(float)
    quality = (sign * median["objective"].astype(float)).where(optimum).fillna(-np.inf)
    answered = grid.of(median["solved"] | (optimum & (median["outcome"] == "incumbent")), False)
    # What decides between two answers, the first that differs: each as an array of numbers, more is better.
    proved = grid.of((median["solved"] & optimum).astype(float), 0.0)
    criteria = [answered.astype(float), proved, grid.of(quality, -np.inf)]
    charged = median["charged_s"].fillna(median["wall_limit_s"]).astype(float)
    time = np.floor(grid.of(charged, 0.0) / QUANTUM_S + 1e-9)
    points = np.zeros((len(grid.names), len(grid.names)))
    for row in range(len(grid.names)):
        verdict = np.zeros(grid.ran.shape)
        for values in criteria:
            undecided = verdict == 0
            verdict += undecided * ((values[row] > values).astype(float) - (values[row] < values))
        both = time[row] + time
        share = np.where(both == 0, 0.5, time / np.where(both == 0, 1, both))
        scored = np.where(verdict == 0, share, verdict > 0)
        points[row] = np.where(answered[row] & grid.ran[row] & grid.ran, scored, 0).sum(axis=1)
    np.fill_diagonal(points, 0)
    return pd.DataFrame(points, index=grid.names, columns=grid.names)
