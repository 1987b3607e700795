"""`tilings solve --unique` ends with the second solution, and says what it found."""

import json

import pytest

from tilings.models.problem import UserError
from tilings.runners.solve import __main__ as solve


@pytest.fixture
def asked(tmp_path, monkeypatch, capsys):
    """What the command says of a drawing, and its exit code."""

    def run(drawing, *arguments):
        file = tmp_path / "tray.txt"
        file.write_text(drawing, encoding="utf-8")
        monkeypatch.setattr("sys.argv", ["solve", str(file), "--unique", *arguments])
        return solve.main(), capsys.readouterr().out

    return run


UNIQUE = "box 4x1\n\nAAA\n\nB\n"
SEVERAL = "box 6x1\n\nAAA\n\nBB\n\nC\n"
NONE = "box 4x1\n\nAA\nA.\n\nB\n"


@pytest.mark.parametrize(
    ("drawing", "words", "unique", "number"),
    [(UNIQUE, "unique: one solution", True, 1), (SEVERAL, "not unique: two different solutions", False, 2),
     (NONE, "no solution", False, 0)],
)  # fmt: skip
def test_the_solutions_are_shown_and_whether_there_is_exactly_one(asked, drawing, words, unique, number):
    code, said = asked(drawing)
    assert code == 0 and said.splitlines()[-1].startswith(words)
    code, said = asked(drawing, "--json")
    found = json.loads(said)
    assert (found["unique"], len(found["solutions"])) == (unique, number)


def test_other_outputs_are_refused(asked):
    with pytest.raises(UserError, match="--unique prints at most two solutions and nothing else"):
        asked(UNIQUE, "--draw", "x.png")
