"""Polyomino and polycube packings as text: plain, as coloured layers for terminals, and as a puzzle definition."""

import re
from collections import Counter
from itertools import product

from tilings.models import palette
from tilings.models.polycubes import check
from tilings.models.polycubes.instance import Cell, PolycubesInstance
from tilings.models.problem import Solution
from tilings.models.terminal import blocks
from tilings.models.terminal.phrases import Phrases, counted, digits

PHRASES = Phrases(
    "packing",
    "packings",
    lambda value: f"a packing with {counted(value, 'gap')}",
    lambda value: f"no packing has fewer gaps than {digits(value)}" if value else "the packing has no gaps",
)


def text(instance: PolycubesInstance, solution: Solution, open_cell: str = ".") -> str:
    """The layers side by side, the bottom layer on the left, as rows of piece names.

    ``*`` is a blocked cell; open_cell: a cell without a piece, by default a gap. Copies have one name, so lines around
    the pieces separate them.
    """
    if len({name for name, _ in solution}) < len(solution):
        return _lined(instance, solution, open_cell)
    width, depth, layers = instance.box
    names = dict.fromkeys(instance.blocked, "*") | {cell: solution[at][0] for cell, at in owners(solution).items()}
    wide = max(map(len, names.values()), default=1)
    rows = []
    for y in reversed(range(depth)):
        slices = [" ".join(names.get((x, y, z), open_cell).ljust(wide) for x in range(width)) for z in range(layers)]
        rows.append("   ".join(slices).rstrip())
    return "\n".join(rows)


def _lined(instance: PolycubesInstance, solution: Solution, open_cell: str) -> str:
    """The layers with lines around the pieces, two lines of text a cell."""
    width, depth, layers = instance.box
    owner = dict.fromkeys(instance.blocked, -1) | owners(solution)
    size = max(len(name) for name, _ in solution) + 3

    def at(x: int, down: int, z: int) -> int:
        """The piece at a place; -1 in a blocked cell, -2 outside the box, -3 in a gap."""
        return owner.get((x, depth - 1 - down, z), -3) if 0 <= x < width and 0 <= down < depth else -2

    drawn = []
    for z in range(layers):
        grid = [[" "] * (size * width + 1) for _ in range(2 * depth + 1)]
        for x, down in product(range(width + 1), range(depth + 1)):
            here, left, above, corner = at(x, down, z), at(x - 1, down, z), at(x, down - 1, z), at(x - 1, down - 1, z)
            row, column = 2 * down, size * x
            across, upright = here != above or left != corner, here != left or above != corner
            grid[row][column] = "+" if across and upright else "-" if across else "|" if upright else " "
            if here != above:
                grid[row][column + 1 : column + size] = "-" * (size - 1)
            if here != left:
                grid[row + 1][column] = "|"
            if here != -2:
                label = solution[here][0] if here >= 0 else "*" if here == -1 else open_cell
                grid[row + 1][column + 2 : column + 2 + len(label)] = label
        drawn.append(["".join(line) for line in grid])
    return "\n".join("   ".join(lines).rstrip() for lines in zip(*drawn, strict=True))


def movable(instance: PolycubesInstance, solution: Solution) -> Solution:
    """The pieces that the puzzle does not fix."""
    fixed = {piece.name for piece in instance.pieces if piece.fixed}
    return tuple(item for item in solution if item[0] not in fixed)


def partial(instance: PolycubesInstance, shown: Solution) -> str:
    """The fixed pieces and some of the others as text, the last with a plus; ``_`` is a cell without any of them."""
    fixed = tuple((piece.name, piece.cells) for piece in instance.pieces if piece.fixed)
    *before, (name, cells) = shown
    return text(instance, (*fixed, *before, (f"{name}+", cells)), open_cell="_")


def coloured(instance: PolycubesInstance, solution: Solution, room: blocks.Room) -> str:
    """The layers side by side in colours, the bottom layer on the left, each piece with its name in its cells."""
    width, depth, layers = instance.box

    def placed(cells: tuple[Cell, ...]) -> tuple[blocks.Cell, ...]:
        return tuple((z, depth - 1 - y, x) for x, y, z in cells)

    names = sorted(piece.name for piece in instance.pieces if not piece.fixed)
    colour = {piece.name: palette.FIXED for piece in instance.pieces if piece.fixed}
    colour |= {name: palette.TINTS[rank % len(palette.TINTS)] for rank, name in enumerate(names)}
    pieces = [blocks.Block(placed(instance.blocked), palette.BLOCKED)]
    pieces += [blocks.Block(placed(cells), colour[name], (name,) * len(cells)) for name, cells in solution]
    return blocks.shown(blocks.BlockBoard(layers, depth, width, pieces), room)


def words(instance: PolycubesInstance, solution: Solution) -> str:
    """The caption: pieces, box, and order of the layers."""
    flat = instance.box[2] == 1
    box = " × ".join(map(str, instance.box[:2] if flat else instance.box))
    order = f"; {instance.box[2]} layers, the bottom one first" if not flat else ""
    gaps = f", {counted(check.objective(instance, solution), 'gap')}" if instance.gaps[1] else ""
    return f"{counted(len(solution), 'piece')} in {box}{gaps}{order}"


def owners(solution: Solution) -> dict[Cell, int]:
    """For each covered cell, the position in the solution of the piece that covers it."""
    return {cell: placed for placed, (_, cells) in enumerate(solution) for cell in cells}


def definition(instance: PolycubesInstance, solution: Solution) -> str:
    """The layers as a puzzle definition of M. Busche's (models/polycubes/definition.py), each piece where it lies.

    Gaps are pieces of one cell. Pieces have names of their own there: further copies are numbered, and a name that
    cannot stand in such a file is replaced by P. and a number. There all pieces are one-sided or none: a comment names
    those of a puzzle in which some are.
    """
    seen: Counter[str] = Counter()
    placed, stationary = [], ["*"] if instance.blocked else []
    fixed = {piece.name for piece in instance.pieces if piece.fixed}
    covered = {cell for _, cells in solution for cell in cells}
    gaps = [("gap", (cell,)) for cell in instance.cells if cell not in covered]
    for number, (name, cells) in enumerate([*solution, *gaps], start=1):
        seen[name] += 1
        plain = re.fullmatch(r"[^#,:=.*]+", name) is not None or name in fixed & {"*"}
        word = f"P.{number}" if not plain else name if seen[name] == 1 else f"{name}.{seen[name]}"
        placed.append((word, cells))
        if name in fixed and word not in stationary:
            stationary.append(word)
    axes = zip(("xDim", "yDim", "zDim"), instance.box, strict=True)
    box = ":".join(f"{axis}={size}" for axis, size in axes)
    one_side = ":oneSide" if instance.box[2] == 1 and not instance.reflect else ""
    lying = f":stationary={' '.join(stationary)}" if stationary else ""
    some = " ".join(piece.name for piece in instance.pieces if piece.one_sided)
    comment = f"# one-sided: {some}\n" if some and instance.reflect else ""
    return f"{comment}D:{box}{one_side}\nL{lying}\n{text(instance, tuple(placed))}\n~L\n~D"
