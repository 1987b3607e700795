"""The independent checker of boards. It shares no code with any formulation."""

from collections.abc import Iterable, Iterator
from typing import Any

from tilings.models.problem import Solution, Violation
from tilings.models.triominoes.instance import Cell, TriominoesInstance

Owned = dict[Cell, tuple[int, int]]  # a covered cell -> (its tile's place in the solution, its value)


def check(instance: TriominoesInstance, solution: Solution, goal: str) -> list[Violation]:
    """The rules that a board breaks.

    Items: (tile, row, column, "h" | "v", mirrored 0 | 1), the top or left cell, all from 0. Goals first and count
    require all tiles. An item of another form is a violation, too.
    """
    if not isinstance(solution, tuple | list):
        return [Violation("shape", f"a solution is a sequence of items, not {solution!r}")]
    malformed = [item for item in solution if not _well_formed(item)]
    if malformed:
        return [Violation("shape", f"{item!r} is not a placed tile") for item in malformed]
    known = [item for item in solution if 0 <= item[0] < len(instance.tiles)]
    owned, misplaced = _cover(instance, known)
    broken = [*_uses(instance, solution), *misplaced, *_contacts(owned)]
    if instance.connected and not _connected(set(owned)):
        broken.append(Violation("connected", "the tiles form more than one group"))
    if goal != "optimum" and len(solution) != len(instance.tiles):
        broken.append(Violation("all placed", f"{len(solution)} of {len(instance.tiles)} tiles are placed"))
    return broken


def objective(instance: TriominoesInstance, solution: Solution) -> int:
    """The number of tiles placed."""
    return len(solution)


def _well_formed(item: Any) -> bool:
    if not isinstance(item, tuple | list) or len(item) != 5:
        return False
    tile, row, col, orientation, mirrored = item
    whole = all(type(number) is int for number in (tile, row, col, mirrored))
    return whole and mirrored in (0, 1) and isinstance(orientation, str) and orientation in ("h", "v")


def _uses(instance: TriominoesInstance, items: Iterable[Any]) -> Iterator[Violation]:
    used = set()
    for tile, *_ in items:
        if not 0 <= tile < len(instance.tiles):
            yield Violation("tile", f"tile {tile} does not exist")
        elif tile in used:
            yield Violation("tile", f"tile {tile} is placed more than once")
        used.add(tile)


def _cover(instance: TriominoesInstance, items: Iterable[Any]) -> tuple[Owned, list[Violation]]:
    """The tile over each cell, and the violations of tiles outside the board, on a blocked cell or on another tile."""
    owned: Owned = {}
    broken = []
    for place, (tile, row, col, orientation, mirrored) in enumerate(items):
        values = instance.tiles[tile][::-1] if mirrored else instance.tiles[tile]
        for step, value in enumerate(values):
            cell = (row, col + step) if orientation == "h" else (row + step, col)
            if not (0 <= cell[0] < instance.rows and 0 <= cell[1] < instance.cols):
                broken.append(Violation("board", f"tile {tile} lies outside the board at {cell}"))
            elif cell in instance.blocked:
                broken.append(Violation("blocked", f"tile {tile} covers the blocked cell {cell}"))
            elif cell in owned:
                broken.append(Violation("overlap", f"tile {tile} covers {cell}, which is covered already"))
            else:
                owned[cell] = place, value
    return owned, broken


def _contacts(owned: Owned) -> Iterator[Violation]:
    for (row, col), (place, value) in owned.items():
        for neighbour in ((row, col + 1), (row + 1, col)):
            other, other_value = owned.get(neighbour, (place, value))
            if other != place and other_value != value:
                yield Violation("contact", f"{value} at {(row, col)} meets {other_value} at {neighbour}")


def _connected(cells: set[Cell]) -> bool:
    """Whether the cells form one edge-connected group; a tile's own cells do, so this holds for tiles, too."""
    front = [cells.pop()] if cells else []
    while front:
        row, col = front.pop()
        reached = cells & {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
        cells -= reached
        front.extend(reached)
    return not cells
