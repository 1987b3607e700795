"""Bootstrap confidence intervals: how much a score depends on which cases happened to be in the campaign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reports.scores.cases import CASE
from reports.scores.means import SHIFT_S, penalised_times

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame

FEW = 6  # cases: with fewer there is no interval, as resampling so few says nothing of others
LEVEL = 0.95
_RESAMPLES, _SEED = 2000, 20261121
_TAILS = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)


def intervals(median: DataFrame) -> DataFrame:
    """95 % percentile bootstrap intervals of PAR2 and the shifted geometric mean, in seconds.

    Index: the configurations; columns par2_low, par2_high, mean_low, mean_high; NaN with fewer than FEW cases.
    `median`: as `median_runs` gives it.

    As many cases as there are are drawn with replacement, 2000 times with a fixed seed; the interval is between the 2.5th
    and the 97.5th percentile of the score over what was drawn. It tells of other cases like these, not of other runs
    on the same ones. Censored: an unsolved run counts as in the score, so intervals are of the penalised mean, and a
    configuration that solves nothing has one of no width. Incomplete configurations are resampled over their own cases.
    Source: Efron & Tibshirani, An introduction to the bootstrap, 1993.
    """
    import numpy as np
    import pandas as pd

    logs = np.log(median["charged_s"].astype(float) + SHIFT_S)
    par2, means = _limits(median, penalised_times(median)), _limits(median, logs, lambda log: np.exp(log) - SHIFT_S)
    return pd.concat([par2.add_prefix("par2_"), means.add_prefix("mean_")], axis=1)


def ratios(median: DataFrame, to: str) -> DataFrame:
    """The PAR2 of each configuration by that of the configuration `to`, with a bootstrap interval, as `intervals` does.

    Index: the configurations that ran on exactly the cases of `to`; columns ratio, low, high (NaN with fewer than FEW
    cases). Both are resampled together, so that what is hard for both cancels. Above 1: slower than `to`.
    """
    import numpy as np
    import pandas as pd

    values = _laid(median, penalised_times(median))
    alike = values[values.notna().eq(values.loc[to].notna()).all(axis=1)].dropna(axis=1)
    drawn = _means(alike.to_numpy())
    base = list(alike.index).index(to)
    low, high = np.quantile(drawn / drawn[base], _TAILS, axis=1) if alike.shape[1] >= FEW else (np.nan, np.nan)
    means = alike.mean(axis=1)
    return pd.DataFrame({"ratio": means / means[to], "low": low, "high": high}, index=alike.index)


def mean_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The interval of the mean of numbers, one a case, as `intervals` draws it; None for fewer than FEW."""
    import numpy as np

    if len(values) < FEW:
        return None
    low, high = np.quantile(_means(np.asarray([values], dtype=float)), _TAILS)
    return float(low), float(high)


def _limits(median: DataFrame, values: Any, score: Callable[[Any], Any] = lambda mean: mean) -> DataFrame:
    """low and high of a score that grows with the mean of the values, by configuration."""
    import numpy as np
    import pandas as pd

    laid = _laid(median, values)
    found = pd.DataFrame(np.nan, index=laid.index, columns=["low", "high"])
    # Configurations that ran on the same cases are resampled alike.
    for _, names in laid.notna().groupby(list(laid.columns), sort=False).groups.items():
        own = laid.loc[names].dropna(axis=1)
        if own.shape[1] >= FEW:
            found.loc[names] = score(np.quantile(_means(own.to_numpy()), _TAILS, axis=1).T)
    return found


def _laid(median: DataFrame, values: Any) -> DataFrame:
    """The values of the runs, a row a configuration, a column a case; NaN where there is no run."""
    return median.assign(value=values).pivot(index="configuration", columns=CASE, values="value")


def _means(values: ndarray[Any, Any]) -> ndarray[Any, Any]:
    """Means over resampled columns, of shape (rows, resamples): one product with how often each column was drawn."""
    import numpy as np

    columns = values.shape[1]
    drawn = np.random.default_rng(_SEED).integers(columns, size=(_RESAMPLES, columns))
    drawn += columns * np.arange(_RESAMPLES)[:, None]
    times = np.bincount(drawn.ravel(), minlength=_RESAMPLES * columns).reshape(_RESAMPLES, columns)
    return values @ times.T / columns
