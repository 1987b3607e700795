"""The distribution of times of each configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.panels import order, strip
from reports.style import blank, colour, limit_note, seconds, time_axis

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Distribution of times"


def figure(runs: DataFrame) -> Figure | None:
    """A row of dots for each configuration, the fastest at the top; None where nothing was solved."""
    ran = runs[runs["ran"]]
    if not ran["solved"].any():
        return None
    names = order(ran)
    made = blank(0.2 * len(names) + 0.55)
    axes = made.subplots()
    strip(axes, ran, names, box=True)
    time_axis(axes, ran, "x")
    axes.set_yticks(range(len(names)), names)
    solver_of = dict(zip(ran["configuration"], ran["solver"], strict=True))
    for label, name in zip(axes.get_yticklabels(), names, strict=True):
        label.set_color(colour(solver_of[name]))
    axes.set_xlabel(f"time (s); {limit_note(ran)}")
    axes.text(1.01, -0.9, "solved", transform=axes.get_yaxis_transform(), fontsize=6.5, color="#444444")
    for row, name in enumerate(names):
        part = ran[ran["configuration"] == name]
        axes.text(1.01, row, f"{int(part['solved'].sum())}/{len(part)}", transform=axes.get_yaxis_transform(),
                  va="center", fontsize=6.5, color="#444444")  # fmt: skip
    return made


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
