"""Polyomino and polycube boxes: classic puzzles, imported definition files, and random boxes that can be filled."""

import random
from collections.abc import Iterator
from math import prod
from pathlib import Path

from tilings.generators import emit, polycubes_ladders
from tilings.generators.boxes import flat, generate
from tilings.generators.emit import Entry
from tilings.generators.ladders import required
from tilings.generators.polycubes_ladders import LADDERS, made
from tilings.models import puzzle_formats
from tilings.models.polycubes import PROBLEM
from tilings.models.polycubes.instance import PolycubesInstance, parse
from tilings.models.polycubes.sets import PENTOMINOES, SOMA, TETROMINOES, drawn
from tilings.models.problem import CONVENTIONS, UserError, under_convention
from tilings.models.terminal.command import Parser, run

__all__ = ["LADDERS", "made"]

DEFINITIONS = Path(__file__).parent / "definitions"
PENTOMINO_COUNTS = "C. B. Haselgrove and J. Haselgrove, 1960; J. G. Fletcher, CACM 8 (1965)"
SOLID_COUNTS = "C. J. Bouwkamp, J. Combinatorial Theory 7 (1969)"
SOMA_COUNTS = "J. H. Conway and M. J. T. Guy, 1961 (Berlekamp, Conway, Guy: Winning Ways)"
BUSCHE = "M. Busche, Solving Polyomino and Polycube Puzzles, 2011"
DIABOLICAL_COUNTS = f"{BUSCHE}, comment 16"


def imported(path: Path, name: str = "", convention: str = "") -> PolycubesInstance:
    """The instance in a puzzle file of another program, or in a drawing.

    name, convention: the instance's; by default the file's.
    """
    content = puzzle_formats.read(path)
    if content is None or content.instance["family"] != PROBLEM.family:
        raise UserError(f"{path} is not a puzzle of this family; 'tilings solve' may read it as one of another")
    given = {"name": name, "convention": convention}
    try:
        return parse(content.instance | {field: value for field, value in given.items() if value})
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def catalogue() -> Iterator[Entry]:
    """The shipped instances, small ones first."""
    yield from _small()
    yield from _flat_pentominoes()
    yield from _solids()
    cut = (((3, 3, 3), (3, 4)), ((4, 3, 3), (3, 5)), ((4, 4, 3), (4, 5)), ((6, 6, 1), (3, 5)))
    for seed, (box, (smallest, largest)) in enumerate(cut, start=1):
        parameters = {"box": box, "smallest": smallest, "largest": largest}
        instance = generate(random.Random(seed), box, smallest, largest, name=f"random{seed}")
        yield Entry(instance, "generate", parameters, seed, {"first": "sat"}, "cut from the box")
    yield from polycubes_ladders.planted_boxes()


def _small() -> Iterator[Entry]:
    for size in polycubes_ladders.DOMINOES:
        yield required(made, f"dominoes{size}x{size}")
    bricks = [{"name": "D", "cells": drawn(("DD",)), "copies": 32}]
    yield Entry(parse({"name": "dominoes4x4x4", "box": [4, 4, 4], "pieces": bricks}), "classic")
    yield Entry(flat("l-trominoes9x9", (9, 9), {"L": ("LL", "L.")}, copies=27), "classic")
    one_of_each = flat("tetrominoes4x5", (5, 4), TETROMINOES, reflect=True)
    parity = "parity: T covers 3 + 1 squares of a chessboard, the others 2 + 2"
    yield Entry(one_of_each, "classic", known={"first": "unsat", "count": 0}, source=parity)
    yield Entry(flat("tetrominoes5x8", (8, 5), TETROMINOES, copies=2, reflect=True), "classic")
    yield Entry(flat("t-tetrominoes4x4", (4, 4), {"T": TETROMINOES["T"]}, copies=4), "classic")


def _flat_pentominoes() -> Iterator[Entry]:
    for width, height, count in ((20, 3, 2), (15, 4, 368), (12, 5, 1010), (10, 6, 2339)):
        instance = flat(
            f"pentominoes{height}x{width}", (width, height), PENTOMINOES, reflect=True, convention="reflections"
        )
        yield Entry(instance, "classic", known={"first": "sat", "count": count}, source=PENTOMINO_COUNTS)
    raw = flat("pentominoes6x10-raw", (10, 6), PENTOMINOES, reflect=True)
    yield Entry(raw, "classic", known={"first": "sat", "count": 9356}, source=PENTOMINO_COUNTS)
    # The chiral ones come as a pair of mirror images, the second in small letters.
    mirrored = {name.lower(): tuple(row[::-1] for row in PENTOMINOES[name]) for name in "FLNPYZ"}
    one_sided = flat("one-sided-pentominoes3x30", (30, 3), PENTOMINOES | mirrored, convention="reflections")
    yield Entry(one_sided, "classic", known={"first": "sat", "count": 46}, source=BUSCHE)
    hole = [[x, y, 0] for x in (3, 4) for y in (3, 4)]
    ring = flat("pentominoes8x8-hole", (8, 8), PENTOMINOES, reflect=True, convention="reflections", blocked=hole)
    yield Entry(ring, "classic", known={"first": "sat", "count": 65}, source="D. S. Scott, 1958")


def _solids() -> Iterator[Entry]:
    for convention, count in (("reflections", 240), ("rotations", 480), ("raw", 11520)):
        pieces = [{"name": name, "cells": cells} for name, cells in SOMA.items()]
        soma = parse({"name": f"soma-{convention}", "box": [3, 3, 3], "pieces": pieces, "convention": convention})
        yield Entry(soma, "classic", known={"first": "sat", "count": count}, source=SOMA_COUNTS)
    for box, count in (((10, 3, 2), 12), ((6, 5, 2), 264), ((5, 4, 3), 3940)):
        pieces = [{"name": name, "cells": drawn(rows)} for name, rows in PENTOMINOES.items()]
        size = "x".join(map(str, sorted(box)))
        fields = {"name": f"solid-pentominoes{size}", "box": list(box), "pieces": pieces, "convention": "reflections"}
        yield Entry(parse(fields), "classic", known={"first": "sat", "count": count}, source=SOLID_COUNTS)
    diabolical = imported(DEFINITIONS / "diabolical-cube.txt")
    yield Entry(diabolical, "import", known={"first": "sat", "count": 26}, source=DIABOLICAL_COUNTS)
    mirrored = imported(DEFINITIONS / "diabolical-cube.txt", "diabolical-cube-reflections", "reflections")
    yield Entry(mirrored, "import", known={"first": "sat", "count": 13}, source=DIABOLICAL_COUNTS)
    for name, count in (("tetris-cube", 9839), ("bedlam-cube", 19186)):
        known: dict[str, str | int] = {"first": "sat", "count": count}
        yield Entry(imported(DEFINITIONS / f"{name}.txt"), "import", known=known, source=BUSCHE)
    for name in ("box-in-a-diamond", "hexomino-parallelogram"):
        yield Entry(imported(DEFINITIONS / f"{name}.txt"), "import", known={"first": "sat"}, source=BUSCHE)


def entries(instance: PolycubesInstance) -> int:
    """The entries of the MIP model at most: the cells of all pieces in all places and orientations."""
    return (8 if 1 in instance.box else 24) * prod(instance.box) * sum(len(piece.cells) for piece in instance.pieces)


def main() -> int:
    """The command ``python -m generators.polycubes``."""
    given = parser().parse_args()
    if (given.path is None) == (given.box is None):
        raise UserError("give either --import FILE or --box X Y Z")
    if given.path:
        instance = imported(given.path, given.name or "", given.convention or "")
    else:
        rng = random.Random(given.seed)
        instance = generate(rng, given.box, given.smallest, given.largest, given.name or "", draws=given.draws)
        instance = under_convention(instance, given.convention or "raw")
    return emit.announce(given, emit.write(PROBLEM, instance, given.out))


def parser() -> Parser:
    result = emit.parser(
        PROBLEM.family,
        "Make a polycube instance from a puzzle file of polycube or BurrTools, or a random box that can be filled.",
        [
            "--import generators/definitions/tetris-cube.txt",
            "--import burr.xmpuzzle --name burr",
            "--box 4 3 3 --smallest 3 --largest 5 --seed 1",
        ],
    )
    add = result.add_argument
    add("--import", dest="path", type=Path, metavar="FILE", help="a puzzle file of polycube or BurrTools")
    add("--box", type=int, nargs=3, metavar=("X", "Y", "Z"), help="size of a random box, in cells")
    add("--smallest", type=int, default=3, metavar="N", help="cells of the smallest pieces (%(default)s)")
    add("--largest", type=int, default=5, metavar="N", help="cells of the largest pieces (%(default)s)")
    add(
        "--draws",
        type=int,
        default=1,
        metavar="N",
        help="number of random cuts to try; the cut with the fewest pieces is kept (%(default)s)",
    )
    add("--seed", type=int, default=1, metavar="N", help="random seed of the box (%(default)s)")
    add(
        "--convention", choices=CONVENTIONS, metavar="WORD",
        help="which solutions count as one: %(choices)s (default: the file's; of a box, raw)",
    )  # fmt: skip
    return result


if __name__ == "__main__":
    run(main)
