"""How the time of a configuration grows along a ladder, and the size at which it meets a limit: the fitted reach.

Of the cases of a climb that were run

    ln t = ln(floor + a * g(s)) + e,    e normal with the variance sigma^2,

is fitted, where g(s) is base^s (exponential) or s^power; the likelier of the two is the curve. The floor is what a run
takes however small its instance is. A case that is not solved is censored: its time is longer than the limit. Rungs that
were skipped or given up have no data.

A climb leaves three to ten solved cases, too few to estimate sigma from them alone. So the likelihood is multiplied by
that of PRIOR_CASES further cases with a spread of PRIOR_SIGMA about any curve. All curves whose likelihood, at its
best sigma, is less than that of the best by no more than a threshold are called likely. An interval of a number that
depends on the curve (its reach at a limit, its seconds at a size) is the range of that number over the likely curves of
both kinds: an interval of the profile likelihood. The threshold is that of Student's t with as many degrees of freedom
as there are solved and further cases beyond the three parameters of a curve. `tools.reach_coverage` simulates climbs and
states how often the intervals hold the true reach.

Sources: Tobin, Estimation of relationships for limited dependent variables, Econometrica 26, 1958 (the censored
likelihood); Venzon & Moolgavkar, A method for computing profile-likelihood-based confidence intervals, Applied
Statistics 37, 1988.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilings.reports.reach.climbs import Climb
from tilings.reports.scores import LEVEL

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

EXPONENTIAL, POWER = KINDS = ("exponential", "power")
LEAST_SIZES = 3  # solved sizes: with fewer there is no fit
PRIOR_CASES, PRIOR_SIGMA = 3, 0.3
_PARAMETERS = 3  # of a curve: floor, a, and base or power
_SIGMAS = 10  # values of sigma, between these two
_LEAST_SIGMA, _MOST_SIGMA = 0.06, 1.8
_SHAPE = (16, 10, 28)  # slopes, starts and reaches of the grid of curves
_GENTLEST, _STEEPEST = 0.02, 12.0  # growth of ln t from one rung to the next
_BELOW, _BEYOND = 3.0, 60.0  # rungs that the grid extends below the lowest and above the highest size
_SHARES = (1.5, 1.0)  # of the threshold: the second grid spans the curves that the first one finds within it


@dataclass(frozen=True)
class Curves:
    """Curves exp(level) * (1 + exp(slope * (x - start))), x the size or, of kind power, its logarithm."""

    kind: str
    level: Array
    slope: Array
    start: Array

    def seconds(self, size: float) -> Array:
        import numpy as np

        return np.exp(self.level + np.logaddexp(0, self.slope * (_x(self.kind, size) - self.start)))  # type: ignore[no-any-return]

    def size_at(self, seconds: float) -> Array:
        """The sizes at which the curves meet this time; -inf (of kind power 0) for one whose floor lies above it."""
        import numpy as np

        above = math.log(seconds) - self.level
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            part = np.where(above > 0, np.log(np.expm1(np.maximum(above, 0))), -np.inf)
            x = self.start + part / self.slope
            return x if self.kind == EXPONENTIAL else np.exp(x)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, whose ends may be infinite."""

    value: float
    low: float
    high: float

    def overlaps(self, other: Estimate) -> bool:
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True)
class Fit:
    """The best curve and the likely ones, one Curves a kind. sigma: of the best. top: beyond it a size is infinite."""

    best: Curves
    likely: tuple[Curves, ...]
    sigma: float
    top: float

    @property
    def kind(self) -> str:
        return self.best.kind

    def reach(self, seconds: float) -> Estimate:
        """The size at which the curve meets this time."""
        ends = [_ends(curves.size_at(seconds)) for curves in self.likely]
        low, high = min(low for low, _ in ends), max(high for _, high in ends)
        return Estimate(float(self.best.size_at(seconds)[0]), max(low, 0.0), math.inf if high > self.top else high)

    def seconds(self, size: float) -> Estimate:
        """The time at this size."""
        ends = [_ends(curves.seconds(size)) for curves in self.likely]
        return Estimate(float(self.best.seconds(size)[0]), min(low for low, _ in ends), max(high for _, high in ends))


def fit(climb: Climb) -> Fit | None:
    """The growth of a climb; None where fewer than LEAST_SIZES sizes have a solved case."""
    points = [(rung.size, case.time_s, case.solved) for rung in climb.tried for case in rung.cases]
    return fitted(points, climb.ladder.limit_s)


def fitted(points: list[tuple[float, float, bool]], limit_s: float) -> Fit | None:
    """The growth of cases, given by size, seconds and whether it was solved; limit_s: near which a curve is sought."""
    import numpy as np

    if len({size for size, _, solved in points if solved}) < LEAST_SIZES:
        return None
    number = sum(solved for _, _, solved in points)
    allowed = threshold(number)
    found = []
    for kind in KINDS:
        costs, sigmas, *parameters = _grids(kind, points, limit_s, allowed)
        found.append((costs, sigmas, kind, parameters))
    least = min(costs.min() for costs, *_ in found)
    likely = []
    for costs, sigmas, kind, parameters in found:
        if costs.min() == least:
            place = costs.argmin()
            best, sigma = Curves(kind, *(values[[place]] for values in parameters)), float(sigmas[place])
        near = costs <= least + allowed
        if near.any():
            likely.append(Curves(kind, *(values[near] for values in parameters)))
    sizes = np.array([size for size, _, _ in points])
    return Fit(best, tuple(likely), sigma, float(sizes.max() + _BEYOND / 2 * max(_gap(sizes), 1e-9)))


def threshold(number: int) -> float:
    """How much less likely a likely curve may be than the best, in natural logarithms. number: of solved cases."""
    from scipy.stats import t

    cases = number + PRIOR_CASES
    spare = max(cases - _PARAMETERS, 1)
    return cases / 2 * math.log1p(float(t.ppf((1 + LEVEL) / 2, spare)) ** 2 / spare)


def _x(kind: str, size: float) -> float:
    return size if kind == EXPONENTIAL else math.log(size)


def _ends(values: Array) -> tuple[float, float]:
    return float(values.min()), float(values.max())


def _gap(x: Array) -> float:
    """The mean distance of neighbours among the four highest sizes."""
    import numpy as np

    top = np.unique(x)[-4:]
    return float(np.ptp(top)) / max(len(top) - 1, 1)


def _grids(kind: str, points: list[tuple[float, float, bool]], limit_s: float, allowed: float) -> tuple[Array, ...]:
    """Costs, sigmas, levels, slopes and starts of the curves of a grid about the likely ones."""
    import numpy as np

    x = np.array([_x(kind, size) for size, _, _ in points])
    logs = np.log([time for _, time, _ in points])
    solved = np.array([solved for *_, solved in points])
    gap, low, high = _gap(x), x.min(), x.max()
    slopes = np.geomspace(_GENTLEST, _STEEPEST, _SHAPE[0]) / gap
    # The first start shows no floor. From the last one on only the highest size that was solved is above the floor.
    starts = np.append(low - (high - low) - 3 * gap, np.linspace(low, x[solved].max(), _SHAPE[1] - 1))
    ends = math.asinh((high - low) / gap + _BELOW), math.asinh(_BEYOND)
    reaches = high + gap * np.sinh(np.linspace(-ends[0], ends[1], _SHAPE[2]))
    for share in _SHARES:
        costs, sigmas, levels = _costs(x, logs, solved, math.log(limit_s), slopes, starts, reaches)
        if share == _SHARES[-1]:
            break
        likely = costs <= costs.min() + share * allowed
        spans = [_around(axis, likely.any(axis=tuple({0, 1, 2} - {number})))
                 for number, axis in enumerate((slopes, starts, reaches))]  # fmt: skip
        slopes = np.geomspace(*spans[0], _SHAPE[0])
        starts = np.linspace(*spans[1], _SHAPE[1])
        reaches = np.linspace(*spans[2], _SHAPE[2])
    shape = costs.shape
    every = [np.broadcast_to(values, shape) for values in (slopes[:, None, None], starts[None, :, None])]
    return tuple(values.ravel() for values in (costs, sigmas, levels, *every))


def _around(axis: Array, likely: Array) -> tuple[float, float]:
    """The ends of an axis's likely values, with a neighbour on each side."""
    places = likely.nonzero()[0]
    return float(axis[max(places[0] - 1, 0)]), float(axis[min(places[-1] + 1, len(axis) - 1)])


def _costs(
    x: Array, logs: Array, solved: Array, limit: float, slopes: Array, starts: Array, reaches: Array
) -> tuple[Array, Array, Array]:
    """Of each slope, start and reach minus the log-likelihood at the best sigma, this sigma, and the level ln(floor).

    limit: the logarithm of the time at the reach.
    """
    import numpy as np
    from scipy.special import log_ndtr

    def rise(at: Array) -> Array:
        return np.logaddexp(0, slopes[:, None, None] * (at - starts[:, None]))  # type: ignore[no-any-return]

    levels = limit - rise(reaches)
    known = logs[solved] - rise(x[solved])
    number, total = int(solved.sum()), known.sum(axis=2)[..., None]
    squares = (known**2).sum(axis=2)[..., None] - 2 * levels * total + number * levels**2
    squares = np.maximum(squares, 0) + PRIOR_CASES * PRIOR_SIGMA**2
    cut, times = np.unique(np.stack([x[~solved], logs[~solved]]), axis=1, return_counts=True)
    beyond = (cut[1] - rise(cut[0]))[:, :, None, :] - levels[..., None]
    costs, sigmas = np.full(levels.shape, np.inf), np.zeros(levels.shape)
    for sigma in np.geomspace(_LEAST_SIGMA, _MOST_SIGMA, _SIGMAS):
        cost = squares / (2 * sigma**2) + (number + PRIOR_CASES) * math.log(sigma)
        cost -= (times * log_ndtr(-beyond / sigma)).sum(axis=3)
        better = cost < costs
        costs[better], sigmas[better] = cost[better], sigma
    return costs, sigmas, levels
