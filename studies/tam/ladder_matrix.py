"""The outcome of every configuration on every instance of the ladder, a cell each, without words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.english import count
from reports.figures.drawing import NOTHING, Drawing
from reports.plot.axes import name_rows
from reports.plot.heatmap import outcome_colour
from reports.plot.style import blank, colours
from studies.tam.ladder import CLASSES, ours, theirs

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame


def draw(runs: DataFrame) -> Drawing:
    """A row a configuration, those of the report's models first, a column an instance; no figure without runs.

    The title says how many instances each side solves with all configurations together.
    """
    if runs.empty:
        return NOTHING
    said = []
    for words, part in (("the report's models", theirs(runs)), ("ours", ours(runs))):
        if not part.empty:
            solved = part[part["solved"]]["instance"].nunique()
            said.append(f"{words} solve {solved} of {count(part['instance'].nunique(), 'instance')}")
    text = (
        "A row a configuration, the report's models above the line, the fastest first, with how many it solved; a "
        "column an instance, by class, tiles and side. Green from dark (fast) to pale (slow): solved; grey: at the "
        "limit; yellow: with a board; white: not run."
    )
    return Drawing(f"Together {', '.join(said)}", _figure(runs), text)


def _figure(runs: DataFrame) -> Figure:
    names = [*order(theirs(runs)), *order(ours(runs))]
    columns = _columns(runs)
    made = blank(0.18 * len(names) + 0.4)
    axes = made.subplots()
    at = {name: place for place, name in enumerate(columns["instance"])}
    image = [[(1.0, 1.0, 1.0)] * len(columns) for _ in names]
    limit = runs["wall_limit_s"].max()
    for run in runs.itertuples():
        image[names.index(run.configuration)][at[run.instance]] = outcome_colour(run.outcome, run.time_s, limit)
    axes.imshow(image, aspect="auto", interpolation="nearest", extent=(0, len(columns), len(names) - 0.5, -0.5))
    axes.hlines([row + 0.5 for row in range(len(names) - 1)], 0, len(columns), color="white", linewidth=1)
    axes.axhline(len(order(theirs(runs))) - 0.5, color="black", linewidth=0.7)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    shades = colours(runs)
    name_rows(axes, names, (shades[name] for name in names))
    for row, name in enumerate(names):
        own = runs[runs["configuration"] == name]
        words = f"{int(own['solved'].sum())}/{len(own)}"
        axes.text(1.01, row, words, transform=axes.get_yaxis_transform(), va="center", color="#444444", fontsize=8)
    ends = columns.groupby("class")["place"].agg(["min", "max"])
    for name, (first, last) in ends.iterrows():
        axes.axvline(first, color="black", linewidth=0.7)
        axes.text((first + last + 1) / 2, -0.75, name, ha="center", va="bottom")
    axes.set_xticks([])
    axes.tick_params(length=0)
    return made


def order(runs: DataFrame) -> list[str]:
    """Configurations by their median time, an unsolved run counting as its limit; native searches last."""
    times = runs.groupby("configuration").agg(
        ranked=("ranked", "first"), time=("charged_s", "median"), mean=("charged_s", "mean")
    )
    return list(times.sort_values(["ranked", "time", "mean"], ascending=[False, True, True], kind="stable").index)


def _columns(runs: DataFrame) -> DataFrame:
    """Instances by class, tiles and side, with their place."""
    every = runs.drop_duplicates("instance").assign(rank=runs["class"].map(CLASSES.index))
    found = every.sort_values(["rank", "tiles", "size", "instance"])[["instance", "class"]]
    return found.assign(place=range(len(found)))
