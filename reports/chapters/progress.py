"""On the way to the optimum, and by how much luck: when good solutions come, and how far seeds move the times."""

from reports.chapters.chapter import Chapter
from reports.data.campaign import Results
from reports.figures import anytime, seeds


def chapter(results: Results) -> Chapter:
    """The two figures, as far as the campaign's own runs tell enough for them."""
    figures = [anytime.draw(results.runs, results.traces), seeds.draw(results.runs)]
    shown = [drawing for drawing in figures if drawing.figure is not None]
    return Chapter("On the way to the optimum, and by how much luck", shown)
