"""With the model held fixed: how far apart solvers are that run the same model on the same cases."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from tilings.reports.analysis.pairs import Effect, effects, paired
from tilings.reports.english import as_ratio, called, count, listed, shortened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_scale, rows_down
from tilings.reports.plot.style import blank, colour, dots

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

_LONGEST = 48  # characters of a name


def draw(runs: DataFrame, found: list[Effect] | None = None) -> Drawing:
    """A row a model that several solvers ran, a dot a solver; no figure without one.

    The title says how far apart they are, and which of them leads with how many models. found: the effects of solvers
    in the ranked runs, where they are known.
    """
    found = effects(paired(runs, ranked=True), "model", "route") if found is None else found
    known = [effect for effect in found if effect.first_solved]
    if not known:
        return NOTHING
    rows = [list(each) for _, each in groupby(known, key=lambda effect: (effect.family, effect.held))]
    own = runs.loc[runs["ranked"], ["route", "paradigm"]].drop_duplicates()
    kinds = dict(zip(own["route"], own["paradigm"], strict=True))
    return Drawing(_title(rows), _figure(rows, kinds), _sentence(known))


def _title(rows: list[list[Effect]]) -> str:
    last = max((row[-1] for row in rows), key=lambda effect: effect.charged)
    apart = (
        f"With the model held fixed the widest gap between solvers is {'at least ' * bool(last.bound)}"
        f"{as_ratio(last.charged)} times ({called(last.first)} to {called(last.other)} on {last.family}, {last.held})"
    )
    leads = Counter(row[0].first for row in rows if all(effect.decided for effect in row))
    if not leads:
        return f"{apart}; which one is the fastest is undecided with each of {count(len(rows), 'model')}"
    (solver, most), *rest = sorted(leads.items(), key=lambda pair: (-pair[1], pair[0]))
    said = [f"{called(solver)} is the fastest with {most} of {count(len(rows), 'model')}"]
    said += [f"{called(other)} with {number}" for other, number in rest]
    open_ = len(rows) - leads.total()
    return f"{apart}; {listed(said)}" + f"; {open_} {'is' if open_ == 1 else 'are'} undecided" * bool(open_)


def _figure(rows: list[list[Effect]], kinds: dict[str, str]) -> Figure:
    figure = blank(0.175 * len(rows) + 0.65)
    axes = figure.subplots()
    for place, row in enumerate(rows):
        _row(axes, place, row, kinds)
    axes.axvline(1, color="black", linewidth=0.7, zorder=1)
    rows_down(axes, len(rows), 0.7)
    axes.set_yticks(
        range(len(rows)), [shortened(f"{row[0].family}, {row[0].held}: {_leaders(row)}", _LONGEST) for row in rows]
    )
    axes.tick_params(axis="y", length=0)
    log_scale(axes, "x", (1.0, 2.0, 5.0))
    furthest = max(1.5, *(effect.charged for row in rows for effect in row))
    axes.set_xlim(furthest**-0.02, furthest**1.25)
    axes.set_xlabel("times as long as the first")
    shown = {kinds[name] for row in rows for name in (row[0].first, *(effect.other for effect in row))}
    figure.legend(handles=dots(shown), loc="outside upper right", ncols=len(shown), fontsize=8, handletextpad=0.1,
                columnspacing=1.0)  # fmt: skip
    return figure


def _row(axes: Axes, place: int, row: list[Effect], kinds: dict[str, str]) -> None:
    """The first solver at 1, and the others; the last one is named."""
    axes.plot([1, row[-1].charged], [place, place], color="#bbbbbb", linewidth=0.8, zorder=1)
    axes.scatter([1], [place], s=22, color=colour(kinds[row[0].first]), zorder=3, linewidth=0)
    for effect in row:
        shade = colour(effect.paradigm)
        face = "white" if effect.bound else shade
        axes.scatter([effect.charged], [place], s=22, facecolor=face, edgecolor=shade, zorder=3, linewidth=1)
    last = row[-1]
    name = shortened(last.other, _LONGEST // 2)
    axes.annotate(name, (last.charged, place), (6, 0), textcoords="offset points", va="center", fontsize=8)


def _leaders(row: list[Effect]) -> str:
    """The first solver, and those that it does not clearly lead."""
    near = [effect.other for effect in row if not effect.decided]
    return row[0].first + (f" or {near[0]}" if len(near) == 1 else f" or {len(near)} others" if near else "")


def _sentence(known: list[Effect]) -> str:
    text = (
        "A row a model, named with its first solver and those that it does not clearly lead; a dot a solver that ran "
        "it: how many times as long as the first it takes on the cases that both ran on, as a geometric mean of wall "
        "times; the last one is named."
    )
    if any(effect.bound for effect in known):
        text += " Hollow: at least so many times, as some cases were not solved and count as their limit."
    return text
