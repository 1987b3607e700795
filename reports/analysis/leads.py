"""Which paradigm leads a task (a family and goal), by what factor, and whether that is decided.

Each ranked paradigm is represented by its *best configuration*: of those that ran on every case of the task the one of
the least PAR2. The *leader* is the best of these by PAR2. Native searches are only compared with it.

The *ratio* of another to the leader is the geometric mean, over the cases that both solve (by their median runs), of
its wall time by the leader's; of several seeds of a case the geometric mean of those that were solved counts. Its
*interval* is Student's of the mean of the logarithms (`reports.scores.mean_ratio`). None for fewer than FEW cases. What
seeds change is in it as a part of what differs between cases.

The lead is *decided* if the leader solves at least as many cases and the interval lies above 1; or if it solves more,
and of the cases that just one of both solves so many are its own that an exact two-sided sign test gives p < 0.05.
It is *split*, and neither of both leads, if the other one solves at least as many cases and the interval lies below 1:
that one is faster by the ratio, although slower by PAR2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tilings.models.formulation import NATIVE
from tilings.reports.scores import CASE, SEARCH, floored, median_runs, penalised_times, ratio, times

if TYPE_CHECKING:
    from pandas import DataFrame

_LEVEL = 0.05
_COLUMNS = [
    *CASE, "configuration", "paradigm", "ranked", "counts", "ran", "solved", "time_s", "solve_s", "wall_limit_s",
]  # fmt: skip


@dataclass(frozen=True)
class Lead:
    """The leader of a task and another paradigm; `second` is empty where there is no other.

    first, second: paradigms. cases: of the task; first_solved, second_solved: of these; both: those that both solve.
    ratio: above 1 where the first is faster; NaN where they solve no case in common. low, high: NaN where there is no
    interval.
    """

    family: str
    goal: str
    cases: int
    first: str
    first_configuration: str
    first_solved: int
    second: str = ""
    second_configuration: str = ""
    second_solved: int = 0
    both: int = 0
    ratio: float = float("nan")
    low: float = float("nan")
    high: float = float("nan")
    decided: bool = False

    @property
    def split(self) -> bool:
        """Whether the second one is faster by the ratio, although slower by PAR2."""
        return not self.decided and self.second_solved >= self.first_solved and self.high < 1

    @property
    def fewer(self) -> bool:
        """Whether the second solves fewer cases than the first, so that the ratio leaves out its unsolved cases."""
        return self.second_solved < self.first_solved


@dataclass(frozen=True)
class _Member:
    """A row of `best`, and the logarithms of its solved times by case, of cases whose median run is solved."""

    family: str
    goal: str
    row: Any
    logs: dict[str, list[float]]


def compared(runs: DataFrame) -> list[list[Lead]]:
    """The leader of each task against every other ranked paradigm, a list a task, the next by PAR2 first, and then
    against the best native search, where there is one.

    Left out are tasks of which no configuration ran on every case, or the best ones solved nothing.
    """
    return [
        [_lead(first, other) for other in (*others, *_members(native)[:1])] or [_lead(first)]
        for first, others, native in _tasks(runs)
    ]


def nearest(tasks: list[list[Lead]]) -> list[Lead]:
    """The leader of each task against its nearest rival, of tasks that have one. tasks: as `compared` returns them.

    That is the first by PAR2 of the ranked paradigms against which the lead is undecided, or of all where each lead is
    decided: a decided lead is one over every paradigm.
    """
    return [min(task, key=attrgetter("decided")) for task in rivals(tasks)]


def rivals(tasks: list[list[Lead]]) -> list[list[Lead]]:
    """The same leads against ranked paradigms alone, without the tasks that have none."""
    ranked = [[lead for lead in task if lead.second not in ("", NATIVE)] for task in tasks]
    return [task for task in ranked if task]


def best(median: DataFrame) -> DataFrame:
    """The best configuration of each paradigm in the median runs of a task, a row each, the first by PAR2.

    A configuration that did not run on every case stands only for a paradigm without one that did, and comes last.
    Columns: paradigm, configuration, cases, solved, assumed (of the cases, those given up), complete, par2, and search:
    PAR2 by the clock of the search (`reports.scores`).
    """
    import numpy as np
    import pandas as pd

    names, first, row = np.unique(median["configuration"].astype(str), return_index=True, return_inverse=True)
    charged = penalised_times(median)
    search = times(median, SEARCH).where(median["solved"], charged)
    cases = np.bincount(row, minlength=len(names))
    solved, given_up = (np.bincount(row, flags, len(names)).astype(int) for flags in (median["solved"], ~median["ran"]))
    table = pd.DataFrame(
        {
            "paradigm": median["paradigm"].to_numpy()[first],
            "configuration": names,
            "cases": cases,
            "solved": solved,
            "assumed": given_up,
            "complete": cases == median["instance"].nunique(),
            "par2": np.bincount(row, charged, len(names)) / cases,
            "search": np.bincount(row, search, len(names)) / cases,
        }
    )
    order = table.sort_values(["cases", "par2", "configuration"], ascending=[False, True, True])
    return order.drop_duplicates("paradigm").reset_index(drop=True)


def _tasks(runs: DataFrame) -> Iterator[tuple[_Member, list[_Member], DataFrame]]:
    """Of each task with a leader: the leader, the best configurations of the other paradigms, and the native runs."""
    for _, part in runs.loc[runs["compared"], _COLUMNS].groupby(["family", "goal"], sort=True):
        members = _members(part[part["ranked"]])
        if members and members[0].row.solved:
            yield members[0], members[1:], part[~part["ranked"]]


def _members(runs: DataFrame) -> list[_Member]:
    """The best configurations of the runs of a task."""
    import numpy as np

    median = median_runs(runs)
    rows = [row for row in best(median).itertuples() if row.complete]
    counted = set(zip(median["configuration"], median["instance"], median["solved"], strict=True))
    times: dict[str, dict[str, list[float]]] = {row.configuration: {} for row in rows}
    solved = runs[runs["solved"] & runs["configuration"].isin(list(times))]
    logs = np.log(floored(solved["time_s"]))
    for configuration, case, log in zip(solved["configuration"], solved["instance"], logs, strict=True):
        if (configuration, case, True) in counted:
            times[configuration].setdefault(case, []).append(log)
    return [_Member(runs["family"].iloc[0], runs["goal"].iloc[0], row, times[row.configuration]) for row in rows]


def _lead(first: _Member, second: _Member | None = None) -> Lead:
    """The comparison of the leader of a task with another member, if there is one."""
    row = first.row
    lead = Lead(first.family, first.goal, row.cases, row.paradigm, row.configuration, row.solved)
    if second is None:
        return lead
    both = sorted(set(first.logs) & set(second.logs))
    times, low, high = ratio([first.logs[case] for case in both], [second.logs[case] for case in both])
    alone, others = len(first.logs) - len(both), len(second.logs) - len(both)
    return replace(
        lead, second=second.row.paradigm, second_configuration=second.row.configuration,
        second_solved=second.row.solved, both=len(both), ratio=times, low=low, high=high,
        decided=decides(alone, others, low),
    )  # fmt: skip


def decides(alone: int, others: int, low: float) -> bool:
    """Whether a lead is decided whose interval begins at `low`.

    alone: cases that only the leader solves; others: cases that only the other solves.
    """
    from scipy.stats import binomtest

    more = alone > others and float(binomtest(alone, alone + others).pvalue) < _LEVEL
    return more or (alone >= others and low > 1)
