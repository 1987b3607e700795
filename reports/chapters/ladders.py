"""The definitions of reach, for the report on a campaign whose ladders were climbed."""

from __future__ import annotations

from tilings.reports.chapters.chapter import Chapter, Table
from tilings.reports.data.campaign import Results

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


def definitions(_: Results) -> Chapter:
    """The words of the findings and of the table of reach, a row each."""
    rows = [[word, meaning] for word, meaning in _DEFINITIONS.items()]
    table = Table(["word", "meaning"], rows, "The words of the findings.", "words", left=2, widths=("auto", "1fr"))
    return Chapter("How reach is defined", [table])
