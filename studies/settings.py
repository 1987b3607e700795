"""The best settings of each solver and formulation, where several were run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame


def best_settings(median: DataFrame) -> set[str]:
    """The configuration of each solver and formulation with its best options and threads.

    Of those that ran on the most cases it is the one that solves the most of them, in the least time, an unsolved run
    counting its limit. `median`: the median runs (`reports.scores.median_runs`).
    """
    scores = median.groupby(["solver", "formulation", "configuration"], as_index=False).agg(
        ran=("solved", "size"), solved=("solved", "sum"), time=("charged_s", "mean")
    )
    order = scores.sort_values(["ran", "solved", "time", "configuration"], ascending=[False, False, True, True])
    return set(order.drop_duplicates(["solver", "formulation"])["configuration"])
