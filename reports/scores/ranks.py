"""Mean ranks of configurations over the cases of a task, and which of them differ by more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.scores.cases import Grid, complete, floored

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_LEVEL = 0.05


@dataclass(frozen=True)
class Ranks:
    """means: the mean rank of each configuration, the least first. cases: how many.

    p: of Friedman's test that all rank alike. apart: the critical difference, from which on two means differ.
    """

    means: Series
    cases: int
    p: float
    apart: float


def ranks(median: DataFrame) -> Ranks | None:
    """The ranks of the configurations that ran on every case; None where these are fewer than three, or two cases.

    On each case the fastest has rank 1, and equal times share the mean of their ranks; unsolved runs are the slowest,
    and equal. Friedman's test is by the chi-squared distribution, corrected for ties. The critical difference is
    Nemenyi's, q sqrt(k (k + 1) / (6 n)) for k configurations on n cases, q from the studentized range.
    Source: Demšar, Statistical comparisons of classifiers over multiple data sets, JMLR 7, 2006.
    """
    import numpy as np
    import pandas as pd
    from scipy.stats import friedmanchisquare, rankdata, studentized_range

    median = median[median["configuration"].isin(complete(median))]
    grid = Grid(median)
    number, cases = grid.ran.shape
    if number < 3 or cases < 2:
        return None
    times = np.where(grid.of("solved", False), grid.of(floored(median["time_s"]), 0.0), np.inf)
    each = rankdata(times, axis=0)
    p = 1.0 if (each == each[:1]).all() else float(friedmanchisquare(*each).pvalue)
    q = float(studentized_range.ppf(1 - _LEVEL, number, np.inf)) / 2**0.5
    means = pd.Series(each.mean(axis=1), index=grid.names).sort_values(kind="stable")
    return Ranks(means, cases, p, q * (number * (number + 1) / (6 * cases)) ** 0.5)


def holm(values: Sequence[float]) -> list[float]:
    """p-values of several tests made at once, adjusted: those below 5 % are wrong together in at most 5 % of campaigns.

    Source: Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, least = [0.0] * len(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=lambda place: values[place])):
        least = max(least, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = least
    return adjusted
