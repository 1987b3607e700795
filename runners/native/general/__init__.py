"""Exact covers in their general form: multiplicities, colours and costs.

The number of chosen options that cover a primary item has a lower and an upper bound. A secondary item is covered by at
most one option, or by any number of options that give it the same colour. An option is chosen at most once. Options may
have costs, and the cheapest covers can be searched for.

Source: D. E. Knuth, The Art of Computer Programming 4B (2022), section 7.2.2.1, Algorithms M (multiplicities) and C
(colours), and for costs his extension of C, with his taxes assessed again at every node.

Each of three dates takes one of two rooms, and a room takes dates of one colour:

>>> covers = Covers([(1, 1)] * 3, 2, [[d, 3 + r] for d in range(3) for r in range(2)],
...                 colours=[{3 + r: 1 + d % 2} for d in range(3) for r in range(2)])
>>> covers.advance()
[[0, 3, 4], [1, 2, 5]]

The cheapest way to choose two of three options is the last cover found:

>>> Covers([(2, 2)], 0, [[0], [0], [0]], costs=[5, 3, 1], best=1).advance()
[[1, 2]]
"""

from collections.abc import Mapping, Sequence

from tilings.runners.native._engine import GeneralSearch

Bounds = tuple[int, int]


class Covers(GeneralSearch):
    """A search for covers, resumable in slices.

    primary: the least and the greatest number of options that cover each primary item (numbered from 0).
    secondary: the number of secondary items, numbered on from there.
    options: the items of each option, in any order.
    colours: for each option, the colour (a positive number) that it gives to some of its secondary items. Only one
        option may cover an item without giving it a colour. By default there are no colours.
    costs: the cost of each option, 0 or more, which matters only with `best`. By default all options cost nothing.
    best: 0 to find all covers, or n to find only covers that are cheaper than the n cheapest covers found before. The
        n cheapest covers found are then the n cheapest of all.
    part, parts: search the part-th (from 0) of so many disjoint parts of the tree, which together are the whole tree.
        Without `best`, solutions, nodes and updates of the parts add up to the whole search's; nodes above the split
        count in part 0 alone.
    depth: the tree is split below the nodes of this level; the root has level 0. -1 chooses a level at which each part
        has plenty of subtrees.
    symmetries: a group of symmetries; covers that a symmetry takes to each other count as one, and the least of them
        is found. Each element lists the image of every option. The identity may be left out. An image of -1 is an
        option that is left out; covers are not compared with images that contain such an option. Not allowed together
        with `best`.

    A node branches on the first of the items with the fewest children, and tries its options by ascending cost. Nodes
    are counted as in Search, and are the same for problems that Search can state; so are updates, except that no item
    is covered at a dead end, and that a choice which leaves an item too few options is not completed. Without primary
    items there is one solution, the empty one. ``bound`` is a lower bound on the cost of every cover, known from the
    start (0 without `best`).

    Raises ValueError for a number out of range, for an item that is out of range or twice in an option, for a colour
    that is not positive or belongs to an item that is not a secondary item of the option, for an option without a
    primary item, and for a symmetry that is not a permutation of the options.
    """

    def __init__(
        self,
        primary: Sequence[Bounds],
        secondary: int,
        options: Sequence[Sequence[int]],
        *,
        colours: Sequence[Mapping[int, int]] = (),
        costs: Sequence[int] = (),
        best: int = 0,
        part: int = 0,
        parts: int = 1,
        depth: int = -1,
        symmetries: Sequence[Sequence[int]] = (),
    ) -> None:
        super().__init__(primary, secondary, _coloured(options, colours), costs, best, part, parts, depth, symmetries)


def _coloured(options: Sequence[Sequence[int]], colours: Sequence[Mapping[int, int]]) -> list[list[tuple[int, int]]]:
    """Each option's items with their colours, 0 for none."""
    if colours and len(colours) != len(options):
        raise ValueError(f"there are colours for {len(colours)} options, but {len(options)} options")
    if not any(colours):
        return [[(item, 0) for item in option] for option in options]
    for number, (option, painted) in enumerate(zip(options, colours, strict=True)):
        for item, colour in painted.items():
            if item not in option:
                raise ValueError(f"option {number} has a colour for item {item}, which it does not have")
            if colour < 1:
                raise ValueError(f"option {number} gives item {item} the colour {colour}; colours are 1 and up")
    return [[(item, painted.get(item, 0)) for item in option] for option, painted in zip(options, colours, strict=True)]
