"""Small instances of all families, with all of their solutions, and with what variables of formulas mean in these."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from tilings.models import registry
from tilings.models.problem import Solution
from tilings.runners.binding.dimacs import Name


@dataclass(frozen=True)
class Case:
    """A small instance, its possible items with the cells of each, and what a variable means in a solution.

    objective: what the formula asks for. means: None for a variable of the symmetry breaking.
    """

    data: dict[str, Any]
    goal: str
    objective: int | None
    items: Mapping[Any, frozenset[Any]]
    means: Callable[[Name, Solution], bool | None]

    @property
    def family(self) -> str:
        return str(self.data["family"])

    def instance(self) -> Any:
        return registry.problem(self.family).parse({key: self.data[key] for key in self.data if key != "family"})

    def solutions(self) -> list[Solution]:
        """All solutions that reach the objective, by brute force and the family's checker."""
        problem, instance = registry.problem(self.family), self.instance()
        best = min if problem.sense == "min" else max

        def reaches(solution: Solution) -> bool:
            value = problem.objective(instance, solution)
            return self.objective is None or best(self.objective, value) == value

        return [s for s in self.packings() if not problem.check(instance, s, self.goal) and reaches(s)]

    def packings(
        self, first: int = 0, placed: Solution = (), taken: frozenset[Any] = frozenset()
    ) -> Iterator[Solution]:
        """All sets of items without a cell in common."""
        yield placed
        for number, (item, cells) in enumerate(list(self.items.items())[first:], start=first):
            if not cells & taken:
                yield from self.packings(number + 1, (*placed, item), taken | cells)


def means_square(name: Name, solution: Solution) -> bool | None:
    """Tiles of one side are numbered by their squares in ascending order; those that are not used lie at (0, 0)."""
    kind, (*head, last) = name
    if kind == "square":
        return (*head, last) in solution

    def tile(side: int, number: int) -> tuple[int, int, bool]:
        own = sorted(square for square in solution if square[2] == side)
        return (*own[number - 1][:2], True) if number <= len(own) else (0, 0, False)

    x, y, used = tile(*name[1][:2])
    place, side = (x if kind in ("x", "left", "across") else y), name[1][0]
    if kind in ("left", "below"):
        return place + side <= tile(*name[1][2:])[kind == "below"]
    if kind in ("across", "upward"):
        return used and place <= last < place + side
    return {"used": used, "x": x <= last, "y": y <= last}.get(kind)


def squares(width: int, height: int, max_copies: int | None, goal: str, objective: int | None) -> Case:
    data = {"family": "squares", "name": "small", "width": width, "height": height, "max_copies": max_copies}
    placed = [
        (x, y, side)
        for side in range(1, min(width, height) + (width != height))
        for x, y in product(range(width - side + 1), range(height - side + 1))
    ]
    cells = {s: frozenset(product(range(s[0], s[0] + s[2]), range(s[1], s[1] + s[2]))) for s in placed}
    return Case(data, goal, objective, cells, means_square)


COVER = {
    "family": "covers",
    "name": "small",
    "primary": ["a", "b", {"name": "c", "least": 1, "most": 2}],
    "secondary": ["x", "y"],
    "options": [
        {"items": ["a", "x:red"], "cost": 3},
        {"items": ["a", "c", "x:blue"], "cost": 1},
        {"items": ["a", "y"], "cost": 2},
        {"items": ["b", "x:red", "y:green"], "cost": 4},
        {"items": ["b", "c", "y:green"], "cost": 1},
        {"items": ["b", "x"], "cost": 5},
        {"items": ["c", "x:red"], "cost": 2},
        {"items": ["c", "y"], "cost": 1},
    ],
}


def means_option(name: Name, solution: Solution) -> bool | None:
    kind, arguments = name
    words = [option["items"] for option in COVER["options"]]  # type: ignore[index]
    chosen = [number for _, number in solution]
    if kind == "option":
        return arguments[0] in chosen
    item, number = "abcxy"[arguments[0]], arguments[1]
    if kind == "by":
        options = [at for at, option in enumerate(words) if item in option]
        return next(option for option in chosen if item in words[option]) in options[: number + 1]
    if kind not in ("painted", "shade"):
        return None
    shades = [[word if ":" in word else f"{word}:{at}" for word in option] for at, option in enumerate(words)]
    colours = list(dict.fromkeys(word for option in shades for word in option if word[0] == item))
    given = {colours.index(word) + 1 for option in chosen for word in shades[option] if word[0] == item}
    return number in given if kind == "painted" else max(given, default=0) <= number


def covers(goal: str, objective: int | None) -> Case:
    items = {("option", number): frozenset[Any]() for number in range(len(COVER["options"]))}
    return Case(COVER, goal, objective, items, means_option)


def triominoes(goal: str, objective: int | None, tiles: list[list[int]], **more: Any) -> Case:
    data = {"family": "triominoes", "name": "small", "rows": 3, "cols": 4, "tiles": tiles, **more}
    items = {}
    for tile, row, col, way, mirror in product(range(len(tiles)), range(3), range(4), "hv", (0, 1)):
        cells = [(row, col + step) if way == "h" else (row + step, col) for step in range(3)]
        if all(row < 3 and col < 4 for row, col in cells):
            items[tile, row, col, way, mirror] = frozenset([*cells, ("tile", tile)])
    return Case(data, goal, objective, items, lambda name, solution: means_tile(tiles, name, solution))


def means_tile(tiles: list[list[int]], name: Name, solution: Solution) -> bool | None:
    kind, arguments = name
    first = [next(i for i, other in enumerate(tiles) if other in (tile, tile[::-1])) for tile in tiles]
    shown: dict[tuple[int, ...], tuple[int, int]] = {}  # a covered cell, its tile's number, and its value
    laid = set()
    for number, row, col, way, mirror in solution:
        values = tiles[number][::-1] if mirror else tiles[number]
        laid.add((first[number], row, col, int(way == "v"), int(values != tiles[first[number]])))
        for step, value in enumerate(values):
            shown[(row, col + step) if way == "h" else (row + step, col)] = number, value
    if kind == "tile":
        return arguments in laid
    if kind == "covered":
        return arguments in shown
    if kind == "placed":
        return sum(first[number] == arguments[0] for number, *_ in solution) >= arguments[1]
    if kind in ("shows", "contact"):
        here, there = shown.get(arguments[:2], (-1, -1)), shown.get(arguments[2:4], (-1, -1))
        apart = here[0] != there[0]
        return apart and (-1 not in (here[0], there[0]) if kind == "contact" else arguments[4] in (here[1], there[1]))
    if kind == "start":
        return any(arguments == (row, col, down) for _, row, col, down, _ in laid)
    if kind == "laid":
        return any(arguments == (number, row, col, mirror) for number, row, col, _, mirror in laid)
    if kind == "value":
        return arguments[:2] not in shown or shown[arguments[:2]][1] <= arguments[2]
    if kind == "earlier":
        return any(cell < arguments for cell in shown)
    if kind == "near":
        reached = {min(shown)} if shown else set()
        for _ in range(arguments[2]):
            reached |= {cell for cell in shown for one in reached if abs(cell[0] - one[0]) + abs(cell[1] - one[1]) == 1}
        return arguments[:2] in reached
    return None


def polycubes(
    box: list[int],
    pieces: dict[str, list[list[int]]],
    optional: str = "",
    objective: int | None = None,
    sided: str = "",
    **more: Any,
) -> Case:
    """optional, sided: the names of the pieces that may be unused, and of those that must not be mirrored."""
    data = {"family": "polycubes", "name": "small", "box": box, **more}
    data["pieces"] = [
        {"name": name, "cells": cells, "optional": int(name in optional), "one_sided": name in sided}
        for name, cells in pieces.items()
    ]
    cells = list(product(*map(range, box)))
    problem = registry.problem("polycubes")
    instance = problem.parse({key: data[key] for key in data if key != "family"})
    every = [(name, chosen) for name, shape in pieces.items() for chosen in combinations(cells, len(shape))]
    allowed = [
        one for one in every if not any(fault.rule == "shape" for fault in problem.check(instance, (one,), "first"))
    ]
    items = {(name, chosen): frozenset([*chosen, name]) for name, chosen in allowed}
    goal = "first" if objective is None else "optimum"
    return Case(data, goal, objective, items, lambda name, solution: means_piece(box, list(pieces), name, solution))


def means_piece(box: list[int], names: list[str], name: Name, solution: Solution) -> bool | None:
    """All pieces have one copy; the number after them stands for a gap, of which there are several."""
    kind, (piece, *rest) = name
    covered = {cell for _, cells in solution for cell in cells}
    empty = [(x, y, z) for z, y, x in product(*map(range, reversed(box))) if (x, y, z) not in covered]
    if piece == len(names) and kind == "lies":
        return rest[0] in [x + box[0] * (y + box[1] * z) for x, y, z in empty]
    if piece == len(names):
        solution, names = (("gap", (empty[rest[0]],)),), [*names, "gap"]
    if names[piece] not in {other for other, _ in solution}:
        return False
    cells = next(cells for other, cells in solution if other == names[piece])
    corner = [min(cell[axis] for cell in cells) for axis in range(3)]

    def numbers(moved: list[int]) -> list[int]:
        points = ([place - less for place, less in zip(cell, moved, strict=True)] for cell in cells)
        return sorted(x + box[0] * (y + box[1] * z) for x, y, z in points)

    if kind == "lies":
        return rest == numbers([0, 0, 0])
    if kind == "turned":
        return rest[1:] == numbers(corner)
    if kind == "occupies":
        return rest[1] in numbers([0, 0, 0])
    return corner["xyz".index(kind)] <= rest[1] if kind in ("x", "y", "z") else None


ONE, TWO, THREE = [[0, 0, 0]], [[0, 0, 0], [1, 0, 0]], [[0, 0, 0], [1, 0, 0], [2, 0, 0]]
HOOK = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]]
BENT, SKEW = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]
CASES = {
    "covers": covers("count", None),
    "covers, optimum": covers("optimum", 6),
    "triominoes": triominoes("first", None, [[1, 2, 3], [3, 2, 1], [2, 2, 2]]),
    "triominoes, optimum": triominoes("optimum", 3, [[1, 2, 3], [1, 1, 2], [2, 2, 2], [3, 3, 1]], blocked=[[1, 1]]),
    "triominoes, connected": triominoes("optimum", 2, [[1, 2, 3], [1, 1, 2], [3, 3, 1]], connected=True),
    "polycubes": polycubes([3, 3, 1], {"L": BENT, "I": THREE, "D": TWO, "M": ONE}),
    "polycubes, solid": polycubes([3, 2, 2], {"S": SKEW, "L": BENT, "I": THREE, "D": TWO}, reflect=True),
    "polycubes, one-sided": polycubes([4, 2, 1], {"J": HOOK, "K": HOOK}, sided="J", reflect=True),
    "polycubes, gaps": polycubes([3, 3, 1], {"L": BENT, "I": THREE, "D": TWO}, gaps=[1, 1]),
    "polycubes, any number": polycubes([3, 2, 1], {"L": BENT, "I": THREE, "D": TWO}, "LD", gaps=[0, 2]),
    "polycubes, optimum": polycubes([3, 2, 1], {"L": BENT, "I": THREE, "D": TWO}, "LID", 1, gaps=[0, 6]),
    "squares 3 x 3": squares(3, 3, 5, "first", None),
    "squares 4 x 3": squares(4, 3, 6, "count", None),
    "squares 4 x 3, optimum": squares(4, 3, None, "optimum", 3),
}
