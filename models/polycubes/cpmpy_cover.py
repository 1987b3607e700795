"""Exact cover with a Boolean for each placement.

Variables: placed[i], whether placement i is used.
Constraints: each cell is covered exactly once; each piece is used as often as it has copies, or less
often by at most its optional copies.
Objective: minimise the number of gaps.
Symmetry breaking: in the data, which keep one placement of each orbit under the box's symmetries, for one piece.
Source: exact cover as a 0-1 system (D. E. Knuth, "Dancing Links", 2000).

Goals: first, count, optimum
"""

from tilings.models.cpmpy_import import cp
from tilings.models.polycubes.data import placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Encoding


def build(instance: PolycubesInstance, goal: str) -> Encoding:
    options = placements(instance)
    model = cp.Model()
    placed = [cp.boolvar() for _ in options.piece]
    # Each cell is covered exactly once.
    for over in options.over_cell():
        model += cp.sum([placed[i] for i in over]) == 1
    # Each piece is used as often as it has copies.
    for piece, placements_of_piece in zip(options.pieces, options.of_piece(), strict=True):
        used = cp.sum([placed[i] for i in placements_of_piece])
        model += [used >= piece.least, used <= piece.copies] if piece.optional else [used == piece.copies]
    if goal == "optimum":
        model.minimize(cp.sum([placed[i] for i in options.gaps]))
    return Encoding.of_binaries(model, {("placement", (i,)): var for i, var in enumerate(placed)}, goal == "optimum")
