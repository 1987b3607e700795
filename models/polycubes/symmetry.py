"""Symmetries of the box: for counting each solution once, and for reducing a piece to one placement of each orbit."""

from functools import cache

from tilings.models.polycubes.geometry import Motion, motions, move, move_in_box, normalised, partners, proper
from tilings.models.polycubes.instance import Cell, Piece, PolycubesInstance
from tilings.models.problem import Item, Symmetry

Renaming = dict[str, str]


def symmetries(instance: PolycubesInstance) -> list[Symmetry]:
    """The maps on items (piece name, cells) that the instance's convention counts as one, identity first."""
    return [_item_map(instance, motion, renaming) for motion, renaming in group(instance)]


@cache
def group(instance: PolycubesInstance) -> list[tuple[Motion, Renaming]]:
    """The motions that map the box and its fixed pieces to themselves, identity first, each with its renaming.

    A reflection takes a chiral piece that must not be mirrored to a piece of the mirrored shape; without such a piece,
    the reflection is not a symmetry of the puzzle.
    """
    if instance.convention == "raw":
        return [(motions(instance.box, False)[0], {piece.name: piece.name for piece in instance.tiles})]
    elements = []
    mirrored = _mirror_names(instance)
    for motion in motions(instance.box, instance.convention == "reflections"):
        renaming = {piece.name: piece.name for piece in instance.tiles} if proper(motion) else mirrored
        if renaming is not None and _keeps_box(instance, motion, renaming):
            elements.append((motion, renaming))
    return elements


def representatives(
    instance: PolycubesInstance, piece: Piece, placements: list[tuple[Cell, ...]]
) -> list[tuple[Cell, ...]]:
    """One placement of each orbit under the group: every solution has an image with the piece in one of them.

    The piece must have a single copy, and a name that no symmetry changes.
    """
    seen: set[tuple[Cell, ...]] = set()
    kept = []
    for cells in placements:
        if cells not in seen:
            kept.append(cells)
            images = ([move_in_box(cell, motion, instance.box) for cell in cells] for motion, _ in group(instance))
            seen |= {tuple(sorted(image)) for image in images}
    return kept


def keeps_name(instance: PolycubesInstance, piece: Piece) -> bool:
    """Whether no symmetry takes the piece to another one."""
    return all(renaming[piece.name] == piece.name for _, renaming in group(instance))


def _item_map(instance: PolycubesInstance, motion: Motion, renaming: Renaming) -> Symmetry:
    moved = cache(lambda cell: move_in_box(cell, motion, instance.box))

    @cache
    def image(item: Item) -> Item:
        name, cells = item
        return renaming[name], tuple(sorted(map(moved, cells)))

    return image


def _keeps_box(instance: PolycubesInstance, motion: Motion, renaming: Renaming) -> bool:
    box = instance.box
    if tuple(box[axis] for axis, _ in motion) != box:
        return False
    if {move_in_box(cell, motion, box) for cell in instance.blocked} != set(instance.blocked):
        return False
    fixed = {piece.name: set(piece.cells) for piece in instance.pieces if piece.fixed}
    return all(
        {move_in_box(cell, motion, box) for cell in cells} == fixed.get(renaming[name]) for name, cells in fixed.items()
    )


def _mirror_names(instance: PolycubesInstance) -> Renaming | None:
    """The piece of the mirrored shape for each piece (itself if it may be mirrored or is its own mirror image).

    Equal shapes are paired in the order of their copies, then names. None where a mirrored shape is missing.
    """
    same = {piece.name: piece.name for piece in instance.tiles if piece.fixed or _may_be_mirrored(instance, piece)}
    turns = motions(instance.box, False)
    flip = next(motion for motion in motions(instance.box, reflections=True) if not proper(motion))
    renaming = partners(
        (
            (piece.least, piece.copies), piece.name, _canonical(list(piece.cells), turns),
            _canonical([move(cell, flip) for cell in piece.cells], turns),
        )
        for piece in instance.movable if piece.name not in same
    )  # fmt: skip
    return None if renaming is None else same | renaming


def _may_be_mirrored(instance: PolycubesInstance, piece: Piece) -> bool:
    return instance.reflect and not piece.one_sided


def _canonical(cells: list[Cell], turns: list[Motion]) -> tuple[Cell, ...]:
    return min(normalised([move(cell, motion) for cell in cells]) for motion in turns)
