"""Parts of the formulas of covers: the bounds of items, and the costs of options."""

from tilings.models.covers.data import bounds, over_primary
from tilings.models.covers.instance import CoversInstance
from tilings.models.formula import Formula


def options(formula: Formula, instance: CoversInstance, goal: str) -> list[int]:
    """A variable for each option, and the atoms of a solution; for goal optimum, the hooks for costs."""
    chosen = [formula.variable("option", number) for number in range(len(instance.options))]
    formula.atoms = lambda true: [("option", (o,)) for o, variable in enumerate(chosen) if variable in true]
    if goal == "optimum":
        weighted = [(o.cost, variable) for o, variable in zip(instance.options, chosen, strict=True) if o.cost]

        def limit(most: int) -> None:
            formula.constraint("objective", most)
            formula.weights_at_most(most, weighted)

        formula.limit, formula.costs = limit, lambda: weighted
    return chosen


def item(formula: Formula, instance: CoversInstance, number: int, chosen: list[int], conflicts: str) -> None:
    """A primary item is covered within its bounds."""
    (least, most), over = bounds(instance)[number], [chosen[o] for o in over_primary(instance)[number]]
    formula.constraint("item", number)
    formula.within(least, most, over, conflicts)
