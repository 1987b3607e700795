"""Time by difficulty class, for each solver and formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.strips import order, strips
from reports.scores import CASE, median_runs
from reports.style import seconds

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by difficulty"
_DECLARED = ("easy", "medium", "hard", "extreme", "dense")
_UNDECLARED = "other"
_OBSERVED = ("easy", "medium", "hard", "open")
_KNOWN = (*_DECLARED, "open")


def classes(runs: DataFrame) -> tuple[DataFrame, list[str], bool]:
    """The median runs with a column `class`; the classes from easy to hard; whether instances declare them.

    Where not every instance declares its difficulty, the classes are observed: easy, all configurations
    solved it; medium, at least half; hard, fewer; open, none.
    """
    median = median_runs(runs)
    if len(median) and median["difficulty"].notna().all():
        found = median.assign(**{"class": median["difficulty"].astype(str)})
        found = found[found["class"] != _UNDECLARED]
        return found, sorted(found["class"].unique(), key=_order), True
    share = median.groupby(CASE)["solved"].transform("mean")
    found = median.assign(**{"class": [_observed(value) for value in share]})
    return found, [name for name in _OBSERVED if name in set(found["class"])], False


def figure(runs: DataFrame) -> Figure | None:
    """One panel a class, one row a configuration; None where there is but one class."""
    return beside({"": runs})


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """The same, one block a source of runs; their instances declare their classes, or those are observed in all."""
    parts = {source: classes(runs) for source, runs in sources.items()}
    names = sorted({name for _, known, _ in parts.values() for name in known}, key=_order)
    if len(names) < 2:
        return None
    return strips({source: median for source, (median, *_) in parts.items()}, names)


def sentence(runs: DataFrame) -> str:
    """What the classes are, and how the median time moves through them."""
    _, names, declared = classes(runs)
    if len(names) < 2:
        known = f"all instances are of one class, {names[0]}" if names else "nothing ran"
        return f"No figure of time by difficulty: {known}."
    source = (
        "Classes are those that the instances declare (in brackets: how many do; those that declare none are left out)."
        if declared
        else "Classes are observed: easy, solved by all configurations; medium, by half or more; hard, by "
        "fewer; open, by none."
    )
    return f"{source} {moves(runs)}"


def moves(runs: DataFrame) -> str:
    """How the median time moves from the easiest to the hardest class, and who holds out best."""
    median, names, _ = classes(runs)
    known = [name for name in names if name != "open"]
    if len(names) < 2:
        return f"All instances are of one class, {names[0]}." if names else "Nothing ran."
    if len(known) < 2:
        return f"Between {names[0]} and open there is no other class."
    first, last = known[0], known[-1]
    part = median[median["class"] == last]
    best = order(part)[0]
    times = median.groupby("class")["charged_s"].median()
    return (
        f"From {first} to {last} instances the median time goes from {seconds(times[first])} s to "
        f"{seconds(times[last])} s; on {last} instances {best} has the least median, "
        f"{seconds(part[part['configuration'] == best]['charged_s'].median())} s."
    )


def _order(name: str) -> tuple[int, str]:
    """A sort key: from easy to hard."""
    return _KNOWN.index(name) if name in _KNOWN else len(_KNOWN), name


def _observed(share: float) -> str:
    if share == 1:
        return "easy"
    if share >= 0.5:
        return "medium"
    return "hard" if share > 0 else "open"
