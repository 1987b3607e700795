"""How much the model matters, and how much the solver, as reach.

Of a solver that has several models on a ladder, and of a model that several solvers have there, the reaches are put
side by side. How far they are apart is counted in rungs of the ladder.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from tilings.reports.reach.climbs import Climb, Ladder, sizes
from tilings.reports.reach.reach import Reach

MODEL, SOLVER = "model", "solver"


@dataclass(frozen=True)
class Choice:
    """The reaches on a ladder with a solver or a model (`fixed`) held fixed and the other one (`varied`) chosen.

    reaches: the largest first. rungs: from the least to the largest reach, a lower bound where the largest is `open`.
    decided: whether the intervals of the fitted reach of both do not overlap.
    """

    ladder: Ladder
    varied: str
    fixed: str
    reaches: tuple[Reach, ...]
    rungs: int
    decided: bool

    @property
    def open(self) -> bool:
        return self.reaches[0].climb.open


def model(climb: Climb) -> str:
    """The formulation with its options: the configuration without its solver."""
    return climb.configuration.partition("/")[2]


def choices(found: dict[Ladder, list[Reach]], varied: str) -> list[Choice]:
    """The choices between several models (MODEL) or solvers (SOLVER), of ranked paradigms, by ladder and what is fixed.

    Left out are those in which all reaches are open: of these it is unknown how far they are apart.
    """
    made = []
    for ladder, group in found.items():
        known = sizes([each.climb for each in group])
        parts: dict[str, list[Reach]] = {}
        for each in group:
            if each.climb.ranked:
                parts.setdefault(each.climb.solver if varied == MODEL else model(each.climb), []).append(each)
        for fixed, own in sorted(parts.items()):
            if len(own) > 1 and not all(each.climb.open for each in own):
                made.append(_choice(ladder, varied, fixed, own, known))
    return made


def spread(found: Iterable[Choice]) -> float:
    """The median of the rungs from the least to the largest reach; NaN without any choice."""
    return median([each.rungs for each in found] or [float("nan")])


def _choice(ladder: Ladder, varied: str, fixed: str, own: list[Reach], known: list[float]) -> Choice:
    most, least = own[0], own[-1]  # `reaches` has them in this order
    places = [bisect_left(known, each.size) if each.size is not None else -1 for each in (most, least)]
    ends = most.estimate, least.estimate
    decided = bool(ends[0] and ends[1] and ends[0].low > ends[1].high and not least.climb.open)
    return Choice(ladder, varied, fixed, tuple(own), places[0] - places[1], decided)
