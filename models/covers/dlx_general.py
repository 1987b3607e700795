"""The cover unchanged, for the engine of `dlx` that takes multiplicities, colours and costs.

Without any of these, plain dancing links search the same tree in less time.

Items: the primary ones with their bounds, then the secondary ones.
Options: as given, with their colours; an option that covers an item without a colour excludes every other option over
it.
Objective: minimise the total cost, by branch and bound.
Symmetry breaking: where covers count up to symmetries, one item has an option of each orbit only; of the covers left
that a symmetry takes to each other, the engine lets the least count.
Source: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1: Algorithms M and C, and C with costs.

Goals: first, count, optimum
Engines: general, dlx
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from collections.abc import Sequence

from tilings.models.covers import symmetry
from tilings.models.covers.data import bounds, numbers
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import ColouredCover


def build(instance: CoversInstance, goal: str) -> ColouredCover:
    """The cover and its atoms; costs for goal optimum."""
    number = numbers(instance)
    names = sorted({colour for option in instance.options for _, colour in option.items if colour})
    paint = {name: at for at, name in enumerate(names, start=1)}
    kept = symmetry.kept(instance) if goal == "count" else range(len(instance.options))
    options = [instance.options[at] for at in kept]
    return ColouredCover(
        bounds=bounds(instance),
        secondary=len(instance.secondary),
        options=tuple(tuple([number[item] for item, _ in option.items]) for option in options),
        colours=tuple({number[item]: paint[colour] for item, colour in option.items if colour} for option in options),
        costs=tuple(option.cost for option in options) if goal == "optimum" else (),
        atoms=tuple(("option", (at,)) for at in kept),
        symmetries=_moved(instance, kept) if goal == "count" else (),
    )


def _moved(instance: CoversInstance, kept: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The listed symmetries without the identity, as images of the kept options."""
    place = [-1] * len(instance.options)
    for at, option in enumerate(kept):
        place[option] = at
    _, *others = symmetry.group(instance) or ((),)
    return tuple(tuple([place[images[option]] for option in kept]) for images in others)
