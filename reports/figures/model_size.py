"""Time against the size of the model that a solver is given."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from reports.figures.drawing import Drawing
from reports.plot.axes import limit_note, log_scale, time_axis
from reports.plot.style import blank, colour, dots, thin_points
from reports.scores import floored
from reports.text.english import count, listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by the size of the model"
SIZES = ("variables", "constraints", "nonzeros")
GOALS = {"first": "o", "count": "s", "optimum": "^"}
_FEW = 5  # solved runs: with fewer there is no rank correlation


def sized(median: DataFrame) -> DataFrame:
    """The runs that tell the size of their model: those with a number of variables."""
    return median[median["variables"].astype(float) > 0]


def correlations(known: DataFrame, size: str = "variables") -> DataFrame:
    """Spearman's rank correlation of time and size within each family, goal and configuration of a solver.

    One row each: solver, n (solved runs), rho. Left out: groups of fewer than five solved runs, or of one size. Runs
    that were not solved have no time and are left out; that hides the hardest, so rho is of the solved alone. `known`:
    as `sized` gives them.
    """
    import pandas as pd

    solved = known[known["solved"]].dropna(subset=[size])
    rows = []
    for _, own in solved.groupby(["family", "goal", "configuration"], sort=True):
        ranks = own[[size, "time_s"]].astype(float).rank()
        if len(own) >= _FEW and (ranks.nunique() > 1).all():
            rho = float(ranks[size].corr(ranks["time_s"]))
            rows.append({"solver": own["route"].iloc[0], "n": len(own), "rho": rho})
    return pd.DataFrame(rows, columns=["solver", "n", "rho"])


def draw(median: DataFrame) -> Drawing:
    """A row a family, a column a measure of size; a colour a paradigm, a marker a goal, hollow where not solved.

    The sentence says how far size goes with time, by solver, and how differently languages count.
    """
    known = sized(median)
    if known.empty or not known["solved"].any():
        why = "no run told how large its model is" if known.empty else "no run was solved"
        return Drawing(TITLE, None, f"No figure of time by the size of the model: {why}.")
    return Drawing(TITLE, _figure(known), _sentence(known))


def _figure(known: DataFrame) -> Figure:
    families = sorted(known["family"].unique())
    sizes = [size for size in SIZES if (known[size].astype(float) > 0).any()]
    made = blank(1.6 * len(families) + 0.5)
    grid = made.subplots(len(families), len(sizes), sharex="col", sharey=True, squeeze=False)
    for (row, family), (column, size) in product(enumerate(families), enumerate(sizes)):
        axes = grid[row][column]
        _dots(axes, known[known["family"] == family], size)
        log_scale(axes, "x", most=6, counts=True)
        time_axis(axes, known, "y")
        if column == 0:
            axes.set_title(family, loc="left", weight="bold")
        if row == len(families) - 1:
            axes.set_xlabel(f"{size}{' (MIP alone)' * (size == 'nonzeros' and _of_mip(known))}")
    made.supylabel("time (s)", fontsize=7.5)
    _key(made, known)
    return made


def _sentence(known: DataFrame) -> str:
    text = f"{limit_note(known).capitalize()}; hollow: not solved."
    found = correlations(known)
    if found.empty:
        text += f" No configuration solved {_FEW} models of different sizes: how far time goes with size is not known."
    else:
        groups = found.groupby("solver")["rho"]
        ranks = [f"{solver} {rho:.2f}" for solver, rho in groups.median().sort_values(ascending=False).items()]
        text += (
            " How far time goes with the number of variables (Spearman's rank correlation within a configuration, "
            f"family and goal, over its solved cases, of which there are {_FEW} or more; the median of "
            f"{count(len(found), 'such correlation')}): {listed(ranks)}."
        )
    return f"{text} {_spans(known)}".rstrip()


def _spans(known: DataFrame) -> str:
    """In words: between which solvers the size of the model of one case differs most, in the median of cases."""
    middle = known.astype({"variables": float}).groupby(["family", "instance", "goal", "route"])["variables"].median()
    table = middle.unstack("route")
    common = table.dropna()
    if table.shape[1] < 2 or common.empty:
        return ""
    medians = common.median().sort_values()
    return (
        f"On the {count(len(common), 'case')} that all {len(medians)} solvers tell of, a model has a median of "
        f"{medians.iloc[0]:,.0f} ({medians.index[0]}) to {medians.iloc[-1]:,.0f} ({medians.index[-1]}) variables."
    )


def _dots(axes: Axes, own: DataFrame, size: str) -> None:
    shown = own[own[size].astype(float) > 0]
    for (paradigm, goal), part in shown.groupby(["paradigm", "goal"], sort=True):
        shade = colour(paradigm)
        shape: dict[str, Any] = {"marker": GOALS.get(goal, "D"), "s": 9}
        solved, rest = part[part["solved"]], part[~part["solved"]]
        axes.scatter(
            *thin_points(solved[size], floored(solved["time_s"])), color=shade, linewidth=0, alpha=0.75, **shape
        )
        axes.scatter(*thin_points(rest[size], rest["wall_limit_s"]), facecolor="white", edgecolor=shade, linewidth=0.6,
                     **shape)  # fmt: skip


def _of_mip(known: DataFrame) -> bool:
    return bool(known.loc[known["nonzeros"].notna(), "formulation"].str.startswith("mip_").all())


def _key(made: Figure, known: DataFrame) -> None:
    from matplotlib.lines import Line2D

    handles = dots(known["paradigm"])
    handles += [
        Line2D([], [], linestyle="", marker=marker, markersize=3.5, color="#777777", label=f"goal {goal}")
        for goal, marker in GOALS.items() if goal in set(known["goal"])
    ]  # fmt: skip
    made.legend(handles=handles, loc="outside upper center", ncols=min(6, len(handles)), fontsize=6.5,
                handletextpad=0.2, columnspacing=1)  # fmt: skip
