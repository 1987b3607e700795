"""What makes a puzzle hard: times and solved instances on sweeps, of which all instances have one size.

An unsolved run counts as its limit. Times of several runs are geometric means; those of several paradigms, one for
each that is ranked, say how hard a number is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Block, Chapter, Table, Words
from tilings.reports.english import as_ratio, count, listed, opened, seconds
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, name_rows, rows_down
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank, colour, label
from tilings.reports.reach import words
from tilings.reports.scores import share_interval
from tilings.runners.record.climbs import Climb, RecordedLadder, Rung, by_ladder
from tilings.runners.record.results import FLOOR_S

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 30
_COLUMNS, _TIMES, _ROW = 2, 1.7, 0.14  # panels side by side; inches of times, and of a row of numbers below them
_SMALL = 7  # points


@dataclass(frozen=True)
class Sweep:
    """The best configuration of each paradigm on a sweep, in the order in which paradigms are shown."""

    ladder: RecordedLadder
    climbs: tuple[Climb, ...]

    @property
    def ranked(self) -> list[Climb]:
        return [climb for climb in self.climbs if climb.ranked]

    @cached_property
    def numbers(self) -> list[float]:
        """The numbers on which all ranked paradigms were run."""
        own = [{rung.size for rung in climb.tried} for climb in self.ranked]
        return sorted(set.intersection(*own)) if own else []

    @cached_property
    def hardness(self) -> dict[float, float]:
        """For each number the mean seconds of the ranked paradigms."""
        return {each: _mean(self.mean_s(climb, each) for climb in self.ranked) for each in self.numbers}

    @property
    def easiest(self) -> float:
        return min(self.hardness, key=lambda number: self.hardness[number])

    @property
    def hardest(self) -> float:
        return max(self.hardness, key=lambda number: self.hardness[number])

    @property
    def growth(self) -> float:
        """How many times as long the hardest number takes as the easiest."""
        return self.hardness[self.hardest] / self.hardness[self.easiest]

    def mean_s(self, climb: Climb, number: float) -> float:
        """The mean seconds of a climb's runs on a number."""
        return _mean(_charged(_rung(climb, number), self.ladder.limit_s))

    def solved(self, number: float, climbs: Sequence[Climb] = ()) -> tuple[int, int]:
        """How many runs on a number are solved, of how many; by default those of all ranked paradigms."""
        cases = [case for climb in climbs or self.ranked for case in _rung(climb, number).cases]
        return sum(case.solved for case in cases), len(cases)


def chapter(_: Results, found: Findings) -> Chapter:
    """A panel a sweep; empty without sweeps on which several numbers were run."""
    made = sweeps(found.sweeps)
    if not made:
        return Chapter("")
    most = max(made, key=lambda each: each.growth)
    title = (
        f"Difficulty: what makes a puzzle hard? {opened(words.title(most.ladder))}: {_short(most, most.hardest)} the "
        f"paradigms take {as_ratio(most.growth)} times as long as {_short(most, most.easiest)}"
    )
    blocks: list[Block] = [Words(" ".join(map(_said, made))), Drawing("", _figure(made), _sentence(made)), _table(made)]
    return Chapter(title, blocks, whole=True)


def sweeps(found: Sequence[Climb]) -> list[Sweep]:
    """The sweeps of which several numbers were run, by the families."""
    made = []
    for ladder, group in sorted(by_ladder(found).items(), key=lambda item: words.place(item[0])):
        best: dict[str, Climb] = {}
        for climb in sorted(group, key=lambda climb: _order(climb, ladder.limit_s)):
            best.setdefault(climb.paradigm, climb)
        own = [best[name] for name in paradigms_in_order(best)]
        made.append(Sweep(ladder, (*(each for each in own if each.ranked), *(each for each in own if not each.ranked))))
    return [each for each in made if len(each.numbers) > 1]


def _order(climb: Climb, limit_s: float) -> tuple[int, float]:
    """The least is the configuration that solves the most cases, of equal ones the fastest."""
    cases = [case for rung in climb.tried for case in rung.cases]
    times = [second for rung in climb.tried for second in _charged(rung, limit_s)]
    return -sum(case.solved for case in cases), _mean(times)


def _charged(rung: Rung, limit_s: float) -> list[float]:
    return [max(case.time_s, FLOOR_S) if case.solved else limit_s for case in rung.cases]


def _mean(times: Iterable[float]) -> float:
    return math.exp(fmean(map(math.log, times)))


def _rung(climb: Climb, number: float) -> Rung:
    rung = climb.rung(number)
    assert rung is not None, "its climb was run on this number"
    return rung


def _short(sweep: Sweep, number: float) -> str:
    return words.short(sweep.ladder, number)


def _said(sweep: Sweep) -> str:
    """Where a sweep is hardest, whether each step towards it is harder, and which paradigm loses the most there."""
    solved, of = sweep.solved(sweep.hardest)
    text = (
        f"{opened(words.title(sweep.ladder))}: the longest mean time {_short(sweep, sweep.hardest)} "
        f"({solved} of {count(of, 'run')} solved)"
    )
    *_, last = sweep.numbers
    if sweep.hardest in (sweep.numbers[0], last):
        towards = sweep.numbers if sweep.hardest == last else sweep.numbers[::-1]
        rising = all(sweep.hardness[low] <= sweep.hardness[high] for low, high in pairwise(towards))
        text += f", {'each' if rising else 'not each'} step towards it harder"
    else:
        faster = sum(sweep.mean_s(each, last) < sweep.mean_s(each, sweep.hardest) for each in sweep.ranked)
        text += f"; {_short(sweep, last)} {faster} of {count(len(sweep.ranked), 'paradigm')} are faster"
    return f"{text}; {_losing(sweep)}."


def _losing(sweep: Sweep) -> str:
    """Who loses the most from the easiest number to the hardest: of its solved runs, or else of its speed."""
    lost = {each: sweep.solved(sweep.easiest, [each])[0] - sweep.solved(sweep.hardest, [each])[0]
            for each in sweep.ranked}  # fmt: skip
    if (most := max(lost.values())) > 0:
        names = [each.paradigm for each in sweep.ranked if lost[each] == most]
        return f"{listed(names)} {'loses' if len(names) == 1 else 'lose'} the most ({count(most, 'run')})"
    slowed = {each: sweep.mean_s(each, sweep.hardest) / sweep.mean_s(each, sweep.easiest) for each in sweep.ranked}
    slowest = max(slowed, key=lambda each: slowed[each])
    return f"{slowest.paradigm} slows down the most ({as_ratio(slowed[slowest])} times)"


def _sentence(made: Sequence[Sweep]) -> str:
    limit_s = max(sweep.ladder.limit_s for sweep in made)
    least = min(len(rung.cases) for sweep in made for climb in sweep.ranked for rung in climb.tried)
    return (
        f"All instances of a panel have one size, and a run has {limit_s:g} s. Line: the middle one of {least} times; "
        "dots: each, hollow if not solved. Below: how many are solved; so few say little of others. Grey: `dlx`."
    )


def _table(made: Sequence[Sweep]) -> Table:
    header = ["sweep", "configuration", "number", "solved", "instances", "share from", "share to", "mean (s)"]
    rows = []
    for sweep in made:
        for climb in sweep.climbs:
            for rung in climb.tried:
                solved, of = sum(case.solved for case in rung.cases), len(rung.cases)
                low, high = share_interval(solved, of)
                mean_s = seconds(_mean(_charged(rung, sweep.ladder.limit_s)))
                rows.append([sweep.ladder.where, climb.configuration, f"{rung.size:g}", str(solved), str(of),
                             f"{low:.2f}", f"{high:.2f}", mean_s])  # fmt: skip
    caption = "solved instances by sweep and number, with Wilson's interval of 95 %, and the geometric mean of times."
    return Table(header, rows, caption, "difficulty", left=2, beside=True)


def _figure(made: Sequence[Sweep]) -> Figure:
    heights = [_TIMES, _ROW * max(len(sweep.climbs) for sweep in made)]
    rows = -(-len(made) // _COLUMNS)
    figure = blank((sum(heights) + 0.75) * rows)
    grid = figure.subplots(2 * rows, _COLUMNS, squeeze=False, height_ratios=heights * rows)
    for place in range(rows * _COLUMNS):
        row, column = divmod(place, _COLUMNS)
        above, below = grid[2 * row][column], grid[2 * row + 1][column]
        if place < len(made):
            _times(above, made[place])
            _solved(below, made[place])
        else:
            above.set_visible(False)
            below.set_visible(False)
    return figure


def _named(climb: Climb) -> str:
    return label(climb.paradigm)


def _times(axes: Axes, sweep: Sweep) -> None:
    """The seconds by number, a line a paradigm; lines and points of several are moved apart a little."""
    limit_s, labels = sweep.ladder.limit_s, []
    times = [second for climb in sweep.climbs for rung in climb.tried for second in _charged(rung, limit_s)]
    low, high = 0.7 * min(times), 1.4 * limit_s
    log_axis(axes, "y", low, high)
    axes.axhline(limit_s, color="#757575", linewidth=0.7, linestyle=(0, (2, 2)), zorder=1)
    for place, climb in enumerate(sweep.climbs):
        shade, shift = colour(climb.paradigm), 0.5 * ((place + 0.5) / len(sweep.climbs) - 0.5)
        line = [(sweep.numbers.index(rung.size) + shift, rung) for rung in climb.tried if rung.size in sweep.numbers]
        middles = [limit_s if math.isnan(rung.time_s) else rung.time_s for _, rung in line]
        axes.plot([x for x, _ in line], middles, color=shade, linewidth=1.1, zorder=2 + climb.ranked)
        for x, rung in line:
            for case, second in zip(rung.cases, _charged(rung, limit_s), strict=True):
                axes.scatter([x], [second], s=7, facecolor=shade if case.solved else "white", edgecolor=shade,
                             linewidth=0.6, zorder=4)  # fmt: skip
        end = math.log(middles[-1] / low) / math.log(high / low)
        labels.append(Label(end, _named(climb), shade))
    beside(axes, labels, _TIMES)
    axes.set_xticks(range(len(sweep.numbers)), [])
    axes.set_xlim(-0.5, len(sweep.numbers) - 0.5)
    axes.set_title(opened(words.name(sweep.ladder)), loc="left", weight="bold")
    axes.set_ylabel("time (s)")


def _solved(axes: Axes, sweep: Sweep) -> None:
    """The number of solved instances, a row a paradigm, a column a number; pale where all are solved."""
    for row, climb in enumerate(sweep.climbs):
        for x, number in enumerate(sweep.numbers):
            if climb.rung(number) is not None:
                solved, of = sweep.solved(number, [climb])
                shade = "#757575" if solved == of else colour(climb.paradigm)
                axes.text(x, row, f"{solved}/{of}", ha="center", va="center_baseline", fontsize=_SMALL, color=shade)
    axes.yaxis.tick_right()
    name_rows(axes, list(map(_named, sweep.climbs)), [colour(climb.paradigm) for climb in sweep.climbs])
    axes.tick_params(axis="y", labelsize=_SMALL, length=0)
    rows_down(axes, len(sweep.climbs))
    axes.set_xticks(range(len(sweep.numbers)), [f"{number:g}" for number in sweep.numbers])
    axes.set_xlim(-0.5, len(sweep.numbers) - 0.5)
    axes.set_xlabel(words.measure(sweep.ladder))
    axes.set_ylabel("solved")
    axes.grid(False)
