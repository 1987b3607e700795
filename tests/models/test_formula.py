"""A formula states what its methods say, and its text holds all of it."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from tilings.models.formula import CARDINALITY, Formula, Literal, Ordered, add_clause


def assignments(formula: Formula, literals: list[int]) -> set[tuple[bool, ...]]:
    """The values of some variables in the models of a formula."""
    with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
        every = product((False, True), repeat=len(literals))
        return {
            values
            for values in every
            if solver.solve([one if value else -one for one, value in zip(literals, values, strict=True)])
        }


@given(st.integers(1, 6), st.integers(-1, 7), st.sampled_from(["pairwise", *CARDINALITY]))
def test_at_most_and_at_least_bound_the_number_of_true_literals(size: int, bound: int, encoding: str) -> None:
    for most in (True, False):
        formula = Formula()
        literals = [formula.variable("x", number) for number in range(size)]
        (formula.at_most if most else formula.at_least)(bound, literals, encoding)
        wanted = {
            values
            for values in product((False, True), repeat=size)
            if (sum(values) <= bound if most else sum(values) >= bound)
        }
        assert assignments(formula, literals) == wanted


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(-1, 30))
def test_weights_at_most_bounds_the_sum_of_the_weights(weights: list[int], most: int) -> None:
    formula = Formula()
    literals = [formula.variable("x", number) for number in range(len(weights))]
    formula.weights_at_most(most, list(zip(weights, literals, strict=True)))
    wanted = {
        values
        for values in product((False, True), repeat=len(weights))
        if sum(weight for weight, value in zip(weights, values, strict=True) if value) <= most
    }
    assert assignments(formula, literals) == wanted


def test_a_bound_with_an_exception_holds_unless_its_literal_is_true() -> None:
    formula = Formula()
    literals = [formula.variable("x", number) for number in range(3)]
    more = formula.variable("more", 1)
    formula.at_most(1, literals, unless=more)
    assert assignments(formula, [*literals, -more]) == {
        v for v in product((False, True), repeat=4) if sum(v[:3]) <= 1 or not v[3]
    }


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
    add_clause(formula, True, 1)
    add_clause(formula, False, -1, 2)
    add_clause(formula, False)
    assert formula.clauses == [(-1, 2), ()]
