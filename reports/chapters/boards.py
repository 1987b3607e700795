"""What it is about: a large board of each family, and a search as a strip of film."""

from reports.chapters.chapter import Block, Boards, Chapter
from reports.data.campaign import Results
from reports.figures import films
from reports.figures.boards import boards

BOARD_CM, FILM_CM = 4.7, 7.0
# Of covers the smallest: a matrix with a column for each item soon cannot be read.
PLACES = {"squares": 1.0, "polycubes": 1.0, "triominoes": 1.0, "covers": 0.0}


def chapter(results: Results) -> Chapter:
    """A large board of each family, and the first film that the folder holds of it."""
    blocks: list[Block] = [Boards(list(boards(results, PLACES)), BOARD_CM)]
    for family in sorted(set(results.runs["family"])):
        blocks.append(Boards(list(films.films(results.folder, family))[:1], FILM_CM))
    return Chapter("Boards", blocks)
