"""How soon the best solution, and how soon the proof, on the largest optima that are solved."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import count
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.style import blank, colour
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach, best
from tilings.runners.record.climbs import Case, RecordedLadder
from tilings.runners.record.results import FLOOR_S

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from tilings.reports.reach.findings import Findings

PLACE = 50
_ROW = 0.145  # inches of a paradigm on a ladder
_SENTENCE = (
    "Dot: the first solution that is a best one; tick: the proof that none is better. One run on the largest size that "
    "each paradigm solves."
)


@dataclass(frozen=True)
class Arrival:
    """A solved run at a reach: the seconds until an optimal solution, and until the proof."""

    reach: Reach
    best_s: float
    proof_s: float


def chapter(results: Results, found: Findings) -> Chapter:
    """The arrivals on the ladders of optima; empty without any whose solutions were traced."""
    own = arrivals(results, found.reaches)
    if not own:
        return Chapter("")
    share = median(each.best_s / each.proof_s for each in own)
    quick = sum(each.best_s < each.proof_s / 2 for each in own)
    title = f"How soon the best board, how soon the proof? The best comes after a median of {share:.0%} of the time"
    said = (
        f"In {len(own) - quick} of {count(len(own), 'climb')} the best solution came in the second half of the run, so "
        "that stopping early would have saved little. Some solvers find the best solution last by design: they ask for "
        "better and better ones. Solvers that report only their last solution are left out."
    )
    return Chapter(title, [Words(said), Drawing("", _figure(own), _SENTENCE)], whole=True)


def arrivals(results: Results, found: Mapping[RecordedLadder, Sequence[Reach]]) -> list[Arrival]:
    """The arrival of each ranked paradigm at its reach on each ladder of optima, whose solutions are traced."""
    made = []
    for ladder, group in found.items():
        for each in best(group):
            rung = each.climb.rung(each.size) if each.size is not None and ladder.goal == "optimum" else None
            case = next((case for case in rung.cases if case.solved), None) if rung else None
            made += [arrival] if case and (arrival := _arrival(each, case, results.traces)) else []
    return made


def _arrival(each: Reach, case: Case, traces: DataFrame) -> Arrival | None:
    points = traces.loc[traces["run_id"] == case.run.run_id, ["t_s", "objective"]].dropna()
    proof_s, optimum = case.time_s, case.run.objective
    if points.empty or optimum is None:
        return None
    first = points.loc[points["objective"] == optimum, "t_s"].min()
    best_s = proof_s if math.isnan(first) else min(proof_s, max(float(first), FLOOR_S))
    return Arrival(each, best_s, proof_s)


def _figure(own: Sequence[Arrival]) -> Figure:
    figure = blank(_ROW * len(own) + 0.6)
    axes = figure.subplots()
    for row, each in enumerate(own):
        shade = colour(each.reach.name)
        axes.plot([each.best_s, each.proof_s], [row, row], color=shade, linewidth=0.8, zorder=1)
        axes.scatter([each.best_s], [row], s=18, color=shade, zorder=3)
        axes.plot([each.proof_s] * 2, [row - 0.35, row + 0.35], color=shade, linewidth=1.8, zorder=3)
    times = [time for each in own for time in (each.best_s, each.proof_s)]
    log_axis(axes, "x", min(times) * 0.8, max(times) * 1.3)
    names = [_named(each.reach) for each in own]
    name_rows(axes, names, [colour(each.reach.name) for each in own])
    rows_down(axes, len(own))
    axes.set_xlabel("time (s)")
    return figure


def _named(each: Reach) -> str:
    ladder = each.climb.ladder
    size = words.short(ladder, each.size or 0).removeprefix("the ")
    return f"{words.title(ladder)}, {size}: {each.name}"
