"""A search for all packings of a box by pieces, bit-parallel: the fastest engine here, and the one to prefer.

A placement is a mask of bits, one for each cell. Each node of the search keeps the compact list of the placements that
survive, piece by piece. One pass over the list of the node above drops what overlaps the piece just placed and counts,
for 64 cells at a time in bit planes, how many survivors cover each cell. So the exact minimum over all cells and all
pieces is known at every node, as with dancing links, without any links. A cell that nothing covers ends the branch;
all cells with a single placement are filled together; else the search branches on the cell or piece with the fewest.
The passes use the widest vector registers that the processor has (AVX-512, AVX2, or none), with equal trees.

One piece, if there is a fit one, is kept to a placement of each orbit under the packing's symmetries. Which one is
decided by Knuth's estimate of the tree's cost ("Estimating the efficiency of backtrack programs", 1975): the mean of
many random descents into the tree of each choice.

The engine that Stefan Westen describes to M. Busche (2011) and Busche's own later one also work on masks; the counting
in bit planes and the compressed lists are ours.

>>> packing = Packing("bits", {}, (2, 2, 1), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)), ("I",), (2,),
...                   (0, 0, 0, 0), ((0, 1), (2, 3), (0, 2), (1, 3)), ((0, 1, 2, 3),), ())
>>> Bits(packing).advance()
[[0, 1], [2, 3]]
"""

from __future__ import annotations

from typing import Any

from models.problem import Packing, UserError
from runners.native._engine import BitsSearch, bits_cost, bits_kinds

__all__ = ["Bits", "candidates", "kinds"]

FIRST_DESCENTS = 256
EXPECTING_DESCENTS = 2000
SECONDS_PER_PLACEMENT = 0.5e-9  # on one core of an AMD EPYC with AVX-512, in 2026


class Bits(BitsSearch):
    """The search for all packings, resumable in slices: ``advance`` and what goes with it are those of ``Search``.

    Solutions are counted once up to the packing's symmetries: of the images that keep the constrained piece to its
    kept placements, the one whose ascending placements come first. Nodes are the root and every placement made;
    updates, the effort, are the placements looked at. ``progress`` is the share of the tree that is done, from 0 to 1,
    as if all branches of a node were of one size; ``kind`` names the vector registers in use.

    packing: its settings may name the piece to constrain (``constrain``: ``auto``, ``none`` or a name) and the vector
    registers (``registers``: ``auto`` or one of ``kinds()``).
    threads: so many share the tree. part, parts: only this part of it is searched, part 0 to parts - 1; the parts are
    disjoint, and together they are all. Their solutions, nodes and updates add up to those of the whole, on whatever
    machines and with however many threads: what lies above the split counts in part 0 alone.
    depth: the tree is split below the nodes of this level (the root's is 0, and placements that are forced together
    are one level); -1: where there are plenty of subtrees.
    """

    def __init__(self, packing: Packing, threads: int = 1, part: int = 0, parts: int = 1, depth: int = -1) -> None:
        """Raises UserError for settings that make no sense, ValueError for a division of the work that is none."""
        puzzle = _puzzle(packing)
        self.constrained = _constrained(packing, puzzle)
        registers = packing.settings.get("registers", "auto")
        if registers not in ("auto", *kinds()):
            raise UserError(f"registers are auto or, on this machine, {' or '.join(kinds())}, not '{registers}'")
        kind = "" if registers == "auto" else registers
        super().__init__(
            **puzzle, constrained=self.constrained, kind=kind, threads=threads, part=part, parts=parts, depth=depth
        )
        self._puzzle = puzzle

    def expected_s(self) -> float:
        """About how many seconds the whole search takes in one thread, from random descents (Knuth 1975).

        A single descent says little: the mean is dominated by the few that go deep.
        """
        cost = bits_cost(**self._puzzle, constrained=self.constrained, probes=EXPECTING_DESCENTS, seed=1)
        return SECONDS_PER_PLACEMENT * cost


def kinds() -> list[str]:
    """The kinds of vector registers that can be used on this processor, the fastest first."""
    return bits_kinds()


def candidates(packing: Packing) -> list[int]:
    """The pieces that may be constrained: with a single copy, and taken to themselves by every symmetry."""
    owner = packing.piece
    moved = {owner[i] for images in packing.symmetries for i, image in enumerate(images) if owner[i] != owner[image]}
    placed = set(owner)
    return [p for p, copies in enumerate(packing.copies) if copies == 1 and p not in moved and p in placed]


def _constrained(packing: Packing, puzzle: dict[str, Any]) -> int:
    """The piece to constrain, or -1 for none."""
    wanted = packing.settings.get("constrain", "auto")
    fit = candidates(packing)
    if wanted == "none" or (wanted == "auto" and (len(packing.symmetries) < 2 or not fit)):
        return -1
    if wanted == "auto":
        return _cheapest(fit, puzzle)
    if wanted not in packing.names:
        raise UserError(f"there is no piece '{wanted}' to constrain; the pieces are {', '.join(packing.names)}")
    if packing.names.index(wanted) not in fit:
        raise UserError(f"piece {wanted} cannot be constrained: it has copies, or a symmetry takes it to another")
    return packing.names.index(wanted)


def _cheapest(pieces: list[int], puzzle: dict[str, Any]) -> int:
    """The piece whose tree is expected to cost least, by successive halving: twice the descents for the better half.

    The choice must not cost more than a quarter of the search; a descent looks at some four placements for each one
    that there is.
    """
    totals = dict.fromkeys(pieces, 0.0)
    descents = done = spent = 0
    while len(pieces) > 1:
        descents = max(FIRST_DESCENTS, done)
        for piece in pieces:
            totals[piece] += descents * bits_cost(**puzzle, constrained=piece, probes=descents, seed=done + 1)
        done += descents
        spent += 4 * descents * len(pieces) * len(puzzle["piece"])
        pieces = sorted(pieces, key=totals.__getitem__)[: (len(pieces) + 1) // 2]
        if 4 * spent > totals[pieces[0]] / done:
            break
    return pieces[0]


def _puzzle(packing: Packing) -> dict[str, Any]:
    """The engine's arguments. Cells are numbered along the shortest side of the box first, so that the search, which
    takes the first of equals, goes through a long box from one end to the other."""
    slowest_first = sorted(range(3), key=lambda axis: -packing.box[axis])
    order = sorted(range(len(packing.cells)), key=lambda i: [packing.cells[i][axis] for axis in slowest_first])
    number = {cell: new for new, cell in enumerate(order)}
    return {
        "cells": len(packing.cells),
        "copies": packing.copies,
        "piece": packing.piece,
        "covers": [[number[cell] for cell in covered] for covered in packing.covers],
        "symmetries": packing.symmetries if len(packing.symmetries) > 1 else [],
        "adjacent": _adjacent(packing, number),
    }


def _adjacent(packing: Packing, number: dict[int, int]) -> list[tuple[int, int]]:
    """The pairs of neighbouring cells; none where a piece may cover a cell without any of its neighbours."""
    index = {cell: i for i, cell in enumerate(packing.cells)}
    near: dict[int, set[int]] = {i: set() for i in index.values()}
    for axis in range(3):
        for cell, i in index.items():
            x, y, z = (part + (axis == other) for other, part in enumerate(cell))
            j = index.get((x, y, z))
            if j is not None:
                near[i].add(j)
                near[j].add(i)
    if any(near[cell].isdisjoint(covered) for covered in packing.covers for cell in covered):
        return []
    return [(number[i], number[j]) for i, neighbours in near.items() for j in neighbours if i < j]
