"""Pairs of a solver and a model: how many times as long as the fastest one each took, case by case.

A *model* is a formulation, with its best settings on the solver, named without its language: `cover` is one model that
is written in several languages.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.scores import CASE, best_settings, floored, mean_interval

if TYPE_CHECKING:
    from pandas import DataFrame, Series

PAIR = ["family", "route", "model"]


@dataclass(frozen=True)
class First:
    """The pair of the least mean in a family, among those that ran on the most cases of it.

    second: the first pair of another solver; None without one. times: how many times as long it takes on each case, as
    a geometric mean, interval: of it, None for too few cases.
    """

    family: str
    route: str
    model: str
    second: str | None
    times: float = math.nan
    interval: tuple[float, float] | None = None

    @property
    def clear(self) -> bool:
        """Whether it is faster than any other solver in other cases, too, as far as the interval tells."""
        return self.interval is not None and self.interval[0] > 1


def models(runs: DataFrame) -> Series:
    """The name of each run's model: without its language, unless a solver ran two models of one name."""
    short = runs["formulation"].str.replace("^[^_]*_", "", regex=True)
    rivals = runs.assign(short=short).groupby(["family", "route", "short"])["formulation"].transform("nunique")
    return short.where(rivals == 1, runs["formulation"])


def relative(median: DataFrame) -> DataFrame:
    """The runs of each pair, with the columns model and log: of its time by the least of a ranked pair on the case.

    An unsolved run counts as its limit. Cases that no ranked pair solved are left out.
    """
    import numpy as np

    parts = [part["configuration"].isin(best_settings(part)) for _, part in median.groupby("family")]
    own = median.loc[[place for part in parts for place in part.index[part]]]
    least = floored(own["charged_s"].where(own["ranked"] & own["solved"])).groupby([own[key] for key in CASE])
    logs = np.log(floored(own["charged_s"])) - np.log(least.transform("min"))
    return own.assign(model=models(own), log=logs)[logs.notna()]


def summary(runs: DataFrame) -> DataFrame:
    """A row a pair, indexed by PAIR: cases, solved, and times, the geometric mean of the ratios. `runs`: `relative`."""
    import numpy as np

    found = runs.groupby(PAIR, sort=True).agg(cases=("log", "size"), solved=("solved", "sum"), times=("log", "mean"))
    return found.assign(times=np.exp(found["times"]))


def firsts(runs: DataFrame) -> list[First]:
    """The fastest ranked pair of each family. `runs`: as `relative` gives them."""
    ranked = runs[runs["ranked"]]
    return [_first(str(family), part) for family, part in ranked.groupby("family", sort=True)]


def _first(family: str, runs: DataFrame) -> First:
    logs = runs.pivot_table(index=CASE, columns=["route", "model"], values="log")
    logs = logs.loc[:, logs.count() == logs.count().max()]
    order: Sequence[tuple[str, str]] = list(logs.mean().sort_values(kind="stable").index)
    route, model = order[0]
    others = [pair for pair in order if pair[0] != route]
    if not others:
        return First(family, route, model, None)
    apart = (logs[others[0]] - logs[order[0]]).dropna()
    interval = mean_interval(list(apart))
    return First(
        family, route, model, others[0][0], math.exp(apart.mean()),
        interval and (math.exp(interval[0]), math.exp(interval[1])),
    )  # fmt: skip
