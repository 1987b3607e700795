"""Films of searches: strips of the boards on the way to a solution, from films that lie in the campaign's folder.

``python -m runners.solve INSTANCE --solver dlx --film DIR/films/NAME.json`` makes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from models import film
from models.problem import UserError
from models.registry import load_instance
from reports.figures.drawing import Drawing

FOLDER = "films"


def films(folder: Path, family: str = "") -> Iterator[Drawing]:
    """The strips of the films in a results folder, by default of all families.

    Left out: files that hold no film, films of instances of which the folder has no copy, and those whose last board is
    said to be a solution and is none.
    """
    for path in sorted((folder / FOLDER).glob("*.json")):
        try:
            found = film.read(path)
            problem, instance = load_instance(folder / "instances" / found.family / f"{found.instance}.json")
        except UserError:
            continue
        boards = [frame.board for _, frame in found]
        holds = boards and (not found.solved or not problem.check(instance, boards[-1], "first"))
        if holds and family in ("", found.family):
            words = f"{found.caption()} The number of a board is that of the nodes visited before."
            yield Drawing(found.instance, film.strip(found, instance), words)
