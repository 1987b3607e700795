"""The exact-cover problems that are counted by states for a packing, one for each symmetry that fixes solutions.

Items are covered in an order in which few of them are at the frontier at a time.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from tilings.models.problem import Packing
from tilings.runners.native.bits import Bits, candidates

KINGS = 6

Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Covers:
    """An exact-cover problem as the arguments of States."""

    primary: int
    capacities: tuple[int, ...]
    options: list[list[int]]
    ordered: bool = True


def orbits(packing: Packing, symmetry: Permutation) -> tuple[list[list[int]], list[Counter[int]]]:
    """The options for covers that a symmetry fixes: the cells of each option, and how often it uses each piece.

    An option is the union of the images of a placement under the powers of the symmetry, if these do not overlap.
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
        cells = [cell for placement in cycle for cell in packing.covers[placement]]
        if len(set(cells)) == len(cells):
            options.append(sorted(cells))
            uses.append(Counter(packing.piece[placement] for placement in cycle))
    return options, uses


def ordered(packing: Packing, symmetry: Permutation) -> Covers:
    """The exact-cover problem of the solutions that the symmetry fixes.

    Cells that lie in the same options are one item. The items are ordered layer by layer and row by row, with the order
    of the axes for which the frontier is smallest, or by King's rule where no two cells are neighbours, so that
    positions carry no information. (On the polycubes of this repository King's orders led to up to 2.4 times as many
    states, and to half as many for dominoes.) Cells that need not be covered are secondary items behind the pieces.
    """
    options, uses = orbits(packing, symmetry)
    required = len(packing.cells) - packing.spare
    inside: list[list[int]] = [[] for _ in packing.cells]
    for number, cells in enumerate(options):
        for cell in cells:
            inside[cell].append(number)
    together: dict[tuple[int, ...], int] = {}
    item_of = [together.setdefault(tuple(numbers), len(together)) for numbers in inside[:required]]
    covers = [sorted({item_of[cell] for cell in cells if cell < required}) for cells in options]
    candidates = [] if _has_neighbours(packing) else list(kings(covers, len(together)))
    for axes in permutations(range(3)):
        by_place = sorted(range(required), key=lambda cell: [packing.cells[cell][axis] for axis in axes])
        candidates.append(list(dict.fromkeys(item_of[cell] for cell in by_place)))
    order = min(candidates, key=lambda order: frontier_cost(covers, order))
    place = {item: i for i, item in enumerate(order)}
    items, spare = len(order), len(order) + len(packing.copies) - required
    return Covers(
        items,
        packing.copies + (1,) * packing.spare,
        [
            [
                *(place[item] for item in cover),
                *(items + piece for piece in use.elements()),
                *(spare + cell for cell in cells if cell >= required),
            ]
            for cover, use, cells in zip(covers, uses, options, strict=True)
        ],
    )


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
    for piece, span in zip(packing.piece, cells, strict=True):
        spans[piece] += (span[-1] - span[0]) ** 2 if span else 0
    chosen = max(suitable, key=spans.__getitem__)
    if choice == "fewest":
        chosen = Bits(packing._replace(settings={})).constrained
    options = list(covers.options)
    for i, piece in enumerate(packing.piece):
        if piece == chosen:
            front = min({images[i] for images in packing.symmetries}, key=lambda image: cells[image][::-1])
            options[i] = covers.options[front]
    return Covers(covers.primary, covers.capacities, options)


def with_pieces(packing: Packing, covers: Covers, ordered: bool) -> Covers:
    """The same problem with the pieces of a single copy as primary items behind the cells; ordered: see States."""
    pieces = sorted(range(len(packing.copies)), key=lambda piece: packing.copies[piece] != 1)
    single = packing.copies.count(1)
    number = {covers.primary + piece: covers.primary + rank for rank, piece in enumerate(pieces)}
    options = [[number.get(item, item) for item in option] for option in covers.options]
    primary = covers.primary + single
    fit = [option for option in options if max(Counter(item for item in option if item < primary).values()) == 1]
    copies = tuple(packing.copies[piece] for piece in pieces[single:])
    return Covers(primary, copies + (1,) * packing.spare, fit, ordered)


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
        for i in places:
            first[i] = min(first[i], *places)
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
    """KINGS orders of the items, each of which begins where the one before ends.

    The next item is one at the frontier that adds least to it. (I. P. King, "An automatic reordering scheme for
    simultaneous equations derived from network systems", 1970.)
    """
    beside = [0] * items  # for each item, a mask of the items that share an option with it
    for cover in covers:
        together = sum(1 << item for item in cover)
        for item in cover:
            beside[item] |= together
    order = [0]
    for _ in range(KINGS if items else 0):
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
