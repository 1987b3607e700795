"""The check of solutions of models in XCSP3: CPMpy evaluates the model for them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.called import called
from tests.models.own.test_formulas_by_solvers import VALUES, Point, xml

child = pytest.importorskip("tilings.runners.execute.xcsp3_child")
pytest.importorskip("pycsp3")
pytestmark = pytest.mark.filterwarnings("ignore:Loading a model")  # CPMpy's, of several models in a process
MODEL = """<instance format="XCSP3" type="COP">
  <variables> <array id="x" size="[3]"> 0..3 </array> <var id="free"> 1 3 </var> </variables>
  <constraints> <allDifferent> x[] </allDifferent> </constraints>
  <objectives> <maximize type="sum"> x[] </maximize> </objectives>
</instance>
"""


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The result of the child on some solutions of a model."""
    folder = tmp_path_factory.mktemp("xcsp3")

    def made(model: str, *solutions: Point) -> dict[str, Any]:
        (folder / "m.xml").write_text(model, encoding="utf-8")
        lines = [json.dumps(solution) for solution in solutions]
        (folder / "s.jsonl").write_text("\n".join(lines), encoding="utf-8")
        result: dict[str, Any] = child.main(str(folder / "m.xml"), str(folder / "s.jsonl"))
        return result

    return made


def values(*x: int, free: int = 1) -> Point:
    return {f"x[{number}]": each for number, each in enumerate(x)} | {"free": free}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (values(0, 1, 1), "constraint: alldifferent(x[0],x[1],x[2]) does not hold"),
        (values(0, 1, 4), "value: x[2] is 4, not from 0 to 3"),
        (values(0, 1), "value: x[2] is None"),
        (values(0, 1, 2, free=2), "constraint: "),
    ],
)
def test_the_first_wrong_solution_is_told(evaluated: Any, wrong: Point, words: str) -> None:
    assert evaluated(MODEL, values(0, 1, 2), wrong)["wrong"].startswith(words)


def test_a_model_that_cannot_be_read_checks_nothing(evaluated: Any) -> None:
    assert evaluated(MODEL[:90], values(0, 1, 2))["failed"].startswith("CPMpy cannot read m.xml")


@pytest.mark.fuzz
@settings(max_examples=settings.default.max_examples // 3)
@given(xml())
def test_the_solutions_of_brute_force_are_right_and_no_others(evaluated: Any, given: Any) -> None:
    data, right, cost = given
    text = data["files"]["m.xml"]
    if right:
        expected = {"number": len(right), "objective": cost(right[-1]) if cost else None}
        assert evaluated(text, *right) == expected
    for changed in (point | {"b": 1 - point["b"], "x[0]": value} for point in right[:3] for value in VALUES["x[0]"]):
        assert ("wrong" in evaluated(text, changed)) == (changed not in right)


def test_a_run_names_the_check(tmp_path: Path) -> None:
    pytest.importorskip("exact")
    path = tmp_path / "m.xml"
    path.write_text(MODEL, encoding="utf-8")
    row = json.loads(called("tilings.runners.solve", path, "--solver", "exact", "--json").stdout)
    assert (row["answer"], row["objective"], row["check"]) == ("optimal", 6, "valid")
    assert row["checked_by"] == "CPMpy's evaluation of the model"
