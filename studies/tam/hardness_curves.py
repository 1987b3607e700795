"""Which boards take all their tiles, and what effort they take, against how full they would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.english import count, listed
from reports.figures.drawing import NOTHING, Drawing
from studies.tam.density_panels import Row, by_side, panels
from studies.tam.hardness import Effort, boards, curves, efforts, halves

if TYPE_CHECKING:
    from pandas import DataFrame, Series


def draw(runs: DataFrame) -> Drawing:
    """A panel for each side, a line for each number of values: the share that fits, and below it the effort.

    The title says at which density half of the boards take all tiles, the sentence how far from there the effort is
    greatest. No figure without decided boards of two densities. `runs`: as `studies.tam.hardness.select`.
    """
    every = boards(runs)
    decided = every.dropna(subset=["fits"])
    if decided["density"].nunique() < 2:
        return NOTHING
    middles, found = halves(every), efforts(runs)
    rows = [Row("all tiles fit\n(share of boards)", by_side(curves(decided, "fits")))]
    if drawn := [each for each in found if each.rows["density"].nunique() > 1]:  # nodes rather than seconds
        rows.append(Row(drawn[-1].name, by_side(medians(drawn[-1])), True))
    figure = panels(rows, middles)
    said = [
        "Above, the share of boards that take all their tiles, below medians over the boards of a density, of nodes "
        "over those that were solved; k: the number of values; triangles: where half of the boards take all tiles.",
        *filter(None, (_peaks(each, middles) for each in found)),
    ]
    if left := len(every) - len(decided):
        said.append(f"Undecided, and left out above: {left} of {count(len(every), 'board')}.")
    return Drawing(title(middles), figure, " ".join(said))


def medians(effort: Effort) -> dict[tuple[int, int], Series]:
    """By side and number of values, the median effort by density."""
    return curves(effort.rows, "effort", "median")


def title(middles: dict[tuple[int, int], float]) -> str:
    """In words: where half of the boards take all tiles, for the least and the most values of one side."""
    if not middles:
        return "No share of boards that take all tiles falls through one half"
    sides = [side for side, _ in middles]
    side = max(sides, key=lambda each: (sides.count(each), each))
    known = sorted(values for own, values in middles if own == side)
    where = [f"{middles[side, values]:.2f} with {values} values" for values in dict.fromkeys((known[0], known[-1]))]
    return f"Half of the {side} × {side} boards take all their tiles at a density of {listed(where)}"


def _peaks(effort: Effort, middles: dict[tuple[int, int], float]) -> str:
    """In words: how far on average the greatest median is from where half of the boards take all tiles."""
    gaps, late = [], 0
    for key, line in medians(effort).items():
        if len(line) > 1 and key in middles:
            first, last = _summit(line)
            gaps.append((first + last) / 2 - middles[key])
            late += last == line.index.max()
    if not gaps:
        return ""
    gap = sum(gaps) / len(gaps)
    away = f"{abs(gap):.2f} {'above' if gap > 0 else 'below'} that" if abs(gap) >= 0.005 else "there"
    ends = f", in {late} of {len(gaps)} lines at the greatest density that was tried" * bool(late)
    unsolved = int((~effort.rows["solved"]).sum())
    limit = f" ({count(unsolved, 'unsolved board')} counted as the limit)" * bool(unsolved)
    return f"{effort.name.capitalize()}, peak on average {away}{ends}{limit}."


def _summit(line: Series) -> tuple[float, float]:
    """The first and the last density at which a line is greatest: more than one where boards end at the limit."""
    top = line.index[line == line.max()]
    return float(top.min()), float(top.max())
