"""Who leads each ladder: the pairs of its final, in which the leader meets the best configuration of each paradigm."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.formulation import paradigms_in_order
from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.english import as_ratio, count, listed, opened
from tilings.reports.reach import words
from tilings.reports.reach.reach import Reach
from tilings.reports.reach.winners import Duel, Standing
from tilings.runners.record.paired import AHEAD, EQUAL, ERROR, LEAST_S, RATIO

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 13
_ERRORS = Path(__file__).with_name("verdict_errors.csv")
_HEADER = ["ladder", "leader", "rival", "verdict", "pairs", "won", "lost", "tied", "neither", "ratio"]
_PAIR = (
    "A pair is a run of each on one instance, which no climb had. Solved beats unsolved; of two solved runs the one "
    f"that is {RATIO:g} times and {LEAST_S:g} s faster wins, else they tie. Our engines, the reference, are outside."
)
_CAPTION = (
    "For each rival the pairs that the leader won–lost–tied, in brackets those that neither solved; below, the rival's "
    "time divided by the leader's, the median over the pairs that either solves, and its interval of 95 % (∞: the "
    "rival does not solve it). Bold: the leader is ahead; else it is open. ×: solves none; ·: has no model."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """A row for each rival of each leader; empty for a campaign without finals."""
    own = [each for each in found.standings if any(duel.pairs for duel in each.duels)]
    if not own:
        return Chapter("")
    pairs = sum(duel.pairs for each in own for duel in each.duels)
    decided = sum(each.leads or each.equal for each in own)
    title = f"Who leads? {decided} of {count(len(own), 'ladder')} decided, with {count(pairs, 'pair')}"
    data = Table(
        _HEADER, [_row(each, duel) for each in own for duel in each.duels],
        "each pair of leader and rival, with its configurations.", "finals", beside=True,
    )  # fmt: skip
    return Chapter(title, [Words(f"{_PAIR} {_error()}"), _matrix(own), data])


def _matrix(own: Sequence[Standing]) -> Table:
    """A row a ladder and its leader, a column a rival."""
    names = paradigms_in_order({each.leader.name for each in own} | {one.name for each in own for one in each.rivals})
    rows, bold = [], []
    for row, each in enumerate(own):
        duels = {duel.rival.name: duel for duel in each.duels}
        led = "leads" if each.leads else "furthest"
        cells = [led if name == each.leader.name else _cell(duels.get(name)) for name in names]
        bold += [(row, 1 + column) for column, name in enumerate(names)
                 if name == each.leader.name or (name in duels and duels[name].verdict.decided == AHEAD)]  # fmt: skip
        rows.append([f"{opened(words.name(each.ladder))}\n{_who(each.leader)}", *cells])
    widths = ("2.4fr", *["1fr"] * len(names))
    header = ["ladder, and who got furthest", *names]
    return Table(header, rows, _CAPTION, "finals-matrix", bold=bold, widths=widths, size=8)


def _cell(duel: Duel | None) -> str:
    if duel is None:
        return "·"
    if not duel.pairs:
        return "×" if duel.rival.size is None else "not met"
    found = duel.verdict
    neither = f" ({found.neither})" if found.neither else ""
    equal = "equal, " if found.decided == EQUAL else ""
    return f"{equal}{found.wins}–{found.losses}–{found.ties}{neither}\n{_ratio(duel)}"


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
    known = low != high and (low, high) != (0, math.inf)
    return _times(value) + (f" ({_times(low)}–{_times(high)})" if known else "")


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
    return (
        f"In a simulation of this rule {100 * most:.1f} % of ladders at most get a leader where a rival is as good; "
        f"{ERROR:.0%} are allowed."
    )
