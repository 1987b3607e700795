"""What the formulations make of a user's file has just the solutions and the objective that the file states."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.called import called
from tilings.models.own import opb, reader, sat_file
from tilings.models.own.data import decode, write
from tilings.models.own.instance import OwnInstance, parse
from tilings.models.problem import NotApplicable, UserError

MPS = """NAME
OBJSENSE
    MAX
ROWS
 N obj
 L c
 G r
COLUMNS
    M1 'MARKER' 'INTORG'
    x obj 3 c 1
    x r 1
    M2 'MARKER' 'INTEND'
    y-2 obj 2.5 c 1
RHS
    RHS c 4.5 obj -10
RANGES
    R r 3
BOUNDS
 UP B x 3
ENDATA
"""
LP = "Minimize\n cost: 3 x + 2.5 y + 10\nSubject To\n c: x + y >= 4.5\nBounds\n y <= 4\nGeneral\n x\nEnd\n"


def stated(folder: Path, name: str, text: str) -> OwnInstance:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return parse(reader.read([path]))


@pytest.mark.parametrize(
    ("name", "text", "objective", "solution"),
    [("m.mps", MPS, 22.75, {"x": 3, "y-2": 1.5}), ("m.lp", LP, 21.75, {"x": 1, "y": 3.5})],
)
def test_a_linear_model_keeps_kinds_bounds_ranges_constant_and_sense(
    tmp_path: Path, name: str, text: str, objective: float, solution: dict[str, float]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    row = json.loads(called("tilings.runners.solve", tmp_path / name, "--solver", "highs", "--json").stdout)
    assert (row["answer"], row["objective"]) == ("optimal", pytest.approx(objective))
    assert dict(row["solution"]) == pytest.approx(solution) and isinstance(dict(row["solution"])["x"], int)


def test_a_formula_has_the_clauses_of_its_file(tmp_path: Path) -> None:
    instance = stated(tmp_path, "f.cnf", "c a comment\np cnf 3 2\n1 -2\n3 0 c3\n-1\n0\n%\n0\n".replace(" c3", ""))
    formula = sat_file.build(instance, "first")
    assert (formula.variables, formula.clauses) == (3, [(1, -2, 3), (-1,)])
    assert decode(instance, formula.atoms({2})) == (("x1", False), ("x2", True), ("x3", False))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 0\n", "has no line 'p cnf VARIABLES CLAUSES' at its start"),
        ("x\np cnf 1 1\n1 0\n", "has no line 'p cnf"),
        ("p cnf 1 2\n1 0\n", "the 2 clauses"),
        ("p cnf 1 1\n1\n", "the last clause has no 0 at its end"),
        ("p cnf 1 1\n2 0\n", "'2' is not a literal of 1 variables"),
        ("p cnf 1 1\nx 0\n", "'x' is not a literal"),
    ],
)
def test_a_formula_that_is_cut_short_or_garbled_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(NotApplicable, match=words):
        sat_file.build(stated(tmp_path, "f.cnf", text), "first")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n", "states 2 constraints, but it has 1"),
        ("+1 x1 >= 1", "has no ; at its end"),
        ("+1 x1 > 1 ;", "not a statement of OPB: "),
        ("x1 +1 >= 1 ;", "not a sum of weights and literals: 'x1 +1'"),
        ("+1 x1 >= 1 ; min: +1 x1 ;", "not a statement of OPB: 'min:"),
        ("* #variable= 1 #constraint= 1\n+1 x1 +1 y >= 1 ;\n", "states 1 variables, but it has 2"),
        ("* #variable= 3 #constraint= 1\n+1 x1 +1 y >= 1 ;\n", "states 3 variables, but it has 2"),
    ],
)
def test_a_pseudo_boolean_formula_that_is_wrong_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotApplicable) as error:
        opb.read(text)
    assert words in str(error.value)


XCSP3 = """<instance format="XCSP3" type="COP">
  <variables> <array id="x" size="[2]"> 0..3 </array> </variables>
  <constraints> <intension> lt(x[0],x[1]) </intension> </constraints>
  <objectives> <minimize type="sum"> x[] </minimize> </objectives>
</instance>
"""


def test_a_model_in_xcsp3_means_the_same_to_cpmpy(tmp_path: Path) -> None:
    pytest.importorskip("pycsp3")
    cpmpy_file = pytest.importorskip("tilings.models.own.cpmpy_file")
    built = cpmpy_file.build(stated(tmp_path, "m.xml", XCSP3), "optimum")
    x = built.variables
    assert [variable.name for variable in x] == ["x[0]", "x[1]"]
    for values in product(range(4), repeat=2):
        for variable, each in zip(x, values, strict=True):
            variable._value = each
        assert all(constraint.value() for constraint in built.model.constraints) == (values[0] < values[1])
        assert built.model.objective_.value() == sum(values)


def test_a_model_in_xcsp3_that_is_cut_short_or_cannot_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cpmpy_file = pytest.importorskip("tilings.models.own.cpmpy_file")
    with pytest.raises(NotApplicable, match="CPMpy cannot read m.xml"):
        pytest.importorskip("pycsp3")
        cpmpy_file.build(stated(tmp_path, "m.xml", XCSP3[:90]), "first")
    with pytest.raises(NotApplicable, match="an element that is not supported"):
        cpmpy_file.build(stated(tmp_path, "m.xml", XCSP3.replace("intension", "other")), "first")
    for name in [name for name in sys.modules if name.startswith(("pycsp3", "cpmpy.tools.xcsp3"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pycsp3", None)
    with pytest.raises(NotApplicable, match="by a package that is missing"):
        cpmpy_file.build(stated(tmp_path, "m.xml", XCSP3), "first")


@pytest.mark.parametrize("header", ["p cnf 4294967296 1", f"p cnf {'9' * 5000} 1", "p cnf ٣ 1"])
def test_more_variables_than_memory_holds_are_refused_at_once(header: str) -> None:
    files = (("m.cnf", f"{header}\n1 0\n"),)
    with pytest.raises(NotApplicable, match=r"m\.cnf (states|has no line)"):
        sat_file.build(OwnInstance("m", "cnf", "m.cnf", (), "", "first", "", files), "first")


@pytest.mark.parametrize("text", [f"{'9' * 5000} x1 >= 1;", f"1 x1 >= {'9' * 5000};", "1 x1 >= ²;"])
def test_a_number_in_opb_that_is_none_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(NotApplicable, match="not a s"):
        opb.read(text)


def test_a_sign_in_opb_may_stand_on_another_line_than_its_number() -> None:
    assert opb.read("1 x1 >= -\n\t2;").rows == [([(1, ("x1",))], ">=", -2)]


def test_an_empty_model_is_named_before_a_solver_complains_of_its_data(tmp_path: Path) -> None:
    (tmp_path / "m.mzn").write_text("\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"^m\.mzn is empty"):
        write(parse(reader.read([tmp_path / "m.mzn"])), tmp_path)
