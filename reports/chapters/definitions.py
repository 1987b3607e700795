"""How each score is defined."""

from reports.chapters.chapter import Chapter, Formulas, Words
from reports.data.campaign import Results
from reports.scores import DEFINITIONS


def chapter(_: Results) -> Chapter:
    """The definition of each score, with its source."""
    words = (
        "There are n cases i, an instance with a goal each. t is the time of the median run, L its wall limit, x(t) "
        "the best objective that a run had by t, x* the best of any run on the case. Refuted answers are unsolved."
    )
    return Chapter("How each score is defined", [Words(words), Formulas(DEFINITIONS)])
