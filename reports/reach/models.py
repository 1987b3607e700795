"""Solver or model: how far apart two solvers of one model end, and two models of one solver.

Only the observed reach counts. The distance of two is a number of rungs of their ladder.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import mean
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.english import listed, opened
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.cells import matrix
from tilings.reports.plot.style import colour
from tilings.reports.reach import words
from tilings.runners.record.climbs import Climb, RecordedLadder, by_ladder, sizes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 35
MODEL, SOLVER = "model", "solver"
_SHADES = {"nine tenths of the largest, or more": "#8fce9f", "half of it, or more": "#d3ecd8", "less": "#ececec"}
_FROM = (0.9, 0.5, 0.0)  # the shares of the largest reach from which on a shade counts
_SENTENCE = (
    "Reach of each solver with each model. Colour: share of the largest reach on this page. Empty: the model does not "
    "exist for that solver.{}"
)
_MARKS = {"≥": "no larger size was tried", "–": "nothing was solved"}


def model(climb: Climb) -> str:
    """The formulation with its options: the configuration without its solver."""
    return climb.configuration.partition("/")[2]


def apart(found: Mapping[RecordedLadder, Sequence[Climb]], varied: str) -> list[int]:
    """The rungs between each two climbs on a ladder that differ in the solver alone (SOLVER) or the model (MODEL).

    Left out are the reference, and pairs of which neither end is known.
    """
    made = []
    for group in found.values():
        known = sizes(group)
        parts: dict[str, list[Climb]] = {}
        for each in group:
            if each.ranked:
                parts.setdefault(each.solver if varied == MODEL else model(each), []).append(each)
        for own in parts.values():
            made += [
                abs(_place(one, known) - _place(other, known))
                for one, other in combinations(own, 2) if not (one.open and other.open)
            ]  # fmt: skip
    return made


def sentence(found: Sequence[Climb]) -> str:
    """How much the solver matters, and how much the model; empty unless both vary."""
    ladders = by_ladder(found)
    solvers, models = apart(ladders, SOLVER), apart(ladders, MODEL)
    if not (solvers and models):
        return ""
    return (
        f"Two solvers of one model end {mean(solvers):.1f} sizes of the ladder apart on average ({len(solvers)} "
        f"pairs), two models of one solver {mean(models):.1f} ({len(models)} pairs)."
    )


def chapter(_: Results, found: Findings) -> Chapter:
    """The reach of every solver with every model; empty unless both vary."""
    own, origin = found.crossed, found.origin("factorial", found.crossed)
    if not (said := sentence(own)):
        return Chapter("")
    about = (
        f"{origin}The same models are given to many solvers: in a row the solver varies, in a column the model. "
        "A model named `cpmpy_…` is written once, in CPMpy, which translates it for each solver, one named `cp_…` in "
        "MiniZinc; answer sets and exact covers have languages of their own, which no other solver reads."
    )
    about += _further(own, found.climbs)
    figure, marks = _figure(own)
    drawing = Drawing("", figure, _SENTENCE.format("".join(f" {mark}: {_MARKS[mark]}." for mark in marks)))
    return Chapter(f"Solver or model? {said.removesuffix('.')}", [Words(about), drawing], whole=True)


def _further(found: Sequence[Climb], others: Sequence[Climb]) -> str:
    """The paradigms that get further here than with the models of the other pages, by ladder."""
    there = _furthest(others)
    pairs = [(climb, there[key]) for key, climb in _furthest(found).items() if key in there]
    said = [
        f"{here.paradigm} on {words.name(here.ladder)} ({here.reach or 0:g} by {here.configuration}, elsewhere "
        f"{known.reach or 0:g})"
        for here, known in pairs if (here.reach or 0) > (known.reach or 0)
    ]  # fmt: skip
    return f" The reach is larger than on the other pages for {listed(said)}." if said else ""


def _furthest(found: Sequence[Climb]) -> dict[tuple[tuple[str, str, str], str], Climb]:
    """The climb of the largest reach of each paradigm, by ladder and paradigm."""
    own = sorted((each for each in found if each.ranked), key=lambda each: each.reach or 0)
    return {(each.ladder.key, each.paradigm): each for each in own}


def _figure(found: Sequence[Climb]) -> tuple[Figure, list[str]]:
    """A row a model under the name of its ladder, a column a solver, by paradigm; and the marks in its cells."""
    ranked = [each for each in found if each.ranked]
    order = paradigms_in_order(each.paradigm for each in ranked)
    columns = {
        each.solver: colour(each.paradigm)
        for each in sorted(ranked, key=lambda each: (order.index(each.paradigm), each.solver))
    }
    rows, cells = [], {}
    for ladder, group in by_ladder(ranked).items():
        rows.append(opened(words.name(ladder)))
        top = max((each.reach or 0 for each in group), default=0)
        for name in sorted({model(each) for each in group}):
            for each in (one for one in group if model(one) == name):
                cells[len(rows), each.solver] = _cell(each, top)
            rows.append(name)
    shown = "".join(text for text, _ in cells.values())
    return matrix(rows, columns, cells, _SHADES), [mark for mark in _MARKS if mark in shown]


def _cell(climb: Climb, top: float) -> tuple[str, str]:
    share = (climb.reach or 0) / top if top else 0
    shade = next(shade for shade, least in zip(_SHADES.values(), _FROM, strict=True) if share >= least)
    return "–" if climb.reach is None else f"{'≥' * climb.open}{climb.reach:,g}", shade


def _place(climb: Climb, known: Sequence[float]) -> int:
    return -1 if climb.reach is None else bisect_left(known, climb.reach)
