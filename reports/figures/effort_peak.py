"""The effort that a board takes, against how full it would be: where the hard ones lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.hardness import Effort, boards, curves, efforts, halves
from reports.figures.drawing import Drawing
from reports.plot.density_panels import by_side, panels
from reports.text.english import count, listed

if TYPE_CHECKING:
    from pandas import DataFrame, Series

TITLE = "Effort by density"


def draw(runs: DataFrame) -> Drawing:
    """A row for each effort, a panel for each side, a line for each number of values; no figure without two densities.

    The sentence says where the median effort is greatest, and how far that is from where half of the boards take all
    tiles.
    """
    middles, found = halves(boards(runs)), efforts(runs)
    shown = [effort for effort in found if effort.rows["density"].nunique() > 1]
    said = [words for effort in found if (words := _peaks(effort, middles))]
    if not said:
        return Drawing(TITLE, None, "No figure of effort by density: no boards of two densities were solved.")
    rows = [by_side(_medians(effort)) for effort in shown]
    figure = panels(rows, [effort.name for effort in shown], log=True, marks=middles)
    late = sum(int((~effort.rows["solved"]).sum()) for effort in found)
    sentence = " ".join(
        [
            "Medians over the boards of a density, of nodes over those that were solved; triangles: the density at "
            "which half of the boards take all tiles. Where the medians peak (in brackets: that density):",
            *said,
            *[f"In seconds {count(late, 'unsolved board')} counted as the limit."] * bool(late),
        ]
    )
    return Drawing(TITLE, figure, sentence)


def _medians(effort: Effort) -> dict[tuple[int, int], Series]:
    return curves(effort.rows, "effort", "median")


def _peaks(effort: Effort, middles: dict[tuple[int, int], float]) -> str:
    """In words: the peak for each side and number of values, and its mean distance from where half are full."""
    parts: dict[int, list[str]] = {}
    gaps = []
    for (side, values), line in _medians(effort).items():
        if len(line) < 2:
            continue
        first, last = _summit(line)
        middle = middles.get((side, values))
        where = f"{first:.2f}" if first == last else f"{first:.2f}–{last:.2f}"
        where += " or beyond" if last == line.index.max() else ""
        beside = "" if middle is None else f" ({middle:.2f})"
        parts.setdefault(side, []).append(f"{where}{beside} with k = {values}")
        gaps += [] if middle is None else [(first + last) / 2 - middle]
    if not parts:
        return ""
    text = "; ".join(f"{side} × {side}, {listed(peaks)}" for side, peaks in parts.items())
    return f"{effort.name}: {text}{_distance(gaps)}."


def _summit(line: Series) -> tuple[float, float]:
    """The first and the last density at which a line is greatest: more than one where boards end at the limit."""
    top = line.index[line == line.max()]
    return float(top.min()), float(top.max())


def _distance(gaps: list[float]) -> str:
    if not gaps:
        return ""
    gap = sum(gaps) / len(gaps)
    away = f"{abs(gap):.2f} {'above' if gap > 0 else 'below'} the half" if abs(gap) >= 0.005 else "at the half"
    return f"; on average {away}"
