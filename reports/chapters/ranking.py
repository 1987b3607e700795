"""Who wins: the best configuration of each paradigm on every family and goal."""

from reports.chapters import tables
from reports.chapters.chapter import Chapter, Table
from reports.data.campaign import Results


def chapter(results: Results) -> Chapter:
    """The table of the best, by family and goal."""
    best = tables.paradigms(results.tasks)
    caption = (
        "The best configuration of each paradigm: cases solved of those it ran on, and PAR2 (the mean wall time, an "
        "unsolved case counting as twice the limit). † not run on every case: not to be compared with its row."
    )
    return Chapter("Who wins", [Table(best["header"], best["rows"], caption, "best", left=len(best["header"]))])
