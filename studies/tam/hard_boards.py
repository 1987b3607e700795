"""The study of where the hard triomino-domino boards lie."""

from reports.chapters.chapter import Chapter, Words
from reports.data.campaign import Results
from reports.english import count
from studies.tam import hardness
from studies.tam import hardness_curves as curves


def chapter(results: Results | None) -> Chapter:
    """Whether all tiles fit and what that takes, by density; empty without runs of the study."""
    title = "Where the hard boards lie"
    runs = None if results is None else hardness.select(results.runs)
    if runs is None or runs.empty:
        return Chapter(title)
    boards = hardness.boards(runs)
    words = (
        "Square boards and m random tiles with values from 1 to k, of which as many as possible are to be placed: the "
        f"fuller the board would be, the fewer of its tiles fit. {count(len(runs), 'run')} on "
        f"{count(len(boards), 'board')}, {int(boards['settled'].sum())} of them settled."
    )
    return Chapter(title, [Words(words), curves.draw(runs)])
