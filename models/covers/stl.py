"""The pieces of a cover of pieces and cells as solids for a printer (found by the module's name)."""

from collections.abc import Iterator

from tilings.models.covers import cells
from tilings.models.covers.instance import CoversInstance
from tilings.models.polycubes import stl
from tilings.models.polycubes.instance import Piece, PolycubesInstance
from tilings.models.problem import Solution


def files(instance: CoversInstance, solution: Solution, edge: float, gap: float) -> Iterator[tuple[str, int, bytes]]:
    """As of the family polycubes; each piece as it lies in the solution. `cells.box` must know the cover."""
    packed = cells.packing(instance, solution)
    pieces = {name: Piece(name, covered) for name, covered in packed}
    yield from stl.files(PolycubesInstance(instance.name, (1, 1, 1), (), tuple(pieces.values())), packed, edge, gap)


def takes(instance: CoversInstance) -> bool:
    """Whether the cover is one of pieces and cells."""
    return cells.box(instance) is not None
