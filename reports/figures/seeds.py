"""By how much luck: how far seeds alone move the times of each solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.variance import groups, spreads
from reports.english import as_ratio, count
from reports.figures.drawing import NOTHING, Drawing
from reports.plot.axes import log_axis, name_rows, rows_down
from reports.plot.style import FEWEST, blank, solver_colour

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame


def draw(runs: DataFrame) -> Drawing:
    """The spread over seeds of each solver, a dot a case; no figure where nothing was solved with two seeds.

    runs: all of them, not their medians.
    """
    own = groups(runs)
    found = spreads(own[own["ranked"]]).dropna(subset="ratio")
    if found.empty:
        return NOTHING
    order = list(found.groupby("solver")["ratio"].median().sort_values(ascending=False, kind="stable").index)
    ratios = found.loc[found["solver"] == order[0], "ratio"]
    title = (
        f"Over seeds {order[0]}'s times spread by a factor of {as_ratio(ratios.median())} in the median, "
        f"at most {as_ratio(ratios.max())}"
    )
    return Drawing(title, _figure(found, order), _sentence(found))


def _figure(found: DataFrame, order: list[str]) -> Figure:
    """A row a solver, in this order."""
    made = blank(0.19 * len(order) + 0.75)
    axes = made.subplots()
    shades = {
        solver: solver_colour(solver, name) for solver, name in found.groupby("solver")["paradigm"].first().items()
    }
    for row, solver in enumerate(order):
        ratios = found.loc[found["solver"] == solver, "ratio"]
        axes.scatter(ratios, [row] * len(ratios), s=7, linewidth=0, alpha=0.35, color=shades[solver])
        low, middle, high = ratios.quantile([0.25, 0.5, 0.75])
        if len(ratios) >= FEWEST:
            axes.plot([low, high], [row, row], color=shades[solver], linewidth=5, alpha=0.35, solid_capstyle="butt")
        axes.plot([middle, middle], [row - 0.38, row + 0.38], color=shades[solver], linewidth=1.8)
        axes.text(1.02, row, as_ratio(middle), transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    axes.text(1.02, -0.8, "median", transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    log_axis(axes, "x", 0.97, max(1.5, found["ratio"].max() * 1.1))
    name_rows(axes, order, [shades[solver] for solver in order])
    rows_down(axes, len(order))
    axes.set_xlabel("greatest by least time over the seeds of a case")
    return made


def _sentence(found: DataFrame) -> str:
    cut = int((found["solved"] < found["n"]).sum())
    text = (
        f"A dot is a case of a configuration that was solved with several seeds ({count(len(found), 'dot')}); "
        "tick: the median, bar: the quartiles."
    )
    return text + f" In {cut} of them a limit ended a run, so that the spread is at least this." * bool(cut)
