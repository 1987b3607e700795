"""A bit-parallel search for all packings of a box by pieces: the fastest engine here, and the one to prefer.

A placement is a mask with one bit for each cell. Each node of the search has a compact list of the placements that
survive, piece by piece. One pass over the list of its parent removes what overlaps the piece just placed and counts the
survivors over each cell, for 64 cells at a time in bit planes. So the exact minimum over all cells and all pieces is
known at every node, as with dancing links, but without links. A node with a cell that nothing covers is a dead end.
Otherwise all cells with a single placement are filled together, or if there are none, the search branches on the cell
or piece with the fewest placements. Once few placements are left, their lists are transposed: each cell and each piece
has a row of bits for the placements that cover it, and a set of placements is a few words. The passes use the widest
vector registers that the processor has (AVX-512, AVX2, or none); the tree depends neither on them nor on the lists'
form.

Symmetry breaking restricts one piece, if one qualifies, to one placement of each orbit under the packing's symmetries.
The piece is chosen by Knuth's estimate of the cost of its tree ("Estimating the efficiency of backtrack programs",
1975), which is the mean of many random descents.

The engine that Stefan Westen described to M. Busche (2011) and Busche's own later one also use masks; the counting in
bit planes and the compressed lists are new here.

>>> packing = Packing("bits", {}, (2, 2, 1), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)), ("I",), (2,),
...                   (0, 0, 0, 0), ((0, 1), (2, 3), (0, 2), (1, 3)), ((0, 1, 2, 3),), ())
>>> sorted(Bits(packing).advance())
[[0, 1], [2, 3]]
"""

from typing import Any

from tilings.models.problem import Packing, UserError
from tilings.runners.native._engine import BitsPuzzle, BitsSearch, bits_cost
from tilings.runners.native._engine import bits_kinds as kinds

__all__ = ["Bits", "candidates", "kinds"]

FIRST_DESCENTS = 256
EXPECTING_DESCENTS = 2000
# Nominal seconds, measured on a busy core of an AMD EPYC with AVX2 in 2026.
SECONDS_PER_PLACEMENT = 0.73e-9
NODE_S, LISTED_NODE_S = 58e-9, 90e-9


class Bits(BitsSearch):
    """The search for all packings, resumable in slices; see ``Search`` for ``advance`` and the common properties.

    Solutions count once up to the packing's symmetries: of the images that have the constrained piece in one of its
    kept placements, the one whose ascending placements come first counts. Nodes are the root and every placement made;
    updates, the effort, are the placements looked at. ``progress`` is the share of the tree that is searched, from 0 to
    1, as if all branches of a node were of one size; ``kind`` names the vector registers in use; ``node_s`` is the
    nominal cost of a node in seconds, without its updates.

    packing: its settings may name the piece to constrain (``constrain``: ``auto``, ``none`` or a name) and the vector
        registers (``registers``: ``auto`` or one of ``kinds()``).
    threads: the number of threads that share the tree.
    part, parts: only this part of the tree is searched, from 0 to parts - 1. The parts are disjoint, and together they
        are the whole tree. Their solutions, nodes and updates add up to the whole search's, on any machines and with
        any number of threads; nodes above the split count in part 0 alone.
    depth: the level below whose nodes the tree is split. The root has level 0, and placements that are forced together
        are one level; -1 for a split where each part has plenty of subtrees.
    """

    def __init__(self, packing: Packing, threads: int = 1, part: int = 0, parts: int = 1, depth: int = -1) -> None:
        """Raises UserError for invalid settings, ValueError if threads, part, parts or depth is out of range."""
        puzzle = arguments(packing) | {"spare": len(packing.bounds)}
        self.constrained = constrained_piece(packing, puzzle)
        words = (len(packing.cells) + 63) // 64
        # Lists are not transposed while a piece has several copies left; a node on them costs by the word.
        self.node_s = NODE_S if all(copies == 1 for copies in packing.copies) else LISTED_NODE_S * words
        self._puzzle = BitsPuzzle(**puzzle, constrained=self.constrained)
        registers = packing.settings.get("registers", "auto")
        if registers not in ("auto", *kinds()):
            raise UserError(f"registers are auto or, on this machine, {' or '.join(kinds())}, not '{registers}'")
        kind = "" if registers == "auto" else registers
        super().__init__(self._puzzle, kind, threads, part, parts, depth)

    def expected_s(self, descents: int = EXPECTING_DESCENTS) -> float:
        """An estimate of the seconds that the whole search takes in one thread, from random descents (Knuth 1975)."""
        return SECONDS_PER_PLACEMENT * bits_cost(self._puzzle, probes=descents, seed=1)


def candidates(packing: Packing) -> list[int]:
    """The pieces that may be constrained: they are used exactly once, and every symmetry maps them to themselves."""
    owner = packing.piece
    moved = {owner[i] for images in packing.symmetries for i, image in enumerate(images) if owner[i] != owner[image]}
    placed = set(owner)
    return [p for p, once in enumerate(packing.once) if once and p not in moved and p in placed]


def constrained_piece(packing: Packing, puzzle: dict[str, Any]) -> int:
    """The piece to constrain, or -1 for none."""
    choice = packing.settings.get("constrain", "auto")
    suitable = candidates(packing)
    if choice == "none" or (choice == "auto" and (len(packing.symmetries) < 2 or not suitable)):
        return -1
    if choice == "auto":
        return _cheapest(suitable, puzzle)
    if choice not in packing.names:
        raise UserError(f"there is no piece '{choice}' to constrain; the pieces are {', '.join(packing.names)}")
    if packing.names.index(choice) not in packing.piece:
        return -1  # it has no placement, so there is no solution
    if packing.names.index(choice) not in suitable:
        raise UserError(f"piece {choice} cannot be constrained: it has copies, or a symmetry takes it to another")
    return packing.names.index(choice)


def _cheapest(pieces: list[int], puzzle: dict[str, Any]) -> int:
    """The piece whose tree is expected to cost least, by successive halving: the better half gets twice the descents.

    The choice may cost at most a quarter of the search. A descent looks at each placement about four times.
    """
    totals = dict.fromkeys(pieces, 0.0)
    puzzles = {piece: BitsPuzzle(**puzzle, constrained=piece) for piece in pieces}
    descents = done = spent = 0
    while len(pieces) > 1:
        descents = max(FIRST_DESCENTS, done)
        for piece in pieces:
            totals[piece] += descents * bits_cost(puzzles[piece], probes=descents, seed=done + 1)
        done += descents
        spent += 4 * descents * len(pieces) * len(puzzle["piece"])
        pieces = sorted(pieces, key=totals.__getitem__)[: (len(pieces) + 1) // 2]
        if 4 * spent > totals[pieces[0]] / done:
            break
    return pieces[0]


def arguments(packing: Packing) -> dict[str, Any]:
    """The arguments of a BitsPuzzle but for the constrained piece and the spare cells.

    Cells are numbered along the shortest side of the box first, so that the search, which takes the first of equal
    cells, fills a long box from one end to the other.
    """
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
    """The pairs of neighbouring cells; empty if a placement covers a cell without any of its neighbours."""
    index = {cell: i for i, cell in enumerate(packing.cells)}
    near: dict[int, set[int]] = {i: set() for i in index.values()}
    for axis in range(3):
        for cell, i in index.items():
            x, y, z = (coordinate + (axis == number) for number, coordinate in enumerate(cell))
            j = index.get((x, y, z))
            if j is not None:
                near[i].add(j)
                near[j].add(i)
    if any(near[cell].isdisjoint(covered) for covered in packing.covers for cell in covered):
        return []
    return [(number[i], number[j]) for i, neighbours in near.items() for j in neighbours if i < j]
