"""Who leads each ladder: the pairs of its final, in which the leader meets the best configuration of each paradigm."""

from __future__ import annotations

import csv
import math
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.english import as_ratio, count, listed
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach
from tilings.reports.reach.winners import Duel, Standing
from tilings.runners.record.paired import LEAST_S, RATIO

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 13
_ERRORS = Path(__file__).with_name("verdict_errors.csv")
_HEADER = ["ladder", "leader", "rival", "verdict", "pairs", "won", "lost", "tied", "neither", "ratio"]
_WIDTHS = ("1fr", "1fr", "1.6fr", *("auto",) * 7)
_PAIR = (
    "A pair is a run of each on one instance, which no climb had. Solved beats unsolved; of two solved runs the one "
    f"that is {RATIO:g} times and {LEAST_S:g} s faster wins, else they tie. Our engines, the reference, are outside."
)
_CAPTION = (
    "The leader against each rival. Ratio: the rival's time divided by the leader's, the median over the pairs that "
    "either solves, and its interval; ∞: the rival does not solve it. Open (+3): 3 more pairs may decide; open: no "
    "number of them."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """A row for each rival of each leader; empty for a campaign without finals."""
    own = [each for each in found.standings if any(duel.pairs for duel in each.duels)]
    if not own:
        return Chapter("")
    pairs = sum(duel.pairs for each in own for duel in each.duels)
    decided = sum(each.leads or each.equal for each in own)
    title = f"Who leads? {count(pairs, 'pair')} decide {decided} of {count(len(own), 'ladder')}"
    rows = [[_row(each, duel) for duel in each.duels] for each in own]
    shown = [row if row is first else ["", "", *row[2:]] for first, *rest in rows for row in (first, *rest)]
    table = Table(_HEADER, shown, _CAPTION, "", left=4, widths=_WIDTHS, beside=False)
    data = Table(_HEADER, [*chain(*rows)], "the same as data.", "finals", beside=True)
    return Chapter(title, [Words(f"{_PAIR} {_error()}"), table, data])


def score(duel: Duel) -> str:
    """The leader's outcomes against a rival, and by the median of the times how much faster it is, in words."""
    if not duel.pairs:
        return f"{duel.rival.name} {'was not met' if duel.rival.size else 'solves none'}"
    found = duel.verdict
    outcomes = {"won": found.wins, "lost": found.losses, "tied": found.ties, "solved by neither": found.neither}
    said = listed([f"{number} {word}" for word, number in outcomes.items() if number])
    text = f"{said} of {count(duel.pairs, 'pair')} with {duel.rival.name}"
    if math.isinf(found.median_ratio):
        return f"{text}, which leaves half or more unsolved"
    return f"{text}, {as_ratio(found.median_ratio)} times as fast" if found.median_ratio > 0 else text


def _ratio(duel: Duel) -> str:
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
    names = words.name(each.ladder), _who(each.leader), _who(duel.rival)
    verdict = f"{found.decided} (+{found.next_look})" if found.next_look else found.decided
    return [*names, verdict, *map(str, numbers), _ratio(duel)]


def _who(each: Reach) -> str:
    return f"{each.name}: {each.climb.configuration if each.size else 'solves none'}"


@cache
def _error() -> str:
    """How often a ladder gets a leader where a rival is as good, by `tools.verdict_errors`."""
    with _ERRORS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["case"], row["win rate"]) == ("two contestants", "0.5")
                or row["case"] == "one rival as good"]  # fmt: skip
    most = max(float(row["ahead"]) for row in rows)
    return f"Where a rival is as good as the leader, {100 * most:.1f} % of ladders at most get a leader all the same."
