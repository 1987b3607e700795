"""MPS and CPLEX's LP format are read as their writers mean them, by our readers as by HiGHS's."""

import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.own.linear.random_models import Stated, as_lp, as_mps, linear_models
from tilings.models.own.linear import lp, lp_words, mps
from tilings.models.own.linear.model import Fault
from tilings.models.terminal.command import ROOT

MPS = """NAME          EXAMPLE
ROWS
 N  cost
 N  other
 L  most
 G  least
 E  same
COLUMNS
    M1        'MARKER'                 'INTORG'
    i         cost             1.5   most             2.0
    j         least           -1.0
    M2        'MARKER'                 'INTEND'
    c         most             1e1   same           .25
    c         cost             -2.   other             1
RHS
    R         most               9   least           -4.0
    R         cost              -7   same             0.5
RANGES
    X         most               3   least              2
    X         same              -1
BOUNDS
 LI B         j                  -5
 MI B         c
 UP B         c                 8.5
ENDATA
"""


@pytest.mark.fuzz
@given(linear_models(), st.data())
def test_both_formats_state_the_same_model(stated: Stated, data: st.DataObject) -> None:
    for read in (mps.read(as_mps(stated, data.draw)), lp.read(as_lp(stated, data.draw))):
        assert read.sense == stated.sense and read.constant == stated.constant
        bounds = {name: (column.integer, column.lower, column.upper) for name, column in read.columns.items()}
        assert bounds == stated.columns
        assert _nonzero(read.objective) == _nonzero(stated.costs)
        assert [(_nonzero(row.terms), row.lower, row.upper) for row in read.rows] == [
            (_nonzero(terms), lower, upper) for terms, lower, upper in stated.rows
        ]


def _nonzero(terms: dict[str, int | Fraction]) -> dict[str, int | Fraction]:
    return {name: value for name, value in terms.items() if value}


def test_all_parts_of_mps_are_read() -> None:
    read = mps.read(MPS)
    assert [(row.name, row.terms, row.lower, row.upper) for row in read.rows] == [
        ("most", {"i": 2, "c": 10}, 6, 9),
        ("least", {"j": -1}, -4, -2),
        ("same", {"c": Fraction(1, 4)}, Fraction(-1, 2), Fraction(1, 2)),
    ]
    assert (read.objective, read.constant) == ({"i": Fraction(3, 2), "c": -2}, 7)
    bounds = {name: (column.integer, column.lower, column.upper) for name, column in read.columns.items()}
    assert bounds == {"i": (True, 0, 1), "j": (True, -5, None), "c": (False, None, Fraction(17, 2))}
    assert [note.partition(":")[0] for note in read.notes] == [
        "other",
        "integer columns without bounds are 0 or 1 in MPS",
    ]


def test_names_with_blanks_are_read_at_the_columns_of_the_fixed_format() -> None:
    text = (
        "NAME          BLANKS\nROWS\n N  THE COST\n G  A ROW\nCOLUMNS\n"
        "    X ONE     THE COST  1.0            A ROW     2.0\nRHS\n    R         A ROW     3.0\n"
        "BOUNDS\n UP B         X ONE     4.0\nENDATA\n"
    )
    read = mps.read(text)
    assert read.columns["X ONE"].upper == 4 and read.rows[0].terms == {"X ONE": 2} and read.rows[0].lower == 3


@pytest.mark.parametrize(
    ("lines", "sense"),
    [("OBJSENSE\n    MAX", "max"), ("OBJSENSE MAX", "max"), ("OBJSENSE\n MAXIMIZE", "max"), ("objsense\n  max", "max"),
     ("OBJSENSE\n    MIN", "min"), ("* OBJSENSE MAX", "min"), ("OBJSENSE MAXIMISE", "max")],
)  # fmt: skip
def test_the_direction_is_read_by_the_grammar(lines: str, sense: str) -> None:
    text = f"NAME OBJSENSE MAX\n{lines}\n{MPS.partition(chr(10))[2]}"
    assert mps.sense(text) == mps.read(text).sense == sense


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        (" UP B x -2", (None, -2)), (" UP B x -2\n LO B x 0", (0, -2)), (" LO B x 0\n UP B x -2", (0, -2)),
        (" UP B x 0", (0, 0)), (" BV B x", (0, 1)), (" FR x", (None, None)), (" PL B x", (0, None)),
        (" UP x 3", (0, 3)), (" UP B x 1e30", (0, None)), (" LO B x -1.8e308", (None, None)), (" FX B x 2 ", (2, 2)),
        (" UP B x Infinity", (0, None)), (" UI B x 4", (0, 4)), (" MI B x 0", (None, None)),
    ],
)  # fmt: skip
def test_bounds_of_mps(bounds: str, expected: tuple[int | None, int | None]) -> None:
    column = mps.read(f"NAME\nROWS\n N z\nCOLUMNS\n x z 1\nBOUNDS\n{bounds}\nENDATA\n").columns["x"]
    assert (column.lower, column.upper) == expected


ROWS, COLUMNS = "NAME\nROWS\n N z\n G c\n", "COLUMNS\n x z 1 c 1\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "line 1: the section hello is not supported"),
        (f"{ROWS}COLUMNS\n x z 1 kap 1\nENDATA\n", "line 6: the row kap is not in ROWS"),
        (f"{ROWS}{COLUMNS} x c 4\nENDATA\n", "line 7: a second entry of the column x in the row c"),
        (f"{ROWS} G c\n{COLUMNS}ENDATA\n", "line 5: a second row c"),
        (f"{ROWS}{COLUMNS}RHS\n R c 1 d 2\nENDATA\n", "line 8: the row d is not in ROWS"),
        (f"{ROWS}{COLUMNS}RHS\n R c 1\n R c 1\nENDATA\n", "line 9: a second right-hand side of the row c"),
        (f"{ROWS}{COLUMNS}RHS\n R c 1\n S z 1\nENDATA\n", "line 9: a second set of RHS, 'S'"),
        (f"{ROWS}{COLUMNS}BOUNDS\n UP B zz 1\nENDATA\n", "line 8: the column zz is not in COLUMNS"),
        (f"{ROWS}{COLUMNS}BOUNDS\n UP B x 1\n UP B x 2\nENDATA\n", "line 9: a second upper bound of the column x"),
        (f"{ROWS}{COLUMNS}BOUNDS\n SC B x 1\nENDATA\n", "line 8: a bound of kind 'SC' is not supported"),
        (f"{ROWS}{COLUMNS}BOUNDS\n LO B x 1e30\nENDATA\n", "line 8: a lower bound of +infinity leaves no value"),
        (f"{ROWS}{COLUMNS}BOUNDS\n UP B x two\nENDATA\n", "line 8: 'two' is not a number"),
        (f"{ROWS}{COLUMNS}RANGES\n R z 1\nENDATA\n", "line 8: the row z is free"),
        (f"{ROWS}{COLUMNS}SOS\n S1 s x 1\nENDATA\n", "line 7: the section SOS is not supported"),
        (f"{ROWS}{COLUMNS}INDICATORS\n IF c x 1\nENDATA\n", "line 7: the section INDICATORS is not supported"),
        (f"{ROWS}{COLUMNS}QUADOBJ\n x x 1\nENDATA\n", "line 7: the section QUADOBJ is not supported"),
        (f"{ROWS}COLUMNS\n M 'MARKER' 'SOSORG'\n x z 1\nENDATA\n", "line 6: special ordered sets"),
        (f"{ROWS}COLUMNS\n M 'MARKER' 'INTORG'\n x z 1\nENDATA\n", "a marker 'INTORG' has no 'INTEND'"),
        (f"{ROWS}{COLUMNS}", "the last line of MPS, ENDATA, is missing"),
        (f"{ROWS}{COLUMNS}BOUNDS\nROWS\nENDATA\n", "line 8: a second section ROWS"),
        ("NAME\nCOLUMNS\n x z 1\nENDATA\n", "line 2: the section ROWS must stand before COLUMNS"),
        ("NAME\nOBJSENSE\n UP\nROWS\n N z\nENDATA\n", "line 3: OBJSENSE is MAX or MIN, not 'UP'"),
        (f"{ROWS}{COLUMNS}RHS\n R c 1e999999999\nENDATA\n", "line 8: '1e999999999' is not a number"),
    ],
)  # fmt: skip
def test_mps_that_is_not_understood_is_refused_with_the_line(text: str, words: str) -> None:
    with pytest.raises(Fault) as fault:
        mps.read(text)
    assert str(fault.value).startswith(words)


def rows(text: str) -> list[tuple[dict[str, int | Fraction], int | Fraction | None, int | Fraction | None]]:
    return [(row.terms, row.lower, row.upper) for row in lp.read(f"min\nsubject to\n{text}\nend").rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c: y - 4 >= 3", ({"y": 1}, 7, None)),
        ("2 x + 3 >= x - y + 4.5", ({"x": 1, "y": 1}, Fraction(3, 2), None)),
        ("-2 <= x + y <= 4", ({"x": 1, "y": 1}, -2, 4)),
        ("r: 4 >= x + y + 1 >= -2", ({"x": 1, "y": 1}, -3, 3)),
        ("3 = x", ({"x": 1}, 3, 3)),
        ("3 <= x", ({"x": 1}, 3, None)),
        ("x + x - 3x >= .5", ({"x": -1}, Fraction(1, 2), None)),
        ("- -x < + 2e2", ({"x": 1}, None, 200)),
        ("x\n + y\n =>\n 1", ({"x": 1, "y": 1}, 1, None)),
        ("x >= -inf", ({"x": 1}, None, None)),
        ("x(1,2) - y[3] + e_1 = 0", ({"x(1,2)": 1, "y[3]": -1, "e_1": 1}, 0, 0)),
        (r"x >= 1 \ y >= 2.", ({"x": 1}, 1, None)),
    ],
)
def test_rows_of_lp(text: str, expected: object) -> None:
    assert rows(text) == [expected]


def test_a_row_ends_with_its_line_or_before_the_next_name() -> None:
    each = [({"x": 1}, 2, None), ({"y": 1}, 3, None), ({"y": -1}, -5, None)]
    assert rows("x >= 2\ny >= 3\n- y >= -5") == rows("a: x >= 2 b: y >= 3 c:\n -y >= -5") == each


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ("x <= 4", (0, 4)), ("x >= -3", (-3, None)), ("-3 <= x <= 4", (-3, 4)), ("4 >= x >= -3", (-3, 4)),
        ("x = 2.5", (Fraction(5, 2), Fraction(5, 2))), ("x free", (None, None)), ("x FREE", (None, None)),
        ("-inf <= x <= 3", (None, 3)), ("x >= -Infinity", (None, None)), ("x <= +inf", (0, None)), ("5 >= x", (0, 5)),
        ("x <= -2", (None, -2)), ("0 <= x <= -2", (0, -2)), ("x <= 1\nx <= 2", (0, 2)), ("x <= 1e20", (0, None)),
    ],
)  # fmt: skip
def test_bounds_of_lp(bounds: str, expected: object) -> None:
    column = lp.read(f"max x\nst x >= 1\nbounds\n{bounds}\nend").columns["x"]
    assert (column.lower, column.upper) == expected


def test_kinds_of_variables_and_the_words_of_sections() -> None:
    read = lp.read("MAXIMIZE\n 3 x + 2 y - 4 + z\nSuch That\n x + y <= 3\nBound\n y <= 1\nINTEGERS\n x\nBIN\n y z\nEND")
    assert (read.sense, read.objective, read.constant) == ("max", {"x": 3, "y": 2, "z": 1}, -4)
    assert [(column.integer, column.upper) for column in read.columns.values()] == [(True, None), (True, 1), (True, 1)]


def test_a_variable_that_is_only_in_the_bounds_is_noted() -> None:
    assert lp.read("min x\nst\n x >= 1\nbounds\n xx <= 4\nend").notes == ["in no row and not in the objective: xx"]


START = "Minimize\n x\nSubject To\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("max: 3x + 2y;\nc1: x + y <= 4;\n", "line 1: 'max:' is of lp_solve's format"),
        (f"{START} c: x + y\nEnd\n", "line 4: a row or bound has no <=, >= or ="),
        (f"{START} c: >= 2\nEnd\n", "line 4: nothing stands before a relation"),
        (f"{START} c: x >=\nEnd\n", "line 4: nothing stands after a relation"),
        (f"{START} c: x y >= 1\nEnd\n", "line 4: 'y' after 'x'"),
        (f"{START} c: 2 3 x >= 1\nEnd\n", "line 4: '3' after '2'"),
        (f"{START} c: x >= y\n + z\nEnd\n", "line 5: this line may continue a row or begin one"),
        (f"{START} c: 1 <= x >= 2\nEnd\n", "line 4: a range must have <= twice or >= twice"),
        (f"{START} c: x <= y <= 2\nEnd\n", "line 4: a range must be a sum between two numbers"),
        (f"{START} c: x = 1 -> y >= 2\nEnd\n", "line 4: indicator constraints"),
        (f"{START} c: [ x ^ 2 ] >= 1\nEnd\n", "line 4: quadratic terms"),
        (f"{START} c: 3 * x >= 1\nEnd\n", "line 4: quadratic terms and products ('*')"),
        (f"{START} c: x >= 1\nBounds\n 2 x <= 4\nEnd\n", "line 6: a bound has one variable without a coefficient"),
        (f"{START} c: x >= 1\nBounds\n x + y <= 4\nEnd\n", "line 6: a bound has one variable"),
        (f"{START} c: x >= 1\nBounds\n x <= 4\nBinary\n x\nEnd\n", "line 8: x is binary, and line 6"),
        (f"{START} c: x >= 1\nSemi-Continuous\n x\nEnd\n", "line 5: the section Semi-Continuous is not supported"),
        (f"{START} c: x >= 1\nSOS\n s: S1:: x:1\nEnd\n", "line 5: the section SOS is not supported"),
        (f"{START} c: x >= 1\nGeneral Constraints\n s: x = MAX ( y )\nEnd\n", "line 5: the section General C"),
        (f"{START} c: x >= 1\nLazy Constraints\n l: x >= 2\nEnd\n", "line 5: the section Lazy Constraints"),
        ("Minimize multi-objectives\n o: x\nSubject To\n c: x >= 1\nEnd\n", "line 1: the section multi-objectives"),
        (f"{START} c: x >= 1\nEnd\nmore\n", "line 6: text after End"),
        ("Minimize\n x x\nEnd\n", "line 2: 'x' after 'x'"),
        ("hello\n", "a model in CPLEX's LP format begins with Minimize or Maximize"),
    ],
)  # fmt: skip
def test_lp_that_is_not_understood_is_refused_with_the_line(text: str, words: str) -> None:
    with pytest.raises(Fault) as fault:
        lp.read(text)
    assert str(fault.value).startswith(words)


@pytest.mark.parametrize(
    ("text", "is_lp"),
    [
        ("\\ Model a. of b.\nMinimize\n x", True), ("max\n 3. x", True), ("MINIMUM obj: x", True), ("max: 3x;", True),
        ("min :- a.", False), ("max(3).", False), ("max.", False), ("min, a.", False), ("minimize { a }.", False),
        ("maximal(x).", False), ("% min\na.", False), ("a. min", False), ("#minimize { 1 : a }.", False), ("", False),
    ],
)  # fmt: skip
def test_a_file_in_lp_is_recognised_by_its_beginning(text: str, is_lp: bool) -> None:
    assert lp_words.begins(text) == is_lp


HIGHS = """
import highspy, json, sys
for path in sys.argv[1:]:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(path) == highspy.HighsStatus.kOk
    file = highs.getLp()
    starts, index, value = file.a_matrix_.start_, file.a_matrix_.index_, file.a_matrix_.value_
    names = file.col_names_
    rows = [{} for _ in range(file.num_row_)]
    for place, name in enumerate(names):
        for entry in range(starts[place], starts[place + 1]):
            rows[index[entry]][name] = value[entry]
    kinds = [kind.name for kind in file.integrality_] or ["kContinuous"] * len(names)
    print(json.dumps([
        file.offset_, dict(zip(names, file.col_cost_)),
        {name: each for name, *each in zip(names, kinds, file.col_lower_, file.col_upper_)},
        list(zip(rows, file.row_lower_, file.row_upper_)),
    ]))
"""


@pytest.mark.parametrize(
    ("instance", "ending"), [("h04", "mps"), ("b1-1-easy", "mps"), ("h04", "lp"), ("b1-1-easy", "lp")]
)
def test_the_files_of_our_own_export_mean_to_highs_what_they_mean_to_us(
    tmp_path: Path, instance: str, ending: str
) -> None:
    path = tmp_path / f"model.{ending}"
    command = [sys.executable, "-m", "tilings", "export", instance, "--format", ending, "--out", str(path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    done = subprocess.run([sys.executable, "-c", HIGHS, path], capture_output=True, text=True, check=True, timeout=60)
    offset, costs, columns, highs_rows = json.loads(done.stdout)
    read = (mps if ending == "mps" else lp).read(path.read_text(encoding="utf-8"))
    assert (float(read.constant), {name: float(read.objective.get(name, 0)) for name in costs}) == (offset, costs)
    assert {
        name: [f"k{'Integer' if column.integer else 'Continuous'}", *limits(column.lower, column.upper)]
        for name, column in read.columns.items()
    } == columns
    assert [
        [{name: float(value) for name, value in row.terms.items()}, *limits(row.lower, row.upper)] for row in read.rows
    ] == highs_rows


def limits(lower: int | Fraction | None, upper: int | Fraction | None) -> list[float]:
    return [-math.inf if lower is None else float(lower), math.inf if upper is None else float(upper)]
