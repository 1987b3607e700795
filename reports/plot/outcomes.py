"""The colours and the words of outcomes, in the page's matrix and wherever a cell is a run."""

from __future__ import annotations

from reports.english import ASSUMED, seconds
from reports.plot.heatmap import Colour, shade
from runners.record.schema import GIVEN_UP

_COLOURS = {
    "incumbent": "#f6e3a1",
    "timeout": "#d9d9d9",
    "memory": "#b9a5cf",
    "failed": "#8c8c8c",
    GIVEN_UP: "#eeeeee",
    "wrong": "#D55E00",
    "absent": "#ffffff",
}
_WORDS = {
    "incumbent": "found",
    "timeout": "time",
    "memory": "mem",
    "failed": "fail",
    GIVEN_UP: ASSUMED,
    "wrong": "wrong",
    "absent": "·",
}


def fill(outcome: str, time_s: float, limit: float) -> Colour:
    """The colour of a cell: of a solved run from dark (fast) to pale (slow), else of its outcome."""
    from math import log10

    from matplotlib.colors import to_rgb

    if outcome != "solved":
        return to_rgb(_COLOURS[outcome])
    low = 0.01
    return shade(min(1.0, log10(max(time_s, low) / low) / max(log10(max(limit, 10 * low) / low), 1)))


def word(outcome: str, time_s: float) -> str:
    """What is written in a cell: the seconds of a solved run, else its outcome in few characters."""
    return seconds(time_s) if outcome == "solved" else _WORDS[outcome]
