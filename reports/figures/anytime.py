"""How solutions and bounds come to meet: the gap of each over time, for the instances where it takes longest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.gap_curves import Anytime, Case, Curve
from reports.figures.drawing import Drawing
from reports.plot.axes import log_scale, name_rows, panel_grid, rows_down
from reports.plot.style import blank, colour
from reports.text.english import count, listed, seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "Solutions and bounds over time"
_COLUMNS = 2
_HALF = 0.47  # of a row's height, for a gap of 1


def draw(found: Anytime) -> Drawing:
    """A panel an instance, a row a configuration: its solutions' gap above the line of the best value, bounds' below.

    No figure where no instance tells enough. The sentence says how to read the rows, who takes longest, and how much of
    a run is proof.
    """
    missing = f" No run of {listed(found.silent)} told of its solutions as they came." if found.silent else ""
    if not found.cases:
        why = (
            "no instance has two runs that told of their solutions as they came, with a hundredth of a second between "
            "the first and the last"
        )
        return Drawing(TITLE, None, f"No figure of solutions and bounds over time: {why}.{missing}")
    return Drawing(TITLE, _figure(found.cases), _sentence(found.cases) + missing)


def _figure(cases: list[Case]) -> Figure:
    rows = -(-len(cases) // _COLUMNS)
    heights = [
        max(len(case.curves) for case in cases[_COLUMNS * row : _COLUMNS * (row + 1)]) + 1.2 for row in range(rows)
    ]
    made = blank(0.33 * sum(heights) + 0.3)
    grid = panel_grid(made, len(cases), _COLUMNS, height_ratios=heights)
    for axes, case in zip(grid, cases, strict=True):
        for row, curve in enumerate(case.curves):
            _row(axes, row, curve)
        low = min(min(time for time, _ in curve.solutions + curve.bounds if time > 0) for curve in case.curves)
        log_scale(axes, "x")
        axes.set_xlim(0.8 * low, 1.25 * max(curve.end_s for curve in case.curves))
        rows_down(axes, len(case.curves), 0.55)
        names, shades = zip(*((curve.configuration, colour(curve.paradigm)) for curve in case.curves), strict=True)
        name_rows(axes, names, shades, 6.5)
        axes.tick_params(axis="y", length=0)
        kind = "the optimum" if case.proven else "the best known"
        axes.set_title(f"{case.instance}: {kind} is {case.best:g}", loc="left", weight="bold")
    made.supxlabel("time (s) since the start of the process", fontsize=7.5)
    return made


def _sentence(cases: list[Case]) -> str:
    curves = [(case, curve) for case in cases for curve in case.curves]
    case, longest = max(curves, key=lambda each: each[1].span_s)
    never = [curve for _, curve in curves if _arrival(curve) is None]
    text = (
        "A row starts with its first solution or bound; its line is the best known value. Dark, above it: the gap of "
        "the best solution so far (full height: 100%); pale, below it: the gap of the bound, where one was told. Dot: "
        f"proven; cross: cut off. The longest way: on {case.instance} {longest.configuration} improves its solution "
        f"for {seconds(longest.span_s)} s."
    )
    if never:
        text += f" Of {count(len(curves), 'run')}, {len(never)} never reach the best known value."
    return text + _proofs([curve for _, curve in curves])


def _proofs(curves: list[Curve]) -> str:
    """In words: how much of a proven run comes after its best solution."""
    import statistics

    shares = [
        1 - time / curve.end_s
        for curve in curves
        if curve.proven and (time := _arrival(curve)) is not None and curve.end_s > 0
    ]
    if not shares:
        return ""
    runs, middle = count(len(shares), "proven run"), statistics.median(shares)
    return f" After the best solution the {runs} take a median of {middle:.0%} of their time more."


def _arrival(curve: Curve) -> float | None:
    """When a run's solution reaches the best value; None where it does not."""
    return next((time for time, gap in curve.solutions if gap == 0), None)


def _row(axes: Axes, row: int, curve: Curve) -> None:
    shade = colour(curve.paradigm)
    start = min(time for time, _ in curve.solutions + curve.bounds)
    axes.plot([start, curve.end_s], [row, row], color="#888888", linewidth=0.6, zorder=2)
    for steps, side, alpha in ((curve.solutions, -1, 0.85), (curve.bounds, 1, 0.3)):
        if steps:
            times = [time for time, _ in steps] + [curve.end_s]
            heights = [row + side * _HALF * gap for _, gap in steps]
            axes.fill_between(times, row, [*heights, heights[-1]], step="post", color=shade, alpha=alpha, linewidth=0)
    axes.plot(curve.end_s, row, "o" if curve.proven else "x", color=shade, markersize=3.5, zorder=3, clip_on=False)
