"""How far every solver gets in the first round of a campaign, under the shortest limit, and which ones went on."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import as_ratio, count, listed
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach, observed, reaches
from tilings.runners.record.climbs import Climb, RecordedLadder, climbs, grouped

if TYPE_CHECKING:
    from tilings.reports.reach.findings import Findings

PLACE = 17
_COLUMNS = 9  # solvers side by side on a page
_Limits = dict[tuple[tuple[str, str, str], str], float]  # the longest limit of each configuration on each ladder
_SAID = (
    "In rounds all configurations climb under short limits, and the best of each paradigm go on under longer ones, so "
    "that the other pages compare only those. A short limit favours solvers that start soon."
)


def chapter(results: Results, found: Findings) -> Chapter:
    """A table of all solvers; empty for a campaign without rounds."""
    first = climbs(results.as_tasks, results.kinds, results.fair, shortest=True)
    last = {(each.ladder.key, each.configuration): each.ladder.limit_s for each in found.climbs}
    own = {ladder: group for ladder, group in reaches(first).items() if _rounds(ladder, group, last)}
    if not own:
        return Chapter("")
    limits = sorted({f"{ladder.limit_s:g}" for ladder in own}, key=float)
    solvers = _solvers([each.climb for group in own.values() for each in group])
    title = f"How far does each solver get in {' or '.join(limits)} s? {count(len(solvers), 'solver')}"
    return Chapter(title, [Words(f"{_SAID} {_choices(own)}"), *_tables(own, solvers, last)])


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


def _tables(own: dict[RecordedLadder, list[Reach]], solvers: list[str], last: _Limits) -> list[Table]:
    """A row a ladder, a column a solver: the reach of its best configuration; bold if it went on. As many tables as the
    width of a page needs."""
    number = -(-len(solvers) // _COLUMNS)
    size = -(-len(solvers) // number)
    return [_table(own, solvers[at : at + size], last) for at in range(0, len(solvers), size)]


def _table(own: dict[RecordedLadder, list[Reach]], solvers: list[str], last: _Limits) -> Table:
    rows: list[list[str]] = []
    bold: list[tuple[int, int]] = []
    for ladder, group in own.items():
        best: dict[str, Reach] = {}
        for each in (one for one in group if one.climb.solver in solvers):  # the largest reach first
            best.setdefault(each.climb.solver, each)
            if last.get((ladder.key, each.climb.configuration), 0) > ladder.limit_s:
                bold.append((len(rows), 1 + solvers.index(each.climb.solver)))
        rows.append([words.name(ladder), *(observed(best[name]) if name in best else "–" for name in solvers)])
    caption = (
        "The largest size that each solver solves within the first limit, with the best of its models; bold: it went "
        "on with one of them. –: it has no model of this kind of puzzle."
    )
    return Table(["ladder", *solvers], rows, caption, "first-round", bold=bold)
