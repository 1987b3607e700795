"""The independent checker of packings. It shares no code with any formulation."""

from collections import Counter
from functools import cache
from itertools import permutations, product
from math import prod

from tilings.models.polycubes.instance import Cell, Piece, PolycubesInstance
from tilings.models.problem import Solution, Violation


def check(instance: PolycubesInstance, solution: Solution, goal: str) -> list[Violation]:
    """The rules that a solution breaks: the numbers of copies and gaps, the allowed shapes, each cell covered once."""
    del goal  # all goals have the same rules
    pieces = {piece.name: piece for piece in instance.pieces}
    broken = []
    if not isinstance(solution, tuple | list):
        return [Violation("form", f"{solution!r} is not a sequence of placed pieces")]
    for item in solution:
        if not _well_formed(item) or item[0] not in pieces:
            return [Violation("form", f"{item!r} is not (piece name, cells)")]
        broken += _misplaced(instance, pieces[item[0]], item[1])
    used = Counter(name for name, _ in solution)
    for name, piece in pieces.items():
        if not piece.copies - piece.optional <= used[name] <= piece.copies:
            wanted = f"{piece.copies - piece.optional} to {piece.copies}" if piece.optional else f"{piece.copies}"
            broken.append(Violation("copies", f"piece {name} is used {used[name]} times, not {wanted}"))
    times = Counter(cell for _, cells in solution for cell in cells)
    gaps = 0
    for x, y, z in product(*map(range, instance.box)):
        expected = 0 if (x, y, z) in instance.blocked else 1
        covered = times.pop((x, y, z), 0)
        if covered < expected and instance.gaps[1]:
            gaps += 1
        elif covered != expected:
            rule = "cover" if covered < expected else "overlap"
            broken.append(Violation(rule, f"cell {(x, y, z)} is covered {covered} times, not {expected}"))
    if not instance.gaps[0] <= gaps <= instance.gaps[1]:
        broken.append(Violation("gaps", f"{gaps} cells are empty, not {instance.gaps[0]} to {instance.gaps[1]}"))
    broken += [Violation("bounds", f"cell {cell} lies outside the box") for cell in times]
    return broken


def objective(instance: PolycubesInstance, solution: Solution) -> int:
    """The number of gaps."""
    covered = {cell for _, cells in solution for cell in cells}
    return prod(instance.box) - len(covered.union(instance.blocked))


def _well_formed(item: object) -> bool:
    return (
        isinstance(item, tuple)
        and len(item) == 2
        and isinstance(item[0], str)
        and isinstance(item[1], tuple)
        and all(map(_is_cell, item[1]))
    )


def _is_cell(value: object) -> bool:
    return isinstance(value, tuple) and [*map(type, value)] == [int, int, int]


def _misplaced(instance: PolycubesInstance, piece: Piece, cells: tuple[Cell, ...]) -> list[Violation]:
    if piece.fixed and set(cells) != set(piece.cells):
        return [Violation("fixed", f"piece {piece.name} was moved")]
    if not _has_shape(cells, piece.cells, instance.box, instance.reflect and not piece.one_sided):
        return [Violation("shape", f"piece {piece.name} does not have the shape {cells}")]
    return []


@cache  # many solutions have the same placements
def _has_shape(cells: tuple[Cell, ...], shape: tuple[Cell, ...], box: Cell, reflect: bool) -> bool:
    """Whether cells, each named once, are an image of a shape that is allowed."""
    return len(set(cells)) == len(cells) and _at_origin(cells) in _shapes(shape, box, reflect)


@cache
def _shapes(shape: tuple[Cell, ...], box: Cell, reflect: bool) -> frozenset[frozenset[tuple[int, ...]]]:
    """The shapes that a piece may take, moved to the origin; mirror images only if pieces may be mirrored.

    In a box that is one cell thick a piece must not leave its plane, and turning it over mirrors it. (In a rod, one
    cell thick in two directions, all orientations are alike.)
    """
    flat = box.count(1) == 1
    turned = set()
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            leaves_plane = flat and any(box[axis] == 1 and (axes[axis] != axis or signs[axis] < 0) for axis in range(3))
            if leaves_plane or (_determinant(axes, signs) < 0 and not reflect):
                continue
            moved = tuple(tuple(signs[axis] * cell[axes[axis]] for axis in range(3)) for cell in shape)
            turned.add(_at_origin(moved))
    return frozenset(turned)


def _determinant(axes: tuple[int, ...], signs: tuple[int, ...]) -> int:
    cyclic = axes in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    return (1 if cyclic else -1) * signs[0] * signs[1] * signs[2]


def _at_origin(cells: tuple[tuple[int, ...], ...]) -> frozenset[tuple[int, ...]]:
    lowest = [min(cell[axis] for cell in cells) for axis in range(3)] if cells else [0, 0, 0]
    return frozenset(tuple(cell[axis] - lowest[axis] for axis in range(3)) for cell in cells)
