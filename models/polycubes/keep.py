"""The sub-puzzle of a solution: some pieces stay fixed where the solution has them, the others are free again."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, count

from tilings.models.polycubes.instance import Cell, Piece, PolycubesInstance
from tilings.models.problem import Solution, UserError


def keep(instance: PolycubesInstance, solution: Solution, pieces: Iterable[str]) -> PolycubesInstance:
    """The instance in which the pieces of these names are fixed where they lie in the solution.

    All copies of a piece are fixed. They need names of their own: the first keeps the piece's name, the others are
    called name.2, name.3 and so on. Raises UserError for a name that no piece has.
    """
    chosen = set(pieces)
    names = {piece.name for piece in instance.pieces}
    if unknown := sorted(chosen - names):
        raise UserError(f"there is no piece {unknown[0]!r}; the pieces are {', '.join(sorted(names))}")
    placed: dict[str, list[tuple[Cell, ...]]] = defaultdict(list)
    for name, cells in solution:
        placed[name].append(cells)
    kept: list[Piece] = []
    for piece in instance.pieces:
        if piece.name in chosen:
            numbered = (name for number in count(2) if (name := f"{piece.name}.{number}") not in names)
            own = zip(chain([piece.name], numbered), placed[piece.name], strict=False)
            kept += [Piece(name, cells, fixed=True) for name, cells in own]
        else:
            kept.append(piece)
    return replace(instance, pieces=tuple(kept))
