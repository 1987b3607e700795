"""How many instances each configuration solves within a time (a cactus plot with time on the x axis)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot import line_labels
from reports.plot.axes import limit_note, time_axis
from reports.plot.style import A_DECADE, blank, configuration_styles
from reports.scores import CASE, floored, virtual_best
from reports.text.english import count, listed, seconds

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy import ndarray
    from pandas import DataFrame

TITLE = "Instances solved within a time"
BEST = "#555555"  # the colour of the virtual best
# The parts of the sentence about who solves most, which the page fills in as well, for the runs that it shows.
WORDS = {
    "most": "{name} solved the most, {solved} of {ran}",
    "ties": " (as did {others}{slower})",
    "slower": ", in more time in all",
    "best": "The virtual best {which} reaches {total}",
    "gain": ", {gain} more than any single {one}",
}


def draw(task: Task) -> Drawing:
    """Steps for each configuration and the virtual best, named at their ends; no figure if nothing was solved.

    The sentence says who solves most, who comes next, and what a perfect choice among all would add. Native searches
    are grey lines, in none of these.
    """
    if not task.median["solved"].any():
        sentence = "No configuration solved any instance, so there is no plot of instances solved within a time."
        return Drawing(TITLE, None, sentence)
    ranked = _ranking(task.median)
    return Drawing(TITLE, _figure(task, ranked), _sentence(task.median, ranked) + _reference(task.reference))


def _figure(task: Task, ranked: DataFrame) -> Figure:
    from matplotlib.ticker import MaxNLocator

    median, every = task.median, task.every
    look = configuration_styles(every)
    cases = len(every.drop_duplicates(CASE))
    top = cases * 1.04
    height = min(3.2, max(2.1, 0.105 * len(look) + 0.8))
    made = blank(height)
    axes = made.subplots()
    ends = []
    if len(ranked) > 1:
        best = virtual_best(median)
        axes.step(*steps(best), where="post", color=BEST, linewidth=3.5, alpha=0.25)
        ends.append(_label("virtual best", best, {"color": BEST}, top, cases))
    for configuration in [*ranked.index, *_ranking(task.reference).index]:
        part = every[every["configuration"] == configuration]
        style: dict[str, Any] = {key: look[configuration][key] for key in ("color", "linestyle")}
        axes.step(*steps(part), where="post", linewidth=1.2, **style)
        ends.append(_label(configuration, part, style, top, cases))
    time_axis(axes, every, "x")
    axes.set(xlabel=f"time (s); {limit_note(every)}", ylabel=f"instances solved (of {cases})", ylim=(0, top))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    line_labels.beside(axes, ends, height - 0.6)
    return made


def steps(part: DataFrame) -> tuple[ndarray, ndarray]:
    """Times and how many were solved by then, from none to the end of the limit, no finer than can be seen."""
    import numpy as np

    times = np.sort(floored(part[part["solved"]]["time_s"]).to_numpy())
    end = max([float(part["wall_limit_s"].max()), *times[-1:]])
    number = np.arange(1, len(times) + 1)
    if len(times) > A_DECADE:
        column = np.floor(np.log10(times) * A_DECADE)
        last = np.append(column[1:] != column[:-1], True)
        times, number = times[last], number[last]
    first = times[:1]  # none where nothing was solved
    return np.concatenate([first, times, [end]]), np.concatenate([0 * first, number, [part["solved"].sum()]])


def _sentence(median: DataFrame, ranked: DataFrame) -> str:
    cases = len(median.drop_duplicates(CASE))
    top = ranked.iloc[0]
    whole = bool((ranked["ran"] == cases).all())
    ties = int((ranked["solved"] == top["solved"]).sum()) - 1
    text = "" if whole else f"Not every configuration ran on all {cases} instances. "
    text += WORDS["most"].format(name=ranked.index[0], solved=int(top["solved"]), ran=int(top["ran"]))
    text += WORDS["ties"].format(others=count(ties, "other"), slower=WORDS["slower"] * whole) if ties else ""
    if len(ranked) > 1 + ties:
        after = ranked.iloc[1 + ties]
        text += f"; then {ranked.index[1 + ties]} with {int(after['solved'])}"
    if len(ranked) == 1:
        return f"{text}."
    best = virtual_best(median)
    total = int(best["solved"].sum())
    gain = total - int(top["solved"])
    slowest = best[best["solved"]]["time_s"].max()
    text += ". " + WORDS["best"].format(which="solver", total=total)
    text += WORDS["gain"].format(gain=gain, one="configuration") if gain else ""
    return f"{text}; its slowest takes {seconds(slowest)} s."


def _reference(reference: DataFrame) -> str:
    """In words: how many cases the native searches solve."""
    if reference.empty:
        return ""
    solved = [f"{row.Index} {row.solved} of {row.ran}" for row in _ranking(reference).itertuples()]
    return f" Grey, for reference, native searches: {listed(solved)}."


def _ranking(median: DataFrame) -> DataFrame:
    """ran, solved and time (in all, an unsolved run counting as its limit) by configuration; the best first."""
    found = median.groupby("configuration").agg(
        ran=("solved", "size"), solved=("solved", "sum"), time=("charged_s", "sum")
    )
    return found.sort_values(["solved", "time"], ascending=[False, True], kind="stable")


def _label(name: str, part: DataFrame, style: dict[str, Any], top: float, cases: int) -> line_labels.Label:
    """The name of a line, with the number that it ends at; of an incomplete configuration, what that is out of."""
    solved = int(part["solved"].sum())
    few = f" (of {len(part)})" if len(part) < cases else ""
    return line_labels.Label(solved / top, f"{name}{few}", style["color"], style.get("linestyle", "solid"), str(solved))
