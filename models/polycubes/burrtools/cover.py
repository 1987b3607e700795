"""A problem of a BurrTools file as an exact cover: pieces and cells are the items, placements the options.

A piece is covered as often as it is used, a filled cell once, a variable cell at most once. If the number of holes is
limited, variable cells are covered once, too, perhaps by an option for a hole. If a piece may cover the same cells in
different colours, each cell has a secondary item that is painted in the colour seen there, so that symmetries
distinguish these placements. A group of pieces is an item, which each placement of its pieces covers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product, starmap
from math import prod
from typing import Any

from tilings.models.polycubes.burrtools.assembly import Assembly
from tilings.models.polycubes.burrtools.turns import Shapes, Turned, generators, orientations
from tilings.models.polycubes.geometry import Motion, move_in_box
from tilings.models.polycubes.instance import HOLES, MOST_COVERED, Cell
from tilings.models.problem import UserError
from tilings.models.puzzle_file import ForeignPuzzle

_SHOWN = "colour,"  # begins the name of the item for the colour seen at a cell; no piece's name has a comma
_STATED = "stated as an exact cover (family covers): an option is a piece and the cells that it covers"


def cover(assembly: Assembly, name: str, notes: Sequence[str], among: Sequence[Motion]) -> ForeignPuzzle:
    """The instance of family covers, and the symmetries under which assemblies count once, of these motions.

    Raises UserError for too many placements.
    """
    empty = [part.name for part in assembly.parts if not part.voxels]
    assembly = assembly._replace(parts=tuple(part for part in assembly.parts if part.voxels))
    possible = min(len(assembly.variable), len(assembly.target) - assembly.volumes[0])
    limited = assembly.fewest is not None or assembly.holes < possible
    words = {cell: ",".join(map(str, cell)) for cell in assembly.target}
    filled, variable = (list(map(words.__getitem__, cells)) for cells in (assembly.filled, assembly.variable))
    bounds = {part.name: (part.least, part.most) for part in assembly.parts}
    shapes = {part.name: orientations(part) for part in assembly.parts}
    groups = {f"{'+'.join(group.pieces)}.{number}": group for number, group in enumerate(assembly.groups, start=1)}
    within = {part: [name for name, group in groups.items() if part in group.pieces] for part in shapes}
    placements = list(_placements(assembly, shapes, words))
    shown = assembly.coloured and len({(part, cells) for part, cells, _ in placements}) < len(placements)
    options: list[Any] = []
    for part, cells, colours in placements:
        seen = [f"{_SHOWN}{cell}:{colour}" for cell, colour in zip(cells, colours, strict=True)] if shown else []
        options.append([part, *within[part], *cells, *seen])
    bounds |= {name: (group.least, group.most) for name, group in groups.items()}
    if limited and assembly.holes:
        fewest = assembly.fewest or 0
        bounds[HOLES] = (fewest, assembly.holes)
        cost = int(assembly.fewest is not None and fewest < assembly.holes)
        options += [{"items": [HOLES, cell], "cost": cost} for cell in variable]
    symmetries = []
    for motion, pieces in generators(assembly, shapes, among):
        images = {word: words[move_in_box(cell, motion, assembly.box)] for cell, word in words.items()}
        also = {_SHOWN + cell: _SHOWN + image for cell, image in images.items() if shown}
        symmetries.append({item: image for item, image in (pieces | images | also).items() if item != image})
    data = {
        "family": "covers", "name": name,
        "primary": [{"name": item, "least": least, "most": most} for item, (least, most) in bounds.items()]
        + filled + (variable if limited else []),
        "secondary": ([] if limited else variable) + [_SHOWN + cell for cell in filled + variable if shown],
        "options": options,
        "symmetries": [moves for moves in symmetries if moves],
    }  # fmt: skip
    remarks = [*notes, *(f"piece {part} is empty: it is left out" for part in empty), _STATED]
    return ForeignPuzzle(data, tuple(remarks))


def _placements(
    assembly: Assembly, shapes: Shapes, words: Mapping[Cell, str]
) -> Iterator[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    """Each placement: a piece, its cells and their colours; raises UserError for too many."""
    turns = [(name, turn, _ranges(turn, assembly.box)) for name, turns in shapes.items() for turn in turns]
    most = sum(len(turn) * prod(map(len, ranges)) for _, turn, ranges in turns)
    if most > MOST_COVERED:
        raise UserError(
            f"the result is too large for these pieces: their placements may cover {most} cells together, but at most "
            f"{MOST_COVERED} fit into memory: leave out pieces, or take a smaller result"
        )
    width, depth, _ = assembly.box

    def number(x: int, y: int, z: int) -> int:
        return x + width * (y + depth * z)

    named = {number(*cell): word for cell, word in words.items()}
    fitted = {number(*cell): colour for cell, colour in assembly.target.items()}
    free, coloured = frozenset(named), assembly.coloured
    for name, turn, ranges in turns:
        *axes, colours = zip(*turn, strict=True)
        steps = list(map(number, *axes))
        for place in starmap(number, product(*ranges)):
            if not free.issuperset(map(place.__add__, steps)):
                continue
            cells = [place + step for step in steps]
            if not coloured or all(map(assembly.fits, colours, map(fitted.__getitem__, cells))):
                yield name, tuple(map(named.__getitem__, cells)), colours


def _ranges(turn: Turned, box: Cell) -> list[range]:
    """The coordinates that leave an orientation room in the box."""
    *extents, _ = map(max, zip(*turn, strict=True))
    return [range(size - most) for size, most in zip(box, extents, strict=True)]
