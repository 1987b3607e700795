"""Who leads each ladder: the pairs of its final, in which the leader meets the best configuration of each paradigm."""

from __future__ import annotations

import csv
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import MOST_ROWS, Chapter, Table, Words
from tilings.reports.english import as_ratio, count
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach
from tilings.reports.reach.winners import Duel, Standing
from tilings.runners.record.paired import LEAST_S, OPEN, RATIO

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 13
_ERRORS = Path(__file__).with_name("verdict_errors.csv")
_HEADER = ["ladder", "leader", "rival", "verdict", "pairs", "wins", "losses", "ties", "neither", "ratio"]
_WIDTHS = (*("1fr",) * 3, *("auto",) * 7)
_PAIR = (
    f"A pair is a run of each on one instance, which no climb had. Solved beats unsolved; of two solved runs the one "
    f"that is {RATIO:g} times and {LEAST_S:g} s faster wins, else they tie. Our engines, the reference, are outside."
)
_CAPTION = (
    "The leader against each rival. Ratio: the rival's time divided by the leader's, the median over the pairs that "
    "either solves, and its interval; ∞: the rival does not solve it."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """A row for each rival of each leader; empty for a campaign without finals."""
    own = [each for each in found.standings if any(duel.pairs for duel in each.duels)]
    if not own:
        return Chapter("")
    pairs = sum(duel.pairs for each in own for duel in each.duels)
    decided = sum(each.leads or each.equal for each in own)
    title = f"Who leads? {count(pairs, 'pair')} decide {decided} of {count(len(own), 'ladder')}"
    rows = [_row(each, duel) for each in own for duel in each.duels]
    parts = [rows[place : place + MOST_ROWS] for place in range(0, len(rows), MOST_ROWS)]
    tables = [Table(_HEADER, part, _CAPTION, "finals", left=4, widths=_WIDTHS) for part in parts]
    return Chapter(
        title, [Words(f"{_PAIR} {_error()}"), *tables, Table(_HEADER, rows, _CAPTION, "finals", beside=True)]
    )


def score(duel: Duel) -> str:
    """The pairs won and lost, and the median ratio of times, in words."""
    found = duel.verdict
    text = f"{count(found.wins, 'win')} and {count(found.losses, 'loss', 'losses')} in {count(duel.pairs, 'pair')}"
    text += f" with {duel.rival.name}"
    if math.isinf(found.median_ratio):
        return f"{text}, which leaves half or more unsolved"
    return f"{text}, which takes {as_ratio(found.median_ratio)} times as long" if found.median_ratio > 0 else text


def ratio(duel: Duel) -> str:
    """The median ratio of times with its interval, as a cell."""
    value, (low, high) = duel.verdict.median_ratio, duel.verdict.interval
    if math.isnan(value):
        return "–"
    return _times(value) + ("" if (low, high) == (0, math.inf) else f" ({_times(low)}–{_times(high)})")


def _times(value: float) -> str:
    return "∞" if math.isinf(value) else as_ratio(value) if value else "0"


def _row(each: Standing, duel: Duel) -> list[str]:
    """By _HEADER."""
    found = duel.verdict
    numbers = (duel.pairs, found.wins, found.losses, found.ties, found.neither)
    return [
        words.name(each.ladder),
        _who(each.leader),
        _who(duel.rival),
        _verdict(duel),
        *map(str, numbers),
        ratio(duel),
    ]


def _who(each: Reach) -> str:
    return f"{each.name}: {each.climb.configuration}"


def _verdict(duel: Duel) -> str:
    """The verdict, and of an open one why it is."""
    word, further = duel.verdict.decided, duel.verdict.next_look
    if not duel.pairs:
        return f"{word}: {'no pairs' if duel.rival.size else 'solves none'}"
    if word != OPEN:
        return word
    return f"{word}: {f'{further} more may decide' if further else 'no more decide'}"


@cache
def _error() -> str:
    """How often a ladder gets a leader where a rival is as good, by `tools.verdict_errors`."""
    with _ERRORS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["case"], row["win rate"]) == ("two contestants", "0.5")
                or row["case"] == "one rival as good"]  # fmt: skip
    most = max(float(row["ahead"]) for row in rows)
    return f"Where a rival is as good as the leader, {100 * most:.1f} % of ladders at most get a leader all the same."
