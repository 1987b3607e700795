"""The study of other people's solvers, timed side by side with ours."""

from reports.chapters.chapter import Chapter, Words
from reports.figures import peers
from reports.studies.sources import Studies

_ABOUT = (
    "Whole commands, in turns on one machine: all that a command does counts, the start of its language included, "
    "which is nearly all that the easiest instances show. Ours also check each solution and compare the count with the "
    "known one. Exact-cover libraries were given the same items and options, with one piece constrained. Knuth's "
    "programs and Busche's are not among them unless they are named; polycube-algorithms is our engine with his "
    "algorithms. The commands stand in `peers.csv`."
)


def chapter(studies: Studies) -> Chapter:
    """The times of whole commands; empty where none were taken."""
    title = "Other people's solvers"
    return Chapter(title, [] if studies.peers is None else [Words(_ABOUT), peers.draw(studies.peers)])
