"""The placements with their geometry and symmetries, for native engines with their own symmetry breaking."""

from collections.abc import Mapping

from tilings.models.polycubes import geometry, notes, symmetry
from tilings.models.polycubes.instance import Cell, PolycubesInstance
from tilings.models.problem import Packing

_Option = tuple[int, tuple[int, ...]]


def packing(instance: PolycubesInstance, engine: str, settings: Mapping[str, str], presolve: bool = False) -> Packing:
    """All placements of the movable pieces, piece by piece, and their images under the convention's symmetries.

    Pieces are taken in the order of the instance, orientations sorted, positions in the order of x, y, z. An atom is
    ``image(i)``, with i counted from 0 over all placements, unlike ``placement(i)`` of the data, which leave out some
    placements of a constrained piece. presolve: no placements if `notes.impossible` proves that there is no solution.
    """
    cells = tuple(instance.cells)
    index = {cell: i for i, cell in enumerate(cells)}
    place = {piece.name: i for i, piece in enumerate(instance.movable)}
    every = [] if presolve and notes.impossible(instance) else images(instance)
    piece = tuple(place[name] for name, _ in every)
    covers = tuple(tuple(sorted(map(index.__getitem__, covered))) for _, covered in every)
    return Packing(
        engine=engine,
        settings=settings,
        box=instance.box,
        cells=cells,
        names=tuple(place),
        copies=tuple(piece.copies for piece in instance.movable),
        piece=piece,
        covers=covers,
        symmetries=_permutations(instance, index, place, list(zip(piece, covers, strict=True))),
        atoms=tuple(("image", (i,)) for i in range(len(every))),
        least=tuple(piece.least for piece in instance.movable) if instance.ranges else (),
    )


def _permutations(
    instance: PolycubesInstance, index: Mapping[Cell, int], place: Mapping[str, int], options: list[_Option]
) -> tuple[tuple[int, ...], ...]:
    """For each symmetry, the image of each placement.

    index, place: the numbers of cells and pieces; options: the placements in these numbers.
    """
    number = {option: i for i, option in enumerate(options)}
    found = []
    for motion, renaming in symmetry.group(instance):
        cell = [index[geometry.move_in_box(old, motion, instance.box)] for old in index]
        piece = [place[renaming[name]] for name in place]
        moved = ((piece[one], tuple(sorted(map(cell.__getitem__, covered)))) for one, covered in options)
        found.append(tuple(map(number.__getitem__, moved)))
    return tuple(found)


def images(instance: PolycubesInstance) -> list[tuple[str, tuple[Cell, ...]]]:
    """All placements, as items of a solution: (piece name, sorted cells)."""
    open_cells = set(instance.cells)
    return [
        (piece.name, cells)
        for piece in instance.movable
        for cells in geometry.placements(piece, instance.box, open_cells, instance.reflect)
    ]
