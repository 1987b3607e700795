"""Puzzles of triangles or hexagons as exact covers in Knuth's text format, and pictures of their solutions.

    python polyforms.py triangles 6 6x6 > hexiamonds.dlx   # all pieces of 6 triangles, in a rhombus of side 6
    tilings solve hexiamonds.dlx --solutions solution.txt
    python polyforms.py triangles solution.txt > solution.svg

A cell is a point (q, r) of a lattice with two axes at 60 degrees. Hexagons lie on all points. The centres of triangles
lie on those whose coordinates both leave the remainder 1 by 3 (the triangle points up) or both 2 (down), and their
corners on multiples of 3. So both kinds turn alike, and differ in the step by which they move.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

Cell = tuple[int, int]
Point = tuple[float, float]
STEP = {"triangles": 3, "hexagons": 1}
SIDES = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # from a hexagon to those beside it
CORNERS = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)]  # of a hexagon, in thirds; of a triangle every other


def beside(kind: str, cell: Cell) -> list[Cell]:
    """The cells that share an edge with a cell."""
    steps = SIDES if kind == "hexagons" else CORNERS[cell[0] % 3 == 2 :: 2]
    return [(cell[0] + q, cell[1] + r) for q, r in steps]


def orientations(kind: str, cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """A piece turned by 60 degrees and reflected in all ways, each moved to the corner of the board."""
    found = set()
    for _ in range(6):
        cells = [(-r, q + r) for q, r in cells]
        for way in (cells, [(r, q) for q, r in cells]):
            left, low = (min(axis) // STEP[kind] * STEP[kind] for axis in zip(*way, strict=True))
            found.add(tuple(sorted((q - left, r - low) for q, r in way)))
    return sorted(found)


def pieces(kind: str, size: int) -> list[tuple[Cell, ...]]:
    """All pieces of so many cells. For a set of your own, return a list of the cells of its pieces instead."""
    found = {((1, 1),)}
    for _ in range(size - 1):
        grown = [{*piece, new} for piece in found for cell in piece for new in beside(kind, cell) if new not in piece]
        found = {orientations(kind, piece)[0] for piece in grown}
    return sorted(found)


def board(kind: str, wide: int, deep: int) -> set[Cell]:
    """A parallelogram: so many hexagons, or twice as many triangles. A region of your own is any set of cells."""
    corners = product(range(0, STEP[kind] * wide, STEP[kind]), range(0, STEP[kind] * deep, STEP[kind]))
    return {(q + at, r + at) for q, r in corners for at in ((1, 2) if kind == "triangles" else (0,))}


def cover(kind: str, shapes: Iterable[Iterable[Cell]], cells: set[Cell]) -> Iterator[str]:
    """The lines of the exact cover: the items, cells and pieces, then the placements, each a piece and its cells."""
    placements = []
    corners = {(q // STEP[kind] * STEP[kind], r // STEP[kind] * STEP[kind]) for q, r in cells}
    for number, piece in enumerate(shapes, start=1):
        for turned, (left, low) in product(orientations(kind, piece), sorted(corners)):
            placed = {(q + left, r + low) for q, r in turned}
            if placed <= cells:
                placements.append(f"P{number} {_words(placed)}")
    yield f"{_words(cells)} {' '.join(f'P{at}' for at in range(1, number + 1))}"
    yield from placements


def _words(cells: Iterable[Cell]) -> str:
    return " ".join(f"{q},{r}" for q, r in sorted(cells))


def picture(kind: str, placements: Iterable[str]) -> str:
    """A solution as SVG: each piece in a colour, with a line around it."""
    drawn, points = [], []
    for number, line in enumerate(placements):
        cells = [_polygon(kind, (int(q), int(r))) for q, r in re.findall(r"(\d+),(\d+)", line)]
        edges = Counter(tuple(sorted(edge)) for cell in cells for edge in zip(cell, cell[1:] + cell[:1], strict=True))
        colour = f"hsl({number * 137 % 360} 60% 70%)"
        outline = "".join(_path(edge) for edge, times in edges.items() if times == 1)
        drawn += [f'<path d="{_path(cell)}Z" fill="{colour}" stroke="{colour}"/>' for cell in cells]
        drawn.append(f'<path d="{outline}" fill="none" stroke="black" stroke-width="2" stroke-linecap="round"/>')
        points += [point for cell in cells for point in cell]
    (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    wide, tall = right - left + 4, high - low + 4
    size = f'width="{wide:g}" height="{tall:g}" viewBox="{left - 2:g} {low - 2:g} {wide:g} {tall:g}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *drawn, "</svg>"])


def _polygon(kind: str, cell: Cell) -> list[Point]:
    """The corners of a cell on the page, edges 30 units long (hexagons: 17)."""
    around, third = (CORNERS, 1 / 3) if kind == "hexagons" else (CORNERS[cell[0] % 3 == 1 :: 2], 1)
    points = [(cell[0] + third * q, cell[1] + third * r) for q, r in around]
    unit = 30 / STEP[kind]
    return [(round(unit * (q + r / 2), 2), round(-unit * r * 0.75**0.5, 2)) for q, r in points]


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def main(words: list[str]) -> str:
    """The text that the command of these words prints."""
    if len(words) == 3 and words[0] in STEP and re.fullmatch(r"[1-9] [1-9]\d?x[1-9]\d?", " ".join(words[1:])):
        wide, deep = map(int, words[2].split("x"))
        return "\n".join(cover(words[0], pieces(words[0], int(words[1])), board(words[0], wide, deep)))
    if len(words) == 2 and words[0] in STEP and Path(words[1]).is_file():
        first, _, _ = Path(words[1]).read_text(encoding="utf-8").partition("# solution 2\n")
        if placements := re.findall(r"^P\d+ .*", first, re.MULTILINE):
            return picture(words[0], placements)
        raise SystemExit(f"{words[1]} has no solution")
    raise SystemExit(f"expected triangles or hexagons, and 6 6x6 or the file of a solution, as here:\n\n{__doc__}")


if __name__ == "__main__":
    print(main(sys.argv[1:]))
