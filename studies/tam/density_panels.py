"""Draws lines against the density of boards: a panel for each side, a line for each number of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from reports.plot.axes import log_scale
from reports.plot.line_labels import Label, beside
from reports.plot.style import blank

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import Series

_MARKERS = "os^Dv<>P*h"
_HIGH = 1.3  # inches of a row of panels
Lines = dict[int, "Series"]  # by the number of values


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
