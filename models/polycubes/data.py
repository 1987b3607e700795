"""The data of the formulations, cells, pieces and placements, and the decoding of solutions."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from tilings.models.polycubes import geometry, packing, symmetry
from tilings.models.polycubes.instance import GAP, Cell, Piece, PolycubesInstance
from tilings.models.presentation import permutation
from tilings.models.problem import Atom, Solution, UserError


class Placements(NamedTuple):
    """The options of the exact cover problem. One piece may have only representatives of its placements (symmetry
    breaking)."""

    pieces: tuple[Piece, ...]  # the movable tiles
    open_cells: tuple[Cell, ...]
    piece: tuple[int, ...]  # the piece of each placement, an index
    cells: tuple[tuple[int, ...], ...]  # the sorted cells of each placement, indices into the open cells

    def of_piece(self) -> list[list[int]]:
        """For each piece, its placements."""
        return [[i for i, owner in enumerate(self.piece) if owner == piece] for piece in range(len(self.pieces))]

    @property
    def gaps(self) -> list[int]:
        """The placements that stand for gaps."""
        return [i for i, owner in enumerate(self.piece) if self.pieces[owner].name == GAP]

    def over_cell(self) -> list[list[int]]:
        """For each open cell, the placements that cover it."""
        over: list[list[int]] = [[] for _ in self.open_cells]
        for i, cells in enumerate(self.cells):
            for cell in cells:
                over[cell].append(i)
        return over


@cache
def placements(instance: PolycubesInstance) -> Placements:
    """All placements of the movable pieces, piece by piece; the constrained piece has only its representatives."""
    open_cells = tuple(instance.cells)
    index = {cell: i for i, cell in enumerate(open_cells)}
    candidates = [
        geometry.placements(piece, instance.box, set(open_cells), instance.reflect) for piece in instance.movable
    ]
    kept = _constrained(instance, candidates)
    rows = [(piece, [index[c] for c in cells]) for piece, of_piece in enumerate(kept) for cells in of_piece]
    return Placements(
        tuple(instance.movable), open_cells,
        tuple(piece for piece, _ in rows), tuple(tuple(sorted(cells)) for _, cells in rows),
    )  # fmt: skip


def _constrained(instance: PolycubesInstance, every: list[list[tuple[Cell, ...]]]) -> list[list[tuple[Cell, ...]]]:
    """Reduce one piece to a placement of each orbit: the piece that loses the largest share, then the one with fewest
    placements left.

    (The choice is that of M. Busche, "Solving Polyomino and Polycube Puzzles", 2011.) Solutions that are images of
    each other by a symmetry that fixes the kept placement still occur in pairs; the runner counts each class once.
    """
    best: tuple[float, int, int, list[tuple[Cell, ...]]] | None = None
    for number, piece in enumerate(instance.movable):
        if piece.copies == 1 and every[number] and symmetry.keeps_name(instance, piece):
            left = symmetry.representatives(instance, piece, every[number])
            rank = (len(left) / len(every[number]), len(left), number, left)
            best = rank if best is None else min(best, rank)
    if best is None:
        return every
    return [best[3] if number == best[2] else found for number, found in enumerate(every)]


def decode(instance: PolycubesInstance, atoms: Iterable[Atom]) -> Solution:
    """The solution of atoms, with the fixed pieces and without gaps.

    ``placement(i)`` is the i-th of the placements above, ``image(i)`` the i-th without any symmetry breaking, both
    counted from 0.
    """
    items = [(piece.name, piece.cells) for piece in instance.pieces if piece.fixed]
    kinds: dict[str, list[tuple[str, tuple[Cell, ...]]]] = {}
    for name, arguments in atoms:
        if name not in kinds:
            kinds[name] = items_of(instance, name)  # the cache's lookup is slow: it hashes the whole instance
        known = kinds[name]
        if len(arguments) != 1 or not 0 <= arguments[0] < len(known):
            raise UserError(f"{name}{arguments} is not a placement of this instance")
        items.append(known[arguments[0]])
    return tuple(sorted(item for item in items if item[0] != GAP))


@cache
def items_of(instance: PolycubesInstance, atom: str) -> list[tuple[str, tuple[Cell, ...]]]:
    """The items that an atom's argument numbers."""
    if atom == "image":
        return packing.images(instance)
    if atom != "placement":
        return []
    options = placements(instance)
    return [
        (options.pieces[owner].name, tuple(sorted(options.open_cells[cell] for cell in cells)))
        for owner, cells in zip(options.piece, options.cells, strict=True)
    ]


def parameters(instance: PolycubesInstance) -> dict[str, Any]:
    """The MiniZinc data: cells, pieces and placements are numbered from 1."""
    options = placements(instance)
    cells = permutation(instance, len(options.open_cells), "cells")
    pieces = permutation(instance, len(options.pieces), "pieces")
    rows = permutation(instance, len(options.piece), "placements")
    place = {piece: at for at, piece in enumerate(pieces, start=1)}
    gaps = set(options.gaps)
    return {
        "num_cells": len(cells),
        "least": [options.pieces[piece].least for piece in pieces],
        "copies": [options.pieces[piece].copies for piece in pieces],
        "piece": [place[options.piece[row]] for row in rows],
        "covers": [{cells[cell] + 1 for cell in options.cells[row]} for row in rows],
        "gaps": {at for at, row in enumerate(rows, start=1) if row in gaps},
        "number": rows,
    }


def facts(instance: PolycubesInstance) -> list[Atom]:
    """The ASP facts: cell(C), piece(P,Least,Copies), option(I,P), covers(I,C), gap(I); numbers count from 0."""
    options = placements(instance)
    atoms: list[Atom] = [("cell", (cell,)) for cell in range(len(options.open_cells))]
    atoms += [("piece", (number, piece.least, piece.copies)) for number, piece in enumerate(options.pieces)]
    atoms += [("gap", (i,)) for i in options.gaps]
    atoms += [("option", (i, owner)) for i, owner in enumerate(options.piece)]
    return atoms + [("covers", (i, cell)) for i, cells in enumerate(options.cells) for cell in cells]


def measures(instance: PolycubesInstance) -> dict[str, float | str]:
    """Size measures: open cells, pieces (copies counted, at most), dimension."""
    return {
        "cells": len(instance.cells),
        "pieces": sum(piece.copies for piece in instance.movable if piece.name != GAP),
        "dimension": 2 if 1 in instance.box else 3,
    }
