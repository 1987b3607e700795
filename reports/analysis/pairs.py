"""Pairs of a solver and a model: how long each takes beside others on the same cases, with one of the two held fixed.

A *model* is a formulation, with its best settings on the solver, named without its language: `cover` is one model that
is written in several languages.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilings.reports.analysis.leads import decides
from tilings.reports.scores import CASE, best_settings, floored, median_runs, ratio

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame, Series

    Array = ndarray[Any, Any]

PAIR = ["family", "route", "model"]
_COLUMNS = [
    *CASE, "configuration", "solver", "formulation", "route", "paradigm", "ranked", "counts", "ran", "solved",
    "time_s", "charged_s",
]  # fmt: skip


@dataclass(frozen=True)
class Effect:
    """A solver or model (`other`) against the best one (`first`), with `held` held fixed, in a family.

    paradigm: of the other. cases: that both ran on; first_solved, other_solved: of these. charged: the geometric mean
    of the ratios of their times, an unsolved run counting as its limit. both: cases that both solve; ratio: the
    geometric mean over these, NaN where there are none; low, high: its interval over cases and seeds
    (`reports.analysis.leads`), NaN for too few. decided: whether the first is better by more than chance. assumed:
    cases on which the other was given up, which count as unsolved.
    """

    family: str
    held: str
    first: str
    other: str
    paradigm: str
    cases: int
    first_solved: int
    other_solved: int
    charged: float
    both: int
    ratio: float
    low: float
    high: float
    decided: bool
    assumed: int

    @property
    def bound(self) -> str:
        """The sign before `charged`, which is a lower bound where cases were not solved; else empty."""
        return "≥" if self.other_solved < self.cases else ""


def models(runs: DataFrame) -> Series:
    """The name of each run's model: without its language, unless a solver ran two models of one name."""
    short = runs["formulation"].str.replace("^[^_]*_", "", regex=True)
    rivals = runs.assign(short=short).groupby(["family", "route", "short"])["formulation"].transform("nunique")
    return short.where(rivals == 1, runs["formulation"])


def paired(runs: DataFrame, ranked: bool = False) -> DataFrame:
    """The runs that count of each solver and formulation with its best settings in a family.

    ranked: only of ranked solvers. Further columns: model; log, of the time, an unsolved run counting as its limit.
    """
    import numpy as np

    timed = runs.loc[runs["timed"] & (runs["ranked"] | (not ranked)), _COLUMNS]
    parts = [(part, best_settings(median_runs(part))) for _, part in timed.groupby("family")]
    chosen = timed.loc[[place for part, best in parts for place in part.index[part["configuration"].isin(best)]]]
    return chosen.assign(model=models(chosen), log=np.log(floored(chosen["charged_s"])))


def relative(runs: DataFrame) -> DataFrame:
    """The median runs on cases that a ranked pair solved, with log of the time by the least time of a ranked pair.

    `runs`: as `paired` returns them.
    """
    median = median_runs(runs)
    least = median["log"].where(median["ranked"] & median["solved"]).groupby([median[key] for key in CASE])
    logs = median["log"] - least.transform("min")
    return median.assign(log=logs)[logs.notna()]


def summary(median: DataFrame) -> DataFrame:
    """A row a pair, indexed by PAIR: cases, solved, ran, and times, the geometric mean of the ratios of `relative`."""
    import numpy as np

    table = median.groupby(PAIR, sort=True).agg(
        cases=("log", "size"), solved=("solved", "sum"), ran=("ran", "sum"), times=("log", "mean")
    )
    return table.assign(times=np.exp(table["times"]))


def effects(runs: DataFrame, held: str, varied: str) -> list[Effect]:
    """With one column held fixed: every value of another column beside the best one, by family and held value.

    The best one (`Effect.first`) is, of those that ran on the most cases, the one with the least geometric mean time,
    an unsolved run counting as its limit. The others follow by their time, the fastest first. `runs`: ranked runs as
    `paired` returns them, with one configuration a value.
    """
    result = []
    for (family, value), part in runs.groupby(["family", held], sort=True):
        if part[varied].nunique() > 1:
            result += _effects(str(family), str(value), part, varied)
    return result


def _effects(family: str, held: str, part: DataFrame, varied: str) -> list[Effect]:
    import numpy as np
    import pandas as pd

    row_of, names = pd.factorize(part[varied], sort=True)
    column_of = part.groupby(CASE).ngroup().to_numpy()
    shape = len(names), column_of.max() + 1
    median = median_runs(part.assign(place=range(len(part))))["place"].to_numpy()
    logs, solved, assumed = np.full(shape, np.nan), np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    logs[row_of[median], column_of[median]] = part["log"].to_numpy()[median]
    solved[row_of[median], column_of[median]] = part["solved"].to_numpy()[median]
    assumed[row_of[median], column_of[median]] = ~part["ran"].to_numpy()[median]
    seeds = _split(
        part["log"].to_numpy(), row_of * shape[1] + column_of, part["solved"].to_numpy() & solved[row_of, column_of]
    )
    ran = ~np.isnan(logs)
    first, *order = np.lexsort([np.nanmean(logs, axis=1), -ran.sum(axis=1)])
    paradigms = dict(zip(row_of, part["paradigm"], strict=True))
    result = []
    for other in order:
        common, both = ran[first] & ran[other], np.flatnonzero(solved[first] & solved[other])
        times, low, high = ratio(*([seeds[row * shape[1] + column] for column in both] for row in (first, other)))
        alone, others = (int((solved[row] & common).sum()) - len(both) for row in (first, other))
        charged = math.exp((logs[other] - logs[first])[common].mean()) if common.any() else math.nan
        result.append(Effect(
            family, held, str(names[first]), str(names[other]), str(paradigms[other]), int(common.sum()),
            alone + len(both), others + len(both), charged, len(both), times, low, high, decides(alone, others, low),
            int((assumed[other] & common).sum()),
        ))  # fmt: skip
    return sorted(result, key=lambda effect: (effect.charged, effect.other))


def _split(values: Array, keys: Array, kept: Array) -> dict[int, Array]:
    """The kept values by key."""
    import numpy as np

    order = np.flatnonzero(kept)[np.argsort(keys[kept], kind="stable")]
    distinct, starts = np.unique(keys[order], return_index=True)
    return dict(zip(distinct.tolist(), np.split(values[order], starts)[1:], strict=True))
