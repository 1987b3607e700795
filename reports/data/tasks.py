"""The runs of a campaign by family and goal, with the tables that its figures and scores share."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from reports.scores import table

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, eq=False)
class Task:
    """What was run of one family and goal.

    runs: all of them, with those that never took place. median: one for each configuration and case, of those that did
    (`reports.scores.median_runs`).
    """

    family: str
    goal: str
    runs: DataFrame
    median: DataFrame

    @property
    def title(self) -> str:
        return f"{self.family}, goal {self.goal}"

    @cached_property
    def ran(self) -> DataFrame:
        """The runs that took place."""
        return self.runs[self.runs["ran"]]

    @cached_property
    def scores(self) -> DataFrame:
        """The table of scores (`reports.scores.table`), a row a configuration, the best first."""
        return table(self.median)

    def only(self, column: str, values: Collection[str]) -> Task:
        """The same task, with only those runs that have one of these values in a column."""
        runs, median = (part[part[column].isin(list(values))] for part in (self.runs, self.median))
        return replace(self, runs=runs, median=median)


def tasks(runs: DataFrame, median: DataFrame) -> tuple[Task, ...]:
    """The tasks of some runs, by family and goal, in that order; median: the median runs of them all."""
    medians = dict(iter(median.groupby(["family", "goal"])))
    return tuple(
        Task(family, goal, part, medians.get((family, goal), median[:0]))
        for (family, goal), part in runs.groupby(["family", "goal"], sort=True)
    )
