"""How far each paradigm is behind the leader, task by task: ratios of wall times with their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilings.models.formulation import NATIVE
from tilings.reports.analysis.leads import Lead, compared, nearest, rivals
from tilings.reports.english import count, listed, opened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_scale
from tilings.reports.plot.style import blank, colour, paradigm_legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

_STEP, _EDGE = 0.08, 0.7  # inches between the paradigms of a task, and for the axis and the legend
_HIGHEST = 8.0  # inches of all tasks, for a page


def draw(runs: DataFrame, found: list[list[Lead]] | None = None) -> Drawing:
    """A row for each task: the leader at 1, and the ratio of each other paradigm with its interval.

    A mark is hollow if the lead is undecided, a diamond if it is split, and a triangle if the paradigm solved fewer
    cases than the leader; the number is beside it. A grey line is the native search. found: the result of `compared`
    for these runs, if it is known.
    """
    known = compared(runs) if found is None else found
    native = {(lead.family, lead.goal): lead.ratio for task in known for lead in task if lead.second == NATIVE}
    tasks = rivals(known)
    if not any(lead.both for task in tasks for lead in task):
        return NOTHING
    sentence = (
        "Wall time of each paradigm's best configuration by that of the leader, which is named before its row: the "
        "geometric mean over the cases that both solve, with its interval of 95 % over cases and seeds. "
        "Filled: decided. Hollow: undecided."
    )
    every = [lead for task in tasks for lead in task]
    if any(lead.split for lead in every):
        sentence += " Diamonds, split: faster by ratio, slower by PAR2."
    if any(lead.fewer for lead in every):
        sentence += (
            " Triangles, to be read as ≥: fewer cases solved than the leader's, the fraction; those left out, on which "
            "it ran into the limit, speak against it."
        )
    if native:
        sentence += " Grey lines: the native searches, a reference."
    if any(not lead.both for lead in every):
        sentence += " At the edge: no case solved in common."
    return Drawing(finding(nearest(known)), _figure(tasks, native), sentence)


def finding(leads: Sequence[Lead]) -> str:
    """In words: how many tasks each paradigm leads, and how many are undecided."""
    led = Counter(lead.first for lead in leads if lead.decided)
    among = count(len(leads), "task")
    if not led:
        return f"No lead is decided in {among}"
    most = [
        f"{paradigm if place else opened(paradigm)} leads {number}"
        for place, (paradigm, number) in enumerate(led.most_common())
    ]
    open_ = len(leads) - sum(led.values())
    text = f"{listed(most)} of {among}"
    split = sum(lead.split for lead in leads)
    return f"{text}; {open_} undecided{f', {split} of them split' * bool(split)}" if open_ else text


def _figure(tasks: Sequence[Sequence[Lead]], native: dict[tuple[str, str], float]) -> Figure:
    heights = [len(task) + 1.1 for task in tasks]
    figure = blank(min(_STEP * sum(heights), _HIGHEST) + _EDGE)
    axes = figure.subplots()
    axes.axvline(1, color="#777777", linewidth=0.8, zorder=1)
    tops = [sum(heights[:number]) for number in range(len(tasks))]
    for number, (task, top, height) in enumerate(zip(tasks, tops, heights, strict=True)):
        if number % 2:
            axes.axhspan(top, top + height, color="#f6f6f6", zorder=0)
        if ratio := native.get((task[0].family, task[0].goal)):
            axes.plot([ratio] * 2, [top + 0.3, top + height - 0.3], color=colour(NATIVE), linewidth=2, zorder=2)
        _dots(axes, top + 0.55, task)
    ends = [end for task in tasks for lead in task for end in (lead.ratio, lead.low, lead.high) if end == end]
    ends += [1.0, *(ratio for ratio in native.values() if ratio == ratio)]
    log_scale(axes, "x", (1.0, 2.0, 5.0))
    axes.set(xlim=(min(ends) / 1.2, max(ends) * 1.5), xlabel="times the leader's wall time")
    axes.set_ylim(sum(heights), 0)
    middles = [top + height / 2 for top, height in zip(tops, heights, strict=True)]
    axes.set_yticks(middles, [f"{task[0].family}, {task[0].goal}: {task[0].first}" for task in tasks])
    for label, task in zip(axes.get_yticklabels(), tasks, strict=True):
        label.set_color(colour(task[0].first))
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    paradigms = {name for task in tasks for lead in task for name in (lead.first, lead.second)}
    paradigm_legend(figure, paradigms | ({NATIVE} if native else set()))
    return figure


def _dots(axes: Axes, top: float, task: Sequence[Lead]) -> None:
    """The leader, and below it all others of a task."""
    axes.scatter([1], [top], s=16, color=colour(task[0].first), zorder=3)
    for row, lead in enumerate(task, 1):
        shade, height = colour(lead.second), top + row
        axes.plot([lead.low, lead.high], [height] * 2, color=shade, linewidth=1.1, zorder=2)
        fill = shade if lead.decided else "white"
        marker = "D" if lead.split else ">" if lead.fewer else "o"
        axes.scatter([lead.ratio], [height], s=16, marker=marker, color=fill, edgecolor=shade, linewidth=1, zorder=3)
        if lead.fewer or not lead.both:
            _note(axes, lead, height)


def _note(axes: Axes, lead: Lead, height: float) -> None:
    """How many cases the second one solved, beside its interval; without a ratio at the edge."""
    text = f"{lead.second_solved}/{lead.cases}"
    look: dict[str, Any] = {"ha": "left", "va": "center_baseline", "color": colour(lead.second), "fontsize": 8}
    right = lead.high if lead.high == lead.high else lead.ratio
    if lead.both:
        axes.annotate(text, (right, height), (4, 0), "data", "offset points", **look)
    else:
        edge = axes.get_yaxis_transform()
        axes.annotate(text, (1, height), (-2, 0), edge, "offset points", **look | {"ha": "right"})
