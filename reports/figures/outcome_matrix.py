"""The outcome matrix: instances x configurations, coloured by outcome, with the time written in each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reports.scores import CASE, median_runs
from reports.style import WIDTH, blank, colour, seconds
from reports.words import count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Outcome of every instance and configuration"
ROWS_A_PAGE = 36
_COLOURS = {
    "incumbent": "#f6e3a1",
    "timeout": "#d9d9d9",
    "memory": "#b9a5cf",
    "failed": "#8c8c8c",
    "wrong": "#D55E00",
    "absent": "#ffffff",
}
_WORDS = {
    "incumbent": "found",
    "timeout": "time",
    "memory": "mem",
    "failed": "fail",
    "wrong": "wrong",
    "absent": "·",
}
_FAST, _SLOW = (0.03, 0.42, 0.40), (0.80, 0.93, 0.89)  # solved cells, from dark (fast) to pale (slow)


def pages(runs: DataFrame) -> list[DataFrame]:
    """The runs of one family and goal, split by instance into parts that each fit a page."""
    names = _instances(runs)
    pages = max(1, -(-len(names) // ROWS_A_PAGE))
    rows = -(-len(names) // pages) or 1
    return [runs[runs["instance"].isin(names[start : start + rows])] for start in range(0, len(names), rows)]


def figure(runs: DataFrame) -> Figure | None:
    """The matrix of one family and goal; None where there are no runs."""
    if runs.empty:
        return None
    names, columns = _instances(runs), _columns(runs)
    cells = {(row.instance, row.configuration): row for row in _cells(runs).itertuples()}
    labels = [name.replace(" [", "\n[") for name in columns]
    longest = max(len(line) for label in labels for line in label.split("\n"))
    made = blank(0.19 * len(names) + max(1.5, 0.06 * longest), min(WIDTH, 1.5 + 0.75 * len(columns)))
    axes = made.subplots()
    limit = runs["wall_limit_s"].max()
    font = min(6.5, 72 * (WIDTH - 1) / len(columns) / 3.4)  # points: five characters fit a cell
    for y, name in enumerate(names):
        for x, configuration in enumerate(columns):
            row = cells.get((name, configuration))
            if row is not None:
                _draw(axes, (x, y), row.outcome, row.time_s, limit, font)
    axes.set(xlim=(0, len(columns)), ylim=(len(names), 0))
    axes.set_yticks([y + 0.5 for y in range(len(names))], names)
    lean = {"rotation": 90} if len(columns) > 8 else {"rotation": 50, "ha": "left", "rotation_mode": "anchor"}
    axes.set_xticks([x + 0.5 for x in range(len(columns))], labels, **lean)
    axes.xaxis.tick_top()
    solver_of = dict(zip(runs["configuration"], runs["solver"], strict=True))
    for label, configuration in zip(axes.get_xticklabels(), columns, strict=True):
        label.set_color(colour(solver_of[configuration]))
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return made


def sentence(runs: DataFrame) -> str:
    """What the matrix shows: instances solved by all and by none, and the one that divides most."""
    median = median_runs(runs)
    if median.empty:
        return "No run took place."
    solved = median.groupby(CASE)["solved"].agg(["sum", "size"])
    everywhere, nowhere = int((solved["sum"] == solved["size"]).sum()), int((solved["sum"] == 0).sum())
    text = (
        f"Of {count(len(solved), 'instance')}, {everywhere} {'was' if everywhere == 1 else 'were'} solved by "
        f"every configuration that ran there, {nowhere} by none."
    )
    partly = solved[(solved["sum"] < solved["size"]) & (solved["sum"] > 0)]
    if len(partly):
        share = partly["sum"] / partly["size"]
        name = share.idxmin()[1]
        hardest = partly.loc[share.idxmin()]
        text += (
            f" Of the others, {name} divides them most: "
            f"{int(hardest['sum'])} of {int(hardest['size'])} configurations solved it."
        )
    return text


def fill(outcome: str, time_s: float, limit: float) -> tuple[float, float, float]:
    """The colour of a cell: of a solved run from dark (fast) to pale (slow), else of its outcome; red, green, blue."""
    from matplotlib.colors import to_rgb

    return _shade(time_s, limit) if outcome == "solved" else to_rgb(_COLOURS[outcome])


def word(outcome: str, time_s: float) -> str:
    """What is written in a cell: the seconds of a solved run, else its outcome in few characters."""
    return seconds(time_s) if outcome == "solved" else _WORDS[outcome]


def _draw(axes: Axes, at: tuple[int, int], outcome: str, time_s: float, limit: float, font: float) -> None:
    from matplotlib.patches import Rectangle

    x, y = at
    shade = fill(outcome, time_s, limit)
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=shade, edgecolor="white", linewidth=1))
    pale = sum(shade) > 1.5
    weight = "bold" if outcome == "wrong" else "normal"
    axes.text(x + 0.5, y + 0.52, word(outcome, time_s), ha="center", va="center", fontsize=font, weight=weight,
              color="black" if pale else "white")  # fmt: skip


def _shade(time_s: float, limit: float) -> tuple[float, float, float]:
    """From dark to pale over the decades between 10 ms and the limit."""
    from math import log10

    low = 0.01
    share = min(1.0, log10(max(time_s, low) / low) / max(log10(max(limit, 10 * low) / low), 1))
    red, green, blue = (fast + (slow - fast) * share for fast, slow in zip(_FAST, _SLOW, strict=True))
    return red, green, blue


def _cells(runs: DataFrame) -> DataFrame:
    """One row a cell: the median run; where none took place, one that says why."""
    import pandas as pd

    rest = runs[~runs["ran"]].drop_duplicates([*CASE, "configuration"])
    return pd.concat([rest, median_runs(runs)]).drop_duplicates([*CASE, "configuration"], keep="last")


def _instances(runs: DataFrame) -> list[str]:
    """Instance names from small to large, then by name."""
    order = runs.drop_duplicates("instance").sort_values("instance", key=lambda names: names.map(_natural))
    return list(order.sort_values(["size", "tiles"], na_position="last", kind="stable")["instance"])


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """A sort key that puts box4 before box10."""
    return tuple((int(number or -1), words) for words, number in re.findall(r"(\D*)(\d*)", name))


def _columns(runs: DataFrame) -> list[str]:
    order = runs.drop_duplicates("configuration").sort_values(["solver", "configuration"])
    return list(order["configuration"])
