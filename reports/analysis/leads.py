"""Which paradigm leads a task (a family and goal), by what factor, and whether that is decided.

Each ranked paradigm is represented by its *best configuration*: of those that ran on every case of the task the one of
the least PAR2. The *leader* is the best of these by PAR2. Native searches are only compared with it.

The *ratio* of another to the leader is the geometric mean, over the cases that both solve (by their median runs), of
its wall time by the leader's; of several seeds of a case the geometric mean of those that were solved counts. Its
*interval* is between two percentiles (`reports.scores.tails`) of the ratios of bootstrap samples: as many cases as
there are drawn with replacement, and of each, on both sides, one of the solved seeds. None for fewer than FEW cases.
Where a case was run with one seed, nothing of what seeds change is in it.

The lead is *decided* if the leader solves at least as many cases and the interval lies above 1; or if it solves more,
and of the cases that just one of both solves so many are its own that an exact two-sided sign test gives p < 0.05.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from reports.scores import FEW, floored, median_runs, penalised_times, tails

if TYPE_CHECKING:
    from numpy import ndarray
    from numpy.random import Generator
    from pandas import DataFrame

    Array = ndarray[Any, Any]

_RESAMPLES, _SEED, _LEVEL = 1000, 20261123, 0.05


@dataclass(frozen=True)
class Lead:
    """The leader of a task, and one that comes after it; `second` is empty where there is no other.

    first, second: paradigms. cases: of the task; first_solved, second_solved: of these; both: those that both solve.
    ratio: above 1 where the first is faster; NaN where they solve no case in common. low, high: NaN where there is no
    interval.
    """

    family: str
    goal: str
    cases: int
    first: str
    first_configuration: str
    first_solved: int
    second: str = ""
    second_configuration: str = ""
    second_solved: int = 0
    both: int = 0
    ratio: float = float("nan")
    low: float = float("nan")
    high: float = float("nan")
    decided: bool = False


def leads(runs: DataFrame) -> list[Lead]:
    """The leader of each task against its nearest rival, by family and goal.

    That is the first by PAR2 of the other ranked paradigms against which the lead is undecided, and of all where there
    is none: a decided lead is one over every paradigm. Left out are tasks of which no configuration ran on every case,
    or the best ones solved nothing.
    """
    return [min(task, key=attrgetter("decided")) for task in standings(runs)]


def standings(runs: DataFrame) -> list[list[Lead]]:
    """The leaders of the same tasks against every other ranked paradigm, a list a task, the next by PAR2 first."""
    found = []
    for part, rows in _tasks(runs):
        found.append([_lead(part, rows[0], other) for other in rows[1:]] or [_lead(part, rows[0], None)])
    return found


def references(runs: DataFrame) -> list[Lead]:
    """The leaders of the same tasks against the best native search, of those tasks that have one."""
    found = []
    for part, rows in _tasks(runs):
        if native := list(best(median_runs(part[~part["ranked"]])).itertuples()):
            found.append(_lead(part, rows[0], native[0]))
    return found


def best(median: DataFrame) -> DataFrame:
    """The best configuration of each paradigm in the median runs of a task, a row each, the first by PAR2.

    Columns: paradigm, configuration, cases, solved, par2, and search: PAR2 with the seconds of the search in place of
    the wall time, NaN where some are not known.
    """
    charged = penalised_times(median)
    search = median["solve_s"].astype(float).where(median["solved"], charged)
    scores = median.assign(par2=charged, search=search, unknown=search.isna()).groupby("configuration", as_index=False)
    found = scores.agg(
        paradigm=("paradigm", "first"), cases=("solved", "size"), solved=("solved", "sum"), par2=("par2", "mean"),
        search=("search", "mean"), unknown=("unknown", "any"),
    )  # fmt: skip
    found["search"] = found["search"].mask(found.pop("unknown"))
    whole = found[found["cases"] == median["instance"].nunique()]
    return whole.sort_values(["par2", "configuration"]).drop_duplicates("paradigm").reset_index(drop=True)


def _tasks(runs: DataFrame) -> Iterator[tuple[DataFrame, list[Any]]]:
    """Of each task that has a leader the runs that count, and the rows of `best` of its ranked runs."""
    for _, part in runs[runs["counts"]].groupby(["family", "goal"], sort=True):
        rows = list(best(median_runs(part[part["ranked"]])).itertuples())
        if rows and rows[0].solved:
            yield part, rows


def _lead(runs: DataFrame, first: Any, second: Any) -> Lead:
    """The leader of a task (a row of `best`) and another one, if there is one, compared by the task's runs."""
    lead = Lead(runs["family"].iloc[0], runs["goal"].iloc[0], first.cases, first.paradigm, first.configuration,
                first.solved)  # fmt: skip
    if second is None:
        return lead
    mine, its = (_solved_times(runs[runs["configuration"] == row.configuration]) for row in (first, second))
    both = sorted(set(mine) & set(its))
    times, low, high = ratio([mine[case] for case in both], [its[case] for case in both])
    alone, others = len(mine) - len(both), len(its) - len(both)
    return replace(
        lead, second=second.paradigm, second_configuration=second.configuration, second_solved=second.solved,
        both=len(both), ratio=times, low=low, high=high, decided=decides(alone, others, low),
    )  # fmt: skip


def _solved_times(runs: DataFrame) -> dict[str, Array]:
    """The logarithms of the times of the solved runs of a configuration, by case, of cases whose median is solved."""
    import numpy as np

    median = median_runs(runs)
    kept = runs[runs["solved"] & runs["instance"].isin(median[median["solved"]]["instance"])]
    logs = np.log(floored(kept["time_s"]))
    return {case: part.to_numpy() for case, part in logs.groupby(kept["instance"])}


def ratio(mine: list[Array], its: list[Array]) -> tuple[float, float, float]:
    """The geometric mean of the ratios of times, given by their logarithms for each case, and its interval."""
    import numpy as np

    if not mine:
        return (float("nan"),) * 3
    mean = float(np.mean([b.mean() - a.mean() for a, b in zip(mine, its, strict=True)]))
    low = high = float("nan")
    if len(mine) >= FEW:
        generator = np.random.default_rng(_SEED)
        cases = generator.integers(len(mine), size=(_RESAMPLES, len(mine)))
        drawn = _drawn(its, cases, generator) - _drawn(mine, cases, generator)
        low, high = np.exp(np.quantile(drawn.mean(axis=1), tails(len(mine))))
    return math.exp(mean), float(low), float(high)


def _drawn(logs: list[Array], cases: Array, generator: Generator) -> Array:
    """One value of each of these cases, drawn from its own."""
    import numpy as np

    sizes = np.array([len(each) for each in logs])
    place = (generator.random(cases.shape) * sizes[cases]).astype(int)
    return np.concatenate(logs)[(np.cumsum(sizes) - sizes)[cases] + place]


def decides(alone: int, others: int, low: float) -> bool:
    """Whether a lead is decided, of which the interval begins at `low`.

    alone: cases that just the leader solves; others: those that just the other one solves.
    """
    from scipy.stats import binomtest

    more = alone > others and float(binomtest(alone, alone + others).pvalue) < _LEVEL
    return more or (alone >= others and low > 1)
