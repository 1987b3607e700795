"""How far every solver gets in the first round of a campaign, under the shortest limit, and which ones went on."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import as_ratio, count, listed
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.style import blank, colour, label
from tilings.reports.reach import overview, words
from tilings.reports.reach.reach import Reach, reaches
from tilings.runners.record.climbs import Climb, RecordedLadder, climbs, grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.reports.reach.findings import Findings

PLACE = 17
_COLUMNS = 9  # solvers side by side on a page
_Limits = dict[tuple[tuple[str, str, str], str], float]  # the longest limit of each configuration on each ladder
_ROW = 0.19  # inches of a solver
_SENTENCE = (
    "Dot: a kind of puzzle on which the paradigm has several solvers. Cross, at the edge: none of its sizes is solved. "
    "A solver that is the only one of its paradigm is not drawn."
)
_SAID = (
    "In rounds all configurations climb under short limits, and the best of each paradigm go on under longer ones, so "
    "that the other pages compare only those. A short limit favours solvers that start soon."
)


def chapter(results: Results, found: Findings) -> Chapter:
    """A table of all solvers; empty for a campaign without rounds."""
    own, _ = _own(results, found)
    if not own:
        return Chapter("")
    solvers = {each.climb.solver for group in own.values() for each in group if each.climb.ranked}
    title = f"Solvers: how far does each of {len(solvers)} get in {words.limits(own)} s?"
    figure = Drawing("", _figure(shares), _SENTENCE) if (shares := _shares(own)) else NOTHING
    return Chapter(title, [Words(f"{_SAID} {_choices(own)}"), figure], whole=True)


def tables(results: Results, found: Findings) -> list[Table]:
    """A row a ladder, a column a solver: the reach of its best configuration; bold if it went on. As many tables as the
    width of a page needs; none for a campaign without rounds."""
    own, last = _own(results, found)
    solvers = _solvers([each.climb for group in own.values() for each in group])
    if not solvers:
        return []
    size = -(-len(solvers) // -(-len(solvers) // _COLUMNS))
    return [_table(own, solvers[at : at + size], last) for at in range(0, len(solvers), size)]


def _own(results: Results, found: Findings) -> tuple[dict[RecordedLadder, list[Reach]], _Limits]:
    """The reaches under the shortest limit on the ladders with rounds, and the longest limit of each climb."""
    first = climbs(results.as_tasks, results.kinds, results.fair, shortest=True)
    last = {(each.ladder.key, each.configuration): each.ladder.limit_s for each in found.climbs}
    return {ladder: group for ladder, group in reaches(first).items() if _rounds(ladder, group, last)}, last


def _shares(own: dict[RecordedLadder, list[Reach]]) -> dict[tuple[str, str], list[float]]:
    """For each solver of a paradigm with several its reach on each ladder, divided by that of the paradigm's best.

    0 where it solves none; without ladders on which the paradigm has one solver, or solves none, and without climbs
    that were not ended: these are bounds.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for group in own.values():
        for name, part in grouped([each for each in group if each.climb.ranked], lambda each: each.name).items():
            sizes = {solver: max(each.size or 0 for each in mine)
                     for solver, mine in grouped(part, lambda each: each.climb.solver).items()
                     if not any(each.climb.open for each in mine)}  # fmt: skip
            if len(sizes) > 1 and (top := max(sizes.values())):
                for solver, size in sizes.items():
                    found.setdefault((name, solver), []).append(size / top)
    order = paradigms_in_order(name for name, _ in found)
    return {who: found[who] for who in sorted(found, key=lambda who: (order.index(who[0]), -sum(found[who]), who[1]))}


def _figure(shares: dict[tuple[str, str], list[float]]) -> Figure:
    """A row a solver, a dot a ladder; equal ones are moved apart in height."""
    figure = blank(_ROW * len(shares) + 0.6)
    axes = figure.subplots()
    least = min(share for each in shares.values() for share in each if share)
    edge = least / 1.25
    for row, ((name, _), own) in enumerate(shares.items()):
        heights: dict[float, int] = {}
        for share in own:
            number = heights[share] = heights.get(share, 0) + 1
            lifted = row + (number // 2) * (0.11 if number % 2 else -0.11)
            axes.scatter([share or edge], [lifted], s=11, color=colour(name), marker="o" if share else "x",
                         linewidth=0 if share else 0.9, zorder=3, clip_on=False)  # fmt: skip
        text = f"best on {sum(share == 1 for share in own)} of {len(own)}"
        axes.text(1.02, row, text, transform=axes.get_yaxis_transform(), va="center", fontsize=8, color=colour(name))
    log_axis(axes, "x", edge, 1.06)
    names = [f"{label(name)}: {solver}" for name, solver in shares]
    name_rows(axes, names, [colour(name) for name, _ in shares])
    rows_down(axes, len(shares))
    axes.set_xlabel("reach divided by that of the paradigm's best solver")
    return figure


def _choices(own: dict[RecordedLadder, list[Reach]]) -> str:
    """How much further the best paradigm, solver and model get than the last one that solves any size, as medians."""
    spreads: dict[str, list[float]] = {"paradigm": [], "solver of a paradigm": [], "model of a solver": []}
    for group in own.values():
        ranked = [each for each in group if each.climb.ranked and each.size]
        paradigms = grouped(ranked, lambda each: each.name)
        solvers = grouped(ranked, lambda each: each.name + each.climb.solver)
        choices = (
            [paradigms],
            [grouped(each, lambda one: one.climb.solver) for each in paradigms.values()],
            [grouped(each, lambda one: one.climb.configuration) for each in solvers.values()],
        )
        for word, alternatives in zip(spreads, choices, strict=True):
            for each in alternatives:
                sizes = [max(one.size or 0 for one in part) for part in each.values()]
                spreads[word] += [max(sizes) / min(sizes)] if len(sizes) > 1 else []
    said = [
        f"the best {word} gets {as_ratio(median(found))} times as far as the last ({count(len(found), 'comparison')})"
        for word, found in spreads.items()
        if found
    ]
    return f"In sizes, as a median: {listed(said)}." if said else ""


def _rounds(
    ladder: RecordedLadder, group: Sequence[Reach], last: dict[tuple[tuple[str, str, str], str], float]
) -> bool:
    """Whether the climbs of a ladder went on under a longer limit."""
    return any(last.get((ladder.key, each.climb.configuration), 0) > ladder.limit_s for each in group)


def _solvers(found: Sequence[Climb]) -> list[str]:
    """The solvers, by their paradigms; those that are not ranked come last."""
    order = paradigms_in_order({climb.paradigm for climb in found})
    ranked = sorted({(not climb.ranked, order.index(climb.paradigm), climb.solver) for climb in found})
    return list(dict.fromkeys(solver for *_, solver in ranked))


def _table(own: dict[RecordedLadder, list[Reach]], solvers: list[str], last: _Limits) -> Table:
    rows: list[list[str]] = []
    bold: list[tuple[int, int]] = []
    for ladder, group in own.items():
        best: dict[str, Reach] = {}
        for each in (one for one in group if one.climb.solver in solvers):  # the largest reach first
            best.setdefault(each.climb.solver, each)
            if last.get((ladder.key, each.climb.configuration), 0) > ladder.limit_s:
                bold.append((len(rows), 1 + solvers.index(each.climb.solver)))
        rows.append([words.name(ladder), *(overview.cell(best.get(name)) for name in solvers)])
    caption = (
        f"The largest size that each solver solves within {words.limits(own)} s, the first limit, with the best of "
        f"its models; bold: it went on with one of them.{overview.legend(cell for row in rows for cell in row[1:])}"
    )
    return Table(["ladder", *solvers], rows, caption, "first-round", bold=bold)
