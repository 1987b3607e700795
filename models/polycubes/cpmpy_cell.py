"""A whole number for each tile, its placement, and for each cell, the tile that covers it.

Variables: at[t], the placement of tile t, numbered within those of its piece; a piece has a tile for each of its
copies; by[c], the tile that covers cell c.
Constraints: channeling: by[c] = t exactly if at[t] is one of the placements that cover cell c. As by[c] has one value,
each cell is covered exactly once.
Objective: none.
Symmetry breaking: the copies of a piece lie in ascending placements; in the data, which keep one placement of each
orbit under the box's symmetries, for one piece.
Source: the primal and the dual view of a placement problem, channeled (B. M. W. Cheng, K. M. F. Choi, J. H. M. Lee and
J. C. K. Wu, "Increasing constraint propagation by redundant modeling", 1999).

Goals: first, count
Excludes: ranges
"""

from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tilings.models.cpmpy_import import cp
from tilings.models.polycubes.data import placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Atom, Encoding


def build(instance: PolycubesInstance, goal: str) -> Encoding:
    """The model and its atoms; both goals have the same model."""
    del goal
    options = placements(instance)
    model = cp.Model()
    tiles = [
        choices for piece, choices in zip(options.pieces, options.of_piece(), strict=True) for _ in range(piece.copies)
    ]
    if not all(tiles):  # a piece has no placement, and a variable needs a value
        model += cp.BoolVal(False)
        return Encoding(model, lambda _: [])
    at = [cp.intvar(0, len(choices) - 1) for choices in tiles]
    by = [cp.intvar(0, len(tiles) - 1) for _ in options.open_cells]

    # A tile covers a cell exactly if its placement does.
    for tile, choices in enumerate(tiles):
        covering = defaultdict(list)
        for number, i in enumerate(choices):
            for cell in options.cells[i]:
                covering[cell].append(number)
        for cell, variable in enumerate(by):
            if covering[cell]:
                model += (variable == tile) == cp.any([at[tile] == number for number in covering[cell]])
            else:
                model += variable != tile

    # The copies of a piece lie in ascending placements.
    for (one, choices), (two, other) in pairwise(zip(at, tiles, strict=True)):
        if choices is other:
            model += one < two

    def atoms(value: Callable[[Any], float]) -> list[Atom]:
        return [("placement", (choices[int(value(variable))],)) for variable, choices in zip(at, tiles, strict=True)]

    return Encoding(model, atoms)
