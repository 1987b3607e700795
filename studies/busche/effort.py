"""Attempts and fits by the number of remaining pieces, for some configurations of the classic engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.english import listed
from reports.figures.drawing import NOTHING, Drawing
from reports.plot.axes import log_scale
from reports.plot.line_labels import Label, beside
from reports.plot.style import blank

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

# One algorithm alone and some combinations, of each puzzle; a puzzle with few cases has all of them.
CHOSEN = ("P-5", "P-8", "P-9", "P-11", "P-13", "OP-1", "OP-2", "TC-5", "TC-8", "TC-9", "TC-11", "TC-13")
_COLOURS = ("#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7")
_HIGH = 2.1  # inches
_PUZZLES = {"P": "Pentominoes", "OP": "One-sided pentominoes", "TC": "Tetris Cube"}


def draw(effort: DataFrame) -> Drawing:
    """A panel for each puzzle, a colour for each case: fits as solid lines, attempts as dotted ones.

    The title says where the most effort is spent.
    """
    parts = panels(effort)
    if not parts:
        return NOTHING
    peaks = [
        int(rows.loc[rows["attempts"].idxmax(), "remaining"]) for cases in parts.values() for rows in cases.values()
    ]
    where = listed(list(dict.fromkeys(str(peak) for peak in (min(peaks), max(peaks))))).replace(" and ", " to ")
    title = f"Most attempts are made with {where} pieces remaining"
    sentence = (
        "A line a case, from the first piece to the last. Solid: fits; dotted: attempts, which with dancing links "
    )
    return Drawing(title, _figure(parts), sentence + "alone are the same.")


def _figure(parts: dict[str, dict[str, DataFrame]]) -> Figure:
    from matplotlib.ticker import MaxNLocator

    made = blank(_HIGH)
    grid = made.subplots(1, len(parts), squeeze=False).ravel()
    for axes, (puzzle, cases) in zip(grid, parts.items(), strict=True):
        for shade, (_, rows) in zip(_COLOURS, cases.items(), strict=False):
            axes.plot(rows["remaining"], rows["attempts"].where(rows["attempts"] > 0), ":", color=shade, linewidth=1)
            axes.plot(rows["remaining"], rows["fits"].where(rows["fits"] > 0), color=shade, linewidth=1.3)
        log_scale(axes, "y", counts=True)
        axes.invert_xaxis()
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_title(_PUZZLES[puzzle], loc="left", weight="bold")
        place = axes.transScale + axes.transLimits
        axes.get_ylim()  # brings the limits up to date
        ends = [rows[rows["attempts"] > 0].iloc[0] for rows in cases.values()]
        labels = [
            Label(float(place.transform((end["remaining"], end["attempts"]))[1]), case, shade)
            for shade, case, end in zip(_COLOURS, cases, ends, strict=False)
        ]
        beside(axes, labels, _HIGH - 0.6)
    made.supxlabel("remaining pieces, the one to be placed included")
    made.supylabel("number")
    return made


def panels(effort: DataFrame) -> dict[str, dict[str, DataFrame]]:
    """By puzzle and case, in the order of CHOSEN, the rows of the last run, without a case that attempted nothing."""
    found: dict[str, dict[str, DataFrame]] = {}
    for case in CHOSEN:
        rows = effort[effort["case"] == case].drop_duplicates("remaining", keep="last").sort_values("remaining")
        if (rows["attempts"] > 0).any():
            found.setdefault(case.partition("-")[0], {})[case] = rows
    return found
