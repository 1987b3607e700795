"""Small random packings for the tests of the engines, and all their solutions by the plain search."""

import random
from itertools import product
from typing import Any

from hypothesis import strategies as st

from tilings.models import registry
from tilings.models.polycubes.instance import Cell, PolycubesInstance, parse
from tilings.models.polycubes.packing import packing as stated
from tilings.models.problem import CONVENTIONS, Packing
from tilings.runners.native.dlx import Search
from tilings.runners.plan import manifest

SMALL = ((4, 4, 1), (5, 4, 1), (3, 2, 2), (3, 3, 2), (7, 2, 1), (4, 2, 2), (2, 2, 2), (4, 3, 1), (3, 1, 1), (1, 1, 1))
# The open cells need one machine word more at each step.
LARGE = ((8, 8, 1), (13, 5, 1), (43, 3, 1), (97, 2, 1), (257, 1, 1), (9, 6, 6))
MOST_SOLUTIONS, MOST_NODES = 3000, 100_000
# The published numbers of solutions of shipped puzzles.
KNOWN = {
    "pentominoes6x10": 2339,
    "pentominoes6x10-raw": 4 * 2339,
    "pentominoes5x12": 1010,
    "pentominoes4x15": 368,
    "pentominoes3x20": 2,
    "pentominoes8x8-hole": 65,
    "one-sided-pentominoes3x30": 46,
    "soma-reflections": 240,
    "soma-rotations": 480,
    "soma-raw": 11520,
    "solid-pentominoes3x4x5": 3940,
    "solid-pentominoes2x5x6": 264,
    "solid-pentominoes2x3x10": 12,
    "diabolical-cube": 26,
    "diabolical-cube-reflections": 13,
    "dominoes6x6": 6728,
    "tetrominoes4x5": 0,
    "tetris-cube": 9839,
    "bedlam-cube": 19186,
}

Solution = tuple[int, ...]


def shipped(engine: str, name: str, **options: str) -> Packing:
    """A shipped puzzle as an engine's packing."""
    _, instance = registry.load_instance(manifest.entry("polycubes", name).path)
    assert isinstance(instance, PolycubesInstance)
    return stated(instance, engine, options)


def plain(packing: Packing) -> Search:
    """The packing as a plain exact cover with the placements as options, in which all symmetric solutions count."""
    cells = len(packing.cells)
    single = [piece for piece, copies in enumerate(packing.copies) if copies == 1]
    several = [piece for piece, copies in enumerate(packing.copies) if copies > 1]
    item = {piece: cells + i for i, piece in enumerate(single + several)}
    options = [[*covered, item[piece]] for piece, covered in zip(packing.piece, packing.covers, strict=True)]
    return Search(cells + len(single), [packing.copies[piece] for piece in several], options)


def raw(packing: Packing) -> list[list[int]] | None:
    """All solutions, or None if there are too many, or it takes too long to find them."""
    search = plain(packing)
    solutions = search.advance(max_solutions=MOST_SOLUTIONS, max_nodes=MOST_NODES)
    return solutions if search.finished else None


def least(packing: Packing, solution: list[int]) -> Solution:
    """The representative of a solution's class: the first of its images, each with its placements ascending."""
    return min(tuple(sorted(images[i] for i in solution)) for images in packing.symmetries)


def orbits(packing: Packing) -> list[Solution] | None:
    """The representatives of all classes of solutions, in order, or None if there are too many solutions."""
    solutions = raw(packing)
    return None if solutions is None else sorted({least(packing, solution) for solution in solutions})


def representatives(packing: Packing, solutions: list[list[int]]) -> list[Solution]:
    """The representatives of the solutions, in order; one for each time that its class was found."""
    return sorted(least(packing, solution) for solution in solutions)


def cut(
    rng: random.Random,
    box: Cell,
    largest: int = 4,
    blocked: int = 0,
    scattered: float = 0,
    convention: str = "raw",
    reflect: bool = False,
) -> PolycubesInstance:
    """A box cut into pieces at random, so that it can be filled.

    Pieces have up to ``largest`` cells; in a box of more than 40 cells a few large ones leave a pocket for these.
    Equal shapes may be copies of one piece or different ones. ``scattered`` is the
    probability that a piece continues elsewhere.
    """
    cells = list(product(*map(range, box)))
    holes = rng.sample(cells, min(blocked, len(cells) - 1))
    left = set(cells) - set(holes)
    pieces: list[dict[str, Any]] = []
    while left:
        size = rng.randint(1, largest) if len(left) <= 12 else rng.randint(1, max(largest, len(left) // 3))
        if len(cells) > 40 and len(left) > 12:
            size = min(rng.randint(20, 120), len(left) - 8)
        shape = _normalised(_grown(rng, left, size, scattered))
        same = next((piece for piece in pieces if piece["cells"] == shape), None)
        if same and rng.random() < 0.7:
            same["copies"] += 1
        else:
            pieces.append({"name": f"P{len(pieces)}", "cells": shape, "copies": 1})
    return parse(
        {
            "name": "cut", "box": box, "blocked": holes, "pieces": pieces,
            "convention": convention, "reflect": reflect,
        }
    )  # fmt: skip


@st.composite
def puzzles(draw: st.DrawFn, boxes: tuple[Cell, ...] = SMALL, connected: bool = False) -> PolycubesInstance:
    """A random puzzle: some cells blocked, pieces in several copies, or of one cell, or not connected."""
    return cut(
        random.Random(draw(st.integers(0, 10**6))),
        draw(st.sampled_from(boxes)),
        largest=draw(st.sampled_from([4, 5, 3, 8])),
        blocked=draw(st.sampled_from([0, 0, 1, 3])),
        scattered=0 if connected else draw(st.sampled_from([0, 0, 0.2])),
        convention=draw(st.sampled_from(CONVENTIONS)),
        reflect=draw(st.booleans()),
    )


def _grown(rng: random.Random, left: set[Cell], size: int, scattered: float) -> list[Cell]:
    """A piece of the given size, or smaller where no free neighbour is left; its cells are taken out of ``left``."""
    piece = [min(left)]
    left.remove(piece[0])
    while len(piece) < size and left:
        beside = sorted(left & {near for cell in piece for near in _near(cell)})
        if left and rng.random() < scattered:
            beside = sorted(left)
        if not beside:
            break
        piece.append(rng.choice(beside))
        left.remove(piece[-1])
    return piece


def _near(cell: Cell) -> list[Cell]:
    x, y, z = cell
    return [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)]


def _normalised(piece: list[Cell]) -> list[list[int]]:
    low = [min(axis) for axis in zip(*piece, strict=True)]
    return sorted([x - low[0], y - low[1], z - low[2]] for x, y, z in piece)
