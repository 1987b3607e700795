"""How much of a time is luck: the spread over seeds, as a chapter of a report on climbs."""

from dataclasses import replace

from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.data.campaign import Results
from tilings.reports.figures import seeds

_SAID = (
    "Some solvers draw random numbers. On ladders with a single instance of each size they run with several seeds, and "
    "the median run counts: a size is solved if more than half of the seeds solve it."
)


def chapter(results: Results) -> Chapter:
    """The spread of each solver that was run with several seeds; empty without any."""
    drawing = seeds.draw(results.runs)
    if drawing.figure is None:
        return Chapter("")
    return Chapter(f"How much is luck? {drawing.title}", [Words(_SAID), replace(drawing, title="")], whole=True)
