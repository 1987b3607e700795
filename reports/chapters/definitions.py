"""How each score is defined."""

from reports.analysis.factorial import crossed
from reports.chapters.chapter import Chapter, Formulas, Words
from reports.data.campaign import Results
from reports.scores import DEFINITIONS


def chapter(results: Results) -> Chapter:
    """The definition of each score that the report shows, with its source."""
    words = (
        "There are n cases i, an instance with a goal each. Solved is one whose goal was reached, if no check speaks "
        "against the answer. t is the time of the median run, L its wall limit, x(t) the best objective that a run had "
        "by t, x* the best of any run on the case."
    )
    unused = set()
    if "optimum" not in set(results.median["goal"]):
        unused |= {"area", "primal integral"}
    if not crossed(results.median[results.median["ranked"]]):
        unused.add("explained share")
    shown = [definition for definition in DEFINITIONS if definition.name not in unused]
    return Chapter("How each score is defined", [Words(words), Formulas(shown)])
