"""How figures look: a colour for each paradigm, fonts, and SVG that is the same, byte for byte, each time."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.formulation import NATIVE
from tilings.runners.record.schema import GIVEN_UP, SKIPPED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 6.7  # inches: the report's text width, so that figures are set without scaling
FEWEST = 5  # quartiles are drawn of so many values and more

# Each has a contrast of 4.5 : 1 and more on white, and colour-blind readers tell any two apart: hues near those of
# Okabe & Ito, searched for the largest least distance under that condition (tests/reports/plot/test_style.py).
_BLACK, _BLUE, _GREEN, _RED, _AMBER, _PURPLE, _TEAL, _BROWN, _GREY = (
    "#000000", "#0A5BEB", "#0F8548", "#832C19", "#87701C", "#A71E8D", "#092D3B", "#411403", "#757575",
)  # fmt: skip
_COLOURS = {
    "CP": _BLUE, "CP-SAT": _GREEN, "ASP": _RED, "MIP": _AMBER, "SAT": _PURPLE, "PB": _TEAL, "SMT": _BROWN,
    "exact cover": _BLACK, NATIVE: _GREY,
}  # fmt: skip
_OWN: dict[str, str] = {}  # of solvers and paradigms of plug-ins, see `adopt`
_FAST, _SLOW = (0.03, 0.42, 0.40), (0.80, 0.93, 0.89)  # of the cells of solved runs
_OUTCOMES = {
    "incumbent": "#f6e3a1", "timeout": "#d9d9d9", "memory": "#b9a5cf", "failed": "#8c8c8c", GIVEN_UP: "#eeeeee",
    SKIPPED: "#cfe0f3", "wrong": "#D55E00", "doubtful": "#E69F00", "absent": "#ffffff",
}  # fmt: skip

_RC: dict[str, Any] = {
    "text.parse_math": False,  # names may hold a $
    "font.family": ["Source Sans Pro", "DejaVu Sans"],  # of packages, so that they are the same everywhere
    "font.size": 8.5,
    "axes.titlesize": 9,
    "axes.labelsize": 8.5,
    "figure.labelsize": 8.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.5,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.frameon": False,
    "svg.hashsalt": "tilings",
}


@contextmanager
def context(text: bool = False) -> Iterator[None]:
    """Matplotlib settings within which all figures are made and saved.

    The labels of a logarithmic axis are plain numbers: Matplotlib's own are formulas, and no text is read as one here.

    text: letters stay text in the SVG, which is smaller and searchable but needs the font; else they become outlines.
    """
    import matplotlib
    import matplotlib.scale

    _register()
    scale: Any = matplotlib.scale
    settings: dict[Any, Any] = {**matplotlib.rcParamsDefault, **_RC, "backend": "svg"}
    settings["svg.fonttype"] = "none" if text else "path"
    formulas = scale.LogFormatterSciNotation
    scale.LogFormatterSciNotation = _plain_numbers()  # no setting of Matplotlib's has them
    try:
        with matplotlib.rc_context(settings):
            yield
    finally:
        scale.LogFormatterSciNotation = formulas


@cache
def _plain_numbers() -> Any:
    """The labels of logarithmic scales, at the same ticks, as plain numbers."""
    from matplotlib.ticker import LogFormatterSciNotation

    class Plain(LogFormatterSciNotation):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return f"{x:,.10g}" if super().__call__(x, pos) else ""

    return Plain


def fonts() -> list[Path]:
    """The folders of the document's fonts: Source Sans Pro, and Matplotlib's for signs that it lacks and for code."""
    import font_source_sans_pro
    import matplotlib

    return [Path(font_source_sans_pro.__file__).parent / "files", Path(matplotlib.get_data_path()) / "fonts" / "ttf"]


@cache
def _register() -> None:
    """Make the report's font known to Matplotlib."""
    from matplotlib.font_manager import fontManager

    for style in ("Regular", "It", "Semibold", "Bold"):
        fontManager.addfont(fonts()[0] / f"SourceSansPro-{style}.ttf")


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
    """Fix the layout, rounded: the last bits of the layout solver vary, and identifiers in the SVG depend on them."""
    if (layout := figure.get_layout_engine()) is None:
        return
    layout.execute(figure)
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, low, width, height = (round(side, 6) for side in axes.get_position(original=True).bounds)
        axes.set_position((left, low, width, height))


def adopt(colours: Mapping[str, str]) -> None:
    """Take these colours for solvers and paradigms of plug-ins until the next call; only #rrggbb is accepted."""
    _OWN.clear()
    _OWN.update({name: shade for name, shade in colours.items() if re.fullmatch(r"#[0-9a-fA-F]{6}", str(shade))})


def colour(paradigm: str) -> str:
    """The paradigm's colour; grey by default."""
    return _COLOURS.get(paradigm) or _OWN.get(paradigm, _GREY)


def label(paradigm: str) -> str:
    """The paradigm's name in figures and tables; that of our own engines is the reference."""
    return "reference" if paradigm == NATIVE else paradigm


def outcome_colour(outcome: str, time_s: float, limit: float) -> tuple[float, float, float]:
    """A run's colour (red, green, blue): from dark (fast) to pale (slow) if it is solved, else the outcome's."""
    from math import log10

    from matplotlib.colors import to_rgb

    if outcome != "solved":
        return to_rgb(_OUTCOMES[outcome])
    low = 0.01
    share = min(1.0, log10(max(time_s, low) / low) / max(log10(max(limit, 10 * low) / low), 1))
    red, green, blue = (fast + (slow - fast) * share for fast, slow in zip(_FAST, _SLOW, strict=True))
    return red, green, blue


def solver_colour(solver: str, paradigm: str) -> str:
    """The colour of a solver's runs of a paradigm: that of the paradigm, unless the solver brought its own."""
    return _OWN.get(solver) or colour(paradigm)
