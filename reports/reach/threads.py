"""What more threads buy: the same configuration on the same ladder with one thread and with several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.english import count, opened, some
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.cells import matrix
from tilings.reports.plot.style import colour
from tilings.reports.reach import words
from tilings.reports.reach.findings import Findings, threads
from tilings.reports.reach.reach import Reach, observed, reaches
from tilings.runners.record.climbs import Climb, RecordedLadder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results

PLACE = 40
_FURTHER, _AS_FAR, _LESS = "further", "as far", "less far"
_SHADES = {_FURTHER: "#d3ecd8", _AS_FAR: "#ececec", _LESS: "#f3c6bd"}
_SENTENCE = (
    "Reach with one thread → with several, by wall time; the limit of CPU time grows with the threads. Empty: not run, "
    "or without threads."
)


@dataclass(frozen=True)
class Pair:
    """A configuration with one thread and with `threads`."""

    one: Reach
    several: Reach
    threads: int

    @property
    def ladder(self) -> RecordedLadder:
        return self.one.climb.ladder

    @property
    def change(self) -> str:
        """A key of _SHADES."""
        before, after = self.one.size or 0, self.several.size or 0
        return _FURTHER if after > before else _AS_FAR if after == before else _LESS


def pairs(found: Sequence[Climb]) -> list[Pair]:
    """The pairs of a campaign, by ladder."""
    made = []
    for group in reaches([climb for climb in found if not climb.preset]).values():
        one = {each.climb.configuration: each for each in group}
        for name, each in one.items():
            number = threads(each.climb)
            alone = one.get(name.removesuffix(f" ×{number}"))
            if number > 1 and alone is not None:
                made.append(Pair(alone, each, number))
    return made


def chapter(_: Results, found: Findings) -> Chapter:
    """What more threads buy; empty without any."""
    made, origin = pairs(found.with_threads), found.origin("threads", found.with_threads)
    if not made:
        return Chapter("")
    most = max(each.threads for each in made)
    further = sum(each.change == _FURTHER for each in made)
    title = f"What do {most} threads buy? A larger reach in {further} of {count(len(made), 'climb')}"
    less = [f"{each.one.climb.solver} on {words.name(each.ladder)}" for each in made if each.change == _LESS]
    said = f"{origin}All other findings are on one thread. "
    said += f"{count(len(less), 'climb')} end{'s' * (len(less) == 1)} earlier"
    return Chapter(
        title, [Words(said + (f": {some(less)}." if less else ".")), Drawing("", _figure(made), _SENTENCE)], whole=True
    )


def _figure(made: Sequence[Pair]) -> Figure:
    ladders = list(dict.fromkeys(each.ladder for each in made))
    columns = {_solver(each): colour(each.one.name) for each in sorted(made, key=_solver)}
    cells = {
        (ladders.index(each.ladder), _solver(each)):
            (f"{observed(each.one)} → {observed(each.several)}", _SHADES[each.change])
        for each in sorted(made, key=lambda each: each.one.size or 0)
    }  # fmt: skip
    return matrix([opened(words.name(ladder)) for ladder in ladders], columns, cells, _SHADES)


def _solver(each: Pair) -> str:
    return each.one.climb.solver + ("" if each.one.climb.ranked else ", reference")
