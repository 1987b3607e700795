"""Anytime behaviour: when the solution of a run came near the best known value, reached it, and was proven the best.

The *gap* of a value v to the best known value b is |v - b| / max(|v|, |b|), 0 where both are 0 and 1 where they have
different signs: from 0, there, to 1. Source: Berthold, Measuring the impact of primal heuristics, Operations Research
Letters 41, 2013. A run without a trace counts with its last solution alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.scores import CASE

if TYPE_CHECKING:
    from pandas import DataFrame, Series

NEAR = 0.05  # the gap of a good solution
_END = 0.95  # share of the run's time from which on a solution counts as that of the end
_BOTH_SIDES = {"min": 1.0, "max": -1.0}


def arrivals(median: DataFrame, traces: DataFrame | None) -> DataFrame:
    """The runs of goal optimum of each ranked solver on each case with a known solution, a row each.

    Further columns: near_s, reach_s and proof_s: the seconds until the gap was NEAR or less, until it was 0, and until
    the proof, infinite where that was not reached; told: whether a solution before the end of the run is recorded. A
    solver is represented by the configuration that solves the most in the family, in the least time. Solvers that did
    not run on all of these cases are left out.
    median: as `reports.scores.median_runs` returns it; traces: as in `reports.data.campaign.Results`, or None.
    """
    import numpy as np
    import pandas as pd

    every = median[median["goal"] == "optimum"].copy()
    signs = every["sense"].map(_BOTH_SIDES).astype(float)
    sign = signs.groupby([every[name] for name in CASE]).transform("first")  # a run that was given up has none
    every["last"] = (sign * every["objective"].astype(float)).where(every["outcome"].isin(["solved", "incumbent"]))
    every["least"] = every.groupby(CASE)["last"].transform("min")
    runs = _of_solvers(every[every["ranked"] & every["least"].notna()]).reset_index(drop=True)

    about = runs[["run_id", "least"]].assign(run=runs.index, sign=sign.reindex(runs.index))
    columns = ["run_id", "t_s", "objective"]
    points = about.merge((pd.DataFrame(columns=columns) if traces is None else traces[columns]).dropna(), on="run_id")
    steps = pd.DataFrame({"run": points["run"], "t_s": points["t_s"], "loss": points["sign"] * points["objective"]})
    end_s = runs["best_s"].astype(float).fillna(runs["time_s"])
    last = pd.DataFrame({"run": runs.index, "t_s": end_s, "loss": runs["last"]})
    steps = pd.concat([steps, last]).astype(float).dropna(subset="loss")
    steps = steps[runs["last"].notna().reindex(steps["run"]).to_numpy(dtype=bool)]
    gaps = gap(steps["loss"], runs["least"].reindex(steps["run"]).set_axis(steps.index))
    for column, most in (("near_s", NEAR), ("reach_s", 0.0)):
        first = steps[gaps <= most].groupby("run")["t_s"].min()
        runs[column] = first.reindex(runs.index).fillna(np.inf)
    times = steps.groupby("run")["t_s"].agg(["size", "min"]).reindex(runs.index)
    runs["told"] = (times["size"] > 2) | (times["min"] < _END * runs["time_s"])  # one is the end of the run
    runs["proof_s"] = runs["time_s"].where(runs["solved"], np.inf)
    return runs


def gap(values: Series, best: Series) -> Series:
    """The gaps of values to the best ones."""
    import numpy as np

    scale = np.maximum(values.abs(), best.abs())
    return ((values - best).abs() / scale.where(scale > 0, 1)).where(values * best >= 0, 1.0)


def _of_solvers(runs: DataFrame) -> DataFrame:
    """The runs of each solver's best configuration in each family, of the solvers that ran on every case."""
    who = ["family", "solver", "configuration"]
    scores = runs.groupby(who, as_index=False).agg(
        ran=("solved", "size"), solved=("solved", "sum"), time=("charged_s", "mean")
    )
    order = scores.sort_values(["ran", "solved", "time", "configuration"], ascending=[False, False, True, True])
    best = runs.merge(order.drop_duplicates(["family", "solver"])[who], on=who)
    return best[best.groupby("solver")["solver"].transform("size") == len(runs.drop_duplicates(CASE))]
