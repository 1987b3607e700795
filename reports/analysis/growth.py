"""How the wall time grows on a ladder: by which factor with each unit of size, for each configuration.

A *ladder* has the instances of one family, class and goal (and, for the goal first, one side), ordered by size; those
of one size are a *rung*. Squares that allow different numbers of copies make different ladders, as the difficulty jumps
where that number does. Of a configuration on the rung s

    ln t = ln(floor + a * base^s) + e,    e normal with the variance sigma^2,

is fitted by maximum likelihood. The floor is what a run takes however small its instance is: starting, loading and
reading. As a part of the curve it leaves every run in; to leave out short times, or to take away the least, would bend
the base, as that choice depends on the times. The growth overtakes the floor no later than on the third-highest
rung that was solved, so that at least three carry the base, which is 1 or more.

An unsolved run is censored: its time is longer than what it had used, or than its limit where it was given up. So the
base does not shrink where the upper rungs are cut off. Runs that crashed or answered wrongly say nothing of the time
and are left out.

The interval is of the profile likelihood: of the bases for which the best fit is not too much less likely than the
best of all. How much is set by Student's t with as many degrees of freedom as there are solved runs beyond the three
parameters of the curve, which is exact for a straight line and without censoring. Of simulated ladders of 16 rungs it
held 94 to 97 %, cut off or not. It holds for other instances of such sizes; it takes the curve for granted, which other
sizes need not follow.

Sources: Tobin, Estimation of relationships for limited dependent variables, Econometrica 26, 1958 (the likelihood);
Olsen, Note on the uniqueness of the maximum likelihood estimator for the Tobit model, Econometrica 46, 1978 (the
parameters, in which it is concave); Venzon & Moolgavkar, A method for computing profile-likelihood-based confidence
intervals, Applied Statistics 37, 1988.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from tilings.reports.analysis.factorial import hazard
from tilings.reports.scores import FEW, LEVEL, floored

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame

    Array = ndarray[Any, Any]
    _Fit = tuple[float, float, float, float, float, float]

_MOST_STEPS, _CLOSE = 30, 1e-7  # of Newton's method
LADDER = ["family", "ladder", "goal"]
LEAST_RUNGS = 4  # of a ladder, and solved ones of a configuration: with fewer there is no fit
# By family the step in size of a base, and its name; 1 for other families.
STEPS = {"squares": (1, "unit of side"), "triominoes": (1, "unit of side"), "polycubes": (10, "10 cells"),
         "covers": (10, "10 cells")}  # fmt: skip
MEASURES = {"squares": "side", "triominoes": "side", "polycubes": "cells", "covers": "cells"}  # unit of a size
_USED = [
    "configuration", "paradigm", "ranked", "rung", "ran", "solved", "outcome", "time_s", "charged_s", "wall_limit_s",
]  # fmt: skip
_ONE = (1, "unit of size")
_CURVE = 3  # parameters of the curve: the floor, a, and the base
_SLOPES, _STARTS = 30, 18  # points along the two sides of each grid on which the likelihood is maximised
# Each grid lies within the one before it. It spans the curves that are less likely than the best one by no more than
# this share of what the interval allows.
_SHARES = (1.0, 1.0, 1.0, 0.01)
_FAR = 50  # lengths of the ladder: a curve that leaves its floor so far below the lowest rung shows no floor
_NONE = (math.nan, math.nan, math.nan, math.nan, math.nan, math.nan)  # of a Growth without a fit
_HUGE = 700.0  # logarithm from which on a number counts as infinite


@dataclass(frozen=True)
class Growth:
    """How the time of a configuration grows on a ladder.

    best: whether it solved the most on the ladder of its paradigm, and of these in the least time. reached: the highest
    rung of which it solved an instance, None where it solved nothing; tops: whether that is the ladder's highest. base:
    the factor with each step of STEPS; low, high: its interval, which may reach infinity; all three are NaN where too
    little was solved for a fit. The curve is exp(level) * (1 + exp(slope * (size - start))).
    """

    family: str
    ladder: str
    goal: str
    configuration: str
    paradigm: str
    ranked: bool
    best: bool
    reached: float | None
    tops: bool
    base: float
    low: float
    high: float
    level: float
    start: float
    slope: float

    @property
    def where(self) -> str:
        """The name of the ladder."""
        return f"{self.family}/{self.ladder}, {self.goal}"

    @property
    def fitted(self) -> bool:
        return not math.isnan(self.base)

    @property
    def grows(self) -> bool:
        """Whether the interval of the base lies above 1."""
        return self.low > 1

    def curve(self, sizes: Array) -> Array:
        """The fitted seconds at these sizes."""
        import numpy as np

        return np.exp(self.level + np.logaddexp(0, self.slope * (sizes - self.start)))  # type: ignore[no-any-return]


def unit(family: str) -> str:
    """The step in size to which a base of this family refers."""
    return STEPS.get(family, _ONE)[1]


def on_ladders(median: DataFrame) -> DataFrame:
    """The median runs on ladders of LEAST_RUNGS rungs or more.

    A ladder with several numbers of copies k is split into one for each k, which is added to its name.
    """
    runs = median[median["ladder"].fillna("").ne("") & median["rung"].notna()]
    several = runs.groupby(LADDER)["copies"].transform("nunique") > 1
    runs = runs[~several | runs["copies"].notna()]
    parts = zip(runs["ladder"], runs["copies"], several[runs.index], strict=True)
    names = [f"{ladder}, k = {copies:.0f}" if many else ladder for ladder, copies, many in parts]
    runs = runs.assign(rung=runs["rung"].astype(float), ladder=names)
    return runs.loc[runs.groupby(LADDER)["rung"].transform("nunique") >= LEAST_RUNGS, [*LADDER, *_USED]]


def growths(median: DataFrame) -> list[Growth]:
    """The growth of each configuration on each ladder of LEAST_RUNGS rungs or more, in their order."""
    fitted = []
    for names, runs in on_ladders(median).groupby(LADDER, sort=True):
        family, ladder, goal = map(str, names)
        best = _best(runs)
        for configuration, part in runs.groupby("configuration", sort=True):
            solved, first = part[part["solved"]], part.iloc[0]
            reached = float(solved["rung"].max()) if len(solved) else None
            enough = len(solved) >= FEW and solved["rung"].nunique() >= LEAST_RUNGS
            fit = _fit(part, STEPS.get(family, _ONE)[0]) if enough else _NONE
            about = (str(configuration), str(first["paradigm"]), bool(first["ranked"]), configuration in best)
            fitted.append(Growth(family, ladder, goal, *about, reached, bool(reached == runs["rung"].max()), *fit))
    return fitted


def clearest(found: list[Growth]) -> tuple[Growth, Growth] | None:
    """The best configurations of two paradigms on one ladder that differ the most, by the width of their intervals.

    First the one that grows faster. The intervals of both lie above 1; native searches are left out. None where on
    every ladder the intervals of all these overlap.
    """
    known = [growth for growth in found if growth.grows and growth.ranked and growth.best]
    every = permutations(known, 2)
    pairs = [(one, other) for one, other in every if one.where == other.where and one.low > other.high]
    return max(pairs, key=lambda pair: _distance(*pair), default=None)


def _distance(one: Growth, other: Growth) -> float:
    """Of two bases the difference of their logarithms, by the widths of the half intervals that face each other."""
    facing = math.log(one.base / one.low), math.log(other.high / other.base)
    return math.log(one.base / other.base) / max(math.hypot(*facing), 1e-9)


def _best(runs: DataFrame) -> set[str]:
    """Of each paradigm the configuration that solved the most, and of these in the least time."""
    scores = runs.groupby(["paradigm", "configuration"], as_index=False).agg(
        solved=("solved", "sum"), time=("charged_s", "mean")
    )
    order = scores.sort_values(["solved", "time", "configuration"], ascending=[False, True, True])
    return set(order.drop_duplicates("paradigm")["configuration"])


def _fit(runs: DataFrame, step: float) -> _Fit:
    """The fields of a Growth from base on."""
    import numpy as np
    from scipy.stats import t

    known = runs[runs["solved"] | ~runs["outcome"].isin(["failed", "wrong"])]
    bound = known[["time_s", "wall_limit_s"]].min(axis=1)
    logs = np.log(floored(known["time_s"].where(known["solved"], bound)).to_numpy())
    solved, sizes = known["solved"].to_numpy(dtype=bool), known["rung"].to_numpy(dtype=float)
    rungs = np.unique(sizes[solved])
    spare = int(solved.sum()) - _CURVE
    allowed = solved.sum() / 2 * math.log(1 + t.ppf((1 + LEVEL) / 2, spare) ** 2 / spare)
    # From no growth to all of it over the three highest rungs; from no floor to one that reaches up to these.
    most = 2 * (np.ptp(logs) + 1) / (rungs[-1] - rungs[-3])
    slopes = most * np.linspace(0, 1, _SLOPES) ** 2
    none = rungs[0] - _FAR * (rungs[-1] - rungs[0])
    starts = np.append(none, np.linspace(2 * rungs[0] - rungs[-1], rungs[-3], _STARTS - 1))
    for share in _SHARES:
        costs, levels = _profile(sizes, logs, solved, slopes, starts)
        likely = costs <= costs.min() + share * allowed
        (least, last), (near, far) = _ends(likely.any(axis=1)), _ends(likely.any(axis=0))
        steep, place = np.unravel_index(costs.argmin(), costs.shape)
        level, start, slope = float(levels[steep, place]), float(starts[place]), float(slopes[steep])
        below, above = slopes[max(least - 1, 0)], slopes[min(last + 1, _SLOPES - 1)]
        if share == 1:
            ends = (below + slopes[least]) / 2, math.inf if slopes[last] == most else (slopes[last] + above) / 2
        slopes = np.linspace(below, above, _SLOPES)
        starts = np.append(none, np.linspace(starts[max(near - 1, 1)], starts[min(far + 1, _STARTS - 1)], _STARTS - 1))
    base, low, high = (math.exp(step * log) if step * log < _HUGE else math.inf for log in (slope, *ends))
    return base, low, high, level, start, slope


def _ends(chosen: Array) -> tuple[int, int]:
    """The places of the first and the last true value."""
    places = chosen.nonzero()[0]
    return int(places[0]), int(places[-1])


def _profile(sizes: Array, logs: Array, solved: Array, slopes: Array, starts: Array) -> tuple[Array, Array]:
    """For each slope and start the cost (minus the log-likelihood) and the level ln(floor) of the best fit."""
    import numpy as np

    curves = np.logaddexp(0, slopes[:, None, None] * (sizes - starts[:, None]))
    levels, costs = _censored_means((logs - curves).reshape(-1, len(logs)), solved)
    shape = len(slopes), len(starts)
    return costs.reshape(shape), levels.reshape(shape)


def _censored_means(logs: Array, solved: Array) -> tuple[Array, Array]:
    """The mean of normal numbers, a row each, of which the unsolved are lower bounds (censored), and the cost.

    By Newton's method in the parameters mean / sigma and h = 1 / sigma, in which the cost is convex.
    """
    import numpy as np
    from scipy.special import log_ndtr

    known = logs[:, solved]
    number = known.shape[1]
    mean, h = known.mean(axis=1), 1 / np.maximum(known.std(axis=1), 1e-3)
    if solved.all():
        return mean, number * (0.5 - np.log(h))
    beyond, m = logs[:, ~solved], mean * h

    def scaled(m: Array, h: Array) -> tuple[Array, Array]:
        return h[:, None] * known - m[:, None], h[:, None] * beyond - m[:, None]

    def cost(m: Array, h: Array) -> Array:
        z, above = scaled(m, h)
        value = (z**2).sum(axis=1) / 2 - log_ndtr(-above).sum(axis=1) - number * np.log(np.abs(h))
        return np.where(h > 0, value, np.inf)

    value = cost(m, h)
    for _ in range(_MOST_STEPS):
        z, above = scaled(m, h)
        slope, bend = hazard(above)
        down = -z.sum(axis=1) - slope.sum(axis=1)
        along = (z * known).sum(axis=1) + (slope * beyond).sum(axis=1) - number / h
        mm, mh = number + bend.sum(axis=1), -known.sum(axis=1) - (bend * beyond).sum(axis=1)
        hh = (known**2).sum(axis=1) + (bend * beyond**2).sum(axis=1) + number / h**2
        step_m, step_h = np.stack([hh * down - mh * along, mm * along - mh * down]) / (mm * hh - mh**2)
        if (step_m * down + step_h * along).max() < _CLOSE:
            break
        size = np.ones_like(m)
        for _ in range(_MOST_STEPS):
            trial = cost(m - size * step_m, h - size * step_h)
            if not (worse := trial > value).any():
                break
            size[worse] /= 2
        size[worse] = 0
        m, h = m - size * step_m, h - size * step_h
        value = np.minimum(trial, value)
    return m / h, value
