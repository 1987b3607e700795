"""A whole number in order encoding for each item that is covered exactly once, its option, and for each other's colour.

Variables: option(o), whether option o is chosen; by(i, v), for a primary item i that is covered exactly once, whether
the option that covers it is one of the first v + 1 that contain it; shade(i, v), whether the colour of secondary item i
is number v or less, 0 if no option paints it. Options and items are numbered from 0, first the primary ones. The
colours of an item are numbered from 1 in the order in which options first paint it so; an option that covers a
secondary item without a colour paints it in a colour of its own. The greatest v, which is always true, has no variable.
Constraints: item(i): by(i, v) grows with v, and option o is chosen exactly if it is the one that covers i; any other
primary item is covered within its bounds; colour(i): shade(i, v) grows with v, and the colour is one that a
chosen option gives, exactly if there is such an option.
Objective: objective(v): the chosen options cost no more than v, for ever smaller v until that is refuted.
Symmetry breaking: none.
Source: N. Tamura, A. Taga, S. Kitagawa and M. Banbara, "Compiling finite linear CSP into SAT", 2009, on the dual view
of exact cover, with the items as variables and the options as values.

Goals: first, count, optimum
"""

from tilings.models.covers import clauses
from tilings.models.covers.data import bounds, over_primary, painters
from tilings.models.covers.instance import CoversInstance
from tilings.models.formula import Formula, Ordered, add_clause


def build(instance: CoversInstance, goal: str) -> Formula:
    """The formula; one solution for each cover."""
    formula = Formula()
    chosen = clauses.options(formula, instance, goal)
    for item, (both, over) in enumerate(zip(bounds(instance), over_primary(instance), strict=True)):
        if both == (1, 1) and over:
            # An item that is covered exactly once has the number of the option that covers it.
            formula.constraint("item", item)
            by = Ordered(formula, len(over) - 1, "by", item)
            by.state(formula)
            for number, o in enumerate(over):
                _equal(formula, by, number, [chosen[o]])
        else:
            clauses.item(formula, instance, item, chosen, "seqcounter")
    for item, by_colour in painters(instance).items():
        # A secondary item has the colour that chosen options paint it in, and none if no such option is chosen.
        formula.constraint("colour", item)
        shade = Ordered(formula, len(by_colour), "shade", item)
        shade.state(formula)
        for number, options in enumerate(by_colour.values(), start=1):
            _equal(formula, shade, number, [chosen[o] for o in options])
    return formula


def _equal(formula: Formula, number: Ordered, value: int, options: list[int]) -> None:
    """The number has the value exactly if one of the options is chosen."""
    for option in options:
        add_clause(formula, -option, number.at_most(value))
        add_clause(formula, -option, number.above(value - 1))
    add_clause(formula, *options, number.above(value), number.at_most(value - 1))
