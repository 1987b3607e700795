"""On the way to the optimum: on how many cases a solver has a good solution, the best one, and the proof, by time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.analysis.gap_curves import NEAR, arrivals
from tilings.reports.english import count, listed
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, panel_grid
from tilings.reports.plot.style import blank, colour
from tilings.reports.scores import CASE, FEWEST_CASES, floored, median_runs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

_COLUMNS = 4
_ENOUGH = 0.5  # of a solver's runs with solutions, of which one is known before the end
_SOON = 0.1  # of the limit
_LINES = {"near_s": (0, (1, 1)), "reach_s": "solid", "proof_s": (0, (4, 1.5))}


def draw(runs: DataFrame, traces: DataFrame | None = None) -> Drawing:
    """A panel a solver, the first that of the solver that reaches the best value soonest; no figure of fewer than
    fifteen cases, and where no solver tells of its solutions before its runs end. Of those that do not only the proofs
    are drawn. Without the traces of the runs nothing but their last solutions is known.
    """
    runs = arrivals(median_runs(runs[runs["timed"]]), traces)
    cases = len(runs.drop_duplicates(CASE))
    known = runs[runs["last"].notna()]
    share = known["told"].astype(float).groupby(known["solver"]).mean()
    told = runs[runs["solver"].isin(share.index[share >= _ENOUGH])]
    if cases < FEWEST_CASES or told.empty:
        return NOTHING
    soon = (told["reach_s"] <= _SOON * told["wall_limit_s"]).groupby(told["solver"]).mean()
    middle = told.groupby("solver")["reach_s"].median()
    order = sorted(soon.index, key=lambda solver: (-soon[solver], middle[solver], solver))
    silent = sorted(set(runs["solver"]) - set(order))
    return Drawing(_title(told, soon, order), _figure(runs, order, silent), _sentence(told, cases, silent))


def _figure(runs: DataFrame, told: list[str], silent: list[str]) -> Figure:
    order = told + silent
    rows = -(-len(order) // _COLUMNS)
    figure = blank(1.35 * rows + 0.3)
    grid = panel_grid(figure, len(order), _COLUMNS, sharex=True, sharey=True)
    limit = runs["wall_limit_s"].max()
    low = floored(runs["near_s"]).min()
    for axes, solver in zip(grid, order, strict=True):
        part = runs[runs["solver"] == solver]
        shade = colour(part["paradigm"].iloc[0])
        for column in _LINES if solver in told else ("proof_s",):
            times, shares = _steps(part[column], limit)
            axes.step(times, shares, where="post", color=shade, linestyle=_LINES[column], linewidth=1.2)
        _name(axes, part, shade, solver in told)
        log_axis(axes, "x", 0.8 * min(low, 0.5 * limit), limit)
        axes.axvline(_SOON * limit, color="#999999", linewidth=0.6, linestyle=(0, (2, 2)), zorder=1)
        axes.set(ylim=(0, 1.02), yticks=(0, 0.5, 1), yticklabels=("0", "50%", "100%"))
        axes.set_title(solver, loc="left", color=shade, weight="bold")
    figure.supxlabel(f"wall time (s) up to the limit; dotted line: {_SOON:.0%} of it", fontsize=8.5)
    return figure


def _steps(times: Series, limit: float) -> tuple[list[float], list[float]]:
    """The steps of the share of cases that a time is within, up to the limit."""
    reached = sorted(floored(times[times <= limit]))
    shares = [(number + 1) / len(times) for number in range(len(reached))]
    return [*reached, limit], [*shares, shares[-1] if shares else 0.0]


def _name(axes: Axes, part: DataFrame, shade: str, told: bool) -> None:
    """Shares at the limit, in the corner where no line is; that of the best solutions only if they are told."""
    best, proof = ((part[column] <= part["wall_limit_s"]).mean() for column in ("reach_s", "proof_s"))
    text = f"best {best:.0%}\n" * told + f"proven {proof:.0%}"
    axes.text(0.98, 0.05, text, transform=axes.transAxes, ha="right", va="bottom", fontsize=8, color=shade)


def _title(runs: DataFrame, soon: Series, order: list[str]) -> str:
    first, last = order[0], order[-1]
    limits = sorted(set(_SOON * runs["wall_limit_s"]))
    within = f"Within {listed([f'{limit:g}' for limit in limits])} s, {_SOON:.0%} of the limit,"
    if first == last:
        return f"{within} {first} holds the best known solution on {soon[first]:.0%} of the cases"
    return (
        f"{within} {first} holds the best known solution on {soon[first]:.0%} of the cases, {last} on {soon[last]:.0%}"
    )


def _sentence(runs: DataFrame, cases: int, silent: list[str]) -> str:
    text = (
        f"Share of {count(cases, 'case')} of goal optimum on which a solver, by its best configuration, has a solution "
        f"within {NEAR:.0%} of the best known value (dotted, where that differs), has the value (solid), and has "
        "proven it (dashed), by wall time."
    )
    proven = runs[(runs["proof_s"] < float("inf")) & (runs["reach_s"] <= runs["proof_s"])]
    if len(proven):
        share = (1 - proven["reach_s"] / proven["proof_s"]).median()
        text += f" Of a proven run's time a median of {share:.0%} comes after its best solution."
    if silent:
        text += (
            f" When {listed(silent)} found solutions before the end of a run is not known: only the proofs are drawn."
        )
    return text
