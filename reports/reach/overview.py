"""The table of reach: how far each paradigm gets on each kind of puzzle, what to take there, and how sure that is.

It opens the report, and `tilings report --table` prints it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tilings.models.formulation import NATIVE, paradigms_in_order
from tilings.reports.chapters.chapter import Bar, Table
from tilings.reports.english import as_ratio, count, listed, opened
from tilings.reports.plot.style import colour, label
from tilings.reports.reach import words
from tilings.reports.reach.compared import PARADIGMS
from tilings.reports.reach.reach import Reach, best, named, observed
from tilings.reports.reach.winners import Duel, Standing
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.paired import AHEAD, EQUAL

if TYPE_CHECKING:
    from tilings.reports.reach.findings import Findings

_MARKS = {
    "≥": "no larger size was tried", "<": "not even this size is solved", "∘": "a smaller size was not solved",
    "†": "most runs of the next size ended for want of memory", "‡": "a run failed", "–": "not run",
}  # fmt: skip


def table(found: Findings) -> Table:
    """A row a ladder: the kind of puzzle, the reach of each paradigm and of the reference, and the advice."""
    paradigms, reference = columns(found.reaches)
    standings = {each.ladder: each for each in found.standings}
    several = len({ladder.limit_s for ladder in found.reaches}) > 1
    rows: list[list[str]] = []
    bars: list[Bar] = []
    bold: list[tuple[int, int]] = []
    for row, (ladder, group) in enumerate(found.reaches.items()):
        own = {each.name: each for each in best(group, native=True)}
        top = max((own[name].size or 0 for name in paradigms if name in own), default=0)
        standing = standings.get(ladder)
        first = _leading(standing) if standing else set()
        for column, name in enumerate(paradigms, 1):
            if name in own and own[name].size:
                bars.append(Bar(row, column, (own[name].size or 0) / top, colour(name)))
            if name in first:
                bold.append((row, column))
        kind = opened(words.name(ladder)) + (f", {ladder.limit_s:g} s" if several else "")
        cells = [cell(own.get(name)) for name in (*paradigms, *reference)]
        rows.append([f"{kind} ({words.measure(ladder)})", *cells, advice(standing) if standing else "none solves any"])
    marks = legend(cell for each in rows for cell in each[1:-1])
    about = " Grey: the reference, our own engines, outside the comparison." if reference else ""
    known = [f"{name}: {PARADIGMS[name][0]}" for name in paradigms if name in PARADIGMS]
    meanings = f" {listed(known)}." if known else ""
    caption = (
        f"The largest size solved within {words.limits(found.reaches)} s by the best solver and model of each "
        "paradigm; the advice holds up to there. Bar: the part of the row's largest. Bold: who leads by the pairs of "
        "runs, or is equal; without bold nobody is proved to lead. Nothing follows for other kinds of "
        f"puzzle.{about}{marks}{meanings}"
    )
    header = ["kind of puzzle (size)", *map(label, (*paradigms, *reference)), "what to take, and how sure"]
    widths = ("3.3fr", *["1.1fr"] * len(paradigms), *["1.35fr"] * len(reference), "4.6fr")
    grey = [(row, 1 + len(paradigms)) for row in range(len(rows)) if reference]
    return Table(header, rows, caption, "overview", bold=bold, widths=widths, beside=False, bars=bars, grey=grey,
                 text_last=True, size=8)  # fmt: skip


def columns(found: Mapping[RecordedLadder, Sequence[Reach]]) -> tuple[list[str], list[str]]:
    """The ranked paradigms in the order in which they are shown, and the reference where there is one."""
    own = {(each.climb.ranked, each.name) for group in found.values() for each in group if each.best}
    return paradigms_in_order(name for ranked, name in own if ranked), sorted({NATIVE} & {name for _, name in own})


def advice(standing: Standing) -> str:
    """What to take on a ladder, and how sure that is, in two lines."""
    may = [standing.leader, *(duel.rival for duel in standing.deciding
                              if not standing.leads and duel.verdict.decided != AHEAD)]  # fmt: skip
    if len(may) == 1:
        return f"{standing.leader.name}: {standing.leader.climb.configuration}\n{sure(standing)}"
    return f"{listed([*map(named, may)], 'or' if standing.decided != EQUAL else 'and')}\n{sure(standing)}"


def sure(standing: Standing) -> str:
    """The verdict on a leader with its pairs, by the rival that is nearest."""
    if not standing.duels:
        return "nobody to compare with"
    near = nearest(standing)
    if near is None:
        return "no other solves any" if standing.leads else "undecided: no pairs of these were run"
    if standing.equal:
        return f"equal over {count(near.pairs, 'pair')} with {near.rival.name}"
    found = near.verdict
    outcomes = {"won": found.wins, "lost": found.losses, "tied": found.ties, "by neither": found.neither}
    of = f"of {count(near.pairs, 'pair')} with {near.rival.name}"
    text = f"{', '.join(f'{number} {word}' for word, number in outcomes.items() if number)} {of}"
    if not standing.leads:
        return f"undecided: {standing.leader.name} {text}"
    return text if math.isinf(found.median_ratio) else f"{text}, {as_ratio(found.median_ratio)}× as fast"


def nearest(standing: Standing) -> Duel | None:
    """The duel that decides the verdict, of those with its outcome and pairs.

    For a leader it is that of the least ratio of times; for an open verdict that of the rival that gets furthest.
    """
    own = [duel for duel in standing.deciding if duel.pairs and duel.verdict.decided == standing.decided]

    def order(duel: Duel) -> tuple[float, int]:
        ratio = duel.verdict.median_ratio
        far = -(duel.rival.size or 0)
        return (math.inf if math.isnan(ratio) else ratio) if standing.leads else far, -duel.pairs

    return min(own, key=order, default=None)


def _leading(standing: Standing) -> set[str]:
    """The paradigm that leads, or those that are equal."""
    if standing.leads:
        return {standing.leader.name}
    equal = {duel.rival.name for duel in standing.duels if duel.verdict.decided == EQUAL}
    return {standing.leader.name} | equal if standing.equal else set()


def cell(each: Reach | None) -> str:
    """The observed reach as a cell, a board of two sides with both, and the marks that speak against it."""
    if each is None:
        return "–"
    bound = "≥ " * each.climb.open
    size = observed(each) if each.size is None else f"{bound}{words.sized(each.climb.ladder, each.size)}"
    ends = [case.run.ended == "memory" for case in each.climb.end.cases] if each.climb.end else []
    return size + "∘" * bool(each.climb.holes) + "†" * (2 * sum(ends) > len(ends)) + "‡" * bool(each.climb.faults)


def legend(cells: Iterable[str]) -> str:
    """The marks in these cells, explained."""
    shown = "".join(cells)
    return "".join(f" {mark}: {meaning}." for mark, meaning in _MARKS.items() if mark in shown)


def lines(found: Findings) -> list[str]:
    """The table for a terminal, with the advice on a line of its own below each row; empty without ladders.

    A star stands before what is bold on paper.
    """
    if not found.reaches:
        return []
    made = table(found)
    bold = set(made.bold)
    header, last = list(made.header[:-1]), len(made.header) - 1
    rows = [[("*" if (at, column) in bold else "") + cell for column, cell in enumerate(row[:last])]
            for at, row in enumerate(made.rows)]  # fmt: skip
    wide = [max(map(len, column)) for column in zip(header, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        first, *others = (cell.ljust(size) if not at else cell.rjust(size)
                          for at, (cell, size) in enumerate(zip(cells, wide, strict=True)))  # fmt: skip
        return "  ".join([first, *others]).rstrip()

    text = [line(header)]
    for cells, row in zip(rows, made.rows, strict=True):
        text += [line(cells), "    " + row[last].replace("\n", "; ")]
    outside = (
        "; the reference is this project's own solver, outside the comparison" if columns(found.reaches)[1] else ""
    )
    return [*text, f"The largest size solved within {words.limits(found.reaches)} s; *: leads, or is equal{outside}."]
