"""The distribution of times of each configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.data.tasks import Task
from reports.figures import time_by_difficulty
from reports.figures.drawing import Drawing
from reports.plot.strip_plot import censored, order, strips, typical
from reports.plot.style import FEWEST
from reports.text.english import count, some

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Distribution of times"


def draw(task: Task) -> Drawing:
    """A row of dots for each configuration, the fastest at the top; no figure where other figures show as much.

    The sentence names the fastest and the slowest by median, and how many runs were cut off.
    """
    if why := _why_not(task):
        return Drawing(TITLE, None, f"No figure of the distribution of times: {why}.")
    return Drawing(TITLE, beside({"": task.counted}), medians(task.counted[task.counted["ranked"]]))


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """The figure with one block a source of runs; None where nothing was solved."""
    parts = {source: runs[runs["counts"]].assign(**{"class": ""}) for source, runs in sources.items()}
    parts = {source: ran for source, ran in parts.items() if not ran.empty}
    return strips(parts, [""]) if any(ran["solved"].any() for ran in parts.values()) else None


def medians(runs: DataFrame) -> str:
    """The fastest and the slowest by median, and how many runs were cut off."""
    ran = runs[runs["counts"]]
    if not ran["solved"].any():
        return "No run reached its goal."
    most = ran["configuration"].value_counts()
    names = [name for name in order(ran) if most[name] == most.max()]  # medians over fewer cases do not compare
    by_name = {name: part for name, part in ran.groupby("configuration") if name in names}
    unsolved = int((~ran["solved"]).sum())
    text = f"{unsolved} of {len(ran)} runs did not reach their goal (crosses at the limit)."
    text = text if unsolved else "Every run reached its goal."
    if len(names) == 1:
        return f"The median of {names[0]} is {typical(by_name[names[0]])}. {text}"
    fewer = " of those that ran on the most cases" * bool((most < most.max()).any())
    said = f"The median{fewer} is least for {names[0]} ({typical(by_name[names[0]])})"
    if unknown := [name for name in names if censored(by_name[name])]:
        return f"{said}; of {some(unknown)} half of the runs or more were not solved. {text}"
    return f"{said} and greatest for {names[-1]} ({typical(by_name[names[-1]])}). {text}"


def _why_not(task: Task) -> str:
    """Why there is no figure: it would show nothing, or nothing new; empty if there is one."""
    ran = task.counted
    if not ran["solved"].any():
        return "no run reached its goal"
    most = int(ran["configuration"].value_counts().iloc[0])
    if most < FEWEST:
        return f"the matrix has all of {count(most, 'run')} of a configuration"
    _, names = time_by_difficulty.classes(task.median)
    return "that by difficulty shows it, class by class" if len(names) > 1 else ""
