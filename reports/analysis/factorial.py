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
_SPARE = 4  # least number of solved runs beyond the number of effects
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
    parts = []
    for family, runs in median[median["timed"]].groupby("family", sort=True):
        best = runs[runs["configuration"].isin(best_settings(runs))]
        by_pair = {
            (solver, model): rows.set_index(CASE)
            for (solver, model), rows in best.groupby(["solver", "formulation"], sort=True)
        }
        if largest := _largest({pair: frozenset(rows.index) for pair, rows in by_pair.items()}):
            parts.append(_arrays(str(family), by_pair, *largest))
    return parts


def shares(part: Crossed) -> dict[str, Share] | None:
    """The share of each of PARTS and the difference APART; None where too few runs were solved for a fit.

    The intervals are 95 % bootstrap intervals over cases (200 resamples, fixed seed), with percentiles that are set
    further out the fewer the cases are (`reports.scores.intervals`); NaN below FEW cases.
    """
    import numpy as np

    logs, solved = _solved_cases(part.logs, part.solved)
    cases, pairs = logs.shape
    if solved.sum() < cases + pairs + _SPARE:
        return None
    fit, shape = _fit(logs, solved), (len(part.solvers), len(part.models))
    values = _shares_of(fit, shape)
    low = high = np.full(len(values), np.nan)
    if cases >= FEW:
        generator = np.random.default_rng(_SEED)
        drawn = []
        for _ in range(_RESAMPLES):
            rows = generator.integers(cases, size=cases)
            resample = _solved_cases(logs[rows], solved[rows])
            drawn.append(_shares_of(_fit(*resample, np.concatenate([fit[:cases][rows], fit[cases:]])), shape))
        low, high = np.quantile(drawn, tails(cases), axis=0)
    return {name: Share(*map(float, ends)) for name, *ends in zip((*PARTS, APART), values, low, high, strict=True)}


def explains_more(shares: dict[str, Share]) -> str:
    """Which of solver and model explains more, by the interval of their difference; empty where it contains 0."""
    apart = shares[APART]
    return "solver" if apart.low > 0 else "model" if apart.high < 0 else ""


def _largest(ran: dict[tuple[str, str], frozenset[Any]]) -> tuple[list[str], list[str], list[Any]] | None:
    """The solvers, models and cases of the crossed part with the most runs; of equal ones the one with more solvers.

    ran: the cases of each pair. For each set of models the solvers are added in descending order of their number of
    cases. All sets of the models that two solvers ran are tried; of more than _MOST_MODELS, those with the most runs.
    """
    runs: dict[str, list[int]] = {}
    for (_, model), cases in ran.items():
        runs.setdefault(model, []).append(len(cases))
    shared = sorted((model for model in runs if len(runs[model]) > 1), key=lambda model: (-sum(runs[model]), model))
    models = sorted(shared[:_MOST_MODELS])
    best: tuple[tuple[int, int], list[str], list[str], list[Any]] | None = None
    for size in range(2, len(models) + 1):
        for chosen in combinations(models, size):
            common = {
                solver: frozenset.intersection(*(ran[solver, model] for model in chosen))
                for solver in {solver for solver, _ in ran}
                if all((solver, model) in ran for model in chosen)
            }
            order = sorted(common, key=lambda solver: (-len(common[solver]), solver))
            for number in range(2, len(order) + 1):
                shared_cases = frozenset.intersection(*(common[solver] for solver in order[:number]))
                rank = number * size * len(shared_cases), number
                if len(shared_cases) > 1 and (best is None or rank > best[0]):
                    best = rank, sorted(order[:number]), list(chosen), sorted(shared_cases)
    return best[1:] if best else None


def _arrays(
    family: str, by_pair: dict[tuple[str, str], DataFrame], solvers: list[str], models: list[str], cases: list[Any]
) -> Crossed:
    import numpy as np

    shape = (len(cases), len(solvers), len(models))
    logs, solved = np.zeros(shape), np.zeros(shape, dtype=bool)
    for i, solver in enumerate(solvers):
        for j, model in enumerate(models):
            runs = by_pair[solver, model].loc[cases]
            logs[:, i, j] = np.log(floored(runs["charged_s"]).to_numpy())
            solved[:, i, j] = runs["solved"].to_numpy()
    return Crossed(family, tuple(solvers), tuple(models), tuple(cases), logs, solved)


def _solved_cases(logs: Array, solved: Array) -> tuple[Array, Array]:
    """The logarithms and the solved flags of the cases that some pair solved, of shape (cases, pairs).

    A pair that solved no case is set to have solved the easiest, the case with the least mean.
    """
    logs, solved = logs.reshape(len(logs), -1), solved.reshape(len(solved), -1)
    decided = solved.any(axis=1)
    logs, solved = logs[decided], solved[decided].copy()
    if len(logs):
        solved[logs.mean(axis=1).argmin(), ~solved.any(axis=0)] = True
    return logs, solved


def _fit(logs: Array, solved: Array, start: Array | None = None) -> Array:
    """The parameters of the most likely fit: those of cases and of pairs, both by sigma, and last h = 1 / sigma.

    start: initial parameters, by default the fit as if every run had been solved.
    """
    import numpy as np

    if start is None:
        rows, columns = logs.mean(axis=1), logs.mean(axis=0) - logs.mean()
        sigma = np.clip((logs - rows[:, None] - columns).std(), 2 * _LEAST_SIGMA, _MOST_SIGMA / 2)
        start = np.concatenate([rows, columns, [1.0]]) / sigma

    h_range = (1 / _MOST_SIGMA, 1 / _LEAST_SIGMA)
    fit, value = start, _cost(start, logs, solved)
    for _ in range(_MOST_STEPS):
        gradient, hessian = _derivatives(fit, logs, solved)
        step = np.linalg.solve(hessian + _RIDGE * np.eye(len(fit)), gradient)
        if gradient @ step < _CLOSE:
            break
        size = 1.0
        while size > _CLOSE:
            trial = fit - size * step
            if h_range[0] < trial[-1] < h_range[1] and (cost := _cost(trial, logs, solved)) <= value:
                fit, value = trial, cost
                break
            size /= 2
        else:
            break
    return fit


def _residuals(fit: Array, logs: Array) -> Array:
    """The times less their expectations, in units of sigma."""
    cases = len(logs)
    return fit[-1] * logs - fit[:cases, None] - fit[cases:-1]  # type: ignore[no-any-return]


def _cost(fit: Array, logs: Array, solved: Array) -> float:
    """Minus the log-likelihood, less its constant."""
    import numpy as np
    from scipy.special import log_ndtr

    z = _residuals(fit, logs)
    return float(np.where(solved, z**2 / 2, -log_ndtr(-z)).sum() - solved.sum() * np.log(fit[-1]))


def _derivatives(fit: Array, logs: Array, solved: Array) -> tuple[Array, Array]:
    """The gradient and the Hessian of the cost; in the Hessian the blocks of cases and of pairs are diagonal."""
    import numpy as np

    cases, pairs = logs.shape
    z = _residuals(fit, logs)
    censored = hazard(z)
    slope, bend = np.where(solved, z, censored[0]), np.where(solved, 1.0, censored[1])
    number, h = solved.sum(), fit[-1]
    gradient = np.concatenate([-slope.sum(axis=1), -slope.sum(axis=0), [(slope * logs).sum() - number / h]])
    hessian = np.zeros((cases + pairs + 1, cases + pairs + 1))
    hessian[:cases, cases:-1], hessian[cases:-1, :cases] = bend, bend.T
    hessian[-1, :cases] = hessian[:cases, -1] = -(bend * logs).sum(axis=1)
    hessian[-1, cases:-1] = hessian[cases:-1, -1] = -(bend * logs).sum(axis=0)
    corner = (bend * logs**2).sum() + number / h**2
    np.fill_diagonal(hessian, np.concatenate([bend.sum(axis=1), bend.sum(axis=0), [corner]]))
    return gradient, hessian


def _shares_of(fit: Array, shape: tuple[int, int]) -> Array:
    """The shares of PARTS and APART from the parameters that `_fit` returns."""
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

    rate = np.exp(-(z**2) / 2 - np.log(2 * np.pi) / 2 - log_ndtr(-z))
    return rate, rate * (rate - z)
