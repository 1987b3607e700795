"""The cover as it is, for the native engine that knows multiplicities, colours and costs.

Where it has none of these, plain dancing links search the same tree in less time.

Items: the primary ones with their bounds, then the secondary ones.
Options: as given, with their colours; an option that covers an item without a colour excludes every other option over
it.
Objective: minimise the total cost, by branch and bound.
Symmetry breaking: none; of the covers that symmetries take to each other, the engine lets the least count.
Source: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1: Algorithms M and C, and C with costs.

Goals: first, count, optimum
Engines: general, dlx
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from models.covers import symmetry
from models.covers.data import bounds, numbers
from models.covers.instance import CoversInstance
from models.problem import ColouredCover


def build(instance: CoversInstance, goal: str) -> ColouredCover:
    """The cover and its atoms, with the costs where they matter."""
    number = numbers(instance)
    names = sorted({colour for option in instance.options for _, colour in option.items if colour})
    paint = {name: at for at, name in enumerate(names, start=1)}
    return ColouredCover(
        bounds=bounds(instance),
        secondary=len(instance.secondary),
        options=tuple(tuple(number[item] for item, _ in option.items) for option in instance.options),
        colours=tuple(
            {number[item]: paint[colour] for item, colour in option.items if colour} for option in instance.options
        ),
        costs=tuple(option.cost for option in instance.options) if goal == "optimum" else (),
        atoms=tuple(("option", (at,)) for at in range(len(instance.options))),
        symmetries=tuple(symmetry.group(instance) or ())[1:] if goal == "count" else (),
    )
