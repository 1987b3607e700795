"""The study of where the hard triomino-domino boards lie: square boards with m tiles of values from 1 to k.

The name of an instance, such as grid6-m08-k4-s1, holds side, tiles, values and seed. The *density* is the cells of all
tiles by those of the board. What is known of a board is a bracket: the most tiles that any run placed, and the least
upper bound that any run proved; a board is *settled* where both are one number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_scale
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank
from tilings.reports.scores import floored, median_runs
from tilings.studies.tam.ladder import best

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

LENGTH = 3  # cells of a tile
_NAME = r"^grid(?P<side>\d+)-m(?P<tiles>\d+)-k(?P<values>\d+)-s(?P<seed>\d+)$"
_MARKERS = "os^Dv<>P*h"
_HIGH = 1.3  # inches of a row of panels
Lines = dict[int, "Series"]  # by the number of values


def chapter(results: Results | None) -> Chapter:
    """Whether all tiles fit and what that takes, by density; empty without runs of the study."""
    title = "Where the hard boards lie"
    runs = None if results is None else select(results.runs)
    if runs is None or runs.empty:
        return Chapter(title)
    found = boards(runs)
    words = (
        "Square boards and m random tiles with values from 1 to k, of which as many as possible are to be placed: the "
        f"fuller the board would be, the fewer of its tiles fit. {count(len(runs), 'run')} on "
        f"{count(len(found), 'board')}, {int(found['settled'].sum())} of them settled."
    )
    return Chapter(title, [Words(words), draw(runs)])


def select(runs: DataFrame) -> DataFrame:
    """The runs of this study that took place, with columns side, tiles, values, seed and density."""
    names = runs["instance"].str.extract(_NAME).astype(float)
    asked = (runs["family"] == "triominoes") & (runs["goal"] == "optimum") & runs["counts"] & names["side"].notna()
    own = runs[asked].assign(**{name: names[name][asked].astype(int) for name in names})
    return own.assign(density=LENGTH * own["tiles"] / own["side"] ** 2)


def boards(runs: DataFrame) -> DataFrame:
    """A row a board, by name: side, tiles, values, density; least and most tiles of an optimum as proven together.

    share: least by tiles; fits: whether all tiles fit, 1 or 0, NaN where that is open; settled: least = most.
    `runs`: as `select` gives them; answers that were refuted prove nothing.
    """
    proving = runs[runs["outcome"] != "wrong"]
    objective = proving["objective"].astype(float)
    bound = (proving["bound"].astype(float) + 1e-6) // 1
    least = objective.groupby(proving["instance"]).max()
    most = objective.where(proving["answer"] == "optimal", bound).groupby(proving["instance"]).min()
    found = runs.drop_duplicates("instance").set_index("instance")[["side", "tiles", "values", "density"]].sort_index()
    least = least.reindex(found.index).fillna(0)
    most = most.reindex(found.index).fillna(found["tiles"]).clip(upper=found["tiles"])
    fits = (least == found["tiles"]).astype(float).where((least == found["tiles"]) | (most < found["tiles"]))
    return found.assign(least=least, most=most, share=least / found["tiles"], fits=fits, settled=least == most)


@dataclass(frozen=True)
class Effort:
    """An effort by board: what it is, in words, and a table of the boards' columns and `effort`.

    Seconds are those of one configuration, an unsolved board counting as its limit; nodes are of solved boards alone.
    """

    name: str
    rows: DataFrame


def efforts(runs: DataFrame) -> list[Effort]:
    """The seconds of the best configuration of a solver, and the nodes of the best native engine, where they ran."""
    median = median_runs(runs)
    native = ~median["ranked"]
    found = []
    timed = median[~native] if (~native).any() else median
    if not timed.empty and timed["solved"].any():
        own = timed[timed["configuration"] == best(timed)]
        found.append(Effort(f"seconds, {best(timed)}", own.assign(effort=floored(own["charged_s"]))))
    counted = median[native & median["nodes"].notna()]
    if not counted.empty:
        own = counted[(counted["configuration"] == best(counted)) & counted["solved"]]
        found.append(Effort(f"nodes, {best(counted)}", own.assign(effort=own["nodes"].astype(float).clip(lower=1))))
    return [each for each in found if not each.rows.empty]


def curves(found: DataFrame, column: str, how: str = "mean") -> dict[tuple[int, int], Series]:
    """By side and number of values, the mean (or median) of a column over the boards of each density that have it."""
    known = found.dropna(subset=[column]).groupby(["side", "values"])
    return {(int(side), int(values)): part.groupby("density")[column].agg(how) for (side, values), part in known}


def half(share: Series) -> float | None:
    """The density at which a share, by density, last falls below 1/2, interpolated; None where it does not.

    >>> import pandas as pd
    >>> half(pd.Series({0.5: 1.0, 0.75: 0.75, 1.0: 0.25}))
    0.875
    """
    points = list(share.sort_index().items())
    falls = [(low, high) for low, high in zip(points, points[1:], strict=False) if low[1] >= 0.5 > high[1]]
    if not falls:
        return None
    (start, before), (end, after) = falls[-1]
    return float(start + (end - start) * (before - 0.5) / (before - after))


def halves(found: DataFrame) -> dict[tuple[int, int], float]:
    """By side and number of values, the density at which half of the boards take all tiles. `found`: of `boards`."""
    lines = {key: half(line) for key, line in curves(found, "fits").items()}
    return {key: density for key, density in lines.items() if density is not None}


def draw(runs: DataFrame) -> Drawing:
    """A panel for each side, a line for each number of values: the share that fits, and below it the effort.

    The title says at which density half of the boards take all tiles, the sentence how far from there the effort is
    greatest. No figure without decided boards of two densities. `runs`: as `select`.
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
        "Above: the share of boards that take all their tiles. Below: medians over the boards of a density (of nodes: "
        "over the solved ones). k: the number of values. Triangles: where half of the boards take all tiles.",
        *filter(None, (_peaks(each, middles) for each in found)),
    ]
    if left := len(every) - len(decided):
        said.append(f"Undecided, and left out above: {left} of {count(len(every), 'board')}.")
    return Drawing(title(middles), figure, " ".join(said))


def medians(effort: Effort) -> dict[tuple[int, int], Series]:
    """By side and number of values, the median effort by density."""
    return curves(effort.rows, "effort", "median")


def title(middles: dict[tuple[int, int], float]) -> str:
    """In words: the density at which half of the boards take all tiles, for the fewest and the most values."""
    if not middles:
        return "The share of boards that take all tiles crosses one half at no density"
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
    text = f"{effort.name.capitalize()}, peak on average {away}"
    if late:
        text += f", in {late} of {len(gaps)} lines at the greatest density that was tried"
    if unsolved := int((~effort.rows["solved"]).sum()):
        text += f" ({count(unsolved, 'unsolved board')} counted as the limit)"
    return f"{text}."


def _summit(line: Series) -> tuple[float, float]:
    """The first and the last density at which a line is greatest: more than one where boards end at the limit."""
    top = line.index[line == line.max()]
    return float(top.min()), float(top.max())


@dataclass(frozen=True)
class Row:
    """A row of panels: its label, the lines of each side, and whether its scale is logarithmic."""

    label: str
    lines: dict[int, Lines]
    log: bool = False


def by_side(lines: dict[tuple[int, int], Series]) -> dict[int, Lines]:
    """The lines of each side."""
    found: dict[int, Lines] = {}
    for (side, values), line in sorted(lines.items(), key=lambda item: item[0]):
        found.setdefault(side, {})[values] = line
    return found


def panels(rows: Sequence[Row], marks: Mapping[tuple[int, int], float]) -> Figure:
    """Rows of panels: a line for each number of values, from dark to pale, by density.

    A panel is the wider the more lines it has. marks: by side and number of values a density, marked on the axis.
    """
    from matplotlib import colormaps

    sides = sorted({side for row in rows for side in row.lines})
    every = sorted({values for row in rows for lines in row.lines.values() for values in lines})
    shades = dict(zip(every, colormaps["viridis"].resampled(256)(_spread(len(every))), strict=True))
    made = blank(_HIGH * len(rows) + 0.3)
    widths = [2 + max(len(row.lines.get(side, {})) for row in rows) for side in sides]
    grid = made.subplots(len(rows), len(sides), sharex=True, sharey="row", squeeze=False, width_ratios=widths)
    for places, row in zip(grid, rows, strict=True):
        for axes, side in zip(places, sides, strict=True):
            lines = row.lines.get(side, {})
            for marker, values in zip(cycle(_MARKERS), lines, strict=False):
                axes.plot(lines[values], color=shades[values], marker=marker, markersize=3, linewidth=1.1)
            for values in every:
                if (density := marks.get((side, values))) is not None:
                    axes.plot(density, 0, "^", color=shades[values], markersize=5, clip_on=False, zorder=5,
                              transform=axes.get_xaxis_transform())  # fmt: skip
            if row is rows[0]:
                only = f", k = {next(iter(lines))}" if len(lines) == 1 else ""
                axes.set_title(f"{side} × {side}{only}", loc="left", weight="bold")
        places[0].set_ylabel(row.label)
        if row.log:
            places[0].set_yscale("log")
            low, high = places[0].get_ylim()
            log_scale(places[0], "y", (1.0, 3.0) if high < 1000 * low else (1.0,), counts=high >= 1000)
    for places, row in zip(grid, rows, strict=True):
        for axes, side in zip(places, sides, strict=True):
            if len(row.lines.get(side, {})) > 1:
                _name_lines(axes, row.lines[side], shades)
    made.supxlabel("density: cells of all tiles by cells of the board")
    return made


def _name_lines(axes: Axes, lines: Lines, looks: Mapping[int, Any]) -> None:
    """The number of values at the end of each line."""
    axes.get_ylim()  # brings the limits up to date
    ends = {values: (line.index[-1], line.iloc[-1]) for values, line in lines.items()}
    place = axes.transScale + axes.transLimits
    names = [Label(float(place.transform(end)[1]), f"k = {values}", looks[values]) for values, end in ends.items()]
    beside(axes, names, _HIGH - 0.4)


def _spread(number: int) -> list[float]:
    """Places in a colour map from dark to pale; its palest is too pale for lines."""
    return [0.8 * place / max(number - 1, 1) for place in range(number)]
