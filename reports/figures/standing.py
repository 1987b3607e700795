"""Each solver's best configuration on every family and goal, by PAR2: who leads, in one picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot.axes import log_scale, name_rows, panel_grid, rows_down
from reports.plot.style import blank, colour
from reports.scores import CASE, floored
from reports.text.english import count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Who leads, and by how much"
_LONGEST = 9  # characters of a name up to which three panels stand side by side
_STEP = 0.13  # inches: the height of a solver's row


def draw(tasks: Iterable[Task]) -> Drawing:
    """A panel for each family and goal, a dot for each solver at its best PAR2; no figure where nothing ran.

    The sentence says what the dots are, and how often which solver is first.
    """
    best_of = standings(tasks)
    if not best_of:
        return Drawing(TITLE, None, "No configuration ran on all cases of a family and goal: none can be ranked.")
    firsts = [best["route"].iloc[0] for best in best_of.values()]
    order = sorted(set(firsts), key=lambda name: (-firsts.count(name), name))
    led = ", ".join(f"{name} {firsts.count(name)}" for name in order)
    sentence = (
        "Of each solver the configuration of least PAR2, of those that ran on all cases; beside it the "
        f"cases that it solved. First in {count(len(best_of), 'task')}, a family with a goal each: {led}."
    )
    return Drawing(TITLE, _figure(best_of), sentence)


def _figure(best_of: dict[str, DataFrame]) -> Figure:
    longest = max(len(name) for best in best_of.values() for name in best["route"])
    columns = min(len(best_of), 3 if longest <= _LONGEST else 2)
    lines = -(-len(best_of) // columns)
    most = max(len(best) for best in best_of.values())
    made = blank((_STEP * most + 0.4) * lines + 0.15)
    for axes, (title, best) in zip(panel_grid(made, len(best_of), columns, sharex=True), best_of.items(), strict=True):
        _panel(axes, best)
        axes.set_title(title, loc="left", weight="bold")
        log_scale(axes, "x", most=6)
        axes.tick_params(labelbottom=True)
        axes.margins(x=0.22)
    made.supxlabel("PAR2 (s); number: cases solved, of those in brackets; hollow: not all", fontsize=7.5)
    return made


def standings(tasks: Iterable[Task]) -> dict[str, DataFrame]:
    """For each family and goal the best complete configuration of each solver, the best first, under its title."""
    found = {}
    for task in tasks:
        best = task.scores[task.scores["complete"]].drop_duplicates("route").reset_index(drop=True)
        if not best.empty:
            found[f"{task.family}, {task.goal} ({len(task.median.drop_duplicates(CASE))})"] = best
    return found


def _panel(axes: Axes, best: DataFrame) -> None:
    for row, shown in zip(best.itertuples(), floored(best["par2"]), strict=True):
        shade, whole = colour(row.paradigm), row.solved == row.cases
        axes.plot([shown], [row.Index], "o", markersize=4, color=shade,
                  markerfacecolor=shade if whole else "white", clip_on=False)  # fmt: skip
        axes.annotate(f"{row.solved}", (shown, row.Index), (5, 0), textcoords="offset points",
                      va="center", fontsize=6, color="#555555")  # fmt: skip
    name_rows(axes, list(best["route"]), map(colour, best["paradigm"]), 6.5)
    rows_down(axes, len(best))
