"""The instance as MiniZinc data and as ASP facts, and the decoding of atoms."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from tilings.models.presentation import permutation
from tilings.models.problem import Atom, Item, Solution, UserError
from tilings.models.triominoes.instance import Tile, TriominoesInstance
from tilings.models.triominoes.placements import class_of


def parameters(instance: TriominoesInstance) -> dict[str, Any]:
    """MiniZinc data: see data.mzn. Cells are numbered from 0 in reading order."""
    tiles = permutation(instance, len(instance.tiles), "tiles")
    return {
        "rows": instance.rows,
        "cols": instance.cols,
        "tiles": [instance.tiles[tile] for tile in tiles],
        "number": tiles,
        "blocked": {row * instance.cols + col for row, col in instance.blocked},
        "connected": instance.connected,
    }


def facts(instance: TriominoesInstance) -> list[Atom]:
    """ASP facts: size(Rows,Cols), length(L), blocked(Row,Col), and connected if required.

    tile(Index,Part,Value): a tile shows the value at its part, from 1 to L.
    """
    atoms: list[Atom] = [("size", (instance.rows, instance.cols)), ("length", (instance.length,))]
    for index, values in enumerate(instance.tiles):
        atoms += [("tile", (index, part, value)) for part, value in enumerate(values, start=1)]
    atoms += [("blocked", cell) for cell in instance.blocked]
    if instance.connected:
        atoms.append(("connected", ()))
    return atoms


def decode(instance: TriominoesInstance, atoms: Iterable[Atom]) -> Solution:
    """The board of atoms ``tile(index,row,column,orientation,mirror)``, in a canonical form.

    An index names the tile's class, the tiles equal to it up to mirroring: they are assigned in reading order of the
    board, and a palindrome counts as not mirrored. Surplus atoms of a class repeat its last tile, which the checker
    rejects. Raises UserError for any other atom.
    """
    classes = class_of(instance)
    laid: dict[int, list[tuple[int, int, int, Tile]]] = defaultdict(list)
    for name, arguments in atoms:
        if name != "tile" or len(arguments) != 5 or not 0 <= arguments[0] < len(classes):
            raise UserError(f"{name}{tuple(arguments)} is not an atom of {instance.name}")
        index, row, col, orientation, mirror = arguments
        if orientation not in (0, 1) or mirror not in (0, 1):
            raise UserError(f"orientation and mirror are 0 or 1, not as in the atom {name}{tuple(arguments)}")
        values = instance.tiles[index][::-1] if mirror else instance.tiles[index]
        laid[classes[index]].append((row, col, orientation, values))
    items: list[Item] = []
    for first, places in laid.items():
        members = [index for index, representative in enumerate(classes) if representative == first]
        for copy, (row, col, orientation, values) in enumerate(sorted(places)):
            index = members[min(copy, len(members) - 1)]
            items.append((index, row, col, "hv"[orientation], int(values != instance.tiles[index])))
    return tuple(sorted(items))


def measures(instance: TriominoesInstance) -> dict[str, float | str]:
    """Size measures: those of the published experiments, and the density, cells of all tiles over free cells."""
    area = instance.rows * instance.cols - len(instance.blocked)
    return {
        "rows": instance.rows,
        "area": area,
        "tiles": len(instance.tiles),
        "values": len({value for tile in instance.tiles for value in tile}),
        "density": round(instance.length * len(instance.tiles) / area, 3) if area else 0.0,
        "difficulty": instance.difficulty or "other",
    }
