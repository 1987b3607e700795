"""Runs with the times of one clock, and the scores that follow from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.data.campaign import Results
from reports.data.tasks import tasks
from reports.page.columns import plain
from reports.scores.clocks import times

if TYPE_CHECKING:
    from pandas import DataFrame

SCORES = ("solved", "cases", "complete", "mean", "par2")


def timed(runs: DataFrame, clock: str) -> DataFrame:
    """The runs with the times of a clock."""
    seconds = times(runs, clock)
    return runs.assign(time_s=seconds, charged_s=seconds.where(runs["solved"], runs["wall_limit_s"]))


def scores(results: Results, median: DataFrame, places: dict[str, int]) -> dict[str, list[list[Any]]]:
    """For each family and goal, joined by a slash, a row for each configuration, the best first, references last.

    A row holds the configuration's place, whether it was given up on some case, and the columns of SCORES; median: of
    these runs.
    """
    return {
        f"{task.family}/{task.goal}": [
            [places[row.configuration], int(row.assumed > 0), *(plain(getattr(row, name)) for name in SCORES)]
            for table in (task.scores, task.references)
            for row in table.itertuples()
        ]
        for task in tasks(results.runs, median)
    }
