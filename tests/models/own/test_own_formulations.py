"""What the formulations make of a user's file has just the solutions and the objective that the file states."""

import sys
from pathlib import Path

import pytest

from tilings.models.own import opb, reader, sat_file
from tilings.models.own.data import write
from tilings.models.own.instance import OwnInstance, parse
from tilings.models.problem import NotApplicable, UserError


def stated(folder: Path, name: str, text: str) -> OwnInstance:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return parse(reader.read([path]))


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
