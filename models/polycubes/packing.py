"""The placements with their geometry and symmetries, for the native engines that do their own symmetry breaking."""

from collections.abc import Mapping

from models.polycubes import geometry, symmetry
from models.polycubes.instance import Cell, PolycubesInstance
from models.problem import Packing


def packing(instance: PolycubesInstance, engine: str, settings: Mapping[str, str]) -> Packing:
    """All placements of the movable pieces, piece by piece, and where the symmetries of the convention take them.

    Pieces are taken in the order of the instance, orientations sorted, positions in the order of x, y, z. An atom is
    ``image(i)``, i counted from 0 over all placements, unlike ``placement(i)`` of the data, which are fewer where one
    piece is constrained.
    """
    cells = tuple(instance.cells)
    index = {cell: i for i, cell in enumerate(cells)}
    every = images(instance)
    number = {image: i for i, image in enumerate(every)}
    place = {piece.name: i for i, piece in enumerate(instance.movable)}
    return Packing(
        engine=engine,
        settings=settings,
        box=instance.box,
        cells=cells,
        names=tuple(place),
        copies=tuple(piece.copies for piece in instance.movable),
        piece=tuple(place[name] for name, _ in every),
        covers=tuple(tuple(sorted(index[cell] for cell in covered)) for _, covered in every),
        symmetries=tuple(tuple(number[image(item)] for item in every) for image in symmetry.symmetries(instance)),
        atoms=tuple(("image", (i,)) for i in range(len(every))),
    )


def images(instance: PolycubesInstance) -> list[tuple[str, tuple[Cell, ...]]]:
    """All placements, as items of a solution: (piece name, sorted cells)."""
    open_cells = set(instance.cells)
    return [
        (piece.name, cells)
        for piece in instance.movable
        for cells in geometry.placements(piece, instance.box, open_cells, instance.reflect)
    ]
