"""The exact-cover problems that are counted by states for a packing, one for each symmetry that fixes solutions.

Items are covered in an order in which few of them are at the frontier at a time.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from tilings.models.problem import Packing
from tilings.runners.native.bits import Bits, candidates

KINGS = 6

Permutation = tuple[int, ...]
_SPARE = (0, 1)


class Covers(NamedTuple):
    """An exact-cover problem as the arguments of States."""

    primary: int
    capacities: tuple[int, ...]
    options: list[list[int]]
    least: tuple[int, ...]
    ordered: bool = True


def orbits(packing: Packing, symmetry: Permutation) -> tuple[list[list[int]], list[Counter[int]]]:
    """The options for covers that a symmetry fixes: the cells of each option, and how often it uses each piece.

    An option is the union of the images of a placement under the powers of the symmetry, if these cover no cell too
    often. A cell is listed as often as it is covered.
    """
    options, uses = [], []
    seen: set[int] = set()
    for start in range(len(symmetry)):
        if start in seen:
            continue
        cycle = [start]
        while symmetry[cycle[-1]] != start:
            cycle.append(symmetry[cycle[-1]])
        seen.update(cycle)
        cells = sorted(cell for placement in cycle for cell in packing.covers[placement])
        if len(set(cells)) == len(cells) or not _too_often(packing, cells):
            options.append(cells)
            uses.append(Counter([packing.piece[placement] for placement in cycle]))
    return options, uses


def _too_often(packing: Packing, cells: Sequence[int]) -> bool:
    exact = len(packing.cells) - len(packing.bounds)
    most = (1,) * exact + tuple(most for _, most in packing.bounds)
    return any(times > most[cell] for cell, times in Counter(cells).items())


def ordered(packing: Packing, symmetry: Permutation) -> Covers:
    """The exact-cover problem of the solutions that the symmetry fixes.

    Cells that lie in the same options are one item. The items are ordered layer by layer and row by row, with the order
    of the axes for which the frontier is smallest, or by King's rule where no two cells are neighbours, so that
    positions carry no information. (On the polycubes of this repository King's orders led to up to 2.4 times as many
    states, and to half as many for dominoes.) Cells that are not covered exactly once are secondary items behind the
    pieces. An option that covers only such cells is chosen or not: a primary item of its own, in the place of its first
    cell, has this option and an empty one.
    """
    options, uses = orbits(packing, symmetry)
    exact = len(packing.cells) - len(packing.bounds)
    bounds = ((1, 1),) * exact + packing.bounds
    inside: list[list[int]] = [[] for _ in packing.cells]
    for number, cells in enumerate(options):
        for cell in cells:
            inside[cell].append(number)
    first: dict[tuple[tuple[int, int], tuple[int, ...]], int] = {}  # the cell that stands for those of its options
    item_of = [first.setdefault((bounds[cell], tuple(inside[cell])), cell) for cell in range(len(bounds))]
    covers = [[cell for cell in cells if item_of[cell] == cell] for cells in options]
    once = packing.once
    placed = [all(map(once.__getitem__, use)) for use in uses]  # by pieces that are used exactly once
    anchors = [_anchors(cells, bounds, by_piece) for cells, by_piece in zip(covers, placed, strict=True)]
    required = {cell for cell in first.values() if cell < exact}.union(*anchors)
    place = {cell: i for i, cell in enumerate(_best_order(packing, anchors, sorted(required)))}

    begins = defaultdict(list)  # the options of each cell that are chosen or not
    for number, cells in enumerate(anchors):
        if cells[0] >= exact if cells else not placed[number]:
            begins[min(cells, key=place.__getitem__, default=-1)].append(number)
    items: dict[tuple[str, int], int] = {}
    for cell in [*place, -1]:
        for key in [("cell", cell)] if 0 <= cell < exact else [("option", number) for number in begins[cell]]:
            items[key] = len(items)
    primary = len(items)
    loose = [cell for cell in first.values() if cell >= exact]
    secondary = {cell: primary + len(packing.copies) + i for i, cell in enumerate(loose)}
    own = [[items["option", number]] if ("option", number) in items else [] for number in range(len(options))]
    return Covers(
        primary,
        packing.copies + tuple(bounds[cell][1] for cell in loose),
        [
            [
                *alone,
                *(items["cell", cell] if cell < exact else secondary[cell] for cell in cells),
                *(primary + piece for piece in use.elements()),
            ]
            for alone, cells, use in zip(own, covers, uses, strict=True)
        ]
        + [alone for alone in own if alone],
        (packing.least or (0,) * len(packing.copies)) + tuple(bounds[cell][0] for cell in loose),
    )


def _anchors(cells: Sequence[int], bounds: Sequence[tuple[int, int]], once: bool) -> list[int]:
    """The cells that place an option in the order: those covered exactly once, or if it has none, other ones.

    None if it has only cells that may stay open, and a piece that is used exactly `once`, which places it.
    """
    exact = [cell for cell in cells if bounds[cell] == (1, 1)]
    placed = exact or (once and all(bounds[cell] == _SPARE for cell in cells))
    return exact if placed else list(dict.fromkeys(cells))


def _best_order(packing: Packing, covers: Sequence[Sequence[int]], cells: Sequence[int]) -> list[int]:
    """The order of cells with the smallest frontier."""
    number = {cell: i for i, cell in enumerate(cells)}
    numbered = [[number[cell] for cell in cover] for cover in covers]
    candidates = [] if _has_neighbours(packing) else list(map(tuple, kings(numbered, len(cells))))
    for axes in permutations(range(3)):
        places = [[packing.cells[cell][axis] for axis in axes] for cell in cells]
        candidates.append(tuple(sorted(range(len(cells)), key=places.__getitem__)))
    best = min(dict.fromkeys(candidates), key=lambda order: frontier_cost(numbered, order))
    return [cells[i] for i in best]


def restricted(packing: Packing, covers: Covers, choice: str) -> Covers:
    """The problem of all solutions with one piece in the placement of its orbit that is in front in the order.

    This placement's option is there once for each placement of the orbit. If each state chooses, the piece is the one
    that enumeration would restrict, as its tree is nearly that of the states. If there is an order, the piece with the
    largest sum of squared spans in the order is restricted, which led to the fewest states on all of five puzzles.
    """
    suitable = candidates(packing)
    if len(packing.symmetries) < 2 or not suitable:
        return covers
    cells = [sorted(item for item in option if item < covers.primary) for option in covers.options]
    spans: Counter[int] = Counter()
    for piece, span in zip(packing.piece, cells, strict=False):  # behind them are the empty options
        spans[piece] += (span[-1] - span[0]) ** 2 if span else 0
    chosen = max(suitable, key=spans.__getitem__)
    if choice == "fewest" and not packing.least and all(packing.covers):  # bit masks take no other packings
        chosen = Bits(packing._replace(settings={})).constrained
    options = list(covers.options)
    for i, piece in enumerate(packing.piece):
        if piece == chosen:
            front = min({images[i] for images in packing.symmetries}, key=lambda image: cells[image][::-1])
            options[i] = covers.options[front]
    return covers._replace(options=options)


def with_pieces(packing: Packing, covers: Covers, ordered: bool) -> Covers:
    """The same problem with the pieces used exactly once as primary items behind the cells; ordered: see States."""
    pieces = sorted(range(len(packing.copies)), key=lambda piece: not packing.once[piece])
    single = sum(packing.once)
    number = {covers.primary + piece: covers.primary + rank for rank, piece in enumerate(pieces)}
    options = [[number.get(item, item) for item in option] for option in covers.options]
    primary = covers.primary + single
    fit = [option for option in options if max(Counter(item for item in option if item < primary).values()) == 1]
    kept = [*pieces[single:], *range(len(pieces), len(covers.capacities))]
    capacities, least = (tuple(map(values.__getitem__, kept)) for values in (covers.capacities, covers.least))
    return Covers(primary, capacities, fit, least, ordered)


def without_pieces(packing: Packing) -> Packing:
    """The same packing with the pieces, all of which are used exactly once, as cells."""
    exact = len(packing.cells) - len(packing.bounds)
    size = len(packing.cells) + len(packing.copies)
    names, moved = range(exact, exact + len(packing.copies)), len(packing.copies)
    return packing._replace(
        box=(size,) * 3,
        cells=tuple((at, at, at) for at in range(size)),
        names=("option",),
        copies=(len(packing.piece),),
        least=(0,),
        piece=(0,) * len(packing.piece),
        covers=tuple(
            tuple(sorted([names[piece], *(cell if cell < exact else cell + moved for cell in cells)]))
            for piece, cells in zip(packing.piece, packing.covers, strict=True)
        ),
    )


def simplest(packing: Packing) -> Packing:
    """The packing with or without pieces, whichever has the smaller frontier, if all cells and pieces are alike to it.

    Where a cover's items are named pieces since each option has one of them, such as the black cells under dominoes,
    they may be better covered in their turn than behind all others.
    """
    alike = all(packing.once) and all(bounds == _SPARE for bounds in packing.bounds)
    if not alike or not packing.copies or _has_neighbours(packing):
        return packing
    return min(packing, without_pieces(packing), key=_frontier)


def _frontier(packing: Packing) -> int:
    covers = with_pieces(packing, ordered(packing, packing.symmetries[0]), True)
    options = [[item for item in option if item < covers.primary] for option in covers.options]
    return frontier_cost(options, range(covers.primary))


def _has_neighbours(packing: Packing) -> bool:
    cells = set(packing.cells)
    return any((x + 1, y, z) in cells or (x, y + 1, z) in cells or (x, y, z + 1) in cells for x, y, z in cells)


def frontier_cost(covers: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    """The cost of an order of items: the sum, over its steps, of two to the power of the size of the frontier.

    The frontier at a step consists of the later items that share an option with an earlier one.
    """
    place = {item: i for i, item in enumerate(order)}
    first = list(range(len(order)))
    for cover in covers:
        places = [place[item] for item in cover]
        begin = min(places, default=0)
        for i in places:
            if begin < first[i]:
                first[i] = begin
    changes = [0] * (len(order) + 1)
    for own, begin in enumerate(first):
        changes[begin] += 1
        changes[own] -= 1
    cost = wide = 0
    for change in changes:
        wide += change
        cost += 1 << wide
    return cost


def kings(covers: Sequence[Sequence[int]], items: int) -> Iterator[list[int]]:
    """KINGS orders of the items, each of which begins where the one before ends; fewer for more than 400 items.

    The next item is one at the frontier that adds least to it. (I. P. King, "An automatic reordering scheme for
    simultaneous equations derived from network systems", 1970.)
    """
    beside = [0] * items  # for each item, a mask of the items that share an option with it
    for cover in covers:
        together = sum(1 << item for item in cover)
        for item in cover:
            beside[item] |= together
    order = [0]
    for _ in range(max(1, min(KINGS, 10**6 // items**2)) if items else 0):
        order = [order[-1]]
        left = (1 << items) - 1 - (1 << order[0])
        reached = beside[order[0]]
        while left:
            frontier = left & reached or left
            beyond = left & ~reached
            item = min(_members(frontier), key=lambda item: (beside[item] & beyond).bit_count())
            order.append(item)
            left &= ~(1 << item)
            reached |= beside[item]
        yield order


def _members(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
