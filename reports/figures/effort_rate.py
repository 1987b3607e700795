"""Search nodes beside seconds: how fast a solver goes through its tree, and how small it keeps the tree."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from reports.analysis.ablation import BRIEF_S
from reports.figures.drawing import Drawing
from reports.plot.axes import log_scale, panel_grid
from reports.plot.style import blank, colour, dots, thin_points
from reports.scores import FLOOR_S
from reports.text.english import count
from reports.text.tables import grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

TITLE = "Nodes and seconds"
_RATES = tuple(10**power for power in range(0, 10))  # nodes a second, a grey line each
_COLUMNS = 3
_MOST_COMPARED = 3  # solvers of one language, of which each two have a sentence


def efforts(median: DataFrame) -> DataFrame:
    """The runs that tell of nodes and of the seconds of their search (solve_s), at least one node each."""
    median = median.dropna(subset=["nodes", "solve_s"])
    found = median[median["nodes"].astype(float) > 0]
    return found.assign(nodes=found["nodes"].astype(float), solve_s=found["solve_s"].astype(float).clip(lower=FLOOR_S))


def draw(median: DataFrame) -> Drawing:
    """A panel for each family and goal, a colour a paradigm, grey lines of equal rate; hollow where not solved.

    The sentence names the fastest and the slowest rate, and what two solvers of one model differ in.
    """
    known = efforts(median)
    if known.empty:
        return Drawing(TITLE, None, "No figure of nodes and seconds: no run told of both.")
    return Drawing(TITLE, _figure(known), _sentence(known))


def _figure(known: DataFrame) -> Figure:
    tasks = list(known.groupby(["family", "goal"], sort=True))
    columns = min(_COLUMNS, len(tasks))
    rows = -(-len(tasks) // columns)
    made = blank(2.1 * rows + 0.45)
    places = panel_grid(made, len(tasks), columns, sharex=True, sharey=True)
    for axes, ((family, goal), own) in zip(places, tasks, strict=True):
        _dots(axes, own)
        axes.set_title(f"{family}, goal {goal}", loc="left", weight="bold", pad=11)
        axes.tick_params(labelbottom=True)
    _scales(places[0], known)
    for axes in places:
        _rates(axes)
    made.supxlabel("nodes (grey: nodes a second; hollow: not solved)", fontsize=7.5)
    made.supylabel("search (s)", fontsize=7.5)
    _key(made, known)
    return made


def _sentence(known: DataFrame) -> str:
    median = rates(known).dropna().sort_values()
    if len(median) > 1:
        text = (
            f"In the median {median.index[-1]} goes through {_short(median.iloc[-1])} nodes a second, "
            f"{median.index[0]} through {_short(median.iloc[0])} (searches of {BRIEF_S:g} s and longer); what a node "
            "is differs by solver."
        )
    elif len(median):
        text = f"In the median {median.index[0]} goes through {_short(median.iloc[0])} nodes a second."
    else:
        text = f"No search took {BRIEF_S:g} s: rates are not known."
    return " ".join([text, *_pairs(known)])


def rates(known: DataFrame) -> Series:
    """The median nodes a second of each solver, over its searches of BRIEF_S and longer; NaN for one without."""
    long = known[known["solve_s"] >= BRIEF_S]
    rate = (long["nodes"] / long["solve_s"]).groupby(long["route"]).median()
    return rate.reindex(sorted(known["route"].unique()))


def table(median: DataFrame) -> dict[str, Any]:
    """A row a solver: searches, nodes and failures a second, failures a node, the solver's own effort a second."""
    known = efforts(median)
    rate = rates(known)
    body = []
    for route, own in known.groupby("route", sort=True):
        long = own[own["solve_s"] >= BRIEF_S]
        failures = long["failures"].astype(float)
        effort = long["effort"].astype(float) / long["solve_s"]
        unit = next((unit for unit in sorted(set(long["effort_unit"])) if unit), "")
        body.append(
            [
                route,
                f"{len(long)}/{len(own)}",
                _short(rate[route]),
                _short((failures / long["solve_s"]).median()),
                _two((failures / long["nodes"]).median()),
                _short(effort.median()),
                unit or "–",
            ]
        )
    header = ["solver", "searches", "nodes/s", "failures/s", "failures/node", "effort/s", "effort: unit"]
    shown = grid(header, body)
    shades = dict(zip(known["route"], known["paradigm"].map(colour), strict=True))
    shown["colours"] = [shades[row[0]] for row in body]
    return shown


def _pairs(known: DataFrame) -> list[str]:
    """In words: of each two solvers of one formulation, on the cases that both solved, nodes against seconds."""
    said = []
    solved = known[known["solved"]]
    keys = ["family", "instance", "goal", "formulation"]
    language = solved["formulation"].str.split("_").str[0]
    for name, part in solved.groupby(language, sort=True):
        if part["solver"].nunique() > _MOST_COMPARED:
            continue  # the table of rates has them
        for one, other in combinations(sorted(part["solver"].unique()), 2):
            sides = [part[part["solver"] == solver].drop_duplicates(keys).set_index(keys) for solver in (one, other)]
            both = sides[0].join(sides[1], how="inner", suffixes=("_one", "_other"))
            both = both[both[["solve_s_one", "solve_s_other"]].max(axis=1) >= BRIEF_S]
            if len(both) > 1:
                nodes = (both["nodes_one"] / both["nodes_other"]).median()
                times = (both["solve_s_one"] / both["solve_s_other"]).median()
                said.append(
                    f"On {count(len(both), 'model')} of {name} that both solved (one in {BRIEF_S:g} s or more), {one} "
                    f"takes a median of {_two(nodes)} times the nodes of {other} and {_two(times)} times its seconds."
                )
    return said


def _dots(axes: Axes, own: DataFrame) -> None:
    for paradigm, part in own.groupby("paradigm", sort=True):
        shade = colour(paradigm)
        solved, rest = part[part["solved"]], part[~part["solved"]]
        axes.scatter(
            *thin_points(solved["nodes"], solved["solve_s"]), s=10, color=shade, linewidth=0, alpha=0.8, zorder=3
        )
        axes.scatter(
            *thin_points(rest["nodes"], rest["solve_s"]),
            s=11,
            facecolor="white",
            edgecolor=shade,
            linewidth=0.7,
            zorder=3,
        )


def _scales(axes: Axes, known: DataFrame) -> None:
    """The axes that all panels share."""
    log_scale(axes, "x", most=7, counts=True)
    log_scale(axes, "y")
    axes.set_xlim(0.6, known["nodes"].max() * 2)
    axes.set_ylim(known["solve_s"].min() * 0.7, known["solve_s"].max() * 1.6)


def _rates(axes: Axes) -> None:
    """Lines of equal nodes a second, each named where it leaves the panel, at its top or on its right."""
    left, right = axes.get_xlim()
    low, high = axes.get_ylim()
    words: dict[str, Any] = {"fontsize": 5.5, "color": "#777777"}
    for rate in _RATES:
        if rate * high <= left or rate * low >= right:
            continue
        axes.plot([rate * low, rate * high], [low, high], color="#d5d5d5", linewidth=0.6, zorder=1, scalex=False,
                  scaley=False)  # fmt: skip
        if left * 3 < rate * high < right:
            axes.text(rate * high, high, f"{_short(rate)}/s", ha="center", va="bottom", **words)
        elif low * 3 < right / rate < high:
            axes.text(right, right / rate, f"{_short(rate)}/s", ha="left", va="center", **words)


def _key(made: Figure, known: DataFrame) -> None:
    handles = dots(known["paradigm"])
    made.legend(
        handles=handles, loc="outside upper center", ncols=min(6, len(handles)), fontsize=6.5, handletextpad=0.2
    )


def _short(value: float) -> str:
    """
    >>> _short(12345.0), _short(2.5e6), _short(100.0), _short(float("nan"))
    ('12k', '2.5M', '100', '–')
    """
    from matplotlib.ticker import EngFormatter

    return "–" if value != value else EngFormatter(sep="")(float(f"{value:.2g}"))


def _two(value: float) -> str:
    return "–" if value != value else f"{value:.2g}"
