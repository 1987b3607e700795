"""A number in order encoding has each of its values once, and its literals say what it is at most and above."""

from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from models import order
from models.formula import Formula
from models.order import Literal, Ordered


def holds(literal: Literal, true: set[int]) -> bool:
    """Whether a literal, which may be a constant, holds in a solution."""
    return literal if isinstance(literal, bool) else (abs(literal) in true) == (literal > 0)


@given(st.integers(0, 6))
def test_each_value_is_one_solution_that_agrees_with_all_bounds(greatest: int) -> None:
    formula = Formula()
    number = Ordered(formula, greatest, "x", 7)
    number.state(formula)
    assert list(formula.named) == [("x", (7, value)) for value in range(greatest)]
    with Solver("cadical153", bootstrap_with=[*formula.clauses, [greatest + 1]]) as solver:
        solutions = [set(model) for model in solver.enum_models()]
    assert sorted(number.value(true) for true in solutions) == list(range(greatest + 1))
    for true in solutions:
        for bound in range(-2, greatest + 3):
            assert holds(number.at_most(bound), true) == (number.value(true) <= bound)
            assert holds(number.above(bound), true) == (number.value(true) > bound)


def test_a_clause_with_constants_is_what_they_leave_of_it() -> None:
    formula = Formula()
    order.add(formula, True, 1)
    order.add(formula, False, -1, 2)
    order.add(formula, False)
    assert formula.clauses == [(-1, 2), ()]
