"""The distribution of times of each configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.figures import time_by_difficulty
from reports.strips import order, strips
from reports.style import FEWEST, seconds
from reports.words import count

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Distribution of times"


def figure(runs: DataFrame) -> Figure | None:
    """A row of dots for each configuration, the fastest at the top; None where it would say nothing of its own."""
    return None if _why_not(runs) else beside({"": runs})


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """The same, one block a source of runs; None where nothing was solved."""
    parts = {source: runs[runs["ran"]].assign(**{"class": ""}) for source, runs in sources.items()}
    parts = {source: ran for source, ran in parts.items() if not ran.empty}
    return strips(parts, [""]) if any(ran["solved"].any() for ran in parts.values()) else None


def sentence(runs: DataFrame) -> str:
    """The fastest and the slowest by median, and how many runs were cut off."""
    why = _why_not(runs)
    return f"No figure of the distribution of times: {why}." if why else medians(runs)


def medians(runs: DataFrame) -> str:
    """The same, whether or not there is a figure."""
    ran = runs[runs["ran"]]
    if not ran["solved"].any():
        return "No run reached its goal."
    names = order(ran)
    times = ran.groupby("configuration")["charged_s"].median()
    unsolved = int((~ran["solved"]).sum())
    text = f"{unsolved} of {len(ran)} runs did not reach their goal (crosses at the limit)."
    text = text if unsolved else "Every run reached its goal."
    if len(names) == 1:
        return f"The median of {names[0]} is {seconds(times[names[0]])} s. {text}"
    return (
        f"The median is least for {names[0]} ({seconds(times[names[0]])} s) and greatest for {names[-1]} "
        f"({seconds(times[names[-1]])} s{', an unsolved run counting as its limit' * bool(unsolved)}). {text}"
    )


def _why_not(runs: DataFrame) -> str:
    """Why the figure would say nothing, or nothing that others do not say; empty where it has something to say."""
    ran = runs[runs["ran"]]
    if not ran["solved"].any():
        return "no run reached its goal"
    most = int(ran["configuration"].value_counts().iloc[0])
    if most < FEWEST:
        return f"{count(most, 'run')} of a configuration {'is' if most == 1 else 'are'} none"
    _, names = time_by_difficulty.classes(ran)
    return "the figure by difficulty has the same dots" if len(names) > 1 else ""
