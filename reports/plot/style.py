"""How figures look: one colour a solver throughout, fonts, time axes, and SVG that is stable to the byte."""

from __future__ import annotations

import io
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from pandas import DataFrame

WIDTH = 6.7  # inches: the report's text width, so that figures are set without scaling
A_DECADE = 200  # steps that are drawn in a decade: finer ones cannot be seen where it is an inch or two wide
CROWD = 500  # dots of one look in a panel: of more not every one can be seen
_DOTS_A_DECADE = 30
FEWEST = 5  # values that have quartiles: of fewer they say no more than the values themselves

# Okabe & Ito's palette: colour-blind readers tell its colours apart. Its yellow is too pale for lines.
_BLACK, _ORANGE, _SKY, _GREEN, _BLUE, _RED, _PURPLE, _GREY = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7", "#777777",
)  # fmt: skip
_USUAL = {
    "gecode": _BLUE,
    "chuffed": _SKY,
    "cpsat": _GREEN,
    "clingo": _RED,
    "cbc": _ORANGE,
    "highs": _PURPLE,
    "dlx": _BLACK,
}
FOUND, REFUTED = _BLUE, _RED  # the side of an answer, where figures tell sat and unsat apart
_MARKERS = ("o", "s", "^", "D", "v", "P", "*", "h")
_DASHES = ("solid", (0, (4, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1)))

_RC: dict[str, Any] = {
    "text.parse_math": False,  # names may hold a $
    "font.family": "DejaVu Sans",  # comes with matplotlib, so it is the same everywhere
    "font.size": 7.5,
    "axes.titlesize": 8,
    "axes.labelsize": 7.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.5,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.frameon": False,
    "svg.hashsalt": "tilings",
}


def context(text: bool = False) -> AbstractContextManager[Any]:
    """Matplotlib settings within which all figures are made and saved.

    text: letters stay text in SVG, smaller and searchable, for a reader that has the font; else they are outlines.
    """
    import matplotlib

    settings: dict[Any, Any] = {**matplotlib.rcParamsDefault, **_RC, "backend": "svg"}
    settings["svg.fonttype"] = "none" if text else "path"
    return matplotlib.rc_context(settings)


def fonts() -> Path:
    """The folder of the font, which comes with matplotlib."""
    import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf"


def blank(height: float, width: float = WIDTH) -> Figure:
    """A new figure of so many inches, by default as wide as the report's text, with a layout of its own."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def svg(figure: Figure) -> str:
    """The figure as SVG, the same text for the same figure.

    It is laid out once and drawn once: savefig would draw it another time for the layout.
    """
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    canvas, text = FigureCanvasSVG(figure), io.StringIO()
    figure.dpi = 72  # as in the file, in which text is measured
    _settle(figure)
    canvas.print_svg(text, metadata={"Date": None})
    return text.getvalue()


def _settle(figure: Figure) -> None:
    """Lay the figure out for good: the solver's last bits differ from time to time, and names in the SVG hold them."""
    if (layout := figure.get_layout_engine()) is None:
        return
    layout.execute(figure)
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, low, width, height = (round(side, 6) for side in axes.get_position(original=True).bounds)
        axes.set_position((left, low, width, height))


def colour(solver: str) -> str:
    """The solver's colour; grey for one that has none yet."""
    return _USUAL.get(solver, _GREY)


def configuration_styles(runs: DataFrame) -> dict[str, dict[str, Any]]:
    """Line and marker settings for each configuration: the solver's colour, then one dash and marker each."""
    found = {}
    for solver, part in runs.groupby("solver", sort=True):
        for number, configuration in enumerate(sorted(part["configuration"].unique())):
            found[configuration] = {
                "color": colour(solver),
                "linestyle": _DASHES[number % len(_DASHES)],
                "marker": _MARKERS[number % len(_MARKERS)],
            }
    return found


def dots(solvers: Iterable[str]) -> list[Line2D]:
    """What a legend of solvers consists of, each a dot in its colour; for figures in which no line has an end."""
    from matplotlib.lines import Line2D

    return [
        Line2D([], [], linestyle="", marker="o", markersize=3.5, color=colour(solver), label=solver)
        for solver in sorted(set(solvers))
    ]


def thin_points(x: Any, y: Any) -> tuple[Any, Any]:
    """Of the places of more than CROWD dots on logarithmic axes those that an eye tells apart."""
    import numpy as np

    places = np.column_stack([x, y]).astype(float)
    if len(places) > CROWD:
        _, first = np.unique(np.floor(np.log10(places) * _DOTS_A_DECADE), axis=0, return_index=True)
        places = places[np.sort(first)]
    return places[:, 0], places[:, 1]
