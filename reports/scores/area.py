"""How early good solutions come: the MiniZinc Challenge's area score, and the primal integral."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.scores.cases import CASE, median_runs

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_WITHOUT, _QUALITY, _PROOF = 0.25, 0.5, 0.25  # weights: no solution yet, the solution's quality, no proof yet


def areas(runs: DataFrame, traces: DataFrame) -> DataFrame:
    """The area score and the primal integral of each median run with the goal optimum, in seconds; less is better.

    Columns: family, instance, goal, configuration, area_s, primal_s, and traced: whether every improvement is known.
    traces: as in `reports.data.campaign.Results`: run_id, t_s, objective.

    Wall-clock seconds from the start of the process, up to T, the run's wall limit; x(t) is the best objective that the
    run had by t, from its trace. Of a run that left none only the last solution is known, and when the first came:
    until the last one it counts as having only a worthless solution, so that its scores are upper bounds.

    primal_s, the primal integral: the integral of the gap from 0 to T. The gap is 1 before the first solution, then
    |x(t) - x*| / max(|x(t)|, |x*|), 0 where both are 0, 1 where their signs differ; so it is the same for min and max.
    x* is the best objective of any run on the case. NaN where nobody found a solution.

    area_s: 0.25 f + 0.5 q + 0.25 u. f is the time of the first solution, u the time used (T if the goal was not
    reached), q the integral up to u of how far the solution is from the best, (x(t) - x*) / (w - x*), where w is the
    worst first solution known of any configuration: 1 before the first solution, then 0 where w = x*. T for a run
    without a solution; u where nobody found one. So the Challenge's published tables are computed (scoring.js); the
    text of its rules divides by w - x* + 1, and leaves out what comes after the last solution.

    Refuted answers are no solutions. Scores of runs under different limits do not compare.
    Sources: Berthold, Measuring the impact of primal heuristics, Operations Research Letters 41, 2013; MiniZinc
    Challenge 2025, Rules, and minizinc.org/challenge/scoring.js.
    """
    every = runs[runs["counts"] & (runs["goal"] == "optimum")].reset_index(drop=True)
    every["run"] = every.index
    every["limit"] = every["wall_limit_s"].astype(float)
    known = _steps(every, traces)
    own = median_runs(every).set_index("run")
    best = _of_case(own, known, "min")
    known = known[known["run"].isin(own.index)].copy()
    worst = _of_case(own, known.drop_duplicates("run"), "max")
    known["gap"] = gap(known["loss"], known["run"].map(best))
    known["far"] = ((known["loss"] - known["run"].map(best)) / known["run"].map(worst - best)).fillna(0)

    limit = own["limit"]
    used = own["wall_s"].fillna(own["time_s"]).astype(float).clip(upper=limit).where(own["solved"], limit)
    worthless = known.groupby("run")["t_s"].first().reindex(own.index)  # seconds until a solution of known worth
    first = own["first_s"].astype(float).fillna(worthless).clip(upper=worthless)
    quality = worthless + _integral(known, "far", used)
    area = _WITHOUT * first + _QUALITY * quality + _PROOF * used
    found = own[[*CASE, "configuration"]].copy()
    found["area_s"] = area.fillna(limit).where(best.notna(), used)
    found["primal_s"] = (worthless + _integral(known, "gap", limit)).fillna(limit).where(best.notna())
    found["traced"] = own["run_id"].isin(traces[traces["objective"].notna()]["run_id"]) | worthless.isna()
    return found.reset_index(drop=True)


def _steps(every: DataFrame, traces: DataFrame) -> DataFrame:
    """Each improvement of each run, in order: run, case, t_s, and loss, the objective with less being better."""
    import pandas as pd

    solved = every[every["outcome"].isin(["solved", "incumbent"]) & every["objective"].notna()]
    about = solved[["run", "run_id", "sense", "limit", *CASE]]
    last = about.assign(objective=solved["objective"].astype(float))
    last["t_s"] = solved["best_s"].astype(float).fillna(solved["wall_s"].astype(float)).fillna(solved["time_s"])
    found = pd.concat([about.merge(traces[["run_id", "t_s", "objective"]].dropna(), on="run_id"), last])
    found["loss"] = found["objective"].astype(float) * found["sense"].map({"min": 1.0, "max": -1.0}).astype(float)
    found["t_s"] = found["t_s"].astype(float).clip(upper=found["limit"])
    found = found.dropna(subset="loss").sort_values(["run", "t_s"], kind="stable", ignore_index=True)
    before = found.groupby("run")["loss"].cummin().groupby(found["run"]).shift()
    return found[before.isna() | (found["loss"] < before)]


def _of_case(own: DataFrame, known: DataFrame, which: str) -> Series:
    """The least or greatest loss on the case of each of the runs; NaN where there is none."""
    import pandas as pd

    extreme = known.groupby(CASE)["loss"].agg(which)
    return pd.Series(extreme.reindex(pd.MultiIndex.from_frame(own[CASE])).to_numpy(), index=own.index)


def gap(values: Series, best: Series) -> Series:
    """Berthold's gaps of values to the best ones, from 0 to 1."""
    import numpy as np

    scale = np.maximum(values.abs(), best.abs())
    return ((values - best).abs() / scale.where(scale > 0, 1)).where(values * best >= 0, 1.0)


def _integral(known: DataFrame, column: str, end: Series) -> Series:
    """The integral by run over the steps' values, each until the next one, the last until `end`."""
    until = known.groupby("run")["t_s"].shift(-1).fillna(known["run"].map(end))
    return (known[column] * (until - known["t_s"]).clip(lower=0)).groupby(known["run"]).sum().reindex(end.index)
