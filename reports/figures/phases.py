"""How the wall time of a run is divided, from the call to the answer: a bar a solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.analysis.failing import PARTS, overhead, shares, split
from tilings.reports.english import called, count, listed, seconds, shortened, some
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import name_rows, rows_down
from tilings.reports.plot.style import blank, colour
from tilings.reports.scores import LEVEL, median_runs

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

_LONGEST = 24  # characters of a name
# Greys for the time outside the work on the problem; none is the colour of a paradigm.
_COLOURS = {
    "start": "#d2d2d2", "load": "#8c8c8c", "build": "#cdb9e3", "flatten": "#9b7cc4", "presolve": "#8fd3cb",
    "search": "#46237a", "call": "#3d8b8b", "rest": "#ececec",
}  # fmt: skip
_KINDS = {
    "starting and ending": ["start", "load", "rest"],
    "building": ["build", "flatten"],
    "searching": ["presolve", "search"],
}


def draw(runs: DataFrame) -> Drawing:
    """The mean share of each part of the wall time, a bar a solver, those that search the least first.

    Beside it the seconds of start, load and rest, and the share of the solved runs in which they exceed the work.
    """
    parts = split(median_runs(runs))
    known = shares(parts)
    if known.empty:
        return NOTHING
    return Drawing(_title(known), _figure(known, overhead(parts)), _sentence(parts, known))


def _title(known: DataFrame) -> str:
    """The solvers that spend more than half of a run on one kind of work: the interval of the mean lies above 1/2.

    Solvers whose search is not known apart are left out.
    """
    from scipy.stats import t

    said, known = [], known[known["call"] == 0]
    for kind, names in _KINDS.items():
        groups = known[names].sum(axis=1).groupby(known["route"])
        number, mean, spread = groups.size(), groups.mean(), groups.std()
        low = mean - t.ppf((1 + LEVEL) / 2, (number - 1).clip(lower=1)) * spread / number**0.5
        if routes := mean[low > 0.5].sort_values(ascending=False, kind="stable").index.tolist():
            said.append((len(routes), f"{kind} with {some([called(route) for route in routes])}"))
    words = "; ".join(text for _, text in sorted(said, key=lambda each: -each[0]))
    return f"More than half of a run goes into {words}" if said else "No part surely takes more than half of a run"


def _figure(known: DataFrame, beside: DataFrame) -> Figure:
    from matplotlib.ticker import PercentFormatter

    found = known.groupby(["route", "paradigm"])[list(PARTS)].mean().reset_index().sort_values(["search", "route"])
    figure = blank(0.17 * len(found) + 0.85)
    axes = figure.subplots()
    left = 0 * found["build"].to_numpy()
    for name, shade in _COLOURS.items():
        width = found[name].to_numpy()
        if width.any():
            axes.barh(range(len(found)), width, 0.74, left=left, color=shade, linewidth=0, label=name)
        left = left + width
    heads = "start, load,\nrest (s)", "longer than\nthe work in"
    for row, route in enumerate(found["route"]):
        more = beside.loc[route, "more"]
        share = f"{more:.0%}" if more == more else "–"
        for text, place in ((seconds(beside.loc[route, "seconds"]), 1.09), (share, 1.22)):
            axes.text(place, row, text, ha="right", va="center", fontsize=8)
    for text, place in zip(heads, (1.09, 1.22), strict=True):
        axes.text(place, -0.7, text, ha="right", va="bottom", fontsize=8)
    name_rows(axes, [shortened(route, _LONGEST) for route in found["route"]], found["paradigm"].map(colour))
    rows_down(axes, len(found))
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel("share of the wall time, mean over runs")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(_COLOURS), fontsize=8, handlelength=0.8,
                columnspacing=1, borderpad=0.2)  # fmt: skip
    return figure


def _sentence(parts: DataFrame, known: DataFrame) -> str:
    keys = ["family", "goal", "configuration"]
    built = (known["build"] + known["flatten"]).groupby([known[key] for key in keys]).mean()
    family, goal, configuration = built.idxmax()
    text = (
        "Each run counts alike. To the right the median seconds of start, load and rest, and the share of the solved "
        "runs in which they exceed building and searching. The greatest part of building and flattening or grounding "
        f"is {built.max():.0%} ({configuration} on {family}, {goal})."
    )
    if parts[["startup_s", "load_s", "presolve_s"]].isna().any(axis=None):
        text += " Where a solver does not tell them apart, start and load are in the rest, presolving is in the search."
    if wrapped := sorted(known.loc[known["call"] > 0, "route"].unique()):
        text += f" Call: CPMpy's call of MiniZinc, which flattens and then searches ({listed(wrapped)})."
    if unknown := len(parts) - len(known):
        text += f" Left out: {count(unknown, 'run')} of {len(parts)} that ended before telling of their parts."
    return text
