"""Exact cover in clauses, with a variable for each option and for each colour that a secondary item may take.

Variables: option(o), whether option o is chosen; painted(i, c), whether a chosen option paints secondary item i in
colour c. Options and items are numbered from 0, first the primary ones. The colours of an item are numbered from 1 in
the order in which options first paint it so; an option that covers a secondary item without a colour paints it in a
colour of its own. A colour that a single option paints has no variable, since that of the option says the same.
Constraints: item(i): primary item i is covered within its bounds, at most once by the encoding that option
conflicts names (pairs: a clause for each two options, without auxiliary variables); colour(i): secondary item i is
painted in a colour exactly if an option that paints it so is chosen, and in one colour at most.
Objective: objective(v): the chosen options cost no more than v, for ever smaller v until that is refuted.
Symmetry breaking: none.
Source: exact cover with multiplicities and colours (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1).

Goals: first, count, optimum
Option conflicts: seqcounter | pairs
"""

from tilings.models.covers import clauses
from tilings.models.covers.data import painters
from tilings.models.covers.instance import CoversInstance
from tilings.models.formula import Formula


def build(instance: CoversInstance, goal: str, conflicts: str = "seqcounter") -> Formula:
    """The formula; one solution for each cover."""
    formula = Formula()
    chosen = clauses.options(formula, instance, goal)
    # Each primary item is covered within its bounds.
    for number in range(len(instance.primary)):
        clauses.item(formula, instance, number, chosen, conflicts)
    # Each secondary item has one colour at most.
    for item, by_colour in painters(instance).items():
        formula.constraint("colour", item)
        painted = [
            _painted(formula, item, colour, [chosen[o] for o in options])
            for colour, options in enumerate(by_colour.values(), start=1)
        ]
        formula.at_most(1, painted, "pairwise" if conflicts == "pairs" else "seqcounter")
    return formula


def _painted(formula: Formula, item: int, colour: int, painting: list[int]) -> int:
    """Whether any of the options is chosen; defined by equality, so that each cover is one solution of the formula."""
    if len(painting) == 1:
        return painting[0]
    painted = formula.variable("painted", item, colour)
    formula.add(-painted, *painting)
    for option in painting:
        formula.add(-option, painted)
    return painted
