"""Orders in which items are covered, so that few of them are at the frontier at a time."""

from collections.abc import Iterator, Sequence

KINGS = 6


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
