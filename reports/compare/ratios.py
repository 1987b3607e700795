"""Geometric means of paired ratios, with their bootstrap intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numpy import ndarray

LEAST = 5  # fewer ratios give no interval: a resampling of so few is too narrow to be believed
LEVEL = 0.95
_SEED, _SAMPLES, _CELLS = 1, 2000, 1 << 20


class Ratio(NamedTuple):
    """The geometric mean of `number` ratios and the interval that holds it at LEVEL; NaN where there are too few."""

    mean: float
    low: float
    high: float
    number: int

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return self.low == self.low

    def apart(self, least: float = 1.0) -> bool:
        """Whether the interval excludes 1, and the mean is `least` times more or less than 1."""
        return (self.low > 1 and self.mean >= least) or (self.high < 1 and self.mean <= 1 / least)


def geometric(ratios: Sequence[float]) -> Ratio | None:
    """The geometric mean with its percentile bootstrap interval, always by the same resampling; None for no ratios.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
    """
    import numpy as np

    if not ratios:
        return None
    logs = np.log(np.asarray(ratios, dtype=float))
    low = high = float("nan")
    if len(logs) >= LEAST:
        tail = (1 - LEVEL) / 2
        low, high = np.exp(np.quantile(_means(logs), [tail, 1 - tail]))
    return Ratio(float(np.exp(logs.mean())), float(low), float(high), len(logs))


def _means(values: ndarray) -> ndarray:
    """The means of resamplings with replacement, so many at once as fit into a small memory."""
    import numpy as np

    generator = np.random.default_rng(_SEED)
    step = max(1, _CELLS // len(values))
    sizes = [min(step, _SAMPLES - start) for start in range(0, _SAMPLES, step)]
    return np.concatenate(
        [values[generator.integers(0, len(values), (size, len(values)))].mean(axis=1) for size in sizes]
    )
