"""The ranking of configurations, their best settings, and the virtual best solver with each one's contribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.scores.cases import CASE, median_runs, par2, shifted_geometric_mean

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = (
    "configuration", "solver", "route", "formulation", "paradigm", "cases", "solved", "assumed", "par2", "mean",
     "first", "complete",
)  # fmt: skip


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


def table(runs: DataFrame) -> DataFrame:
    """The scores of each configuration over the median runs, one row each, best first.

    Columns: configuration, solver, route, formulation, paradigm, cases, solved, assumed (cases that were given up and
    count as unsolved), par2, mean (shifted geometric), first (cases on which it is the virtual best), complete
    (whether it ran on every case that any configuration ran on).
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
            "route": part["route"].iloc[0],
            "formulation": part["formulation"].iloc[0],
            "paradigm": part["paradigm"].iloc[0],
            "cases": len(part),
            "solved": int(part["solved"].sum()),
            "assumed": int((~part["ran"]).sum()),
            "par2": par2(part),
            "mean": shifted_geometric_mean(part),
            "first": int(first.get(configuration, 0)),
            "complete": len(part) == cases,
        }
        for configuration, part in median.groupby("configuration", sort=True)
    ]
    found = pd.DataFrame(rows, columns=list(COLUMNS))
    keys = ["cases", "par2", "configuration"]
    return found.sort_values(keys, ascending=[False, True, True], ignore_index=True)


def virtual_best(runs: DataFrame) -> DataFrame:
    """For each case the best run of any configuration: solved before unsolved, then the shortest time.

    The virtual best solver: a perfect choice of configuration for each instance. `runs`: as `median_runs`
    gives them. Source: Xu et al., Evaluating component solver contributions to portfolio-based algorithm
    selectors, SAT 2012.
    """
    order = runs.sort_values(["solved", "charged_s", "configuration"], ascending=[False, True, True])
    return order.drop_duplicates(CASE).sort_values(CASE).reset_index(drop=True)
