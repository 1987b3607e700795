"""The bounds of a FlatZinc model hold in each of its solutions, and a number without any is named."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models.own import flat_bounds

BOX = range(-4, 5)
NAMES = ("a", "b", "c")
NAME, SMALL = st.sampled_from(NAMES), st.integers(-4, 4)
TERM = NAME | SMALL.map(str)
TESTS: dict[str, Any] = {
    "int_le": lambda x, y: x <= y, "int_lt": lambda x, y: x < y, "int_eq": lambda x, y: x == y,
    "int_abs": lambda x, y: abs(x) == y,
    "int_plus": lambda x, y, z: x + y == z, "int_minus": lambda x, y, z: x - y == z,
    "int_times": lambda x, y, z: x * y == z, "int_max": lambda x, y, z: max(x, y) == z,
    "int_min": lambda x, y, z: min(x, y) == z,
    "int_div": lambda x, y, z: y != 0 and abs(x) // abs(y) * (1 if x * y >= 0 else -1) == z,
    "int_mod": lambda x, y, z: y != 0 and abs(x) % abs(y) * (1 if x >= 0 else -1) == z,
    "int_ne": lambda x, y: x != y,
}  # fmt: skip
ARITY = {name: test.__code__.co_argcount for name, test in TESTS.items()}
SIMPLE = st.sampled_from(sorted(TESTS)).flatmap(lambda name: st.tuples(st.just(name), st.tuples(*[TERM] * ARITY[name])))
LINEAR = st.tuples(st.sampled_from(["int_lin_le", "int_lin_eq"]), st.tuples(SMALL, SMALL, SMALL), SMALL)


def holds(constraint: Any, values: dict[str, int]) -> bool:
    """Whether the values satisfy a constraint."""
    name, *rest = constraint
    if name.startswith("int_lin"):
        total = sum(factor * values[variable] for factor, variable in zip(rest[0], NAMES, strict=True))
        return bool(total <= rest[1] if name == "int_lin_le" else total == rest[1])
    return bool(TESTS[name](*(values[term] if term in values else int(term) for term in rest[0])))


def stated(constraint: Any) -> str:
    name, *rest = constraint
    if name.startswith("int_lin"):
        return f"constraint {name}([{','.join(map(str, rest[0]))}],[a,b,c],{rest[1]});"
    return f"constraint {name}({','.join(rest[0])}) :: domain;"


@pytest.mark.fuzz
@given(st.lists(SIMPLE | LINEAR, max_size=6), st.sampled_from(["min", "max"]), st.none() | SMALL)
def test_bounds_hold_in_each_solution(constraints: list[Any], sense: str, value: int | None) -> None:
    text = "var int: a; var int: b :: output_var; var int: c;\n" + "\n".join(map(stated, constraints))
    text += f"solve {sense}imize b;"
    every = [dict(zip(NAMES, numbers, strict=True)) for numbers in product(BOX, repeat=3)]
    solutions = [values for values in every if all(holds(each, values) for each in constraints)]
    if value is not None:
        solutions = [each for each in solutions if (each["b"] < value if sense == "min" else each["b"] > value)]
    for limit in range(max(BOX) + 1):
        beyond = {name for values in solutions for name in NAMES if abs(values[name]) > limit}
        assert beyond <= set(flat_bounds.unlimited(text, limit, sense, value))


@pytest.mark.parametrize(
    ("constraints", "names"),
    [
        ("constraint int_le(3, x);", ["x"]),
        ("constraint int_le(3, x); constraint int_lin_le([1, 1], [x, y], 9); constraint int_le(0, y);", []),
        ("array [1..2] of int: f = [1, -2]; array [1..2] of var int: v = [x, y]; constraint int_le(1, y);"
         "constraint int_lin_eq(f, v, 0); constraint int_lt(y, 7);", []),
        ("constraint int_lt(x, y); constraint int_lt(y, x);", ["x", "y"]),
        ("constraint array_int_maximum(x, [1, 5, 3]); constraint array_int_element(x, [7, 9], y);", []),
        ("constraint int_times(y, y, x);", ["y", "x"]),
        ('% "var" 1..2: x;\nconstraint set_in(x, {3, 5}); constraint int_abs(y, x) :: defines_var("y");', []),
        ("constraint int_le_reif(x, 3, true);", ["x"]),
    ],
)  # fmt: skip
def test_a_number_without_bounds_is_named(constraints: str, names: list[str]) -> None:
    declared = "var int: x :: output_var; " + ("var int: y; " if "y" in constraints.replace("array", "") else "")
    assert sorted(flat_bounds.unlimited(declared + constraints + "solve satisfy;", 10**6)) == sorted(names)


def test_better_objectives_alone_matter_for_an_optimum() -> None:
    text = "var int: x;\nconstraint int_le(3, x);\nsolve :: int_search([x], input_order) minimize x;"
    assert flat_bounds.unlimited(text, 10**6) == ["x"]
    assert not flat_bounds.unlimited(text, 10**6, "min", 3), "no solution is better"
    assert not flat_bounds.unlimited(text, 10**6, "min", 50), "better solutions have bounds"
    assert flat_bounds.unlimited(text.replace("mini", "maxi"), 2**31 - 2, "max", 2**31 - 2) == ["x"]


def test_quotient_of_small_numbers_with_a_point_may_be_large() -> None:
    text = "var 1.0..4.0: a; var 0.0..4.0: b; var float: c; constraint float_div(a,b,c); solve maximize c;"
    assert flat_bounds.unlimited(text, 10**9) == ["c"]
