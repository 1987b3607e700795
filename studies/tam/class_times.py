"""Median times by class of the triomino-domino boards, from easy to extreme: a panel for each source of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.english import as_ratio, listed
from reports.figures.drawing import NOTHING, Drawing
from reports.plot.axes import time_axis
from reports.plot.line_labels import Label, beside
from reports.plot.style import blank, configuration_styles
from reports.scores import floored
from studies.tam.ladder import CLASSES, PUBLISHED_CLASSES, times

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame, Series

_HIGH = 2.3  # inches


def draw(sources: dict[str, DataFrame]) -> Drawing:
    """A line a configuration, native searches in grey; no figure where a source has no two classes.

    The title says how the median time over all ranked runs grows from the easiest to the hardest published class,
    of the sources in which both are below the limit.
    """
    known = {name: part for name, part in sources.items() if part["class"].nunique() > 1}
    if not any(part["solved"].any() for part in known.values()):
        return NOTHING
    made = blank(_HIGH + 0.3)
    grid = made.subplots(1, len(known), squeeze=False).ravel()
    for axes, (name, part) in zip(grid, known.items(), strict=True):
        axes.set_title(name.capitalize(), loc="left", weight="bold")
        _panel(axes, part)
    grid[0].set_ylabel("median time (s)")
    sentence = (
        "Medians of wall times, an unsolved run counting as its limit (dotted). Every panel has an axis of its own: "
        "seconds of different machines do not compare, how they grow does. Published extreme times are means of his "
        "figure 9, read off approximately."
    )
    return Drawing(_title(known), made, sentence)


def _title(known: dict[str, DataFrame]) -> str:
    said = []
    for name, part in known.items():
        ranked = part[part["ranked"]]
        own = [name for name in PUBLISHED_CLASSES if (ranked["class"] == name).any()]
        if len(own) > 1:
            ratio, bound = times(*(ranked[ranked["class"] == each] for each in (own[-1], own[0])))
            if not bound:
                said.append((own[0], own[-1], f"{as_ratio(ratio)} times with {name}"))
    if not said:
        return "Times by class"
    return f"From {said[0][0]} to {said[0][1]} boards the median time grows {listed([each[2] for each in said])}"


def _panel(axes: Axes, runs: DataFrame) -> None:
    looks, lines = configuration_styles(runs), {name: _medians(part) for name, part in runs.groupby("configuration")}
    for name, line in lines.items():
        axes.plot(line, linewidth=1.1, markersize=3, **looks[name])
    present = sorted(set(runs["class"]), key=CLASSES.index)
    axes.set_xticks([CLASSES.index(name) for name in present], present, rotation=40, ha="right", rotation_mode="anchor")
    time_axis(axes, runs, "y")
    place = axes.transScale + axes.transLimits
    labels = [
        Label(float(place.transform((line.index[-1], line.iloc[-1]))[1]), short(name), looks[name]["color"],
              looks[name]["linestyle"])
        for name, line in lines.items()
    ]  # fmt: skip
    beside(axes, labels, _HIGH - 0.4)


def short(configuration: str) -> str:
    """A configuration's name in short: the strategy of the report's models, else the solver, of a MIP with its model.

    >>> short("gecode/cp_pairwise [strategy=position]"), short("clingo/asp_cell")
    ('position', 'clingo')
    """
    solver, _, rest = configuration.partition("/")
    language, _, model = rest.partition(" ")[0].partition("_")
    return rest.partition("=")[2].rstrip("]") or (f"{solver} {model}" if language == "mip" else solver)


def _medians(part: DataFrame) -> Series:
    return floored(part["charged_s"]).groupby(part["class"].map(CLASSES.index)).median()
