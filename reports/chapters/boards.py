"""What it is about: a large board of each family, and a search as a strip of film."""

from reports.chapters.chapter import Block, Boards, Chapter
from reports.data.campaign import Results
from reports.figures import films
from reports.figures.boards import board

BOARD_CM, FILM_CM = 6.0, 7.0
_SMALLEST = ("covers",)  # families of which only small pictures can be read: a matrix with a column for each item


def chapter(results: Results) -> Chapter:
    """The largest solved board of each family, and the first film that the folder holds of it."""
    blocks: list[Block] = []
    families = sorted(set(results.runs["family"]))
    found = [board(results, family, float(family not in _SMALLEST)) for family in families]
    blocks.append(Boards([each for each in found if each], BOARD_CM))
    for family in families:
        blocks.append(Boards(list(films.films(results.folder, family))[:1], FILM_CM))
    return Chapter("Boards", blocks)
