"""The user's own formula in DIMACS, CNF or WCNF: nothing is added to it but a variable for each soft clause.

Variables: those of the file, x1 and so on, and falsified(k): the soft clause k may be false.
Constraints: file: the hard clauses of the file. soft: each soft clause holds, or falsified(k).
Objective: objective(v): the weights of the false soft clauses add up to no more than v.
Symmetry breaking: none.
Source: the user's file.

Goals: first, count, optimum
Formats: cnf, wcnf
"""

from tilings.models.formula import ADDER, WEIGHTED_SEQCOUNTER, Formula
from tilings.models.own import dimacs
from tilings.models.own.data import assignment
from tilings.models.own.instance import OwnInstance

MOST_VALUES = 1_000_000  # of partial sums; the weights of users may be large


def build(instance: OwnInstance, goal: str) -> Formula:
    """The formula. Raises NotApplicable for a file that contradicts its header."""
    text, weighted = dict(instance.files)[instance.model], instance.format == "wcnf"
    clauses, formula = dimacs.read(text, instance.model, weighted), Formula()
    for number in range(1, clauses.variables + 1):
        formula.variable("x", number)
    formula.constraint("file")
    for clause in clauses.hard:
        formula.add(*clause)
    costs = []
    for number, (weight, clause) in enumerate(clauses.soft, start=1):
        formula.constraint("soft", number)
        falsified = formula.variable("falsified", number)
        formula.add(*clause, falsified)
        costs += [(weight, falsified)] if weight else []

    def limit(most: int) -> None:
        formula.constraint("objective", most)
        encoding = WEIGHTED_SEQCOUNTER if len(costs) * most <= MOST_VALUES else ADDER
        formula.weights_at_most(most, costs, encoding)

    formula.limit, formula.costs = limit, lambda: costs
    formula.atoms = lambda true: [assignment({f"x{v}": v in true for v in range(1, clauses.variables + 1)})]
    return formula
