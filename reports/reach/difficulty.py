"""What makes a board hard: the reach on boards that the pieces fill more and more, and on boards without a solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.english import count, opened
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, name_rows, panel_grid, rows_down
from tilings.reports.plot.style import blank, colour, paradigm_legend
from tilings.reports.reach import words
from tilings.reports.reach.over_time import WIDE
from tilings.reports.reach.reach import Reach, best, reached, reaches
from tilings.runners.record.climbs import RecordedLadder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

    Best = Mapping[str, Reach]  # the best configuration of each ranked paradigm on a ladder

PLACE = 30
_HEIGHT = 2.5  # inches of a row of panels
_SENTENCE = (
    "First panel: reach by the part of the board that all tiles would fill. Others: reach with a solution (filled) and "
    "without one (hollow)."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """The reach by density, and with and without a solution; empty where a campaign does not vary both."""
    own = reaches(found.by_difficulty)
    every = {ladder: {each.name: each for each in best(group)} for ladder, group in own.items()}
    filled, alike = densities(every), contrasts(every)
    if len(filled) < 2 or not alike:
        return Chapter("")
    said = Words(f"{found.origin('difficulty', found.by_difficulty)}{_by_density(filled)} {_by_solution(alike, every)}")
    drawing = Drawing("", _figure(filled, alike, every), _SENTENCE)
    return Chapter(f"What makes a board hard? {_title(filled)}", [said, drawing], whole=True)


def densities(found: Mapping[RecordedLadder, Best]) -> dict[int, Best]:
    """The best by per cent of the board that the pieces fill, on ladders that differ in nothing else; the longest such
    series."""
    series: dict[tuple[str, str, str], dict[int, Best]] = {}
    for ladder, own in found.items():
        if filled := words.described(ladder).filled:
            rest = ladder.name.replace(str(filled), "", 1)
            series.setdefault((ladder.family, rest, ladder.goal), {})[filled] = own
    return dict(sorted(max(series.values(), key=len, default={}).items()))


def contrasts(found: Mapping[RecordedLadder, Best]) -> list[tuple[RecordedLadder, RecordedLadder]]:
    """The ladders with a solution, each with the one of like boards without."""
    named = {(ladder.family, ladder.name): ladder for ladder in found if ladder.goal == "first"}
    like = [((each.family, f"{words.described(each).like}/sat"), each) for each in found if each.unsolvable]
    return [(named[one], other) for one, other in like if one in named]


def _furthest(own: Best) -> Reach:
    return max(own.values(), key=lambda each: each.size or 0)


def _title(filled: Mapping[int, Best]) -> str:
    tops = {density: _furthest(own) for density, own in filled.items()}
    easy, hard = (choose(tops, key=lambda density: tops[density].size or 0) for choose in (max, min))
    puzzle = words.title(tops[easy].climb.ladder).partition(",")[0]
    return f"The best reach on {puzzle}: {reached(tops[easy])} if {easy} % full, {reached(tops[hard])} if {hard} % full"


def _by_density(filled: Mapping[int, Best]) -> str:
    """Which paradigm loses the most from the emptiest boards to the fullest, and which the least."""
    (low, first), *_, (high, last) = filled.items()
    both = [name for name in paradigms_in_order(first) if first[name].size and name in last and last[name].size]
    lost = {name: (last[name].size or 0) / (first[name].size or 1) for name in both}
    if len(lost) < 2:
        return ""
    most, least = min(lost, key=lambda name: lost[name]), max(lost, key=lambda name: lost[name])
    return (
        f"From {low} to {high} % the reach of {most} falls the most, from {reached(first[most])} to "
        f"{reached(last[most])}, and that of {least} the least, from {reached(first[least])} to {reached(last[least])}."
    )


def _by_solution(alike: Sequence[tuple[RecordedLadder, RecordedLadder]], found: Mapping[RecordedLadder, Best]) -> str:
    """On how many ladders each paradigm gets further without a solution, and how the furthest reach changes."""
    pairs = [
        (found[one][name], found[other][name]) for one, other in alike for name in found[one] if name in found[other]
    ]
    ends = [(given.size or 0, without.size or 0) for given, without in pairs]
    less, more = sum(its < own for own, its in ends), sum(its > own for own, its in ends)
    text = (
        f"On boards without a solution {less} of {count(len(pairs), 'climb')} end earlier than on like boards with "
        f"one, and {more} later."
    )
    changes = [
        f" From {words.name(one)}, to {words.name(other)}, the best reach goes from {reached(_furthest(found[one]))}"
        f" to {reached(_furthest(found[other]))}."
        for one, other in alike
    ]
    return text + "".join(changes)


def _figure(
    filled: Mapping[int, Best],
    alike: Sequence[tuple[RecordedLadder, RecordedLadder]],
    found: Mapping[RecordedLadder, Best],
) -> Figure:
    number = 1 + len(alike)
    figure = blank(_HEIGHT * -(-number // 2) + 0.3)
    first, *others = panel_grid(figure, number, 2)
    _lines(first, filled)
    for axes, (one, other) in zip(others, alike, strict=True):
        _pairs(axes, one, found[one], found[other])
    shown = {name for own in (*filled.values(), *(found[one] for one, _ in alike)) for name in own}
    paradigm_legend(figure, shown)
    return figure


def _lines(axes: Axes, filled: Mapping[int, Best]) -> None:
    """Reach by density, a line a paradigm; the points are moved apart a little."""
    names = paradigms_in_order(name for own in filled.values() for name in own)
    for place, name in enumerate(names):
        shift, shade = 4 * ((place + 0.5) / len(names) - 0.5), colour(name)
        points = [(density + shift, own[name]) for density, own in filled.items() if name in own and own[name].size]
        axes.plot([x for x, _ in points], [each.size or 0 for _, each in points], "-o", color=shade, linewidth=0.9,
                  markersize=3)  # fmt: skip
    ladder = next(iter(filled[min(filled)].values())).climb.ladder
    sizes = [each.size for own in filled.values() for each in own.values() if each.size]
    log_axis(axes, "y", min(sizes) * 0.85, max(sizes) * 1.2)
    axes.set_title(opened(words.title(ladder).partition(",")[0]), loc="left", weight="bold")
    axes.set_xticks(list(filled), [f"{density} %" for density in filled])
    axes.set_ylabel(f"{words.measure(ladder)} (log)")


def _pairs(axes: Axes, ladder: RecordedLadder, given: Best, without: Best) -> None:
    """Reach with a solution and without one, a row a paradigm."""
    names = paradigms_in_order({*given, *without})
    sizes = [each.size for own in (given, without) for each in own.values() if each.size]
    if max(sizes) > WIDE * min(sizes):
        log_axis(axes, "x", min(sizes) / 1.15, max(sizes) * 1.15)
    for row, name in enumerate(names):
        shade, ends = colour(name), [own[name].size if name in own else None for own in (given, without)]
        known = [end for end in ends if end]
        axes.plot([min(known, default=0), max(known, default=0)], [row, row], color=shade, linewidth=0.9, zorder=1)
        for end, fill in zip(ends, (shade, "white"), strict=True):
            if end:
                axes.scatter([end], [row], s=18, color=fill, edgecolor=shade, linewidth=1, zorder=2)
    name_rows(axes, names, [colour(name) for name in names])
    rows_down(axes, len(names))
    axes.set_title(opened(words.name(ladder)), loc="left", weight="bold")
    axes.set_xlabel(words.measure(ladder))
