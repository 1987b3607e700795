"""User CPU seconds of whole commands, ours and others', on each instance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.figures.drawing import Drawing
from reports.plot.axes import log_scale, name_rows, rows_down
from reports.plot.style import blank
from reports.scores import floored
from reports.text.english import seconds

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Whole commands side by side"
_OURS, _OTHERS = "#0072B2", "#777777"


def draw(runs: DataFrame) -> Drawing:
    """A panel for each instance, a row for each command: a dot for each round, a bar at the median.

    The sentence names the fastest of ours and of the others on each instance.
    """
    finished = runs[runs["ended"] == "finished"]
    if finished.empty:
        return Drawing(TITLE, None, "No figure of whole commands: none of them finished.")
    said = []
    for instance, part in finished.groupby("instance", sort=False):
        medians = part.groupby(["ours", "name"])["user_s"].median()
        best = {ours: medians[ours].idxmin() for ours in (True, False) if ours in medians.index.get_level_values(0)}
        said.append(
            f"{instance}: " + " against ".join(f"{name} {seconds(medians[o, name])} s" for o, name in best.items())
        )
    sentence = f"Blue: ours. The fastest of ours and of the others: {'; '.join(said)}."
    return Drawing(TITLE, _figure(runs, finished), sentence)


def _figure(runs: DataFrame, finished: DataFrame) -> Figure:
    names, instances = list(dict.fromkeys(runs["name"])), list(dict.fromkeys(finished["instance"]))
    made = blank(0.17 * len(names) + 0.75)
    grid = made.subplots(1, len(instances), sharey=True, squeeze=False).ravel()
    shade = {name: _OURS if ours else _OTHERS for name, ours in zip(runs["name"], runs["ours"], strict=True)}
    for axes, instance in zip(grid, instances, strict=True):
        for row, name in enumerate(names):
            times = floored(finished[(finished["instance"] == instance) & (finished["name"] == name)]["user_s"])
            axes.scatter(times, [row] * len(times), s=8, color=shade[name], alpha=0.7, linewidth=0)
            if len(times):
                axes.plot([times.median()] * 2, [row - 0.35, row + 0.35], color=shade[name], linewidth=1.6)
        log_scale(axes, "x", steps=(1.0, 3.0))
        axes.set_xlim(axes.get_xlim()[0] / 1.5, axes.get_xlim()[1] * 1.5)
        axes.set_title(instance, fontsize=6.5, loc="left")
        rows_down(axes, len(names))
    name_rows(grid[0], names, (shade[name] for name in names))
    made.supxlabel("user CPU time (s)", fontsize=7.5)
    return made
