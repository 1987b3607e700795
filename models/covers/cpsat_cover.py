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

from ortools.sat.python import cp_model

from tilings.models.covers.data import bounds, over_primary, painters
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import Encoding


def build(instance: CoversInstance, goal: str) -> Encoding:
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"chosen_{o}") for o in range(len(instance.options))]
    # Each primary item is covered within its bounds.
    for (least, most), over in zip(bounds(instance), over_primary(instance), strict=True):
        model.add_linear_constraint(cp_model.LinearExpr.sum([chosen[o] for o in over]), least, most)
    # Each secondary item has one colour at most.
    for item, by_colour in painters(instance).items():
        model.add_at_most_one(
            _painted(model, f"painted_{item}_{colour}", [chosen[o] for o in options])
            for colour, options in by_colour.items()
        )
    if goal == "optimum":
        model.minimize(cp_model.LinearExpr.weighted_sum(chosen, [option.cost for option in instance.options]))
    return Encoding.of_binaries(model, {("option", (o,)): var for o, var in enumerate(chosen)}, goal == "optimum")


def _painted(model: cp_model.CpModel, name: str, painters: list[cp_model.IntVar]) -> cp_model.IntVar:
    """Whether any of the options is chosen; defined by equality, so that each cover is one solution of the model."""
    if len(painters) == 1:
        return painters[0]
    painted = model.new_bool_var(name)
    model.add_max_equality(painted, painters)
    return painted
