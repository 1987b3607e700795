"""The virtual best solver, and what each configuration contributes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.scores.cases import CASE

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame


def virtual_best(runs: DataFrame) -> DataFrame:
    """For each case the best run of any configuration: solved before unsolved, then the shortest time.

    The virtual best solver: a perfect choice of configuration for each instance. `runs`: as `median_runs`
    gives them. Source: Xu et al., Evaluating component solver contributions to portfolio-based algorithm
    selectors, SAT 2012.
    """
    order = runs.sort_values(["solved", "charged_s", "configuration"], ascending=[False, True, True])
    return order.drop_duplicates(CASE).sort_values(CASE).reset_index(drop=True)


def contributions(median: DataFrame) -> DataFrame:
    """What each configuration, a member, contributes to the virtual best: a row each, in alphabetic order.

    `median`: as `median_runs` gives it. Columns beside configuration, more being better:

    solved: cases that the member solves. only: the marginal contribution in solved cases, those that no other member
    solves. par2_s: the marginal contribution in PAR2, by how many seconds the virtual best's PAR2 grows without it.
    solved_share, par2_share: the Shapley values, the member's marginal contribution in the mean over all orders in
    which the members may join, in solved cases and in seconds of PAR2. They add up to the solved cases, and to the
    seconds by which the PAR2 of all together is below that of solving nothing. Exact: a coalition is worth its best
    member on each case, for which the values have a closed form (Littlechild & Owen, Management Science 20, 1973).

    Censored: an unsolved case costs twice the longest limit that any run had on it; so does a case on which a member
    did not run (incomplete: it could not be chosen there). A single member contributes all that it solves.
    Sources: Xu et al., SAT 2012 (marginal contribution); Fréchette et al., Using the Shapley value to analyze algorithm
    portfolios, AAAI 2016.
    """
    import numpy as np
    import pandas as pd

    member, names = pd.factorize(median["configuration"], sort=True)
    case = median.groupby(CASE, sort=True).ngroup().to_numpy()
    cost = 2 * median.groupby(CASE)["wall_limit_s"].transform("max").to_numpy(dtype=float)
    gain = np.zeros((len(names), int(case.max(initial=-1)) + 1))  # seconds below the cost of an unsolved case
    solved = np.zeros_like(gain)
    np.maximum.at(gain, (member, case), np.where(median["solved"], cost - median["time_s"].to_numpy(dtype=float), 0.0))
    np.maximum.at(solved, (member, case), median["solved"].to_numpy(dtype=float))
    cases = max(gain.shape[1], 1)
    found = {
        "solved": solved.sum(axis=1).astype(int),
        "only": _marginal(solved).sum(axis=1).astype(int),
        "par2_s": _marginal(gain).sum(axis=1) / cases,
        "solved_share": _shapley(solved).sum(axis=1),
        "par2_share": _shapley(gain).sum(axis=1) / cases,
    }
    return pd.DataFrame({"configuration": list(names)} | found)


def _marginal(worth: ndarray[Any, Any]) -> ndarray[Any, Any]:
    """Of each member (row) in each case (column): by how much its worth is above that of the best other member."""
    import numpy as np

    if len(worth) < 2:
        return worth
    order = np.sort(worth, axis=0)
    return np.where(worth == order[-1], worth - order[-2], 0)


def _shapley(worth: ndarray[Any, Any]) -> ndarray[Any, Any]:
    """The Shapley values of the members (rows) where a coalition is worth its best member, by case (column).

    In order of worth, the k-th least of n adds its step above the one before, which it shares equally with the n - k
    that are worth more.
    """
    import numpy as np

    order = np.argsort(worth, axis=0, kind="stable")
    steps = np.diff(np.take_along_axis(worth, order, axis=0), axis=0, prepend=0)
    shares = np.cumsum(steps / np.arange(len(worth), 0, -1)[:, None], axis=0)
    values = np.empty_like(shares)
    np.put_along_axis(values, order, shares, axis=0)
    return values
