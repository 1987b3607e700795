"""Solver against model: how much of the time either explains, where solvers ran the same models on the same cases.

A *model* is a formulation, with its best settings on the solver. The *crossed part* of a family is a set of solvers and
a set of models of which every pair ran on every one of a set of cases (an instance with a goal); of all such parts it
is the one with the most runs.

The *shares* divide the variance of log time within a case. Of case k, solver i and model j

    ln t_ijk = case_k + effect_ij + e_ijk,    e_ijk normal with the variance sigma^2,

is fitted by maximum likelihood, the time of an unsolved run being censored: it is longer than the limit. The effects,
a full table of solvers by models, are divided as in the analysis of variance: with the mean 0 over the table, a solver
has the mean of its row, a model that of its column, the interaction is the rest. A share is the mean square of these,
or sigma^2 (what is left: a pair does not suit all cases alike, and chance), by the sum of the four: of times that no
limit cuts off. Without unsolved runs they are the sums of squares of the two-way analysis of variance with the case as
a block, by that within blocks (eta squared); sigma^2 is not corrected for the degrees of freedom either.

Cases that no pair solved are left out. A pair that solved none has an effect without a bound: it counts as if it had
solved, just at the limit, the case that is easiest for the others, which makes its effect a least one.

The fit is our own because no library makes it in time. The mixed models of statsmodels 0.15 know no censoring.
LogNormalAFTFitter of lifelines 0.30 (which does not allow pandas 3), with a column for each case and pair, finds the
same shares, as a test shows, but takes 0.25 s where Newton's method takes a millisecond; an interval needs 200 fits.

Sources: Fisher, The design of experiments, 1935 (blocks, interaction); Tobin, Estimation of relationships for limited
dependent variables, Econometrica 26, 1958 (the likelihood); Olsen, Note on the uniqueness of the maximum likelihood
estimator for the Tobit model, Econometrica 46, 1978 (the parameters, in which it is concave); McKelvey & Zavoina, A
statistical model for the analysis of ordinal level dependent variables, Journal of Mathematical Sociology 4, 1975, and
Veall & Zimmermann, Goodness of fit measures in the Tobit model, Oxford Bulletin of Economics and Statistics 56, 1994
(explained variance by that of the uncensored time).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tilings.reports.scores import CASE, FEW, best_settings, floored, tails

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame

    Array = ndarray[Any, Any]

_MOST_MODELS = 12  # whose sets are tried, 2 to this power
_RESAMPLES, _SEED = 200, 20261122
_SPARE = 4  # solved runs more than there are effects: with fewer the fit says nothing
_LEAST_SIGMA, _MOST_SIGMA = 1e-3, 1e3
_MOST_STEPS, _CLOSE, _RIDGE = 100, 1e-9, 1e-9  # of Newton's method


@dataclass(frozen=True)
class Crossed:
    """The crossed part of a family.

    logs: of the times in seconds, by case, solver and model, an unsolved run counting its limit; solved: of that shape.
    """

    family: str
    solvers: tuple[str, ...]
    models: tuple[str, ...]
    cases: tuple[tuple[str, str, str], ...]
    logs: Array
    solved: Array


@dataclass(frozen=True)
class Share:
    """A share of the variance of log time within a case, from 0 to 1, and its bootstrap interval over cases."""

    value: float
    low: float = float("nan")
    high: float = float("nan")


PARTS = ("solver", "model", "interaction", "rest")
APART = "solver less model"


def crossed(median: DataFrame) -> list[Crossed]:
    """The crossed part of each family that has one, of two solvers and two models or more on two cases or more.

    Runs whose times may not be compared are left out, and with them their cases.
    """
    found = []
    for family, part in median[median["timed"]].groupby("family", sort=True):
        own = part[part["configuration"].isin(best_settings(part))]
        rows = {
            (solver, model): runs.set_index(CASE)
            for (solver, model), runs in own.groupby(["solver", "formulation"], sort=True)
        }
        chosen = _largest({pair: frozenset(runs.index) for pair, runs in rows.items()})
        if chosen:
            found.append(_laid(str(family), rows, *chosen))
    return found


def shares(part: Crossed) -> dict[str, Share] | None:
    """Of each of PARTS its share, and of APART the difference; None where too few runs were solved to tell.

    The intervals hold between them 95 % of the shares of as many cases drawn with replacement, 200 times with a fixed
    seed, the percentiles set further out the fewer the cases are (`reports.scores.intervals`); none below FEW cases.
    """
    import numpy as np

    logs, solved = _telling(part.logs, part.solved)
    cases, pairs = logs.shape
    if solved.sum() < cases + pairs + _SPARE:
        return None
    fit, shape = _fit(logs, solved), (len(part.solvers), len(part.models))
    values = _divided(fit, shape)
    low = high = np.full(len(values), np.nan)
    if cases >= FEW:
        generator = np.random.default_rng(_SEED)
        drawn = []
        for _ in range(_RESAMPLES):
            rows = generator.integers(cases, size=cases)
            again, known = _telling(logs[rows], solved[rows])
            drawn.append(_divided(_fit(again, known, np.concatenate([fit[:cases][rows], fit[cases:]])), shape))
        low, high = np.quantile(drawn, tails(cases), axis=0)
    return {name: Share(*map(float, each)) for name, *each in zip((*PARTS, APART), values, low, high, strict=True)}


def explains_more(own: dict[str, Share]) -> str:
    """Which of solver and model explains more, by the interval of their difference; empty where it holds 0."""
    apart = own[APART]
    return "solver" if apart.low > 0 else "model" if apart.high < 0 else ""


def _largest(
    ran: dict[tuple[str, str], frozenset[Any]],
) -> tuple[list[str], list[str], list[Any]] | None:
    """The solvers, models and cases of the crossed part with the most runs, of equal ones that of the most solvers.

    ran: the cases of each pair. For each set of models the solvers join in the order of how many cases they bring.
    Every set is tried of those models that two solvers ran, of more than _MOST_MODELS those with the most runs.
    """
    runs: dict[str, list[int]] = {}
    for (_, model), own in ran.items():
        runs.setdefault(model, []).append(len(own))
    shared = sorted((model for model in runs if len(runs[model]) > 1), key=lambda model: (-sum(runs[model]), model))
    models = sorted(shared[:_MOST_MODELS])
    best: tuple[tuple[int, int], list[str], list[str], list[Any]] | None = None
    for size in range(2, len(models) + 1):
        for chosen in combinations(models, size):
            brings = {
                solver: frozenset.intersection(*(ran[solver, model] for model in chosen))
                for solver in {solver for solver, _ in ran}
                if all((solver, model) in ran for model in chosen)
            }
            order = sorted(brings, key=lambda solver: (-len(brings[solver]), solver))
            for number in range(2, len(order) + 1):
                cases = frozenset.intersection(*(brings[solver] for solver in order[:number]))
                worth = number * size * len(cases), number
                if len(cases) > 1 and (best is None or worth > best[0]):
                    best = worth, sorted(order[:number]), list(chosen), sorted(cases)
    return best[1:] if best else None


def _laid(
    family: str, rows: dict[tuple[str, str], DataFrame], solvers: list[str], models: list[str], cases: list[Any]
) -> Crossed:
    import numpy as np

    shape = (len(cases), len(solvers), len(models))
    logs, solved = np.zeros(shape), np.zeros(shape, dtype=bool)
    for i, solver in enumerate(solvers):
        for j, model in enumerate(models):
            own = rows[solver, model].loc[cases]
            logs[:, i, j] = np.log(floored(own["charged_s"]).to_numpy())
            solved[:, i, j] = own["solved"].to_numpy()
    return Crossed(family, tuple(solvers), tuple(models), tuple(cases), logs, solved)


def _telling(logs: Array, solved: Array) -> tuple[Array, Array]:
    """The cases that some pair solved, by case and pair, and what is solved there.

    A pair that solved none solves the easiest, the case of the least mean.
    """
    logs, solved = logs.reshape(len(logs), -1), solved.reshape(len(solved), -1)
    known = solved.any(axis=1)
    logs, solved = logs[known], solved[known].copy()
    if len(logs):
        solved[logs.mean(axis=1).argmin(), ~solved.any(axis=0)] = True
    return logs, solved


def _fit(logs: Array, solved: Array, start: Array | None = None) -> Array:
    """The parameters of the most likely fit: those of cases and of pairs, both by sigma, and last h = 1 / sigma.

    start: those to begin with, by default the fit as if every run had been solved.
    """
    import numpy as np

    if start is None:
        rows, columns = logs.mean(axis=1), logs.mean(axis=0) - logs.mean()
        sigma = np.clip((logs - rows[:, None] - columns).std(), 2 * _LEAST_SIGMA, _MOST_SIGMA / 2)
        start = np.concatenate([rows, columns, [1.0]]) / sigma

    h_range = (1 / _MOST_SIGMA, 1 / _LEAST_SIGMA)
    at, value = start, _cost(start, logs, solved)
    for _ in range(_MOST_STEPS):
        gradient, hessian = _slopes(at, logs, solved)
        step = np.linalg.solve(hessian + _RIDGE * np.eye(len(at)), gradient)
        if gradient @ step < _CLOSE:
            break
        size = 1.0
        while size > _CLOSE:
            there = at - size * step
            if h_range[0] < there[-1] < h_range[1] and (cost := _cost(there, logs, solved)) <= value:
                at, value = there, cost
                break
            size /= 2
        else:
            break
    return at


def _scaled(at: Array, logs: Array) -> Array:
    """How far each time is above its expectation, by sigma."""
    cases = len(logs)
    return at[-1] * logs - at[:cases, None] - at[cases:-1]  # type: ignore[no-any-return]


def _cost(at: Array, logs: Array, solved: Array) -> float:
    """Minus the log-likelihood, less its constant."""
    import numpy as np
    from scipy.special import log_ndtr

    z = _scaled(at, logs)
    return float(np.where(solved, z**2 / 2, -log_ndtr(-z)).sum() - solved.sum() * np.log(at[-1]))


def _slopes(at: Array, logs: Array, solved: Array) -> tuple[Array, Array]:
    """The gradient of the cost and its Hessian, in which cases meet each other nowhere, nor do pairs."""
    import numpy as np

    cases, pairs = logs.shape
    z = _scaled(at, logs)
    beyond, bent = hazard(z)  # of a time just above the limit
    slope, bend = np.where(solved, z, beyond), np.where(solved, 1.0, bent)
    number, h = solved.sum(), at[-1]
    gradient = np.concatenate([-slope.sum(axis=1), -slope.sum(axis=0), [(slope * logs).sum() - number / h]])
    hessian = np.zeros((cases + pairs + 1, cases + pairs + 1))
    hessian[:cases, cases:-1], hessian[cases:-1, :cases] = bend, bend.T
    hessian[-1, :cases] = hessian[:cases, -1] = -(bend * logs).sum(axis=1)
    hessian[-1, cases:-1] = hessian[cases:-1, -1] = -(bend * logs).sum(axis=0)
    corner = (bend * logs**2).sum() + number / h**2
    np.fill_diagonal(hessian, np.concatenate([bend.sum(axis=1), bend.sum(axis=0), [corner]]))
    return gradient, hessian


def _divided(fit: Array, shape: tuple[int, int]) -> Array:
    """The shares of PARTS and APART, of the parameters that `_fit` gives."""
    import numpy as np

    h = fit[-1]
    table = (fit[-1 - shape[0] * shape[1] : -1] / h).reshape(shape)
    table = table - table.mean()
    solver, model = table.mean(axis=1, keepdims=True), table.mean(axis=0, keepdims=True)
    parts = np.array([np.mean(solver**2), np.mean(model**2), np.mean((table - solver - model) ** 2), h**-2])
    parts = parts / parts.sum()
    return np.append(parts, parts[0] - parts[1])


def hazard(z: Array) -> tuple[Array, Array]:
    """The hazard of the standard normal distribution, the slope of -ln P(Z > z), and the slope of the hazard."""
    import numpy as np
    from scipy.special import log_ndtr

    found = np.exp(-(z**2) / 2 - np.log(2 * np.pi) / 2 - log_ndtr(-z))
    return found, found * (found - z)
