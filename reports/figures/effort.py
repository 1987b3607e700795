"""Attempts and fits by the number of remaining pieces, for some configurations of the classic engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.figures.drawing import Drawing
from reports.plot.axes import log_scale
from reports.plot.style import blank

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Effort by the number of remaining pieces"
# One algorithm alone and some combinations, of each puzzle; a puzzle with few cases has all of them.
CHOSEN = ("P-5", "P-8", "P-9", "P-11", "P-13", "OP-1", "OP-2", "TC-5", "TC-8", "TC-9", "TC-11", "TC-13")
_COLOURS = ("#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7")


def draw(effort: DataFrame) -> Drawing:
    """A panel for each puzzle, a colour for each case: fits as solid lines, attempts as dotted ones.

    The sentence says what the lines are, and where the most effort is spent.
    """
    parts = panels(effort)
    if not parts:
        return Drawing(TITLE, None, "No figure of effort: none of the cases that it would show has been run.")
    peaks = [
        f"{case} with {int(rows.loc[rows['attempts'].idxmax(), 'remaining'])}"
        for cases in parts.values() for case, rows in cases.items()
    ]  # fmt: skip
    sentence = (
        "Solid: fits, dotted: attempts; with dancing links alone they are the same. "
        f"Most attempts: {', '.join(peaks)} pieces remaining."
    )
    return Drawing(TITLE, _figure(parts), sentence)


def _figure(parts: dict[str, dict[str, DataFrame]]) -> Figure:
    from matplotlib.ticker import MaxNLocator

    made = blank(2.7)
    grid = made.subplots(1, len(parts), squeeze=False).ravel()
    for axes, (puzzle, cases) in zip(grid, parts.items(), strict=True):
        for shade, (case, rows) in zip(_COLOURS, cases.items(), strict=False):
            axes.plot(rows["remaining"], rows["attempts"].where(rows["attempts"] > 0), ":", color=shade, linewidth=1)
            axes.plot(rows["remaining"], rows["fits"].where(rows["fits"] > 0), color=shade, linewidth=1.3, label=case)
        log_scale(axes, "y", counts=True)
        axes.invert_xaxis()
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_title(puzzle, loc="left", weight="bold")
        axes.legend(fontsize=6.5, loc="upper left", bbox_to_anchor=(-0.05, -0.12), ncols=3, handlelength=1.2)
    made.supxlabel("remaining pieces, the one to be placed included", fontsize=7.5)
    made.supylabel("number", fontsize=7.5)
    return made


def panels(effort: DataFrame) -> dict[str, dict[str, DataFrame]]:
    """By puzzle and case, in the order of CHOSEN, the rows of the last run."""
    found: dict[str, dict[str, DataFrame]] = {}
    for case in CHOSEN:
        rows = effort[effort["case"] == case].drop_duplicates("remaining", keep="last").sort_values("remaining")
        if not rows.empty:
            found.setdefault(case.partition("-")[0], {})[case] = rows
    return found
