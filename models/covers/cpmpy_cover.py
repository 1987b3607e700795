"""Exact cover with a Boolean for each option and for each colour that a secondary item may take.

Variables: chosen[o], whether option o is chosen; painted, for a secondary item and a colour, whether a chosen option
paints the item in that colour. If a single option can paint it so, chosen[o] serves as painted.
Constraints: each primary item is covered within its bounds; each secondary item has one colour at most. An
option that covers a secondary item without a colour paints it in a colour of its own.
Objective: minimise the total cost of the chosen options.
Symmetry breaking: none.
Source: exact cover with multiplicities and colours (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1).

Goals: first, count, optimum
"""

from typing import Any

from tilings.models.covers.data import bounds, over_primary, painters
from tilings.models.covers.instance import CoversInstance
from tilings.models.cpmpy_import import cp
from tilings.models.problem import Encoding


def build(instance: CoversInstance, goal: str) -> Encoding:
    model = cp.Model()
    chosen = [cp.boolvar() for _ in instance.options]
    # Each primary item is covered within its bounds.
    for (least, most), over in zip(bounds(instance), over_primary(instance), strict=True):
        times = cp.sum([chosen[o] for o in over])
        model += [times == least] if least == most else [times >= least, times <= most]
    # Each secondary item has one colour at most.
    for by_colour in painters(instance).values():
        colours = [_painted(model, [chosen[o] for o in options]) for options in by_colour.values()]
        model += cp.sum(colours) <= 1
    if goal == "optimum":
        model.minimize(cp.sum([option.cost * var for option, var in zip(instance.options, chosen, strict=True)]))
    return Encoding.of_binaries(model, {("option", (o,)): var for o, var in enumerate(chosen)}, goal == "optimum")


def _painted(model: Any, painters: list[Any]) -> Any:
    """Whether any of the options is chosen; defined by equality, so that each cover is one solution of the model."""
    if len(painters) == 1:
        return painters[0]
    painted = cp.boolvar()
    model += painted == cp.any(painters)
    return painted
