"""How each score is defined."""

from reports.chapters.chapter import Chapter, Formulas, Words
from reports.data.campaign import Results
from reports.english import listed
from reports.scores import DEFINITIONS

ON_PAGES = ("PAR2", "× leader", "intervals", "mean rank", "explained share")


def chapter(results: Results) -> Chapter:
    """The definition of each score that a page shows; of those in the file of scores alone the names and sources."""
    words = (
        "There are n cases i, an instance with a goal each. Solved is one whose goal was reached, if no check speaks "
        "against the answer. t is the time of the median run, L its wall limit."
    )
    unused = set()
    if not results.crossed:
        unused.add("explained share")
    known = [definition for definition in DEFINITIONS if definition.name not in unused]
    shown = [definition for definition in known if definition.name in ON_PAGES]
    beside = [each.name + "".join(f" [@{key}]" for key in each.sources) for each in known if each not in shown]
    rest = f"In `tables/scores.csv` stand further scores, which `reports.scores` defines: {listed(beside)}."
    return Chapter("How each score is defined", [Words(words), Formulas(shown), Words(rest)])
