"""The runs of a campaign by family and goal, with the tables that its figures and scores share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tilings.reports.scores import table

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False)
class Task:
    """The runs of one family and goal.

    runs: all of them, also those that never took place. every: the median run of each configuration and case, of those
    that count (`reports.scores.median_runs`). Native searches are a reference outside every ranking, and configurations
    with too many faults are not ranked: `median` and `scores` are those of all others.
    """

    family: str
    goal: str
    runs: DataFrame
    every: DataFrame

    @property
    def title(self) -> str:
        return f"{self.family}, goal {self.goal}"

    @cached_property
    def median(self) -> DataFrame:
        """The median runs of the configurations that are ranked."""
        return self.every[self.every["ranked"] & self.every["compared"]].reset_index(drop=True)

    @cached_property
    def reference(self) -> DataFrame:
        """The median runs of native searches."""
        return self.every[~self.every["ranked"]].reset_index(drop=True)

    @cached_property
    def scores(self) -> DataFrame:
        """The table of scores (`reports.scores.table`), a row a configuration, the best first."""
        return table(self.median)

    @cached_property
    def references(self) -> DataFrame:
        """The same table of the native searches."""
        return table(self.reference)


def tasks(runs: DataFrame, median: DataFrame) -> tuple[Task, ...]:
    """The tasks of some runs, by family and goal, in that order; median: the median runs of them all."""
    medians = dict(iter(median.groupby(["family", "goal"])))
    return tuple(
        Task(family, goal, part, medians.get((family, goal), median[:0]))
        for (family, goal), part in runs.groupby(["family", "goal"], sort=True)
    )
