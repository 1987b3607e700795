"""Means of run times over cases, and what each charges for an unsolved run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame, Series

SHIFT_S = 1.0


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
