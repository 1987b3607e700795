"""The paired effect of a formulation within one solver: the same cases, each formulation with its best settings.

The *effect* of a formulation beside the solver's best one is the geometric mean, over the cases that both ran on, of
its time by the best one's time: 1 is none, 2 twice as slow. Its interval is a bootstrap over
cases (reports.scores.intervals).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.analysis.ablation import Factor, Pair, factor, pair
from reports.scores import CASE, best_settings, mean_interval

if TYPE_CHECKING:
    from pandas import DataFrame


_SEEN = [*CASE, "solved", "outcome", "time_s", "solve_s", "nodes"]  # columns of a run that a pair needs


@dataclass(frozen=True)
class Effect:
    """A formulation beside the best of its solver, on the cases of one family and goal.

    other, best: the configurations. factor: the geometric mean of the ratios, with its bound; None where no pair
    counts. interval: of the mean, None for fewer than FEW pairs (reports.scores). cut: the pairs that count in which a
    limit ended a run. lost: the pairs that count nowhere, as limits ended both runs or one failed.
    """

    family: str
    goal: str
    solver: str
    paradigm: str
    other: str
    best: str
    factor: Factor | None
    interval: tuple[float, float] | None
    pairs: int
    cut: int
    lost: int

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out 1."""
        return self.interval is not None and not self.interval[0] <= 1 <= self.interval[1]


def effects(median: DataFrame) -> list[Effect]:
    """Every formulation beside the best of its solver, by family, goal and solver; the least effect first."""
    found = []
    for (family, goal), part in median.groupby(["family", "goal"], sort=True):
        shown = part[part["configuration"].isin(best_settings(part))]
        for solver, own in shown.groupby("route", sort=True):
            best, *others = _ranked(own)
            rows = [_effect(family, goal, solver, own, other, best) for other in others]
            found += sorted(rows, key=lambda row: (row.factor.mean if row.factor else 0.0, row.other))
    return found


def _ranked(own: DataFrame) -> list[str]:
    """The configurations: of the most cases first, then the most solved, then the least mean time."""
    scores = own.groupby("configuration").agg(
        ran=("solved", "size"), solved=("solved", "sum"), time=("charged_s", "mean")
    )
    return list(scores.sort_values(["ran", "solved", "time"], ascending=[False, False, True], kind="stable").index)


def _effect(family: str, goal: str, solver: str, own: DataFrame, other: str, best: str) -> Effect:
    import math

    pairs = _pairs(own, other, best)
    counted = [each for each in pairs if each.counts]
    interval = mean_interval([math.log(each.time) for each in counted])
    return Effect(
        family, goal, solver, str(own["paradigm"].iloc[0]), other, best,
        factor([(each.time, each.bound) for each in counted]),
        interval and (math.exp(interval[0]), math.exp(interval[1])),
        len(counted),
        sum(bool(each.bound) for each in counted),
        len(pairs) - len(counted),
    )  # fmt: skip


def _pairs(own: DataFrame, other: str, best: str) -> list[Pair]:
    sides = [
        {
            tuple(row[key] for key in CASE): row
            for row in own.loc[own["configuration"] == name, _SEEN].to_dict("records")
        }
        for name in (other, best)
    ]
    return [pair(sides[0][case], sides[1][case], "") for case in sorted(sides[0].keys() & sides[1].keys())]
