"""How much of a time is luck: how far the time of one configuration on one case varies from seed to seed.

Times are wall times. A run that a limit cut off counts as its limit, so that the spread of its group is a lower bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.english import as_ratio, count
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.style import FEWEST, blank, solver_colour
from tilings.reports.scores import CASE, floored

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 27
_FEW = 3  # numbers: fewer have no median
_SAID = (
    "Some solvers draw random numbers. On ladders with a single instance of each size they run with several seeds, and "
    "the median run counts: a size is solved if more than half of the seeds solve it."
)
_WHO = [*CASE, "configuration"]
_COLUMNS = [*_WHO, "solver", "paradigm", "ranked", "seed", "repetition", "solved", "time_s", "ended", "wall_limit_s"]


def chapter(results: Results, found: Findings) -> Chapter:
    """The spread over seeds of each solver, a dot a case; empty where nothing on a ladder was solved with two seeds."""
    if not found.reaches:
        return Chapter("")
    own = groups(results.runs)
    spread = spreads(own[own["ranked"]]).dropna(subset="ratio")
    if spread.empty:
        return Chapter("")
    order = list(spread.groupby("solver")["ratio"].median().sort_values(ascending=False, kind="stable").index)
    most = spread.loc[spread["ratio"].idxmax()]
    bound = "at least " if most["solved"] < most["n"] else ""
    title = (
        f"How much is luck? Seeds change a time {bound}{as_ratio(most['ratio'])}-fold at most, of {most['solver']} on "
        f"{most['instance']}"
    )
    return Chapter(title, [Words(_SAID), Drawing("", _figure(spread, order), _sentence(spread))], whole=True)


def _figure(found: DataFrame, order: list[str]) -> Figure:
    """A row a solver, in this order."""
    figure = blank(0.19 * len(order) + 0.75)
    axes = figure.subplots()
    shades = {
        solver: solver_colour(solver, name) for solver, name in found.groupby("solver")["paradigm"].first().items()
    }
    for row, solver in enumerate(order):
        ratios = found.loc[found["solver"] == solver, "ratio"]
        axes.scatter(ratios, [row] * len(ratios), s=7, linewidth=0, alpha=0.35, color=shades[solver])
        low, middle, high = ratios.quantile([0.25, 0.5, 0.75])
        if len(ratios) >= FEWEST:
            axes.plot([low, high], [row, row], color=shades[solver], linewidth=5, alpha=0.35, solid_capstyle="butt")
        if len(ratios) >= _FEW:
            axes.plot([middle, middle], [row - 0.38, row + 0.38], color=shades[solver], linewidth=1.8)
            axes.text(1.02, row, as_ratio(middle), transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    axes.text(1.02, -0.8, "median", transform=axes.get_yaxis_transform(), va="center", fontsize=8)
    log_axis(axes, "x", 0.97, max(1.5, found["ratio"].max() * 1.1))
    name_rows(axes, order, [shades[solver] for solver in order])
    rows_down(axes, len(order))
    axes.set_xlabel("longest time of a case divided by its shortest, over the seeds")
    return figure


def _sentence(found: DataFrame) -> str:
    cut = int((found["solved"] < found["n"]).sum())
    where = "tick and number: the median, of three and more"
    text = f"A dot is an instance that a solver solved with a seed at least ({count(len(found), 'dot')}); {where}."
    return f"{text} In {count(cut, 'case')} a run was cut off, and counts as its limit." if cut else text


def groups(runs: DataFrame) -> DataFrame:
    """The runs of each configuration and case that differ in the seed alone, where there are two and more.

    Of each seed the first repetition counts. log: that of the time, of a run that its limit cut off that of the limit;
    NaN for a run that failed otherwise.
    """
    import numpy as np

    ran = runs.loc[runs["ran"] & (runs["outcome"] != "wrong"), _COLUMNS].sort_values("repetition", kind="stable")
    ran = ran.drop_duplicates([*_WHO, "seed"])
    ran = ran[ran.groupby(_WHO)["seed"].transform("size") > 1]
    cut = ran["ended"] == "wall"
    times = floored(ran["time_s"]).mask(~ran["solved"], ran["wall_limit_s"].astype(float))
    return ran.assign(log=np.log(times).where(ran["solved"] | cut))


def spreads(found: DataFrame) -> DataFrame:
    """A row a group: its case, configuration, solver and paradigm; n runs, solved of them, and the greatest time by the
    least as `ratio`, NaN for fewer than two runs with a time, or none solved. `found`: as `groups` gives them.
    """
    import numpy as np

    parts = found.groupby([*_WHO, "solver", "paradigm"], sort=True)
    rows = parts.agg(
        n=("log", "size"), timed=("log", "count"), solved=("solved", "sum"), least=("log", "min"), most=("log", "max")
    ).reset_index()
    known = (rows.pop("timed") > 1) & (rows["solved"] > 0)
    return rows.assign(ratio=np.exp(rows.pop("most") - rows.pop("least")).where(known))
