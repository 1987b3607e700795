"""Anytime behaviour: how the gap of a run's best solution, and of its bound, closes over time.

The *gap* of a value v to the best known value b is |v - b| / max(|v|, |b|), 0 where both are 0 and 1 where they have
different signs: from 0, there, to 1. It is 1 before the first value. Source: Berthold, Measuring the impact of primal
heuristics, Operations Research Letters 41, 2013.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.data.campaign import Results
from reports.scores import CASE

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_CASES, MOST_CURVES = 6, 6
_SECOND = 10.0  # the weight of a case's second longest span, the longest having 1
_LEAST_S = 0.01  # least time between the first and the last improvement of a curve that is shown


@dataclass(frozen=True)
class Curve:
    """One run: times and gaps of its solutions and of its bounds, each a step; when it ended, and whether proven."""

    configuration: str
    paradigm: str
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
    """An instance: its best known value, whether that was proven, and the runs with a trace."""

    family: str
    instance: str
    best: float
    proven: bool
    curves: list[Curve]


@dataclass(frozen=True)
class Anytime:
    """The instances with the longest curves, those first, and the solvers of which no run left a trace."""

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
    median = results.median[results.median["goal"] == "optimum"]
    trace = results.traces[results.traces["run_id"].isin(set(median["run_id"]))]
    solutions = trace.dropna(subset=["objective"]).groupby("run_id")["t_s"]
    spans = solutions.max() - solutions.min()
    own = median["run_id"].isin(spans.index)
    silent = set(median["solver"]) - set(median.loc[own, "solver"])
    sound = median[median["outcome"] != "wrong"]
    shown = sound[sound["run_id"].isin(spans.index)]
    found = []
    for key in _telling(shown.assign(span=shown["run_id"].map(spans))):
        part, known = (rows[(rows[CASE] == list(key)).all(axis=1)] for rows in (shown, sound))
        told = dict(iter(trace[trace["run_id"].isin(set(part["run_id"]))].groupby("run_id")))
        found.append(_case(part, known, told))
    return Anytime(found, sorted(silent))


def _telling(shown: DataFrame) -> list[tuple[str, str, str]]:
    """The cases with the longest spans, those first; the second longest weighs more, as a comparison needs two."""
    ranked = shown.sort_values("span", ascending=False, kind="stable")
    place = ranked.groupby(CASE).cumcount()
    weight = place.map({0: 1.0, 1: _SECOND}).fillna(0.0)
    cases = (ranked["span"] * weight).groupby([ranked[name] for name in CASE], sort=True).agg(["sum", "size"])
    told = cases[(cases["size"] > 1) & (cases["sum"] >= _LEAST_S)]
    return list(told.sort_values("sum", ascending=False, kind="stable").index[:MOST_CASES])


def _case(own: DataFrame, known: DataFrame, told: dict[Any, DataFrame]) -> Case:
    known = known.dropna(subset=["objective"])
    proofs = known[known["answer"] == "optimal"]
    highest = (known["sense"] == "max").any()
    values = (proofs if len(proofs) else known)["objective"].astype(float)
    best = float(values.max() if highest else values.min())
    curves = [_curve(row, told[row.run_id], best) for row in own.itertuples()]
    kept = sorted(curves, key=lambda curve: (-curve.span_s, curve.configuration))[:MOST_CURVES]
    kept.sort(key=lambda curve: (not curve.proven, curve.end_s, curve.configuration))
    return Case(own["family"].iloc[0], own["instance"].iloc[0], best, bool(len(proofs)), kept)


def _curve(row: Any, trace: DataFrame, best: float) -> Curve:
    def steps(column: str) -> list[tuple[float, float]]:
        told = trace.dropna(subset=[column])
        return [(float(time), gap(float(value), best)) for time, value in zip(told["t_s"], told[column], strict=True)]

    return Curve(
        row.configuration, row.paradigm, steps("objective"), steps("bound"), float(row.wall_s), bool(row.solved)
    )
