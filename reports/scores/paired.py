"""Is one configuration faster than another on cases like these? A sign test, and Wilcoxon's of the log-ratios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.scores.cases import FLOOR_S, Grid

if TYPE_CHECKING:
    from numpy import ndarray
    from pandas import DataFrame


@dataclass(frozen=True)
class Paired:
    """Two configurations on the cases that both ran on.

    cases: how many. wins, losses: on how many the first was faster, and slower; the rest are ties, or undecided.
    censored: of those won and lost, how many have an unsolved run, so that only a bound of the ratio is known. sign_p:
    the p-value of the two-sided exact sign test. wilcoxon_p: the largest that the two-sided signed-rank test gives
    whatever times, no two sizes being equal, the unsolved runs would have taken. 1 where no case tells them apart.
    """

    cases: int
    wins: int
    losses: int
    censored: int
    sign_p: float
    wilcoxon_p: float


def paired(median: DataFrame, one: str, other: str) -> Paired:
    """Tests whether `one` and `other` (configurations in `median`, as `median_runs` gives it) differ in time.

    d = ln(t_one / t_other) on each case that both ran on, no time being taken as less than a millisecond. Null
    hypothesis: d is symmetric about 0 (signed-rank), or has the median 0 (sign).

    Censored: where one run is unsolved its time is at least its limit, so that d has a known sign, and its size is at
    least that of the ratio with the limit. The sign test needs no more. The signed-rank statistic never falls as a d
    rises, so the extremes that it can take are found with the bounds themselves on the one side and with sizes above
    all others on the other: wilcoxon_p is the largest p-value between them, 1 where they lie on both sides of the mean.
    It errs on the safe side. Where both are unsolved, or the limit of the unsolved run is below the other's time,
    nothing is known, and the pair counts nowhere; nor does a tie.
    Sources: Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1, 1945; Hollander, Wolfe &
    Chicken, Nonparametric statistical methods, 2014.
    """
    import numpy as np
    from scipy.stats import binomtest

    grid = Grid(median[median["configuration"].isin([one, other])])
    first, second = (grid.names.index(name) for name in (one, other))
    both = grid.ran[first] & grid.ran[second]
    solved = grid.of("solved", False)[[first, second]][:, both]
    times = np.maximum(grid.of("charged_s", 0.0)[[first, second]][:, both], FLOOR_S)
    d = np.log(times[0] / times[1])
    # With one unsolved run d is a bound, which is informative only if it shows that run to be slower.
    bound = solved[0] != solved[1]
    known = (solved.all(axis=0) & (d != 0)) | (bound & np.where(solved[0], d <= 0, d >= 0))
    d, sign = d[known], np.where(bound, np.where(solved[0], -1, 1), np.sign(d))[known]
    wins, losses = int((sign < 0).sum()), int((sign > 0).sum())
    sign_p = float(binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0
    return Paired(
        int(both.sum()), wins, losses, int(bound[known].sum()), sign_p, _wilcoxon(np.abs(d), sign, bound[known])
    )


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


def _wilcoxon(size: ndarray[Any, Any], sign: ndarray[Any, Any], bound: ndarray[Any, Any]) -> float:
    """The largest two-sided p-value of the signed-rank test, the sizes with a bound being at least as given."""
    import numpy as np
    from scipy.stats import wilcoxon

    if not len(size):
        return 1.0
    size = np.maximum(size, np.finfo(float).tiny)  # a bound of 0 still has a sign
    # Sizes above two equal bounds would differ from each other; as ties they would make the test coarser.
    size = np.where(bound, size * (1 + 1e-9 * np.arange(1, len(size) + 1)), size)
    above = np.where(bound, size + size.max() + 1, size)
    most, least = (sign * np.where(sign == side, above, size) for side in (1, -1))
    centre = len(size) * (len(size) + 1) / 4
    if _positive(least) <= centre <= _positive(most):
        return 1.0
    return max(float(wilcoxon(d).pvalue) for d in (most, least))


def _positive(d: ndarray[Any, Any]) -> float:
    """The sum of the ranks, by size, of the positive ones: the signed-rank statistic."""
    from scipy.stats import rankdata

    return float(rankdata(abs(d))[d > 0].sum())
