"""How the time of a configuration grows along a ladder, and the size at which it meets a limit: the fitted reach.

Of the cases of a climb that were run

    ln t = ln(floor + a * g(s)) + e,    e normal with the variance sigma^2,

is fitted, where g(s) is base^s (exponential) or s^power; the likelier of the two is the curve. The floor is what a run
takes however small its instance is. A case that is not solved is censored: its time is longer than the limit. Rungs
that were skipped or given up have no data.

A climb leaves three to ten solved cases, too few to estimate sigma from them alone. So the likelihood is multiplied by
that of PRIOR_CASES further case at the distance PRIOR_SIGMA from any curve. All curves whose likelihood, at its
best sigma, is less than that of the best by no more than a threshold are called likely. An interval of a number that
depends on the curve (its reach at a limit, its seconds at a size) is the range of that number over the likely curves
of both kinds: an interval of the profile likelihood. The threshold is that of Student's t with as many degrees of
freedom as there are solved and further cases beyond the three parameters of a curve, at the level LIKELY: at 0.95
fewer than 93 % of the intervals held in simulated climbs with one case a rung and a sigma of 0.7. It is no more than
MOST_ALLOWED, as that of Student's t for three or four cases left nearly every reach without an upper end. For
each setting `reports/reach/coverage.csv` has the share of intervals that hold, as `tools.reach_coverage` simulates it.

It is assumed that from one rung to the next the time beyond the floor grows by a tenth or more, that sigma is 1 or
less, and that the floor is no higher than a third of the limit or the shortest solved time: otherwise a few unsolved
cases would not bound a reach from above.

Sources: Tobin, Estimation of relationships for limited dependent variables, Econometrica 26, 1958 (the censored
likelihood); Venzon & Moolgavkar, A method for computing profile-likelihood-based confidence intervals, Applied
Statistics 37, 1988.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tilings.runners.record.climbs import Climb

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

EXPONENTIAL, POWER = KINDS = ("exponential", "power")
PRIOR_CASES, PRIOR_SIGMA = 1, 0.5
LIKELY, MOST_ALLOWED = 0.975, 4.0  # the level of the threshold, and the highest one
_PARAMETERS = 3  # of a curve: floor, a, and base or power
_SIGMAS = 7  # values of sigma, between these two
_LEAST_SIGMA, _MOST_SIGMA = 0.06, 1.0
_SHAPE = (12, 8, 16)  # slopes, levels and reaches of the first grid
_GENTLEST, _STEEPEST = 0.1, 12.0  # growth of ln t from one rung to the next
_NO_FLOOR, _CLOSE = 4.0, 0.05  # levels lie this far below the shortest time, and no closer to the limit
_FLOOR = 3.0  # the limit by the highest floor, unless all solved times are longer
_BELOW, _BEYOND = 3.0, 60.0  # rungs that the grid extends below the lowest and above the highest size
_SLACKS = (4.0, 2.5, 1.8, 1.4, 1.2, 1.0)  # by this multiple of the threshold a point of each grid may be less likely
_MOST_POINTS = 8_000

_Points = list[tuple[float, float, bool]]  # size, seconds, whether it is solved


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, whose ends may be infinite."""

    value: float
    low: float
    high: float

    def overlaps(self, other: Estimate) -> bool:
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True)
class Curves:
    """Curves exp(level) * (1 + exp(slope * (x - start))), x the size or, of kind power, its logarithm."""

    kind: str
    level: Array
    slope: Array
    start: Array

    def part(self, chosen: Any) -> Curves:
        return Curves(self.kind, self.level[chosen], self.slope[chosen], self.start[chosen])

    def seconds(self, size: float) -> Array:
        import numpy as np

        with np.errstate(over="ignore"):  # far beyond the reach a time is infinite
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
class Fit:
    """The curves that fit the times of a climb.

    best: the best curve.
    likely: the likely curves, one Curves for each kind.
    sigma: the best curve's sigma.
    top: a size beyond this counts as infinite.
    """

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
        best = float(self.best.size_at(seconds)[0])
        value, low, high = (math.inf if size > self.top else max(size, 0.0) for size in (best, low, high))
        return Estimate(value, low, high)

    def seconds(self, size: float) -> Estimate:
        """The time at this size."""
        ends = [_ends(curves.seconds(size)) for curves in self.likely]
        return Estimate(float(self.best.seconds(size)[0]), min(low for low, _ in ends), max(high for _, high in ends))


@cache
def fit(climb: Climb) -> Fit | None:
    """The growth of a climb; None where nothing was solved. Computed once, as several chapters ask for it."""
    points = [(rung.size, case.time_s, case.solved) for rung in climb.tried for case in rung.cases]
    return fitted(points, climb.ladder.limit_s)


def fitted(points: list[tuple[float, float, bool]], limit_s: float) -> Fit | None:
    """The growth of cases, given by size, seconds and whether it was solved; limit_s: near which a curve is sought."""
    import numpy as np

    if not any(solved for *_, solved in points):
        return None
    allowed = threshold(sum(solved for *_, solved in points))
    kinds = KINDS if all(size > 0 for size, *_ in points) else [EXPONENTIAL]
    found = [_likely(kind, points, limit_s, allowed) for kind in kinds]
    costs, sigmas, curves = min(found, key=lambda each: each[0].min())
    best, least = costs.argmin(), costs.min()
    likely = [curves.part(near) for costs, _, curves in found if (near := costs <= least + allowed).any()]
    sizes = np.array([size for size, _, _ in points])
    return Fit(curves.part([best]), tuple(likely), float(sigmas[best]), float(sizes.max() + _BEYOND / 2 * _gap(sizes)))


def threshold(number: int) -> float:
    """How much less likely a likely curve may be than the best, in natural logarithms. number: of solved cases."""
    from scipy.special import stdtrit  # scipy.stats takes half a second to import

    cases = number + PRIOR_CASES
    spare = max(cases - _PARAMETERS, 1)
    return min(cases / 2 * math.log1p(float(stdtrit(spare, (1 + LIKELY) / 2)) ** 2 / spare), MOST_ALLOWED)


def _x(kind: str, size: float) -> float:
    return size if kind == EXPONENTIAL else math.log(size)


def _ends(values: Array) -> tuple[float, float]:
    return float(values.min()), float(values.max())


def _gap(x: Array) -> float:
    """The mean distance of neighbours among the four highest sizes; of a single size a seventh of it."""
    import numpy as np

    top = np.unique(x)[-4:]
    return float(np.ptp(top)) / (len(top) - 1) if len(top) > 1 else max(abs(float(top[0])), 1) / 7


def _likely(kind: str, points: _Points, limit_s: float, allowed: float) -> tuple[Array, Array, Curves]:
    """Costs, sigmas and curves: those within the threshold of the likeliest of a kind, and a few beyond.

    A curve is a point of a space: the logarithm of its slope, its level ln(floor), and a measure of its reach at the
    limit. A coarse grid of this space is refined about the points that may be likely, until these are many.
    """
    import numpy as np

    x = np.array([_x(kind, size) for size, _, _ in points])
    logs = np.log([time for _, time, _ in points])
    solved = np.array([solved for *_, solved in points])
    gap, low, high, limit = _gap(x), x.min(), x.max(), math.log(limit_s)
    highest = min(limit - _CLOSE, max(limit - math.log(_FLOOR), logs[solved].min()))
    ends = (
        np.log([_GENTLEST / gap, _STEEPEST / gap]),
        np.array([logs.min() - _NO_FLOOR, highest]),
        np.arcsinh([-(high - low) / gap - _BELOW, _BEYOND]),
    )
    axes = [np.linspace(span[0], span[1], number) for span, number in zip(ends, _SHAPE, strict=True)]
    steps = np.array([axis[1] - axis[0] for axis in axes])
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)

    def curves(grid: Array) -> Curves:
        slope, level = np.exp(grid[:, 0]), np.minimum(grid[:, 1], highest)
        reach = high + gap * np.sinh(grid[:, 2])
        return Curves(kind, level, slope, reach - np.log(np.expm1(limit - level)) / slope)

    least = math.inf
    for slack in _SLACKS:
        found = curves(grid)
        costs, sigmas = _costs(found, x, logs, solved, least + slack * allowed)
        least = costs.min()
        near = costs <= least + slack * allowed
        if slack == _SLACKS[-1] or 8 * near.sum() > _MOST_POINTS:
            break
        steps = steps / 2
        corners = np.stack(np.meshgrid(*[[-0.5, 0.5]] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
        finer = (grid[near][:, None, :] + corners * steps).reshape(-1, 3)
        grid = np.concatenate([grid[[costs.argmin()]], finer])  # the best curve so far stays in the grid
    return costs, sigmas, found


def _costs(curves: Curves, x: Array, logs: Array, solved: Array, most: float) -> tuple[Array, Array]:
    """The cost of each curve, and the sigma at which it is least. The cost is minus the log-likelihood.

    most: a curve whose solved cases alone cost more than this is not likely. Its unsolved cases, which only add to the
    cost, are left out.
    """
    import numpy as np
    from scipy.special import log_ndtr

    def residuals(x: Array, logs: Array) -> Array:
        rise = np.logaddexp(0, curves.slope[:, None] * (x - curves.start[:, None]))
        return logs - curves.level[:, None] - rise  # type: ignore[no-any-return]

    sigmas = np.geomspace(_LEAST_SIGMA, _MOST_SIGMA, _SIGMAS)[:, None]
    squares = (residuals(x[solved], logs[solved]) ** 2).sum(axis=1) + PRIOR_CASES * PRIOR_SIGMA**2
    costs = squares / (2 * sigmas**2) + (solved.sum() + PRIOR_CASES) * np.log(sigmas)
    cut, times = np.unique(np.stack([x[~solved], logs[~solved]]), axis=1, return_counts=True)
    beyond = residuals(*cut)
    low = costs <= most
    low[1:] |= low[:-1]  # the neighbours of a low cost, for the parabola
    low[:-1] |= low[1:]
    for number, (chosen, sigma) in enumerate(zip(low, sigmas[:, 0], strict=True)):
        costs[number, chosen] -= log_ndtr(-beyond[chosen] / sigma) @ times
    # Between the values of sigma the cost is a parabola.
    place, every = costs.argmin(axis=0).clip(1, _SIGMAS - 2), np.arange(costs.shape[1])
    before, at, after = (costs[place + step, every] for step in (-1, 0, 1))
    bend = np.maximum(before - 2 * at + after, 1e-9)
    shift = ((before - after) / (2 * bend)).clip(-1, 1)
    step = math.log(sigmas[1, 0] / sigmas[0, 0])
    return at - (before - after) * shift / 2 + bend * shift**2 / 2, sigmas[place, 0] * np.exp(shift * step)
