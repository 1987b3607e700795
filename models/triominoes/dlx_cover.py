"""Exact cover with multiplicities, colours and costs, for the engine that supports them: the baseline.

Items: each class, covered as often as it has tiles; each cell, covered at most once; each border between two cells, of
one colour, the value that the tiles which end there show to each other. A tile that crosses a border covers both cells,
so that nothing else meets it there.
Options: each layout at each position covers its class, its cells, and the borders around it in the colours of its
values. For goal optimum a tile may be left out, at a cost of 1: this option covers its class alone.
Objective: maximise the number of tiles less the cost.
Symmetry breaking: classes of equal tiles and their layouts, see placements.py: a board is one cover.
Preprocessing, not for goal count (option room): trimmed: the board is cut to a corner: see `trimmed` in placements.py.
Source: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1: Algorithms M and C, and C with costs.

Goals: first, count, optimum
Engines: general
Needs: multiplicities, colours
Excludes: connected
Option room: trimmed | whole
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from itertools import product

from tilings.models.problem import Atom, ColouredCover
from tilings.models.triominoes import placements
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Edge, Layout, Position


def build(instance: TriominoesInstance, goal: str, room: str = "trimmed") -> ColouredCover:
    """The cover: classes are primary items, cells and borders secondary ones."""
    instance = placements.in_room(instance, room, goal)
    copies = placements.copies(instance)
    things = [*copies, *placements.cells(instance), *placements.edges(instance)]
    number = {thing: item for item, thing in enumerate(things)}
    paint = {value: colour for colour, value in enumerate(placements.values(instance), start=1)}
    borders = placements.borders(instance)

    options: list[tuple[int, ...]] = []
    colours: list[dict[int, int]] = []
    atoms: list[Atom] = []
    for layout, position in product(placements.layouts(instance), placements.positions(instance)):
        shown = _shown(layout, position, borders)
        colours.append({number[border]: paint[value] for border, value in shown.items()})
        options.append((number[layout.tile], *(number[cell] for cell in position.cells), *colours[-1]))
        atoms.append(placements.atom(layout, position))
    left_out = [(number[tile],) for tile in placements.class_of(instance)] if goal == "optimum" else []
    return ColouredCover(
        bounds=tuple((most, most) for most in copies.values()),
        secondary=len(things) - len(copies),
        options=(*options, *left_out),
        colours=(*colours, *({} for _ in left_out)),
        costs=(*(0 for _ in options), *(1 for _ in left_out)) if left_out else (),
        atoms=tuple(atoms),
        most=len(instance.tiles),
    )


def _shown(layout: Layout, position: Position, borders: dict[Cell, list[tuple[Edge, Cell]]]) -> dict[Edge, int]:
    """The value that a tile shows at each border where it ends."""
    covered = position.cells
    return {
        edge: value
        for cell, value in zip(covered, layout.values, strict=True)
        for edge, other in borders[cell]
        if other not in covered
    }
