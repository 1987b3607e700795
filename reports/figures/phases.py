"""How the wall time of a run is divided, from the call to the answer, and its two clocks: wall and search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.figures.drawing import Drawing
from reports.plot.axes import fill_pages, log_scale, rows_down
from reports.plot.strip_plot import name_configurations
from reports.plot.style import blank, colours
from reports.scores import FLOOR_S
from reports.text.english import count, seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Where the wall time goes"
# The parts of the wall time, in their order, each with its colour: greys for what is no work on the problem.
PARTS = {
    "start": "#c9c9c9", "load": "#949494", "build": "#0072B2", "flatten": "#56B4E9", "search": "#E69F00",
    "rest": "#ececec",
}  # fmt: skip
_NEEDED = ("build", "search", "rest")  # what every run that is drawn tells of; the others only newer campaigns do
_MOST_ROWS = 45  # of a page, heads included
_HEAD = 2  # rows that a head takes


def split(median: DataFrame) -> DataFrame:
    """The wall time of each run in its parts, in seconds, a column each beside the runs'.

    start: until the solver's process runs (startup_s); load: until its library and the instance are there (load_s);
    build: stating the model (encode_s without flatten_s); flatten: flattening or grounding (flatten_s); search
    (solve_s); rest: what is left of wall_s. Start, load and flatten are 0 where they are not recorded: they are then
    parts of the rest, or of build. The others are NaN where a run ended before it reported them. Runs that never took
    place are left out.
    """
    runs = median[median["ran"]]
    told = {name: runs[name].astype(float) for name in ("startup_s", "load_s", "encode_s", "flatten_s", "solve_s")}
    start, load, flatten = (told[name].fillna(0.0) for name in ("startup_s", "load_s", "flatten_s"))
    # Clocks are read one after another: a few microseconds may be missing.
    build = (told["encode_s"] - flatten).clip(lower=0)
    rest = (runs["wall_s"].astype(float) - start - load - told["encode_s"] - told["solve_s"]).clip(lower=0)
    return runs.assign(start=start, load=load, build=build, flatten=flatten, search=told["solve_s"], rest=rest)


def shares(parts: DataFrame) -> DataFrame:
    """For each family, goal and configuration the mean share of each part; by the share of search, the least first.

    Each run counts alike, however long it took. known: the runs whose parts are known; runs without are left out.
    """
    known = parts.dropna(subset=list(_NEEDED))
    known = known[known["wall_s"] > 0]
    part = known[[*PARTS]].div(known[[*PARTS]].sum(axis=1), axis=0)
    keys = [known[name] for name in ("family", "goal", "configuration")]
    groups = part.groupby(keys, sort=True)
    found = groups.mean().assign(known=groups.size()).reset_index()
    return found.sort_values(["family", "goal", "search", "configuration"], ignore_index=True)


def overhead(parts: DataFrame) -> dict[str, float]:
    """By solver the median seconds of a run that are neither building nor searching, the least first."""
    other = (parts["start"] + parts["load"] + parts["rest"]).groupby(parts["route"]).median().dropna()
    return {str(route): float(value) for route, value in other.sort_values(kind="stable").items()}


def pages(median: DataFrame) -> list[DataFrame]:
    """The runs of each page: whole families and goals, as many as fit."""
    import pandas as pd

    tasks = [own for _, own in median.groupby(["family", "goal"], sort=True)]
    blocks = [(own["configuration"].nunique() + _HEAD, own) for own in tasks]
    return [pd.concat(page) for page in fill_pages(blocks, _MOST_ROWS)]


def draw(median: DataFrame) -> Drawing:
    """A block for each family and goal, a row a configuration: shares to the left, the two clocks to the right.

    The sentence says who spends most of its time building, and what cannot be known.
    """
    parts = split(median)
    found = shares(parts)
    if found.empty:
        why = "no run told how long it built and searched" if len(parts) else "nothing ran"
        return Drawing(TITLE, None, f"No figure of where the wall time goes: {why}.")
    return Drawing(TITLE, _figure(parts, found), _sentence(parts, found))


def _figure(parts: DataFrame, found: DataFrame) -> Figure:
    blocks = list(found.groupby(["family", "goal"], sort=True))
    heights = [len(block) + _HEAD for _, block in blocks]
    made = blank(0.125 * sum(heights) + 0.45)
    grid = made.subplots(len(blocks), 2, squeeze=False, sharex="col", height_ratios=heights)
    for (left, right), ((family, goal), block) in zip(grid, blocks, strict=True):
        own = parts[(parts["family"] == family) & (parts["goal"] == goal)]
        names = list(block["configuration"])
        _bars(left, block)
        _clocks(right, own, names)
        name_configurations(left, own, names)
        left.tick_params(axis="y", length=0, labelsize=6.5)
        left.set_title(f"{family}, goal {goal}", loc="left", weight="bold", x=-0.4)
        for axes in (left, right):
            rows_down(axes, len(names))
        right.set_yticks([])
    _axes(grid[-1][0], grid[-1][1], parts)
    _key(grid[0][0], grid[0][1])
    return made


def _sentence(parts: DataFrame, found: DataFrame) -> str:
    unknown = parts[parts[list(_NEEDED)].isna().any(axis=1)]
    built = found["build"] + found["flatten"]
    where = found.loc[built.idxmax()]
    more = int((built > found["search"]).sum())
    text = (
        "Left: the mean share of a run's wall time (each case counts alike); right: the two clocks, medians of the "
        "wall time and, hollow, of the search in it, one that was cut off counting what it had used. "
        f"Building and flattening take more than searching for {more} of {count(len(found), 'row')}; their greatest "
        f"share is {built.max():.0%} ({where['configuration']}, {where['family']}, goal {where['goal']}). What is "
        f"neither takes {_range(overhead(parts))}"
    )
    if not (parts["start"] + parts["load"]).any():
        text += "; start and load were not recorded and are parts of the rest"
    if len(unknown):
        text += f". Left out: {count(len(unknown), 'run')} of {len(parts)} that ended before telling of their parts"
    return f"{text}."


def _range(medians: dict[str, float]) -> str:
    """In words: the least and the greatest of some medians, with whose they are."""
    (low, least), (high, most) = (list(medians.items())[place] for place in (0, -1))
    text = f"{seconds(least)} s ({low}, median)"
    return text if low == high else f"{text} to {seconds(most)} s ({high})"


def _bars(axes: Axes, block: DataFrame) -> None:
    left = 0 * block["build"]
    for name, shade in PARTS.items():
        axes.barh(range(len(block)), block[name], 0.72, left=left, color=shade, linewidth=0)
        left = left + block[name]
    axes.set_xlim(0, 1)


def _clocks(axes: Axes, own: DataFrame, names: list[str]) -> None:
    medians = own.groupby("configuration")[["wall_s", "search"]].median().astype(float).clip(lower=FLOOR_S)
    medians = medians.reindex(names)
    known = colours(own)
    shades, rows = [known[name] for name in names], range(len(names))
    axes.hlines(rows, medians["search"], medians["wall_s"], color="#dddddd", linewidth=0.7, zorder=1)
    axes.scatter(medians["search"], rows, s=13, color="white", edgecolor=shades, linewidth=0.8, zorder=3)
    axes.scatter(medians["wall_s"], rows, s=13, color=shades, linewidth=0, zorder=3)


def _axes(left: Axes, right: Axes, parts: DataFrame) -> None:
    from matplotlib.ticker import PercentFormatter

    left.xaxis.set_major_formatter(PercentFormatter(1.0))
    left.set_xlabel("share of the wall time")
    log_scale(right, "x")
    right.set_xlim(FLOOR_S * 0.7, max(2 * FLOOR_S, float(parts["wall_s"].max())) * 1.5)
    right.set_xlabel("seconds, median")


def _key(left: Axes, right: Axes) -> None:
    """Which colour is which part, and which marker which clock, at the head of the columns."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    patches = [Patch(facecolor=shade, edgecolor="none", label=name) for name, shade in PARTS.items()]
    dots = [
        Line2D([], [], linestyle="", marker="o", markersize=3.5, label=name, markeredgewidth=0.8, color="black",
               markerfacecolor=face)
        for name, face in (("search", "white"), ("wall", "black"))
    ]  # fmt: skip
    for axes, handles in ((left, patches), (right, dots)):
        axes.legend(handles=handles, loc="lower right", bbox_to_anchor=(1.02, 1.0), ncols=len(handles), fontsize=5.5,
                    borderaxespad=0, handlelength=0.8, columnspacing=0.55, handletextpad=0.3)  # fmt: skip
