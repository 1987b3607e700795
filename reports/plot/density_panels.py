"""Draws lines against the density of boards: a panel for each side, a line for each number of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, zip_longest
from typing import TYPE_CHECKING, Any

from reports.plot.axes import log_scale
from reports.plot.line_labels import Label, beside
from reports.plot.style import WIDTH, blank

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import Series

_MARKERS = "os^Dv<>P*h"
_HIGH = 2.0  # inches of a row of panels
_TITLE = "{side} × {side}"  # of a panel
Panel = tuple[str, "dict[int, Series]"]  # a title, and a line for each number of values


def panels(
    rows: Sequence[Sequence[Panel]],
    labels: Sequence[str],
    log: bool = False,
    marks: Mapping[tuple[int, int], float] | None = None,
) -> Figure:
    """Rows of panels, each row with a label: a line for each number of values, from dark to pale, by density.

    A panel is the wider the more lines it has. marks: by side and number of values a density, marked on the axis.
    """
    from matplotlib import colormaps

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
            log_scale(places[0], "y", (1.0, 3.0) if high < 1000 * low else (1.0,))
    looks = dict(zip(every, shades, strict=True))
    for places, panels in zip(grid, rows, strict=True):
        for axes, (_, lines) in zip(places, panels, strict=False):
            if len(lines) > 1:
                _name_lines(axes, lines, looks)
    made.supxlabel("density: cells of all tiles by cells of the board", fontsize=7.5)
    return made


def by_side(lines: dict[tuple[int, int], Series]) -> list[Panel]:
    """A row of panels of `panels`, one for each side."""
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


def _spread(number: int) -> list[float]:
    """Places in a colour map from dark to pale; its palest is too pale for lines."""
    return [0.8 * place / max(number - 1, 1) for place in range(number)]
