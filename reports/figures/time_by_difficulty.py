"""Time by difficulty class, for each solver and formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.panels import order, strip
from reports.scores import CASE, median_runs
from reports.style import blank, colour, limit_note, seconds, time_axis

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by difficulty"
_DECLARED = ("easy", "medium", "hard", "extreme", "dense")
_UNDECLARED = "other"
_OBSERVED = ("easy", "medium", "hard", "open")


def classes(runs: DataFrame) -> tuple[DataFrame, list[str], bool]:
    """The median runs with a column `class`; the classes from easy to hard; whether instances declare them.

    Where not every instance declares its difficulty, the classes are observed: easy, all configurations
    solved it; medium, at least half; hard, fewer; open, none.
    """
    median = median_runs(runs)
    if len(median) and median["difficulty"].notna().all():
        found = median.assign(**{"class": median["difficulty"].astype(str)})
        found = found[found["class"] != _UNDECLARED]
        names = sorted(found["class"].unique(), key=lambda name: (_rank(name), name))
        return found, names, True
    share = median.groupby(CASE)["solved"].transform("mean")
    found = median.assign(**{"class": [_observed(value) for value in share]})
    return found, [name for name in _OBSERVED if name in set(found["class"])], False


def figure(runs: DataFrame) -> Figure | None:
    """One panel a class, one row a configuration; None where there is but one class."""
    median, names, _ = classes(runs)
    if len(names) < 2:
        return None
    rows = order(median)
    made = blank(0.17 * len(rows) + 0.7)
    solver_of = dict(zip(median["configuration"], median["solver"], strict=True))
    grid = made.subplots(1, len(names), sharey=True)
    for axes, name in zip(grid, names, strict=True):
        part = median[median["class"] == name]
        strip(axes, part, rows, box=False)
        time_axis(axes, median, "x")
        axes.set_title(f"{name} ({part['instance'].nunique()})", loc="left")
    grid[0].set_yticks(range(len(rows)), rows)
    for label, row in zip(grid[0].get_yticklabels(), rows, strict=True):
        label.set_color(colour(solver_of[row]))
    made.supxlabel(f"time (s); {limit_note(median)}", fontsize=7.5)
    return made


def sentence(runs: DataFrame) -> str:
    """How the median time moves from the easiest to the hardest class, and who holds out best."""
    median, names, declared = classes(runs)
    if len(names) < 2:
        known = f"all instances are of one class, {names[0]}" if names else "nothing ran"
        return f"No figure of time by difficulty: {known}."
    source = (
        "Classes are those that the instances declare (in brackets: how many do; those that declare none are left out)."
        if declared
        else "Classes are observed: easy, solved by all configurations; medium, by half or more; hard, by "
        "fewer; open, by none."
    )
    first, last = names[0], [name for name in names if name != "open"][-1]
    if first == last:
        return f"{source} Between {first} and open there is no other class."
    part = median[median["class"] == last]
    best = order(part)[0]
    times = median.groupby("class")["charged_s"].median()
    return (
        f"{source} From {first} to {last} instances the median time goes from {seconds(times[first])} s to "
        f"{seconds(times[last])} s; on {last} instances {best} has the least median, "
        f"{seconds(part[part['configuration'] == best]['charged_s'].median())} s."
    )


def _rank(name: str) -> int:
    return _DECLARED.index(name) if name in _DECLARED else len(_DECLARED)


def _observed(share: float) -> str:
    if share == 1:
        return "easy"
    if share >= 0.5:
        return "medium"
    return "hard" if share > 0 else "open"
