"""The distribution of times of each configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.strips import order, strips
from reports.style import seconds

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Distribution of times"


def figure(runs: DataFrame) -> Figure | None:
    """A row of dots for each configuration, the fastest at the top; None where nothing was solved."""
    return beside({"": runs})


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """The same, one block a source of runs."""
    parts = {source: runs[runs["ran"]].assign(**{"class": ""}) for source, runs in sources.items()}
    parts = {source: ran for source, ran in parts.items() if not ran.empty}
    if not any(ran["solved"].any() for ran in parts.values()):
        return None
    return strips(parts, [""])


def sentence(runs: DataFrame) -> str:
    """The fastest and the slowest by median, and how many runs were cut off."""
    ran = runs[runs["ran"]]
    if not ran["solved"].any():
        return "No run reached its goal, so there is no distribution of times."
    names = order(ran)
    medians = ran.groupby("configuration")["charged_s"].median()
    unsolved = int((~ran["solved"]).sum())
    text = f"{unsolved} of {len(ran)} runs did not reach their goal (crosses at the limit)."
    text = text if unsolved else "Every run reached its goal."
    if len(names) == 1:
        return f"The median of {names[0]} is {seconds(medians[names[0]])} s. {text}"
    return (
        f"The median is least for {names[0]} ({seconds(medians[names[0]])} s) and greatest for {names[-1]} "
        f"({seconds(medians[names[-1]])} s{', an unsolved run counting as its limit' * bool(unsolved)}). {text}"
    )
