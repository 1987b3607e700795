"""Anytime behaviour: when the solution of a run came near the best known value, reached it, and was proven the best.

The *gap* of a value v to the best known value b is |v - b| / max(|v|, |b|), 0 where both are 0 and 1 where they have
different signs: from 0, there, to 1. Source: Berthold, Measuring the impact of primal heuristics, Operations Research
Letters 41, 2013. A run that did not tell of its solutions as they came counts with its last one alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.scores import CASE

if TYPE_CHECKING:
    from pandas import DataFrame, Series

NEAR = 0.05  # the gap of a good solution
_END = 0.95  # of its time: a solution from there on came with the end of the run
_BOTH_SIDES = {"min": 1.0, "max": -1.0}


def arrivals(median: DataFrame, traces: DataFrame | None) -> DataFrame:
    """The runs of goal optimum of each ranked solver on each case of which a solution is known, a row each.

    Further columns: near_s, reach_s and proof_s: when the gap was NEAR or less, when it was 0, and when it was proven,
    infinite where that did not come about; told: whether a solution is known of before the end of the run. Of a
    solver's configurations counts the one that solves the most in the family, in the least time. Only solvers that ran
    on all of these cases are there.
    median: as `reports.scores.median_runs` gives it; traces: as in `reports.data.campaign.Results`, None for none.
    """
    import numpy as np
    import pandas as pd

    every = median[median["goal"] == "optimum"].copy()
    signs = every["sense"].map(_BOTH_SIDES).astype(float)
    sign = signs.groupby([every[name] for name in CASE]).transform("first")  # a run that was given up has none
    every["last"] = (sign * every["objective"].astype(float)).where(every["outcome"].isin(["solved", "incumbent"]))
    every["least"] = every.groupby(CASE)["last"].transform("min")
    own = _of_solvers(every[every["ranked"] & every["least"].notna()]).reset_index(drop=True)

    about = own[["run_id", "least"]].assign(run=own.index, sign=sign.reindex(own.index))
    columns = ["run_id", "t_s", "objective"]
    told = about.merge((pd.DataFrame(columns=columns) if traces is None else traces[columns]).dropna(), on="run_id")
    steps = pd.DataFrame({"run": told["run"], "t_s": told["t_s"], "loss": told["sign"] * told["objective"]})
    last = pd.DataFrame(
        {"run": own.index, "t_s": own["best_s"].astype(float).fillna(own["time_s"]), "loss": own["last"]}
    )
    steps = pd.concat([steps, last]).astype(float).dropna(subset="loss")
    steps = steps[own["last"].notna().reindex(steps["run"]).to_numpy(dtype=bool)]
    left = gap(steps["loss"], own["least"].reindex(steps["run"]).set_axis(steps.index))
    for column, most in (("near_s", NEAR), ("reach_s", 0.0)):
        first = steps[left <= most].groupby("run")["t_s"].min()
        own[column] = first.reindex(own.index).fillna(np.inf)
    points = steps.groupby("run")["t_s"].agg(["size", "min"]).reindex(own.index)
    own["told"] = (points["size"] > 2) | (points["min"] < _END * own["time_s"])  # one is the end of the run
    own["proof_s"] = own["time_s"].where(own["solved"], np.inf)
    return own


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
    own = runs.merge(order.drop_duplicates(["family", "solver"])[who], on=who)
    return own[own.groupby("solver")["solver"].transform("size") == len(runs.drop_duplicates(CASE))]
