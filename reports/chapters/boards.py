"""What it is about: a large board of each family, and a search as a strip of film."""

from models.registry import HOME
from reports.chapters.chapter import Block, Boards, Chapter, Words
from reports.data.campaign import Results
from reports.figures import boards, films

BOARD_CM, FILM_CM = 7.0, 4.0


def chapter(results: Results) -> Chapter:
    """The largest solved board of each family that can be drawn, and the first film that the folder holds of it."""
    blocks: list[Block] = []
    for family in sorted(set(results.runs["family"])):
        if not (HOME / family / "draw.py").exists():
            continue
        drawn, bad = boards.boards(results, family)
        blocks.append(Boards(drawn[-1:], BOARD_CM))
        blocks += [Boards([strip], FILM_CM) for strip in list(films.films(results, family))[:1]]
        if bad:
            blocks.append(Words(boards.sentence([], bad)))
    return Chapter("Boards", blocks)
