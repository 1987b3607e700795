"""The command ``python -m runners.binding``: exit codes and lines."""

import json
from pathlib import Path

import pytest

from tests.called import typed
from tests.runners.binding.families.test_squares import BOARD, encoded


def called(*arguments: object) -> tuple[int, str, str]:
    done = typed("tilings.runners.binding", *arguments)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(BOARD))
    return path


def test_it_says_what_was_checked_and_what_does_not_follow(board: Path, tmp_path: Path) -> None:
    formula = tmp_path / "board.cnf"
    made = encoded(BOARD)
    formula.write_text(made.text())
    code, said, _ = called(board, formula)
    assert (code, said.count("\n")) == (0, 1)
    assert said.endswith(" clauses were checked; all of them follow\n")
    made.add("symmetry board", "-square(0,0,1)")
    formula.write_text(made.text())
    code, said, _ = called(board, formula)
    assert code == 1
    assert said.splitlines()[0] == "board: not the name of an automorphism of the instance"
    assert said.endswith("; all of them follow, up to the symmetry breaking\n")
    made.add("constraint cover(0,0)", "-square(0,0,1)")
    formula.write_text(made.text())
    code, said, _ = called(board, formula)
    assert code == 3
    assert said.splitlines()[0] == "cover(0,0): it does not follow from the rule: -1 0 (-square(0,0,1))"


@pytest.mark.parametrize(
    ("instance", "text", "says"),
    [
        ("[]", "p cnf 0 0\n", "does not hold a JSON object"),
        ("{", "p cnf 0 0\n", "is not JSON"),
        ('{"family": "chess"}', "p cnf 0 0\n", "the instance's family is 'chess'"),
        ('{"family": "squares"}', "p cnf 0 0\n", "the instance is not one of the family squares: KeyError 'width'"),
        (json.dumps(BOARD), "p cnf 1 1\n", "0 clauses, its header promises 1"),
        (json.dumps(BOARD), "p cnf 1 1\n\xff", "the formula, after line 0: "),
        (
            '{"family": "covers", "primary": [{"name": "a", "most": 1e999}], "options": []}', "p cnf 0 0\n",
            "the instance is not one of the family covers: OverflowError",
        ),
        (
            '{"family": "triominoes", "rows": 2, "cols": 1000002, "tiles": [[1, 2, 3]]}', "p cnf 0 0\n",
            "a board of 2 x 1000002 has more cells than the 100,000 that are checked",
        ),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(tmp_path: Path, instance: str, text: str, says: str) -> None:
    (tmp_path / "i.json").write_text(instance)
    (tmp_path / "f.cnf").write_text(text, encoding="latin-1")
    code, _, said = called(tmp_path / "i.json", tmp_path / "f.cnf")
    assert (code, said.count("\n")) == (2, 1)
    assert says in said
