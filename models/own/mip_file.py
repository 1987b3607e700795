"""The user's own linear model, in MPS or in CPLEX's LP format, as models.own.linear reads it: nothing is added to it.

Variables: those of the file.
Constraints: those of the file; one with two bounds becomes two. One of integers alone whose divisor excludes all values
    gets contradictory bounds, since branching on integers without bounds would not end.
Objective: that of the file.
Symmetry breaking: none.
Source: the user's file.

Goals: optimum
Formats: mps, lp
"""

import math
from collections.abc import Callable, Iterator

import pulp

from tilings.models.own.data import assignment
from tilings.models.own.instance import OwnInstance
from tilings.models.own.linear import check
from tilings.models.own.linear.model import LinearModel, Number, Row, shown
from tilings.models.problem import Atom, Encoding, NotApplicable

SMALLEST, LARGEST = 1e-9, 1e15  # HiGHS takes smaller coefficients for 0, and refuses larger ones
EXACT = 2**53  # floating-point numbers hold the whole numbers up to it


def build(instance: OwnInstance, goal: str) -> Encoding:
    """The model, with new names, as PuLP changes some; the atoms have the file's names. Raises NotApplicable."""
    file = check.model(instance)
    model = pulp.LpProblem("own", pulp.LpMaximize if instance.sense == "max" else pulp.LpMinimize)
    one = pulp.LpVariable("one", 1, 1)
    variables, crossed = {}, []
    for place, (name, column) in enumerate(file.columns.items()):
        lower, upper = (None if limit is None else _floating(limit, name) for limit in (column.lower, column.upper))
        if lower is not None and upper is not None and lower > upper:  # some interfaces refuse such bounds
            crossed.append((name, upper))
            upper = None
        variables[name] = pulp.LpVariable(f"x{place}", lower, upper, "Integer" if column.integer else "Continuous")
    # A constant from PuLP is ignored by the solvers' bounds, and by PuLP in a row without variables.
    constant = [(one, _floating(file.constant, "the objective"))] if file.constant else []
    model += pulp.LpAffineExpression([*_terms(file.objective, variables, "the objective"), *constant])
    model.addVariables([*variables.values(), *([one] if constant else [])])
    for place, row in enumerate(file.rows):
        terms = _terms(row.terms, variables, row.name)
        for sense, limit in _sides(*_divided(row, file)):
            side = _floating(limit, row.name)
            total = pulp.LpAffineExpression(terms or [(one, 1)])
            model += pulp.LpConstraint(total, sense, f"c{place}_{sense + 1}", side if terms else side + 1)
    for place, (name, upper) in enumerate(crossed):
        model += pulp.LpConstraint(
            pulp.LpAffineExpression([(variables[name], 1)]), pulp.LpConstraintLE, f"b{place}", upper
        )

    def atoms(value: Callable[[pulp.LpVariable], float]) -> list[Atom]:
        values = {name: value(variable) for name, variable in variables.items()}
        return [assignment({name: round(x) if file.columns[name].integer else x for name, x in values.items()})]

    return Encoding(model, atoms, goal == "optimum")


def _terms(
    terms: dict[str, Number], variables: dict[str, pulp.LpVariable], where: str
) -> list[tuple[pulp.LpVariable, float]]:
    """The coefficients other than 0; raises NotApplicable for one that solvers would change."""
    for name, value in terms.items():
        if value and not SMALLEST <= abs(float(value)) < LARGEST:
            words = f"the coefficient {shown(value)} of {name} in {where}"
            raise NotApplicable(f"{words}: solvers support sizes from {SMALLEST:g} to {LARGEST:g}; scale the row")
    return [(variables[name], _floating(value, where)) for name, value in terms.items() if value]


def _floating(value: Number, where: str) -> float:
    """The number for a solver; raises NotApplicable for a whole number that is not exact in floating point."""
    if isinstance(value, int) and abs(value) > EXACT and int(float(value)) != value:
        raise NotApplicable(f"the number {value} in {where} has more digits than solvers' floating-point numbers")
    return float(value)


def _divided(row: Row, file: LinearModel) -> tuple[Number | None, Number | None]:
    """The lower and the upper side of a row; the lower exceeds the upper if the row is found to have no solution.

    A row of whole coefficients and integer columns is a multiple of the coefficients' greatest common divisor. It has
    no solution if no such multiple lies between the sides.
    """
    values = [value for value in row.terms.values() if isinstance(value, int)]
    if row.lower is None or row.upper is None or len(values) < len(row.terms):
        return row.lower, row.upper
    divisor = math.gcd(*values) or 1
    least, most = -(-row.lower // divisor) * divisor, row.upper // divisor * divisor
    crossed = least > most and all(file.columns[name].integer for name in row.terms)
    return (least, most) if crossed else (row.lower, row.upper)


def _sides(lower: Number | None, upper: Number | None) -> Iterator[tuple[int, Number]]:
    """The constraints that express the sides of a row."""
    if lower is not None and lower == upper:
        yield pulp.LpConstraintEQ, lower
        return
    if lower is not None:
        yield pulp.LpConstraintGE, lower
    if upper is not None:
        yield pulp.LpConstraintLE, upper
