"""Time by declared difficulty, for each solver and formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot.strip_plot import order, strips, typical

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by difficulty"
_DECLARED = ("easy", "medium", "hard", "extreme", "dense")
_UNDECLARED = "other"


def classes(median: DataFrame) -> tuple[DataFrame, list[str]]:
    """The runs with a column `class`, and the classes from easy to hard; those that instances declare.

    There are none if an instance declares no class: classes derived from these outcomes would only repeat them.
    Instances of class `other` are left out.
    """
    if not median["difficulty"].notna().all():
        return median[:0].assign(**{"class": ""}), []
    found = median.assign(**{"class": median["difficulty"].astype(str)})
    found = found[found["class"] != _UNDECLARED]
    return found, sorted(found["class"].unique(), key=_order)


def draw(task: Task) -> Drawing:
    """One panel a class, one row a configuration; no figure where there is but one class, or nothing was solved.

    The sentence says what the classes are, and how the median time moves through them.
    """
    _, names = classes(task.median)
    figure = beside({"": task.every})
    if figure is None:
        why = "no run was solved" if len(names) > 1 else "not every instance declares one"
        why = f"all instances are of one class, {names[0]}" if len(names) == 1 else why
        return Drawing(TITLE, None, f"No figure of time by difficulty: {why}.")
    sentence = (
        "Classes are those that the instances declare (in brackets: how many do; those that declare none are left "
        f"out). {moves(task.median)}"
    )
    return Drawing(TITLE, figure, sentence)


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """The figure with one block a source of median runs."""
    parts = {source: classes(runs) for source, runs in sources.items()}
    names = sorted({name for _, known in parts.values() for name in known}, key=_order)
    drawn = {source: median for source, (median, known) in parts.items() if known}
    if len(names) < 2 or not any(median["solved"].any() for median in drawn.values()):
        return None
    return strips(drawn, names)


def moves(median: DataFrame) -> str:
    """How the median time grows from the easiest to the hardest class, and which configuration is fastest on that."""
    median, names = classes(median)
    if len(names) < 2:
        return f"All instances are of one class, {names[0]}." if names else "Not every instance declares a difficulty."
    first, last = names[0], names[-1]
    part = median[median["class"] == last]
    best = order(part)[0]
    times = {name: typical(own) for name, own in median.groupby("class")}
    return (
        f"From {first} to {last} instances the median time goes from {times[first]} to "
        f"{times[last]}; on {last} instances {best} has the least median, "
        f"{typical(part[part['configuration'] == best])}."
    )


def _order(name: str) -> tuple[int, str]:
    """A sort key: from easy to hard."""
    return _DECLARED.index(name) if name in _DECLARED else len(_DECLARED), name
