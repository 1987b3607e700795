"""The reader of commented DIMACS text: what it reads, and one line for all that it does not."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models.problem import UserError
from tilings.runners.binding.dimacs import NamedFormula, read

TEXT = """p cnf 4 5
c written by hand
c variable 1 square(0,0,1)
c variable 2 square(0,-1,2)
c constraint cover(0,0)
1 2 0
-1 -2 0
c constraint area
-2 3 0
c symmetry board
-4 0
c constraint cover(0,0)
0
"""


def test_a_formula_is_read_by_its_constraints() -> None:
    assert read(TEXT.splitlines(keepends=True)) == NamedFormula(
        4,
        {1: ("square", (0, 0, 1)), 2: ("square", (0, -1, 2))},
        {("cover", (0, 0)): [(1, 2), (-1, -2), ()], ("area", ()): [(-2, 3)]},
        {("board", ()): [(-4,)]},
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("p cnf 4 5\n", "", "a clause before the header"),
        ("p cnf 4 5\n", "p cnf 4 5\np cnf 4 5\n", "second header"),
        ("p cnf 4 5", "p cnf 4 6", "5 clauses, its header promises 6"),
        ("p cnf 4 5", "p cnf 3 5", "has the variable 4, its header 3"),
        ("p cnf 4 5", "p cnf 4", "neither a clause"),
        ("c constraint cover(0,0)\n", "", "before any"),
        ("1 2 0", "1 2", "neither a clause"),
        ("1 2 0", "1 2 0 0", "neither a clause"),
        ("1 2 0", "1 2 0\r", "neither a clause"),
        ("1 2 0", "1 +2 0", "neither a clause"),
        ("1 2 0", "1 -0 0", "neither a clause"),
        ("1 2 0", "1 ２ 0", "neither a clause"),
        ("1 2 0", "1 99999999999999999999 0", "neither a clause"),
        ("1 2 0", "1 999999999 0", "has the variable 999999999"),
        ("1 2 0", "1 2 0\n\n", "neither a clause"),
        ("variable 2", "variable 1", "variable 1 is named twice"),
        ("square(0,-1,2)", "square(0,0,1)", "two variables are named square(0,0,1)"),
        ("variable 2", "variable 5", "has the variable 5"),
        ("variable 2", "variable 02", "not 'c variable NUMBER NAME'"),
        ("square(0,-1,2)", "square(0,a)", "not a name with whole numbers"),
        ("constraint area", "constraint area(", "not a name with whole numbers"),
        ("symmetry board", "symmetry", "not a name with whole numbers"),
    ],
)
def test_what_is_malformed_is_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(UserError, match=re.escape(says)):
        read(TEXT.replace(old, new, 1).splitlines(keepends=True))


@given(cut=st.integers(0, len(TEXT) - 2))
def test_a_formula_that_was_cut_short_is_refused(cut: int) -> None:
    with pytest.raises(UserError):
        read(TEXT[:cut].splitlines(keepends=True))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "formula.cnf"
    path.write_bytes(b"p cnf 1 1\nc constraint a\n\xff\xfe 0\n")
    with path.open(encoding="ascii", newline="\n") as lines, pytest.raises(UserError, match="line"):
        read(lines)
