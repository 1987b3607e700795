"""How the time of a run is divided: building the model, searching, and the rest of the process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.figures.drawing import Drawing
from reports.plot.axes import fill_pages, log_scale, rows_down
from reports.plot.strip_plot import name_configurations
from reports.plot.style import blank, colour
from reports.scores import FLOOR_S
from reports.text.english import count, seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Building, searching, and the rest"
# A part of the wall time, how dark it is, and its marker.
PARTS = {"build": (1.0, "s"), "search": (0.5, "o"), "rest": (0.16, "D")}
_MOST_ROWS = 45  # of a page, heads included
_HEAD = 2  # rows that a head takes


def split(median: DataFrame) -> DataFrame:
    """The wall time of each run in its parts, in seconds.

    Columns beside the runs': build (encode_s), search (solve_s), rest (what is left of wall_s: the start of the
    process, reading, passing the model on). NaN where a run ended before it reported them.
    """
    parts = median.assign(build=median["encode_s"].astype(float), search=median["solve_s"].astype(float))
    # Clocks are read one after another: a few microseconds may be missing.
    rest = (median["wall_s"].astype(float) - parts["build"] - parts["search"]).clip(lower=0)
    return parts.assign(rest=rest)


def shares(parts: DataFrame) -> DataFrame:
    """For each family, goal and configuration the mean share of each part; by the share of building, the least last.

    Each run counts alike, however long it took. known: the runs whose parts are known; runs without are left out.
    """
    known = parts.dropna(subset=list(PARTS))
    known = known[known["wall_s"] > 0]
    part = known[[*PARTS]].div(known[[*PARTS]].sum(axis=1), axis=0)
    keys = [known[name] for name in ("family", "goal", "configuration", "solver")]
    groups = part.groupby(keys, sort=True)
    found = groups.mean().assign(known=groups.size()).reset_index()
    keys = ["family", "goal", "build", "configuration"]
    return found.sort_values(keys, ascending=[True, True, False, True], ignore_index=True)


def pages(median: DataFrame) -> list[DataFrame]:
    """The runs of each page: whole families and goals, as many as fit."""
    import pandas as pd

    tasks = [own for _, own in median.groupby(["family", "goal"], sort=True)]
    blocks = [(own["configuration"].nunique() + _HEAD, own) for own in tasks]
    return [pd.concat(page) for page in fill_pages(blocks, _MOST_ROWS)]


def draw(median: DataFrame) -> Drawing:
    """A block for each family and goal, a row a configuration: shares to the left, median seconds to the right.

    The sentence says who spends most of its time building, and what cannot be known.
    """
    parts = split(median)
    found = shares(parts)
    if found.empty:
        why = "no run told how long it built and searched" if len(parts) else "nothing ran"
        return Drawing(TITLE, None, f"No figure of building and searching: {why}.")
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
        _dots(right, own, block)
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
    unknown = parts[parts[list(PARTS)].isna().any(axis=1)]
    where = found.sort_values(["build", "configuration"], ascending=[False, True]).iloc[0]
    more = int((found["build"] > found["search"]).sum())
    start = parts.groupby("solver")["rest"].median().dropna().sort_values()
    text = (
        "Left: the mean share of a run's wall time (each case counts alike); right: the median seconds of each part, a "
        "search that was cut off counting what it had used. "
        f"Building takes more than searching for {more} of {count(len(found), 'row')}; its greatest share is "
        f"{where['build']:.0%} ({where['configuration']}, {where['family']}, goal {where['goal']}). The rest, the "
        f"start of the process and what passes between programs, takes {seconds(start.iloc[0])} s "
        f"({start.index[0]}, median)"
    )
    if len(start) > 1:
        text += f" to {seconds(start.iloc[-1])} s ({start.index[-1]})"
    if len(unknown):
        text += f". Left out: {count(len(unknown), 'run')} of {len(parts)} that ended before telling of their parts"
    return f"{text}."


def _bars(axes: Axes, block: DataFrame) -> None:
    shades = [colour(solver) for solver in block["solver"]]
    left = 0 * block["build"]
    for name, (strength, _) in PARTS.items():
        tints = [_tint(shade, strength) for shade in shades]
        axes.barh(range(len(block)), block[name], 0.72, left=left, color=tints, linewidth=0)
        left = left + block[name]
    axes.set_xlim(0, 1)


def _dots(axes: Axes, own: DataFrame, block: DataFrame) -> None:
    medians = own.groupby("configuration")[list(PARTS)].median().clip(lower=FLOOR_S).reindex(block["configuration"])
    shades = [colour(solver) for solver in block["solver"]]
    rows = range(len(block))
    axes.hlines(rows, medians.min(axis=1), medians.max(axis=1), color="#dddddd", linewidth=0.7, zorder=1)
    for name, (strength, marker) in PARTS.items():
        face = [_tint(shade, strength) for shade in shades]
        axes.scatter(medians[name], rows, s=13, marker=marker, color=face, edgecolor=shades, linewidth=0.6, zorder=3)


def _tint(shade: str, strength: float) -> tuple[float, float, float]:
    from matplotlib.colors import to_rgb

    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(shade))
    return red, green, blue


def _axes(left: Axes, right: Axes, parts: DataFrame) -> None:
    from matplotlib.ticker import PercentFormatter

    left.xaxis.set_major_formatter(PercentFormatter(1.0))
    left.set_xlabel("share of the wall time")
    log_scale(right, "x")
    right.set_xlim(FLOOR_S * 0.7, max(2 * FLOOR_S, parts[list(PARTS)].max().max()) * 1.5)
    right.set_xlabel("seconds, median")


def _key(left: Axes, right: Axes) -> None:
    """Which tint and which marker is which part, at the head of the columns."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    dark = colour("dlx")
    tints = {name: _tint(dark, strength) for name, (strength, _) in PARTS.items()}
    patches = [Patch(facecolor=tints[name], edgecolor="none", label=name) for name in PARTS]
    dots = [
        Line2D([], [], linestyle="", marker=marker, markersize=3.5, label=name, markeredgewidth=0.6,
               markerfacecolor=tints[name], markeredgecolor=dark)
        for name, (_, marker) in PARTS.items()
    ]  # fmt: skip
    for axes, handles in ((left, patches), (right, dots)):
        axes.legend(handles=handles, loc="lower right", bbox_to_anchor=(1.02, 1.0), ncols=3, fontsize=6,
                    borderaxespad=0, handlelength=0.9, columnspacing=0.7, handletextpad=0.3)  # fmt: skip
