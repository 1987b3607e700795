"""A whole number for each item that is covered exactly once, the option that covers it, and a colour for each other.

Variables: chosen[o], whether option o is chosen; by[i], for a primary item that is covered exactly once, the option
that covers it, numbered within those that contain it; colour[s], the colour of secondary item s, 0 if no option paints
it.
Constraints: channeling: by[i] = o exactly if option o is chosen; any other primary item is covered within its
bounds; a chosen option paints its secondary items in its colours. An option that covers a secondary item without a
colour paints it in a colour of its own.
Objective: minimise the total cost of the chosen options.
Symmetry breaking: none.
Source: the items as variables and the options as values, the dual view of exact cover with multiplicities and colours
(D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1).

Goals: first, count, optimum
"""

from tilings.models.covers.data import bounds, over_primary, painters
from tilings.models.covers.instance import CoversInstance
from tilings.models.cpmpy_import import cp
from tilings.models.problem import Encoding


def build(instance: CoversInstance, goal: str) -> Encoding:
    model = cp.Model()
    chosen = [cp.boolvar() for _ in instance.options]
    for (least, most), over in zip(bounds(instance), over_primary(instance), strict=True):
        if least == most == 1 and over:
            # An item that is covered exactly once names the chosen option.
            by = cp.intvar(0, len(over) - 1)
            model += [chosen[o] == (by == number) for number, o in enumerate(over)]
        else:
            # Any other is covered within its bounds.
            times = cp.sum([chosen[o] for o in over])
            model += [times >= least, times <= most]
    for by_colour in painters(instance).values():
        # A secondary item has the colour that chosen options paint it in, and none if no such option is chosen.
        colour = cp.intvar(0, len(by_colour))
        for number, options in enumerate(by_colour.values(), start=1):
            model += (colour == number) == cp.any([chosen[o] for o in options])
    if goal == "optimum":
        model.minimize(cp.sum([option.cost * var for option, var in zip(instance.options, chosen, strict=True)]))
    return Encoding.of_binaries(model, {("option", (o,)): var for o, var in enumerate(chosen)}, goal == "optimum")
