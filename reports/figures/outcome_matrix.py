"""The outcome matrix: instances x configurations, coloured by outcome, with the time written in each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reports.scores import CASE, median_runs
from reports.style import blank, colour, seconds

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
_WORDS = {"timeout": "time", "memory": "mem", "failed": "fail", "wrong": "WRONG", "absent": "·"}
_FAST, _SLOW = (0.03, 0.42, 0.40), (0.80, 0.93, 0.89)  # solved cells, from dark (fast) to pale (slow)


def pages(runs: DataFrame) -> list[DataFrame]:
    """The runs of one family and goal, split by instance into parts that each fit a page."""
    names = _instances(runs)
    count = -(-len(names) // ROWS_A_PAGE)
    per_page = -(-len(names) // count) if count else 0
    return [runs[runs["instance"].isin(names[start : start + per_page])] for start in range(0, len(names), per_page or 1)]


def figure(runs: DataFrame) -> Figure | None:
    """The matrix of one family and goal; None where there are no runs."""
    if runs.empty:
        return None
    names, columns = _instances(runs), _columns(runs)
    cells = {(row.instance, row.configuration): row for row in _cells(runs).itertuples()}
    made = blank(0.19 * len(names) + 1.5)
    axes = made.subplots()
    limit = runs["wall_limit_s"].max()
    for y, name in enumerate(names):
        for x, configuration in enumerate(columns):
            row = cells.get((name, configuration))
            if row is not None:
                _draw(axes, x, y, row.outcome, row.time_s, limit)
    axes.set(xlim=(0, len(columns)), ylim=(len(names), 0))
    axes.set_yticks([y + 0.5 for y in range(len(names))], names)
    labels = [name.replace(" [", "\n[") for name in columns]
    axes.set_xticks([x + 0.5 for x in range(len(columns))], labels, rotation=50, ha="left", rotation_mode="anchor")
    axes.xaxis.tick_top()
    solver_of = dict(zip(runs["configuration"], runs["solver"], strict=True))
    for label, configuration in zip(axes.get_xticklabels(), columns, strict=True):
        label.set_color(colour(solver_of[configuration]))
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return made


def sentence(runs: DataFrame) -> str:
    """What the matrix shows: instances solved by all, by some and by no configuration, and the hardest of them."""
    median = median_runs(runs)
    if median.empty:
        return "No run took place."
    solved = median.groupby(CASE)["solved"].agg(["sum", "size"])
    everywhere, nowhere = int((solved["sum"] == solved["size"]).sum()), int((solved["sum"] == 0).sum())
    text = (
        f"Of {len(solved)} instances, {everywhere} {_were(everywhere)} solved by every configuration that ran on "
        f"them, {nowhere} by none."
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


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _draw(axes: Axes, x: int, y: int, outcome: str, time_s: float, limit: float) -> None:
    from matplotlib.patches import Rectangle

    shade = _shade(time_s, limit) if outcome == "solved" else _COLOURS[outcome]
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=shade, edgecolor="white", linewidth=1))
    words = seconds(time_s) if outcome == "solved" else _WORDS.get(outcome, "found")
    pale = outcome in ("incumbent", "timeout", "absent", "memory") or (outcome == "solved" and sum(shade) > 1.5)
    weight = "bold" if outcome == "wrong" else "normal"
    size = min(6.5, 80 / axes.figure.get_figwidth())
    axes.text(x + 0.5, y + 0.52, words, ha="center", va="center", fontsize=size, weight=weight,
              color="black" if pale else "white")  # fmt: skip


def _shade(time_s: float, limit: float) -> tuple[float, ...]:
    """From dark to pale over the decades between 10 ms and the limit."""
    from math import log10

    low = 0.01
    share = log10(max(time_s, low) / low) / max(log10(max(limit, 10 * low) / low), 1)
    return tuple(fast + (slow - fast) * min(share, 1) for fast, slow in zip(_FAST, _SLOW, strict=True))


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
