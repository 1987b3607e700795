"""Exact cover itself: the items are the cells and the pieces, the options are the placements.

Items: each open cell and each piece with a single copy is primary; a piece with several copies is a secondary item of
that capacity. As the pieces fill the box exactly, a cover of all cells uses every copy.
Options: each placement covers its cells and its piece.
Objective: none.
Symmetry breaking: in the data, which keep one placement of each orbit under the box's symmetries, for one piece.
Source: D. E. Knuth, "Dancing Links", 2000; The Art of Computer Programming 7.2.2.1, Algorithm X.

Goals: first, count
Engines: dlx
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from tilings.models.polycubes.data import placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Cover


def build(instance: PolycubesInstance, goal: str) -> Cover:
    """The cover and its atoms; both goals have the same cover."""
    del goal
    options = placements(instance)
    cells = len(options.open_cells)
    single = [number for number, piece in enumerate(options.pieces) if piece.copies == 1]
    several = [number for number, piece in enumerate(options.pieces) if piece.copies > 1]
    item = {number: cells + position for position, number in enumerate(single + several)}
    return Cover(
        primary=cells + len(single),
        capacities=tuple(options.pieces[number].copies for number in several),
        options=tuple((*covered, item[owner]) for owner, covered in zip(options.piece, options.cells, strict=True)),
        atoms=tuple(("placement", (i,)) for i in range(len(options.piece))),
    )
