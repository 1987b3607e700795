"""The independent checker of square tilings. Shares no code with any formulation."""

from collections import Counter

from tilings.models.problem import Item, Solution, Violation
from tilings.models.squares.instance import SquaresInstance


def check(instance: SquaresInstance, solution: Solution, goal: str) -> list[Violation]:
    """The rules that a solution breaks; empty for a valid tiling. Never raises."""
    if not isinstance(solution, tuple | list):
        return [Violation("shape", f"a solution is a sequence of squares, not {solution!r}")]
    broken = [violation for item in solution for violation in _item(instance, item)]
    if broken:
        return broken
    return _cover(instance, solution) + _copies(instance, solution)


def objective(instance: SquaresInstance, solution: Solution) -> int:
    """The number of copies of the most used side."""
    return max(Counter(side for _, _, side in solution).values(), default=0)


def _item(instance: SquaresInstance, item: Item) -> list[Violation]:
    """The rules that an item breaks by itself: it is a square (x, y, side) within the board and smaller than it."""
    if not isinstance(item, tuple | list) or len(item) != 3 or any(type(part) is not int for part in item):
        return [Violation("shape", f"{item!r} is not a square (x, y, side) of whole numbers")]
    x, y, side = item
    if side < 1:
        return [Violation("size", f"{item} has no positive side")]
    if side == instance.width == instance.height:
        return [Violation("size", f"{item} is the whole board")]
    if x < 0 or y < 0 or x + side > instance.width or y + side > instance.height:
        return [Violation("board", f"{item} leaves the {instance.width} x {instance.height} board")]
    return []


def _cover(instance: SquaresInstance, solution: Solution) -> list[Violation]:
    """The broken rule that every cell is covered exactly once; the check stops at the first overlap."""
    owner: dict[tuple[int, int], Item] = {}
    for item in solution:
        x, y, side = item
        for cell in ((column, row) for column in range(x, x + side) for row in range(y, y + side)):
            if cell in owner:
                return [Violation("overlap", f"{owner[cell]} and {item} both cover the cell {cell}")]
            owner[cell] = item
    missing = instance.width * instance.height - len(owner)
    if not missing:
        return []
    cells = ((x, y) for y in range(instance.height) for x in range(instance.width))
    hole = next(cell for cell in cells if cell not in owner)
    return [Violation("cover", f"{missing} cells are not covered, the first is {hole}")]


def _copies(instance: SquaresInstance, solution: Solution) -> list[Violation]:
    """The broken rules on copies: no side is used too often, and a fixed multiset of sides is used exactly."""
    used = Counter(side for _, _, side in solution)
    if instance.sides:
        wanted = Counter(instance.sides)
        return [
            Violation("sides", f"side {side} is used {used[side]} times, not {wanted[side]}")
            for side in sorted(used | wanted)
            if used[side] != wanted[side]
        ]
    most = instance.max_copies
    return [
        Violation("copies", f"side {side} is used {count} times, more than {most}")
        for side, count in sorted(used.items())
        if most is not None and count > most
    ]
