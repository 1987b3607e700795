"""How hard triomino-domino boards are by how full they get: square boards with m tiles of values from 1 to k.

Instances are told by their names, grid6-m08-k4-s1: side, tiles, values, seed. The *density* is the cells of all tiles
by those of the board. What is known of a board is a bracket: the most tiles that any run placed, and the least upper
bound that any run proved; a board is *settled* where both are one number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, zip_longest
from typing import TYPE_CHECKING, Any

from reports.labels import Label, beside
from reports.scores import median_runs, table
from reports.style import WIDTH, blank, drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

LENGTH = 3  # cells of a tile
NATIVE = "dlx"
_NAME = r"^grid(?P<side>\d+)-m(?P<tiles>\d+)-k(?P<values>\d+)-s(?P<seed>\d+)$"
_MARKERS = "os^Dv<>P*h"
_HIGH = 2.0  # inches of a row of panels
_TITLE = "{side} × {side}"  # of a panel
Panel = tuple[str, "dict[int, Series]"]  # a title, and a line for each number of values


def select(runs: DataFrame) -> DataFrame:
    """The runs of this study that took place, with columns side, tiles, values, seed and density."""
    names = runs["instance"].str.extract(_NAME).astype(float)
    asked = (runs["family"] == "triominoes") & (runs["goal"] == "optimum") & runs["ran"] & names["side"].notna()
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
    native = median["solver"] == NATIVE
    found = []
    timed = median[~native] if (~native).any() else median
    if not timed.empty and timed["solved"].any():
        best = timed[timed["configuration"] == _best(timed)]
        found.append(Effort(f"seconds, {_best(timed)}", best.assign(effort=drawn(best["charged_s"]))))
    counted = median[native & median["nodes"].notna()]
    if not counted.empty:
        own = counted[(counted["configuration"] == _best(counted)) & counted["solved"]]
        found.append(Effort(f"nodes, {_best(counted)}", own.assign(effort=own["nodes"].astype(float).clip(lower=1))))
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


def draw(
    rows: Sequence[Sequence[Panel]],
    labels: Sequence[str],
    log: bool = False,
    marks: Mapping[tuple[int, int], float] | None = None,
) -> Figure:
    """Rows of panels, each row with a label: a line for each number of values, from dark to pale, by density.

    A panel is the wider the more lines it has. marks: by side and number of values a density, marked on the axis.
    """
    from matplotlib import colormaps
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    every = sorted({values for panels in rows for _, lines in panels for values in lines})
    shades = colormaps["viridis"].resampled(256)(_spread(len(every)))
    width = max(map(len, rows))
    made = blank(_HIGH * len(rows) + 0.2, WIDTH if width > 1 else 0.7 * WIDTH)
    widths = [
        2 + max((len(lines) for _, lines in column if lines), default=0)
        for column in zip_longest(*rows, fillvalue=("", {}))
    ]
    grid = made.subplots(len(rows), width, sharex=True, sharey="row", squeeze=False, width_ratios=widths)
    for places, panels, label in zip(grid, rows, labels, strict=True):
        for axes, (title, lines) in zip(places, panels, strict=False):
            for values, shade, marker in zip(every, shades, cycle(_MARKERS), strict=False):
                if values in lines:
                    axes.plot(lines[values], color=shade, marker=marker, markersize=3, linewidth=1.1)
                if (density := (marks or {}).get((_side(title), values))) is not None:
                    axes.plot(density, 0, "^", color=shade, markersize=5, transform=axes.get_xaxis_transform(),
                              clip_on=False, zorder=5)  # fmt: skip
            only = f", k = {next(iter(lines))}" if len(lines) == 1 else ""
            axes.set_title(title + only, loc="left", weight="bold")
        for axes in places[len(panels) :]:
            axes.set_visible(False)
        places[0].set_ylabel(label)
        if log:
            places[0].set_yscale("log")
            low, high = places[0].get_ylim()
            places[0].yaxis.set_major_locator(LogLocator(subs=(1.0, 3.0) if high < 1000 * low else (1.0,)))
            places[0].yaxis.set_minor_locator(NullLocator())
            places[0].yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    looks = dict(zip(every, shades, strict=True))
    for places, panels in zip(grid, rows, strict=True):
        for axes, (_, lines) in zip(places, panels, strict=False):
            if len(lines) > 1:
                _name_lines(axes, lines, looks)
    made.supxlabel("density: cells of all tiles by cells of the board", fontsize=7.5)
    return made


def by_side(lines: dict[tuple[int, int], Series]) -> list[Panel]:
    """A row of panels of `draw`, one a side."""
    return [
        (_TITLE.format(side=side), {values: line for (own, values), line in lines.items() if own == side})
        for side in sorted({side for side, _ in lines})
    ]


def _side(title: str) -> int:
    return int(title.partition(" ")[0])


def _name_lines(axes: Axes, lines: dict[int, Series], looks: Mapping[int, Any]) -> None:
    """The number of values at the end of each line."""
    axes.get_ylim()  # brings the limits up to date
    ends = {values: (line.index[-1], line.iloc[-1]) for values, line in lines.items()}
    place = axes.transScale + axes.transLimits
    names = [Label(float(place.transform(end)[1]), f"k = {values}", looks[values]) for values, end in ends.items()]
    beside(axes, names, _HIGH - 0.5)


def _best(median: DataFrame) -> str:
    """Of the configurations that ran on the most boards the one with the least PAR2."""
    return str(table(median)["configuration"].iloc[0])


def _spread(number: int) -> list[float]:
    """Places in a colour map from dark to pale; its palest is too pale for lines."""
    return [0.8 * place / max(number - 1, 1) for place in range(number)]
