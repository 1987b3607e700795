"""Exact cover itself: the items are the cells and the pieces, the options are the placements.

Items: each open cell and each piece with a single copy is primary; a piece with several copies is a secondary item of
that capacity. As the pieces fill the box exactly, a cover of all cells uses every copy. Where the number of a piece is
not given, all pieces are primary items that are covered within their bounds.
Options: each placement covers its cells and its piece.
Objective: minimise the number of gaps.
Symmetry breaking: in the data, which keep one placement of each orbit under the box's symmetries, for one piece. Where
the number of a piece is not given, the engine lets one of the covers count that symmetries take to each other.
Source: D. E. Knuth, "Dancing Links", 2000; The Art of Computer Programming 7.2.2.1, Algorithm X.

Goals: first, count, optimum
Engines: dlx, general
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from tilings.models.polycubes import symmetry
from tilings.models.polycubes.data import items_of, placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Atom, ColouredCover, Cover


def build(instance: PolycubesInstance, goal: str) -> Cover | ColouredCover:
    """The cover and its atoms; for goal optimum, a gap costs 1."""
    options = placements(instance)
    cells = len(options.open_cells)
    atoms: tuple[Atom, ...] = tuple(("placement", (i,)) for i in range(len(options.piece)))
    if instance.ranges:
        gaps = set(options.gaps)
        return ColouredCover(
            bounds=((1, 1),) * cells + tuple((piece.least, piece.copies) for piece in options.pieces),
            secondary=0,
            options=tuple(
                (*covered, cells + owner) for owner, covered in zip(options.piece, options.cells, strict=True)
            ),
            colours=({},) * len(options.piece),
            costs=tuple(int(i in gaps) for i in range(len(options.piece))) if goal == "optimum" else (),
            atoms=atoms,
            symmetries=_moved(instance) if goal == "count" else (),
        )
    single = [number for number, piece in enumerate(options.pieces) if piece.copies == 1]
    several = [number for number, piece in enumerate(options.pieces) if piece.copies > 1]
    item = {number: cells + position for position, number in enumerate(single + several)}
    return Cover(
        primary=cells + len(single),
        capacities=tuple(options.pieces[number].copies for number in several),
        options=tuple((*covered, item[owner]) for owner, covered in zip(options.piece, options.cells, strict=True)),
        atoms=atoms,
    )


def _moved(instance: PolycubesInstance) -> tuple[tuple[int, ...], ...]:
    """The symmetries without the identity, as images of the placements; -1 for one that is left out."""
    items = items_of(instance, "placement")
    place = {item: at for at, item in enumerate(items)}
    _, *others = symmetry.symmetries(instance)
    return tuple(tuple(place.get(move(item), -1) for item in items) for move in others)
