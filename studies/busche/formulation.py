"""Pieces that fill a box, for the classic engine: DLX, most constrained hole and de Bruijn, switched within a search.

Items: the open cells and the pieces.
Options: the placements, called images.
Objective: none.
Symmetry breaking: by the engine, which keeps one image of each orbit for one piece (option constrain) and counts one
solution of each class of symmetric ones.
Source: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. The defaults of the options are his: plain
DLX without filters, which branches on the item with the fewest images left. If all options have their defaults, the
best of some settings is taken instead, by estimates from random descents, unless settings=paper. Thresholds are numbers
of remaining pieces; 0 switches a feature off.

Options, by default 0 where no other value is named:
settings: ``estimated`` by default, or ``paper``.
order: f x y z X Y Z R a@DEGREES, each with a threshold: x=35,f=20; by default f.
mch: from so many remaining pieces on, the most constrained hole; emch: from then on its estimate; bruijn: from then on
    de Bruijn's first hole.
constrain: the piece that is kept to one image of each orbit, ``auto``, or by default ``none``.
parity_filter, volume_filter, fit_filter: down to so many remaining pieces, after each one; or ``once``.
fit_passes: how often the fit filter goes through the images each time; by default 1.
parity_trigger, volume_trigger: a violation ends the branch, down to so many remaining pieces.
trials: so many random trials in place of a complete search; stop: a trial ends when the piece is removed before which
    so many remained; seed.
"""

from tilings.models.polycubes import geometry, symmetry
from tilings.models.polycubes.instance import Cell, Piece, PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Packing, UserError

Shape = tuple[Cell, ...]


def build(instance: PolycubesInstance, **options: str) -> Packing:
    """The placements and the engine's settings; raises UserError where the number of a piece is not given."""
    if instance.ranges:
        raise UserError(f"{instance.name}: M. Busche's solver takes pieces of given numbers only")
    return _preferred_first(instance, packing(instance, "classic", options))


def _preferred_first(instance: PolycubesInstance, model: Packing) -> Packing:
    """The packing with its placements reordered, as the engine keeps the first of each orbit.

    The first placements of each piece are those in the orientations that `_held_first` gives, and among these those
    that the search reaches first, because they lie where the box is filled first.
    """
    held = [_held_first(instance, piece) for piece in instance.movable]
    slowest_first = sorted(range(3), key=lambda axis: -instance.box[axis])

    def rank(placement: int) -> tuple[int, bool, list[list[int]]]:
        piece = model.piece[placement]
        cells = [model.cells[cell] for cell in model.covers[placement]]
        scanned = sorted([cell[axis] for axis in slowest_first] for cell in cells)
        return piece, geometry.normalised(cells) not in held[piece], scanned

    order = sorted(range(len(model.piece)), key=rank)
    place = {placement: i for i, placement in enumerate(order)}
    return model._replace(
        piece=tuple(model.piece[i] for i in order),
        covers=tuple(model.covers[i] for i in order),
        symmetries=tuple(tuple(place[images[i]] for i in order) for images in model.symmetries),
        atoms=tuple(model.atoms[i] for i in order),
    )


def _held_first(instance: PolycubesInstance, piece: Piece) -> set[Shape]:
    """Orientations of a piece from which the box's symmetries give all others: the flattest, by z, then y and x."""
    allowed = geometry.motions(instance.box, instance.reflect)
    turns = [motion for motion, _ in symmetry.group(instance) if motion in allowed]
    shapes = geometry.orientations(piece, instance.box, instance.reflect)
    kept: set[Shape] = set()
    for shape in sorted(shapes, key=lambda shape: sorted((z, y, x) for x, y, z in shape)):
        if not any(geometry.normalised([geometry.move(cell, turn) for cell in shape]) in kept for turn in turns):
            kept.add(shape)
    return kept
