"""Films of searches: strips of the boards on the way to a solution, from films that lie in the campaign's folder.

``python -m runners.solve INSTANCE --solver dlx --film DIR/films/NAME.json`` makes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from models import film
from models.problem import UserError
from reports.figures.drawing import Drawing

if TYPE_CHECKING:
    from models.film import Film
    from reports.data.campaign import Results

TITLE = "A search"
FOLDER = "films"


def films(results: Results, family: str) -> Iterator[Drawing]:
    """The strips of a family's films.

    Left out: files that hold no film, films of instances that the campaign does not have, and those whose last board is
    said to be a solution and is none.
    """
    for path in sorted((results.folder / FOLDER).glob("*.json")):
        try:
            found = film.read(path)
        except UserError:
            continue
        if found.family == family and (family, found.instance) in results.instances and _holds(results, found):
            _, instance = results.instances[family, found.instance]
            words = f"{found.caption()} The number of a board is that of the nodes visited before."
            yield Drawing(TITLE, film.strip(found, instance), words)


def _holds(results: Results, found: Film) -> bool:
    problem, instance = results.instances[found.family, found.instance]
    boards = [frame.board for _, frame in found]
    return bool(boards) and (not found.solved or not problem.check(instance, boards[-1], "first"))
