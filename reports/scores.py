"""Scores of runs: pure functions on the table of `reports.load`, each with its definition and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame, Series

CASE = ["family", "instance", "goal"]
SCORES = ("configuration", "solver", "formulation", "cases", "solved", "par2", "mean", "first", "complete")
SHIFT_S = 1.0


def median_runs(runs: DataFrame) -> DataFrame:
    """One run for each configuration and case (family, instance, goal): its median run.

    Where a case was run several times (seeds, repetitions), its runs are put in order, solved ones first and
    by time, and the middle one stands for them (the lower middle of an even number). Runs that never took
    place (not installed, not applicable, interrupted, harness errors) are left out.
    """
    order = runs[runs["ran"]].sort_values(["solved", "time_s"], ascending=[False, True], kind="stable")
    groups = order.groupby([*CASE, "configuration"], sort=True)
    middle = (groups["solved"].transform("size") - 1) // 2
    return order[groups.cumcount() == middle].sort_values([*CASE, "configuration"]).reset_index(drop=True)


def penalised_times(runs: DataFrame, factor: float = 2.0) -> Series:
    """Seconds of each run, in which an unsolved one counts as `factor` times its wall limit."""
    return runs["time_s"].where(runs["solved"], factor * runs["wall_limit_s"]).astype(float)


def par2(runs: DataFrame) -> float:
    """PAR2, the penalised average run time: the mean time, an unsolved run counting twice its limit. Seconds.

    Sources: Froleyks et al., SAT Competition 2020, Artificial Intelligence 301, 2021; as PAR10 in Hutter et
    al., ParamILS, JAIR 36, 2009.
    NaN for no runs.
    """
    return float(penalised_times(runs).mean())


def shifted_geometric_mean(runs: DataFrame, shift: float = SHIFT_S) -> float:
    """exp(mean(log(t + shift))) - shift over all runs, an unsolved run counting its limit. Seconds.

    The shift keeps the ratios of very short times from dominating.
    Source: Achterberg, Constraint Integer Programming, 2007; Mittelmann's benchmarks. NaN for no runs.
    """
    import numpy as np

    return float(np.exp(np.log(runs["charged_s"].astype(float) + shift).mean()) - shift)


def best_settings(median: DataFrame) -> set[str]:
    """The configuration of each solver and formulation with its best options and threads.

    Of those that ran on the most cases it is the one that solves the most of them, in the least time, an unsolved run
    counting its limit. `median`: as `median_runs` gives them.
    """
    scores = median.groupby(["solver", "formulation", "configuration"], as_index=False).agg(
        ran=("solved", "size"), solved=("solved", "sum"), time=("charged_s", "mean")
    )
    order = scores.sort_values(["ran", "solved", "time", "configuration"], ascending=[False, False, True, True])
    return set(order.drop_duplicates(["solver", "formulation"])["configuration"])


def virtual_best(runs: DataFrame) -> DataFrame:
    """For each case the best run of any configuration: solved before unsolved, then the shortest time.

    The virtual best solver: a perfect choice of configuration for each instance. `runs`: as `median_runs`
    gives them. Source: Xu et al., Evaluating component solver contributions to portfolio-based algorithm
    selectors, SAT 2012.
    """
    order = runs.sort_values(["solved", "charged_s", "configuration"], ascending=[False, True, True])
    return order.drop_duplicates(CASE).sort_values(CASE).reset_index(drop=True)


def table(runs: DataFrame) -> DataFrame:
    """The scores of each configuration over the median runs, one row each, best first.

    Columns: configuration, solver, formulation, cases, solved, par2, mean (shifted geometric), first (cases
    on which it is the virtual best), complete (whether it ran on every case that any configuration ran on).
    Incomplete configurations come last, those of the most cases first: their means are over other cases and cannot be
    ranked with the rest.
    """
    import pandas as pd

    median = median_runs(runs)
    cases = len(median.drop_duplicates(CASE))
    best = virtual_best(median)
    first = best[best["solved"]]["configuration"].value_counts()
    rows = [
        {
            "configuration": configuration,
            "solver": part["solver"].iloc[0],
            "formulation": part["formulation"].iloc[0],
            "cases": len(part),
            "solved": int(part["solved"].sum()),
            "par2": par2(part),
            "mean": shifted_geometric_mean(part),
            "first": int(first.get(configuration, 0)),
            "complete": len(part) == cases,
        }
        for configuration, part in median.groupby("configuration", sort=True)
    ]
    found = pd.DataFrame(rows, columns=list(SCORES))
    keys = ["cases", "par2", "configuration"]
    return found.sort_values(keys, ascending=[False, True, True], ignore_index=True)
