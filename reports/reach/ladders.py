"""Every ladder in numbers and in words, and the definitions of both."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.english import seconds
from tilings.reports.reach import front, reach, winners, words
from tilings.reports.reach.reach import best

if TYPE_CHECKING:
    from tilings.reports.reach.findings import Findings

_DEFINITIONS = {
    "ladder": "Instances of one kind, with one goal and growing size, all with a solution or all without. Those of one "
    "size are a rung.",
    "held": "A configuration holds a rung if it solves more than half of its cases within the limit. Of several seeds "
    "of a case the median run counts.",
    "reach": "The largest size that a configuration holds, if it fails on the next two rungs that were tried; ≥ if it "
    "holds the last rung that was tried. A paradigm has the reach of its best configuration on the ladder.",
    "fitted reach": "The size at which the curve of the time over the size meets the limit, with an interval. A run "
    "that was cut off counts as longer than its limit; a skipped run does not count.",
    "winner": "The paradigm with the largest reach. It is decided if the intervals do not overlap, or by the times on "
    "the largest rung that both hold.",
    "skipped": "While a rung is solved soon, the step to the next one doubles. The rungs between are "
    "skipped, and assumed to be held.",
    "given up": "After two rungs in a row that are not held, the climb ends. The next rung is given up, and assumed "
    "not to be held.",
}


def chapter(found: Findings) -> Chapter:
    """The table of reach, the sentences on it, and beside the document the reach of every configuration."""
    said = [Words(text) for text in found.sentences[front.SENTENCES :]]
    beside = reach.configurations(found.reaches), results(found)
    return Chapter("Every ladder in numbers", [found.table, *said, *beside])


def results(found: Findings) -> Table:
    """Every number of the first page, with its meaning."""
    won, gains = winners.won(found.standings), front.gains(found.reaches)
    rows = [["all", "ladders", str(len(found.standings))]]
    rows += [["all", "ladders undecided", str(len(found.standings) - won.total())]]
    rows += [[name, "ladders won", str(number)] for name, number in won.items()]
    for ladder, group in found.reaches.items():
        rows += [[words.name(ladder), "limit in seconds", f"{ladder.limit_s:g}"]]
        rows += [[words.name(ladder), "a tenth of the limit", f"{ladder.limit_s / front.TENFOLD:g}"]]
        for each in (one for one in best(group, native=True) if one.size):
            subject = f"{words.name(ladder)}: {each.climb.configuration}"
            rows.append([subject, f"reach, {words.measure(ladder)}", f"{each.size:g}"])
            if (rung := each.climb.rung(each.size)) and rung.tried:
                rows.append([subject, "seconds at the reach", seconds(rung.time_s)])
    if len(gains) >= front.FEW:
        rows.append(["all", "percent further in ten times the time, median", f"{100 * median(gains):.0f}"])
        rows.append(["all", "pairs of a paradigm and a ladder with a reach at both times", str(len(gains))])
    return Table(
        ["subject", "quantity", "value"], rows, "every number of the first page.", "results", left=2, beside=True
    )


def definitions() -> Chapter:
    """The words of the findings and of the table of reach, a row each."""
    rows = [[word, meaning] for word, meaning in _DEFINITIONS.items()]
    table = Table(["word", "meaning"], rows, "The words of the findings.", "words", left=2, widths=("auto", "1fr"))
    return Chapter("How reach is defined", [table])
