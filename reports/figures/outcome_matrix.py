"""The outcome matrix: instances x configurations, coloured by outcome, with the time written in each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot import heatmap
from reports.plot.heatmap import Cell
from reports.plot.style import WIDTH, colours
from reports.scores import CASE
from reports.text.english import count, seconds

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

TITLE = "Outcome of every instance and configuration"
ROWS_A_PAGE = 48
MOST_ROWS = 2 * ROWS_A_PAGE  # with more instances a row stands for several
ASSUMED = "§"  # marks what was given up, and counts as unsolved, in cells and tables
_GROUPS = 24
_MOST_GROUPS = 36  # where each is of one size
_COLOURS = {
    "incumbent": "#f6e3a1",
    "timeout": "#d9d9d9",
    "memory": "#b9a5cf",
    "failed": "#8c8c8c",
    "given_up": "#eeeeee",
    "wrong": "#D55E00",
    "absent": "#ffffff",
}
_WORDS = {
    "incumbent": "found",
    "timeout": "time",
    "memory": "mem",
    "failed": "fail",
    "given_up": ASSUMED,
    "wrong": "wrong",
    "absent": "·",
}
_FAST, _SLOW = (0.03, 0.42, 0.40), (0.80, 0.93, 0.89)  # solved cells, from dark (fast) to pale (slow)


def pages(task: Task) -> list[Task]:
    """The task, split by instance into parts that each fit a page; whole if there are many."""
    names = instances(task.runs)
    if len(names) > MOST_ROWS:
        return [task]
    pages = max(1, -(-len(names) // ROWS_A_PAGE))
    rows = -(-len(names) // pages) or 1
    return [task.only("instance", names[start : start + rows]) for start in range(0, len(names), rows)]


def draw(task: Task) -> Drawing:
    """The matrix of one family and goal, or of a page of it; no figure where there are no runs.

    A row is an instance, or a configuration where their level names fit the columns, or of many instances some of like
    size. The sentence says which instances all solved and which none, and names the one that divides most.
    """
    return Drawing(TITLE, None if task.runs.empty else _figure(task), _sentence(task.every))


def _figure(task: Task) -> Figure:
    runs, every = task.runs, _one_a_cell(task)
    names, configurations = instances(runs), _configurations(runs)
    shades = colours(runs)
    if len(names) > MOST_ROWS:
        of = groups(runs)
        return heatmap.draw(list(dict.fromkeys(of.values())), configurations, shares(every, of), shades)
    limit = runs["wall_limit_s"].max()
    cells = {(row.instance, row.configuration): _cell(row.outcome, row.time_s, limit) for row in every.itertuples()}
    if len(configurations) > 1 and heatmap.level(names, WIDTH - heatmap.width_of(configurations)):
        turned = {(configuration, name): cell for (name, configuration), cell in cells.items()}
        return heatmap.draw(configurations, names, turned, shades)
    return heatmap.draw(names, configurations, cells, shades)


def _sentence(median: DataFrame) -> str:
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
    if number := int((median["outcome"] == "given_up").sum()):
        text += (
            f" {ASSUMED}: {count(number, 'run')} not made and assumed to be unsolved, as smaller instances were not."
        )
    if len(solved) > MOST_ROWS:
        text += (
            " They are too many for a row each: a row is some of like size (in brackets: how many), a cell the share "
            "of them that was solved, in percent; grey: none; orange: how many answers were refuted."
        )
    return text


def fill(outcome: str, time_s: float, limit: float) -> tuple[float, float, float]:
    """The colour of a cell: of a solved run from dark (fast) to pale (slow), else of its outcome; red, green, blue."""
    from math import log10

    from matplotlib.colors import to_rgb

    if outcome != "solved":
        return to_rgb(_COLOURS[outcome])
    low = 0.01
    return _shade(min(1.0, log10(max(time_s, low) / low) / max(log10(max(limit, 10 * low) / low), 1)))


def groups(runs: DataFrame) -> dict[str, str]:
    """Of many instances each one's group: those of one size, or of sizes where there are too many; in their order."""
    order = runs.drop_duplicates("instance").set_index("instance").loc[instances(runs)]
    sizes = order["size"].astype(float)
    if 2 <= sizes.nunique() <= _MOST_GROUPS:
        parts = [list(sizes.index[sizes == size]) for size in sizes.dropna().unique()]
        parts.append(list(sizes.index[sizes.isna()]))
    else:
        length = -(-len(order) // _GROUPS)
        parts = [list(order.index[start : start + length]) for start in range(0, len(order), length)]
    return {name: _group(part, sizes[part]) for part in parts for name in part}


def shares(every: DataFrame, of: dict[str, str]) -> dict[tuple[str, str], Cell]:
    """By group and configuration the share of the group's instances that was solved, in percent; a run a cell."""
    grey, wrong = (fill(outcome, 0, 0) for outcome in ("timeout", "wrong"))
    table = every.assign(group=every["instance"].map(of), wrong=every["outcome"] == "wrong")
    counted = table.groupby(["group", "configuration"]).agg(
        ran=("counts", "sum"), solved=("solved", "sum"), wrong=("wrong", "sum")
    )
    cells = {}
    for row in counted[counted["ran"] > 0].itertuples():
        share = row.solved / row.ran
        shade = wrong if row.wrong else _shade(1 - share) if share else grey
        cells[row.Index] = Cell(str(row.wrong) if row.wrong else f"{100 * share:.0f}", shade, bool(row.wrong))
    return cells


def instances(runs: DataFrame) -> list[str]:
    """Instance names from small to large, then by name."""
    order = runs.drop_duplicates("instance").sort_values("instance", key=lambda names: names.map(_natural))
    return list(order.sort_values(["size", "tiles"], na_position="last", kind="stable")["instance"])


def word(outcome: str, time_s: float) -> str:
    """What is written in a cell: the seconds of a solved run, else its outcome in few characters."""
    return seconds(time_s) if outcome == "solved" else _WORDS[outcome]


def _cell(outcome: str, time_s: float, limit: float) -> Cell:
    return Cell(word(outcome, time_s), fill(outcome, time_s, limit), outcome == "wrong")


def _shade(share: float) -> tuple[float, float, float]:
    """From dark (0) to pale (1)."""
    red, green, blue = (fast + (slow - fast) * share for fast, slow in zip(_FAST, _SLOW, strict=True))
    return red, green, blue


def _one_a_cell(task: Task) -> DataFrame:
    """The row of each cell: the median run, or a row with the reason where no run took place."""
    import pandas as pd

    rest = task.runs[~task.runs["counts"]].drop_duplicates([*CASE, "configuration"])
    return pd.concat([rest, task.every]).drop_duplicates([*CASE, "configuration"], keep="last")


def _group(names: list[str], sizes: Series) -> str:
    """What a row of several instances is called."""
    if sizes.notna().all():
        low, high = sizes.min(), sizes.max()
        return f"{low:g}{f'–{high:g}' if high > low else ''} cells ({len(names)})"
    return f"{names[0]} to {names[-1]} ({len(names)})" if sizes.isna().all() else f"mixed sizes ({len(names)})"


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """A sort key that puts box4 before box10."""
    return tuple((int(number or -1), words) for words, number in re.findall(r"(\D*)(\d*)", name))


def _configurations(runs: DataFrame) -> list[str]:
    """By solver, native searches last."""
    every = runs.drop_duplicates("configuration")
    order = every.sort_values(["ranked", "solver", "configuration"], ascending=[False, True, True])
    return list(order["configuration"])
