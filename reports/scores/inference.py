"""How far scores depend on chance: intervals over cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from tilings.reports.scores.cases import by_case, penalised_times

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame

FEW = 6  # cases: with fewer there is no interval, as so few say nothing of others
LEVEL = 0.95
_RESAMPLES, _SEED, _CELLS = 2000, 20261121, 1 << 22


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, whose ends may be infinite."""

    value: float
    low: float
    high: float

    def overlaps(self, other: Estimate) -> bool:
        return self.low <= other.high and other.low <= self.high


def intervals(median: DataFrame) -> DataFrame:
    """95 % bootstrap intervals of PAR2, in seconds.

    Index: the configurations; columns par2_low and par2_high, NaN with fewer than FEW cases.
    `median`: as `median_runs` gives it.

    As many cases as there are are drawn with replacement, 2000 times with a fixed seed; the interval is between two
    percentiles of the score over what was drawn, further out the fewer the cases (`tails`). It holds for other cases
    like these, not for other runs on the same ones. Of simulated means it held 93 % (normal times) to 70 % (lognormal
    ones cut off at a limit) with 6 cases, 95 to 78 % with 16: what is rare and slow is missing from few cases.

    Censored: an unsolved run counts as in the score, so intervals are of the penalised mean, and a configuration that
    solves nothing has one of no width. Incomplete configurations are resampled over their own cases.
    Sources: Efron & Tibshirani, An introduction to the bootstrap, 1993; Hesterberg, What teachers should know about the
    bootstrap, The American Statistician 69, 2015.
    """
    import numpy as np
    import pandas as pd

    table = by_case(median, penalised_times(median))
    par2, on_case = table.to_numpy(), table.notna().to_numpy()
    ends = pd.DataFrame(np.nan, index=table.index, columns=["par2_low", "par2_high"])
    for cases in np.unique(on_case, axis=0):  # configurations on the same cases share their resamples
        rows = (on_case == cases).all(axis=1)
        if cases.sum() >= FEW:
            drawn = _means(par2[rows][:, cases])
            ends.loc[rows] = np.quantile(drawn, tails(int(cases.sum())), axis=1).T
    return ends


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Student's interval of the mean of two or more numbers, one a case, which it takes to be normal.

    Source: Student, The probable error of a mean, Biometrika 6, 1908.
    """
    from scipy.special import stdtrit

    half = float(stdtrit(len(values) - 1, (1 + LEVEL) / 2)) * stdev(values) / len(values) ** 0.5
    return fmean(values) - half, fmean(values) + half


def mean_ratio(logs: Sequence[float]) -> Estimate:
    """The geometric mean of two or more ratios, by their logarithms, with the interval of these (`mean_interval`).

    `tools.reach_coverage` states how often it holds the ratio of paired times.

    >>> mean_ratio([0.0, 0.0])
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    low, high = mean_interval(logs)
    return Estimate(math.exp(fmean(logs)), math.exp(low), math.exp(high))


def tails(cases: int) -> tuple[float, float]:
    """The shares of the resampled scores below and above which none is in the interval.

    The expanded percentiles of Hesterberg (2015): resampled means of n values vary as if by the variance with the
    divisor n, and the normal distribution stands in for Student's; both make the plain percentiles too narrow.
    """
    from scipy.special import ndtr, stdtrit

    tail = float(ndtr(-((cases / (cases - 1)) ** 0.5) * stdtrit(cases - 1, (1 + LEVEL) / 2)))
    return tail, 1 - tail


def _means(values: ndarray[Any, Any]) -> ndarray[Any, Any]:
    """Means over resampled columns, of shape (rows, resamples): products with how often each column was drawn.

    So many resamples are made at once as fit into a small memory.
    """
    import numpy as np

    columns = values.shape[1]
    generator = np.random.default_rng(_SEED)
    step = max(1, _CELLS // columns)
    sums = []
    for number in (min(step, _RESAMPLES - start) for start in range(0, _RESAMPLES, step)):
        drawn = generator.integers(columns, size=(number, columns)) + columns * np.arange(number)[:, None]
        times = np.bincount(drawn.ravel(), minlength=number * columns).reshape(number, columns)
        sums.append(values @ times.T.astype(float))
    return np.concatenate(sums, axis=1) / columns
