"""The effort that a board takes, against how full it would be: where the hard ones lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.hardness import Effort, boards, by_side, curves, draw, efforts, half
from reports.words import count, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

TITLE = "Effort by density"


def figure(runs: DataFrame) -> Figure | None:
    """A panel for each side and effort, a line for each number of values; None without boards of two densities."""
    panels = [
        (f"{title}: {effort.name}", lines)
        for effort in efforts(runs)
        for title, lines in by_side(_medians(effort))
        if effort.rows["density"].nunique() > 1
    ]
    return draw(panels, "median effort", log=True) if panels else None


def sentence(runs: DataFrame) -> str:
    """Where the median effort is greatest, and how far that is from where half of the boards take all tiles."""
    fits = curves(boards(runs), "fits")
    said = [_peaks(effort, side, fits) for effort in efforts(runs) for side in sorted(set(effort.rows["side"]))]
    if not any(said):
        return "No figure of effort by density: no boards of two densities were solved."
    late = sum(int((~effort.rows["solved"]).sum()) for effort in efforts(runs))
    if late:
        said.append(f"In seconds {count(late, 'unsolved board')} counted as the limit.")
    return " ".join(
        filter(None, ["Medians over the boards of a density, of nodes over those that were solved.", *said])
    )


def _medians(effort: Effort) -> dict[tuple[int, int], Series]:
    return curves(effort.rows, "effort", "median")


def _peaks(effort: Effort, side: int, fits: dict[tuple[int, int], Series]) -> str:
    """In words: the peak for each number of values, and how far on average from where half of the boards are full."""
    lines = {values: line for (own, values), line in _medians(effort).items() if own == side and len(line) > 1}
    if not lines:
        return ""
    peaks = {values: float(line.idxmax()) for values, line in lines.items()}
    where = listed([f"{density:.2f} (k = {values})" for values, density in peaks.items()])
    text = f"{effort.name.capitalize()}, on {side} × {side}: the peak is at density {where}"
    middle = {values: half(fits[side, values]) for values in peaks if (side, values) in fits}
    gaps = [peaks[values] - density for values, density in middle.items() if density is not None]
    if not gaps:
        return f"{text}."
    gap = sum(gaps) / len(gaps)
    away = f"{abs(gap):.2f} {'above' if gap > 0 else 'below'} it" if abs(gap) >= 0.005 else "at it"
    return f"{text}; against the density at which half of the boards take all tiles it lies, on average, {away}."
