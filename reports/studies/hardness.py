"""The study of where the hard triomino-domino boards lie."""

from reports.analysis import hardness
from reports.chapters.chapter import Chapter, Words
from reports.figures import hardness as curves
from reports.studies.sources import HARDNESS, Studies
from reports.text.english import count


def chapter(studies: Studies) -> Chapter:
    """Whether all tiles fit and what that takes, by density; empty without runs of the study."""
    title = "Where the hard boards lie"
    found = studies.campaigns.get(HARDNESS)
    runs = None if found is None else hardness.select(found.runs)
    if runs is None or runs.empty:
        return Chapter(title)
    boards = hardness.boards(runs)
    words = (
        "Square boards and m random tiles with values from 1 to k, of which as many as possible are to be placed: the "
        f"fuller the board would be, the fewer of its tiles fit. {count(len(runs), 'run')} on "
        f"{count(len(boards), 'board')}, {int(boards['settled'].sum())} of them settled."
    )
    return Chapter(title, [Words(words), curves.draw(runs)])
