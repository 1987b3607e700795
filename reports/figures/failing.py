"""Where unsolved runs ended: a bar a solver, divided by the cause of the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.analysis.failing import CAUSES, Ends, causes, ends, hung, symmetric
from tilings.reports.english import count, listed, shortened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import name_rows, rows_down
from tilings.reports.plot.style import blank, colour
from tilings.reports.scores import FEW, median_runs
from tilings.runners.record.schema import GIVEN_UP

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

_LONGEST = 24  # characters of a name
# None of them is the colour of a paradigm. Purple: before the solver branched, teal: after that.
_SHADES = ("#46237a", "#9b7cc4", "#3d8b8b", "#8fd3cb", "#f0b7c9", "#e7d48a", "#5a5a5a", "#e4e4e4")
_COLOURS = dict(zip(CAUSES, _SHADES, strict=True))


def draw(runs: DataFrame) -> Drawing:
    """How many median runs of each solver that is ranked ended where, those with the most unsolved runs first."""
    runs = median_runs(runs)
    ranked = runs[runs["ranked"]]
    found = causes(ranked)
    if found.empty:
        return NOTHING
    return Drawing(title(ends(runs)), _figure(ranked, found), _sentence(ranked))


def title(found: list[Ends]) -> str:
    """The finding: of which paradigms most unsolved runs ended before the solver branched, and of which after it."""
    said = []
    for kind, words in (("early", "before branching"), ("late", "after branching")):
        own = [(each.paradigm, each.early if kind == "early" else each.known - each.early, each.known)
               for each in found if each.mostly == kind]  # fmt: skip
        if own:
            names = listed([f"{paradigm} ({number} of {known})" for paradigm, number, known in own])
            said.append(f"{names} mostly fail{'s' * (len(own) == 1)} {words}")
    for each in [each for each in found if not each.mostly and each.known >= FEW][:1]:
        said.append(f"{each.paradigm} is undecided ({each.early} of {each.known} before branching)")
    return "; ".join(said) or "Where runs fail: too few did to tell before or after branching"


def _figure(runs: DataFrame, found: Series) -> Figure:
    from matplotlib.ticker import MaxNLocator

    table = found.groupby([runs.loc[found.index, "route"], found]).size().unstack(fill_value=0)
    table = table.reindex(columns=[cause for cause in CAUSES if cause in table], fill_value=0)
    total = table.sum(axis=1)
    order = sorted(table.index, key=lambda route: (-total[route], route))
    paradigms, every = runs.groupby("route")["paradigm"].first(), runs["route"].value_counts()
    figure = blank(0.17 * len(order) + 0.75)
    axes = figure.subplots()
    left = 0 * total[order].to_numpy()
    for cause in table:
        width = table.loc[order, cause].to_numpy()
        axes.barh(range(len(order)), width, 0.74, left=left, color=_COLOURS[cause], linewidth=0, label=cause)
        left = left + width
    for row, route in enumerate(order):
        axes.annotate(f"{total[route]} of {every[route]}", (total[route], row), (3, 0), textcoords="offset points",
                      va="center", fontsize=8)  # fmt: skip
    name_rows(axes, [shortened(route, _LONGEST) for route in order], paradigms[order].map(colour))
    rows_down(axes, len(order))
    axes.set_xlim(0, 1.12 * total.max())
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_xlabel("runs that were not solved")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=5, fontsize=8, handlelength=0.8, columnspacing=1,
                borderpad=0.2)  # fmt: skip
    return figure


def _sentence(runs: DataFrame) -> str:
    text = (
        "A run ended before the search if it was still building, flattening or grounding, or did so for more than half "
        "of its time; at the root node if the solver counts one node or none; in the search if it counts no nodes. "
        "Mostly: a share whose interval of 95 % does not hold a half, of the runs that can be told."
    )
    if hung(runs).any():
        text += " Hung: no processor worked for it until the limit, though it was made anew more than once."
    if (runs["ended"] == GIVEN_UP).any():
        text += " Given up: not run, as smaller instances were not solved."
    lost, pairs = symmetric(runs)
    if pairs:
        text += (
            f" Of {count(pairs, 'run')} not solved without breaking symmetries {lost} "
            f"{'was' if lost == 1 else 'were'} solved with it."
        )
    return text
