"""Exact cover with a binary for each option and for each colour that a secondary item may take.

Variables: chosen[o], whether option o is chosen; painted, for a secondary item and a colour, whether the item may be
painted in that colour. If a single option can paint it so, chosen[o] serves as painted.
Constraints: the chosen options over each primary item are within its bounds; an option is chosen only if its secondary
items may be painted in its colours; each secondary item may be painted in one colour at most. An option that covers a
secondary item without a colour paints it in a colour of its own.
Objective: minimise the total cost of the chosen options.
Symmetry breaking: none.
Source: set partitioning (E. Balas and M. W. Padberg, "Set Partitioning: A Survey", 1976), with the multiplicities and
colours of D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1.

Goals: first, optimum
"""

import pulp

from tilings.models.covers.data import bounds, over_primary, painters
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import Encoding


def build(instance: CoversInstance, goal: str) -> Encoding:
    model = pulp.LpProblem(instance.name, pulp.LpMinimize)
    chosen = [pulp.LpVariable(f"chosen_{o}", cat="Binary") for o in range(len(instance.options))]
    costs = [option.cost if goal == "optimum" else 0 for option in instance.options]
    model += pulp.LpAffineExpression(zip(chosen, costs, strict=True))
    # Each primary item is covered within its bounds.
    for item, ((least, most), over) in enumerate(zip(bounds(instance), over_primary(instance), strict=True)):
        times = pulp.LpAffineExpression([(chosen[o], 1) for o in over])
        model += times >= least, f"least_{item}"
        model += times <= most, f"most_{item}"
    # Each secondary item is painted in one colour at most.
    for item, by_colour in painters(instance).items():
        colours = []
        for colour, options in by_colour.items():
            painted = chosen[options[0]]
            if len(options) > 1:
                painted = pulp.LpVariable(f"painted_{item}_{colour}", cat="Binary")
                for o in options:
                    model += chosen[o] <= painted, f"paints_{o}_{item}"
            colours.append((painted, 1))
        model += pulp.LpAffineExpression(colours) <= 1, f"colour_{item}"
    return Encoding.of_binaries(model, {("option", (o,)): var for o, var in enumerate(chosen)}, goal == "optimum")
