"""Anytime behaviour: how the gap of a run's best solution, and of its bound, closes over time.

The *gap* of a value v to the best known value b is |v - b| / max(|v|, |b|), 0 where both are 0 and 1 where they have
different signs: from 0, there, to 1. It is 1 before the first value. Source: Berthold, Measuring the impact of primal
heuristics, Operations Research Letters 41, 2013.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.load import Results
from reports.scores import CASE, median_runs

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_CASES, MOST_CURVES = 6, 6
_LEAST_S = 0.01  # between the first and the last improvement: below it a curve is a step


@dataclass(frozen=True)
class Curve:
    """One run: times and gaps of its solutions and of its bounds, each a step; when it ended, and whether proven."""

    configuration: str
    solver: str
    solutions: list[tuple[float, float]]
    bounds: list[tuple[float, float]]
    end_s: float
    proven: bool

    @property
    def span_s(self) -> float:
        """The seconds between the first and the last improvement of the solution; 0 for fewer than two."""
        times = [time for time, _ in self.solutions]
        return max(times) - min(times) if times else 0.0


@dataclass(frozen=True)
class Case:
    """An instance: its best known value, whether that was proven, and the runs that told how they came there."""

    family: str
    instance: str
    best: float
    proven: bool
    curves: list[Curve]

    @property
    def telling(self) -> float:
        """How much there is to see: the spans of the two longest curves, a second one being needed to compare."""
        spans = sorted((curve.span_s for curve in self.curves), reverse=True)
        return spans[0] + 10 * spans[1] if len(spans) > 1 else 0.0


@dataclass(frozen=True)
class Anytime:
    """The most telling instances, the most telling first, and the solvers of which no run told of solutions as they came."""

    cases: list[Case]
    silent: list[str]


def gap(value: float, best: float) -> float:
    """The gap between two values, from 0 to 1.

    >>> gap(4, 3), gap(0, 3), gap(0, 0)
    (0.25, 1.0, 0.0)
    """
    if value == best:
        return 0.0
    return 1.0 if value * best < 0 else abs(value - best) / max(abs(value), abs(best))


def anytime(results: Results) -> Anytime:
    """The instances of goal optimum with the longest ways from the first to the last improvement.

    A configuration's median run stands for it. An instance needs two runs with a solution on their trace, one of them
    with two of different times; of more than six runs those of the longest spans are kept.
    """
    median = median_runs(results.runs[results.runs["goal"] == "optimum"])
    trace = results.traces[results.traces["run_id"].isin(set(median["run_id"]))]
    told = {run_id: rows for run_id, rows in trace.groupby("run_id", sort=False) if rows["objective"].notna().any()}
    own = median["run_id"].isin(set(told))
    silent = set(median["solver"]) - set(median.loc[own, "solver"])
    shown = median[own & (median["outcome"] != "wrong")]
    known = {key: part for key, part in median[median["outcome"] != "wrong"].groupby(CASE, sort=True)}
    found = [_case(*key[:2], part, known[key], told) for key, part in shown.groupby(CASE, sort=True)]
    telling = [case for case in found if case.telling >= _LEAST_S]
    telling.sort(key=lambda case: (-case.telling, case.family, case.instance))
    return Anytime(telling[:MOST_CASES], sorted(silent))


def _case(family: str, instance: str, own: DataFrame, known: DataFrame, told: dict[Any, DataFrame]) -> Case:
    known = known.dropna(subset=["objective"])
    proofs = known[known["answer"] == "optimal"]
    highest = (known["sense"] == "max").any()
    values = (proofs if len(proofs) else known)["objective"].astype(float)
    best = float(values.max() if highest else values.min())
    curves = [_curve(row, told[row.run_id], best) for row in own.itertuples()]
    kept = sorted(curves, key=lambda curve: (-curve.span_s, curve.configuration))[:MOST_CURVES]
    kept.sort(key=lambda curve: (not curve.proven, curve.end_s, curve.configuration))
    return Case(family, instance, best, bool(len(proofs)), kept)


def _curve(row: Any, trace: DataFrame, best: float) -> Curve:
    def steps(column: str) -> list[tuple[float, float]]:
        told = trace.dropna(subset=[column])
        return [(float(time), gap(float(value), best)) for time, value in zip(told["t_s"], told[column], strict=True)]

    return Curve(row.configuration, row.solver, steps("objective"), steps("bound"), float(row.wall_s), bool(row.solved))
