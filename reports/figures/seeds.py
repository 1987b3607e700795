"""By how much luck: how far seeds alone move the times of each solver, beside the leads of the paradigms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.leads import Lead, leads
from reports.analysis.variance import groups, spreads
from reports.figures.drawing import NOTHING, Drawing
from reports.plot.axes import log_axis, name_rows, rows_down
from reports.plot.style import FEWEST, blank, colour
from reports.text.english import as_ratio, count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

_SPREAD = "greatest by least time over the seeds of a case"


def draw(runs: DataFrame) -> Drawing:
    """Left the spread over seeds of each solver, a dot a case; right, for each task, the lead of its first paradigm.

    No figure where nothing was solved with two seeds. runs: all of them, not their medians.
    """
    found = spreads(groups(runs[runs["ranked"]])).dropna(subset="ratio")
    if found.empty:
        return NOTHING
    told = [lead for lead in leads(runs) if lead.ratio == lead.ratio]
    return Drawing(_title(found, told), _figure(found, told), _sentence(found, told))


def _figure(found: DataFrame, told: list[Lead]) -> Figure:
    order = _order(found)
    made = blank(0.19 * max(len(order), len(told)) + 0.75)
    left, right = made.subplots(1, 2, width_ratios=(1, 1 if told else 0.01))
    _solvers(left, found, order)
    if told:
        _tasks(right, found, told)
    else:
        right.set_visible(False)
    return made


def _order(found: DataFrame) -> list[str]:
    """The solvers, that of the greatest median spread first."""
    return list(found.groupby("solver")["ratio"].median().sort_values(ascending=False, kind="stable").index)


def _solvers(axes: Axes, found: DataFrame, order: list[str]) -> None:
    shades = found.groupby("solver")["paradigm"].first().map(colour)
    for row, solver in enumerate(order):
        ratios = found.loc[found["solver"] == solver, "ratio"]
        axes.scatter(ratios, [row] * len(ratios), s=7, linewidth=0, alpha=0.35, color=shades[solver])
        low, middle, high = ratios.quantile([0.25, 0.5, 0.75])
        if len(ratios) >= FEWEST:
            axes.plot([low, high], [row, row], color=shades[solver], linewidth=5, alpha=0.35, solid_capstyle="butt")
        axes.plot([middle, middle], [row - 0.38, row + 0.38], color=shades[solver], linewidth=1.8)
        axes.text(1.02, row, as_ratio(middle), transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    log_axis(axes, "x", 0.97, max(1.5, found["ratio"].max() * 1.1))
    name_rows(axes, order, [shades[solver] for solver in order])
    rows_down(axes, len(order))
    axes.set_title("spread over seeds, and its median", loc="left")
    axes.set_xlabel(_SPREAD)


def _tasks(axes: Axes, found: DataFrame, told: list[Lead]) -> None:
    for row, lead in enumerate(told):
        shade = colour(lead.first)
        spread = _spread(found, lead)
        if spread == spread:
            axes.barh(row, spread - 1, left=1, height=0.7, color="#dddddd", zorder=1)
        if lead.low == lead.low:
            axes.plot([lead.low, lead.high], [row, row], color=shade, linewidth=1.2)
        names = f"{lead.first} : {lead.second}"
        axes.text(1.02, row, names, transform=axes.get_yaxis_transform(), va="center", fontsize=8, color=shade)
        axes.plot(lead.ratio, row, "o", markersize=4.5, color=shade, markerfacecolor=shade if lead.decided else "white")
    axes.axvline(1, color="#777777", linewidth=0.7)
    ends = [value for lead in told for value in (lead.ratio, lead.low, lead.high) if value == value]
    log_axis(axes, "x", min(0.9, *ends) / 1.05, max(1.5, *ends) * 1.1)
    name_rows(axes, [f"{lead.family}, {lead.goal}" for lead in told], ["black"] * len(told))
    rows_down(axes, len(told))
    axes.set_title("lead of the first paradigm", loc="left")
    axes.set_xlabel("time of the next by that of the first")


def _spread(found: DataFrame, lead: Lead) -> float:
    """The median spread over seeds of the two configurations that a lead compares; NaN where there is none."""
    own = found[(found["family"] == lead.family) & (found["goal"] == lead.goal)]
    return float(
        own[own["configuration"].isin([lead.first_configuration, lead.second_configuration])]["ratio"].median()
    )


def _title(found: DataFrame, told: list[Lead]) -> str:
    """The solver that seeds move most, and the undecided lead that looks greatest, else that none is undecided."""
    solver = _order(found)[0]
    ratios = found.loc[found["solver"] == solver, "ratio"]
    middle, most = as_ratio(ratios.median()), as_ratio(ratios.max())
    text = f"Over seeds {solver}'s times spread by a factor of {middle}, at most {most}"
    if all(lead.decided for lead in told):
        return f"{text}; all leads are decided" if told else text
    held = [lead for lead in told if not lead.decided and lead.low <= 1 <= lead.high]
    if not held:
        return f"{text}; {sum(not lead.decided for lead in told)} of {count(len(told), 'lead')} are undecided"
    lead = max(held, key=lambda lead: lead.ratio)
    return (
        f"{text}; the lead of {lead.first} over {lead.second} on {lead.family}, goal {lead.goal}, is "
        f"{as_ratio(lead.ratio)}: undecided"
    )


def _sentence(found: DataFrame, told: list[Lead]) -> str:
    cut = int((found["solved"] < found["n"]).sum())
    text = (
        f"Left: a dot is a case of a configuration that was solved with several seeds ({count(len(found), 'dot')}); "
        "tick: the median, bar: the quartiles."
    )
    if cut:
        text += f" In {cut} of them a limit ended a run, so that the spread is at least this."
    if told:
        undecided = sum(not lead.decided for lead in told)
        text += (
            " Right: how many times as long the next paradigm takes as the first by PAR2, a geometric mean over the "
            "cases that both solve (below 1: there the next is faster), with an interval over cases and seeds; hollow: "
            "undecided; grey: the median spread of the two over seeds."
        )
        if undecided:
            text += f" Undecided are {undecided} of {count(len(told), 'lead')}."
    return text
