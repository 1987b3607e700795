"""A solution is checked against the file in exact numbers, and a solver's claim against the file's objective."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.own.linear.random_models import Stated, as_mps, linear_models
from tilings.models.own import check, reader
from tilings.models.own.data import assignment, decode
from tilings.models.own.instance import OwnInstance, parse
from tilings.models.problem import NotApplicable
from tilings.models.registry import problem
from tilings.runners.execute.solution_checks import SolutionChecks

MIXED = (
    "min\n 2 x + c\nst\n r: x + y >= 3\n m: 1000 c - x = 0\n h: 123456789012 x + y <= 123456789015\n"
    "bounds\n x <= 9\ngen\n x y\nend"
)


def stated(text: str, name: str = "m.lp") -> OwnInstance:
    return OwnInstance("m", name.rpartition(".")[2], name, (), "", "optimum", text[:3].lower(), ((name, text),))


def faults(instance: OwnInstance, **values: Any) -> list[str]:
    return [str(fault) for fault in check.check(instance, tuple(values.items()), "optimum")]


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"x": 1, "y": 2, "c": 0.001}, ""),
        ({"x": 1, "y": 2, "c": 0.0010000009}, ""),  # within 1e-6 of the side 0
        ({"x": 1, "y": 2, "c": 0.001000002}, "row: m is 2e-06, not <= 0: by 2e-06"),
        ({"x": 1, "y": 1, "c": 0.001}, "row: r is 2, not >= 3: by 1"),
        ({"x": 1, "y": 4, "c": 0.001}, "row: h is 123456789016, not <= 123456789015: by 1"),
        ({"x": 1.5, "y": 2, "c": 0.0015}, "integrality: x = 1.5"),
        ({"x": 10, "y": -7, "c": 0.01}, "bound: x is 10, not <= 9: by 1"),
        ({"x": 1, "y": 2, "c": -1e-5}, "bound: c is -1e-05, not >= 0: by 1e-05"),
        ({"x": 1, "y": 2}, "variables: c is not in both the file and the solution"),
        ({"x": 1, "y": 2, "c": float("nan")}, "value: c = nan is not a number"),
        ({"x": True, "y": 2, "c": 0.001}, "value: x = True is not a number"),
    ],
)
def test_rows_bounds_and_integrality_are_checked(values: dict[str, Any], fault: str) -> None:
    found = faults(stated(MIXED), **values)
    assert found[:1] == [fault] * bool(fault), found


def test_the_record_says_what_holds_exactly() -> None:
    assert check.checker(stated("min\n x\nst\n x >= 1\ngen\n x\nend")) == "rows of the file, exactly"
    assert check.checker(stated(MIXED)) == "rows of the file, those with continuous columns within 1e-6"
    assert check.checker(stated("min\n x\nst\n x\nend")) == ""


@pytest.mark.parametrize(
    ("costs", "value", "objective"),
    [
        ("0.1 x + 0.2 x", 1, 0.3), ("3 x + 0.25", 2, 6.25), ("123456789012345 x", 9, 1111111101111105), ("0 x", 5, 0),
        ("1000000 c", 333.3333333333333, 333333333.3333333), ("3 c", 0.9999999999999999, 3), ("c", 1e-7, 1e-7),
        ("100000000 c", 249996913.0075, 24999691300750000.0),
    ],
)  # fmt: skip
def test_the_objective_is_that_of_the_file(costs: str, value: float, objective: float) -> None:
    name = "c" if "c" in costs else "x"
    instance = stated(f"max\n {costs}\nst\n {name} >= 0\n{'gen' if name == 'x' else 'bin'}\n x\nend")
    values = {name: value} | ({"x": 0} if name == "c" else {})
    found = check.objective(instance, tuple(values.items()))
    assert found == objective and isinstance(found, int) == isinstance(objective, int)


@pytest.mark.fuzz
@given(linear_models(), st.data())
def test_a_point_of_integers_passes_exactly_if_it_satisfies_the_model(model: Stated, data: st.DataObject) -> None:
    point = {name: data.draw(st.integers(-4, 4)) for name in model.columns}
    instance = parse(
        {"name": "m", "format": "mps", "model": "m.mps", "goal": "optimum", "sense": model.sense}
        | {"files": {"m.mps": as_mps(model, data.draw)}}
    )
    limits = [({name: 1}, lower, upper) for name, (_, lower, upper) in model.columns.items()]
    holds = all(
        (lower is None or lower <= total) and (upper is None or total <= upper)
        for terms, lower, upper in [*model.rows, *limits]
        for total in [sum(Fraction(value) * point[name] for name, value in terms.items())]
    )
    solution = decode(instance, [assignment(point)])
    assert (check.check(instance, solution, "optimum") == []) == holds
    total = model.constant + sum(value * point[name] for name, value in model.costs.items())
    assert check.objective(instance, solution) == pytest.approx(float(total), rel=1e-15)


@pytest.mark.parametrize(
    ("claimed", "fault"),
    [(6.0, ""), (6.000001, ""), (5.999999, ""), (5.5, "objective: the solver reports 5.5, the solution has 6"),
     (None, "")],
)  # fmt: skip
def test_a_claim_that_is_better_than_the_files_objective_is_an_error(claimed: float | None, fault: str) -> None:
    instance = stated("min\n 2 x\nst\n x >= 3\ngen\n x\nend")
    checks = SolutionChecks(problem("own").of(instance), instance, "optimum")
    checks.add((assignment({"x": 3}),), claimed)
    assert (checks.objective, checks.wrong) == (6, fault)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("min\n x\nst\n 1e-12 x + y >= 1\nend",
         "the coefficient 1e-12 of x in line 4: solvers support sizes from 1e-09"),
        ("min\n x\nst\n c: 1e16 x >= 1\nend", "the coefficient 10000000000000000 of x in c"),
        ("min\n x\nst\n c: x >= 12345678901234567891\nend", "the number 12345678901234567891 in c has more digits"),
    ],
)  # fmt: skip
def test_numbers_that_solvers_would_change_are_refused(tmp_path: Path, text: str, words: str) -> None:
    from tilings.models.own import mip_file

    (tmp_path / "m.lp").write_text(text, encoding="utf-8")
    with pytest.raises(NotApplicable, match=words.replace("(", r"\(")):
        mip_file.build(parse(reader.read([tmp_path / "m.lp"])), "optimum")
