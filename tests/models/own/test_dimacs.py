"""Formulas in CNF and WCNF are read by their grammar, or refused with the word that is wrong."""

import json
from pathlib import Path

import pytest

from tests.called import called
from tilings.models.formula import Formula
from tilings.models.own import dimacs
from tilings.models.problem import NotApplicable


def test_clauses_take_several_lines_and_comments_stand_anywhere() -> None:
    text = "c p cnf 9 9\n\n p  cnf 3 2\n1\n  c -1 0\n-2 0 -3\n0\n%\n0\nend\n"
    assert dimacs.read(text, "f.cnf", weighted=False) == dimacs.Clauses(3, [(1, -2), (-3,)], [])


@pytest.mark.parametrize(
    ("text", "variables"),
    [("p wcnf 4 3 7\n7 1 2 0\n8 -1\n 0 3 -2 0\n", 4), ("c h 9 0\nh 1 2 0\nh -1 0 3\nc 5\n-2 0\n", 2)],
)
def test_weighted_clauses_are_hard_from_the_top_weight_on_or_as_h(text: str, variables: int) -> None:
    assert dimacs.read(text, "f.wcnf", weighted=True) == dimacs.Clauses(variables, [(1, 2), (-1,)], [(3, (-2,))])


def test_without_a_top_weight_every_clause_is_soft() -> None:
    assert dimacs.read("p wcnf 1 2\n3 1 0\n0 -1 0\n", "f", weighted=True).soft == [(3, (1,)), (0, (-1,))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p cnf 1 1\n1 0\n", "no line 'p wcnf VARIABLES CLAUSES'"),
        ("", "no line 'p wcnf"),
        ("p wcnf 1 1 9\nh 1 0\n", "has the weight 9, not h"),
        ("p wcnf 1 2 9\n9 1 0\n", "the 2 clauses of its header, but 1"),
        ("h 1 0\n-3 1 0\n", "'-3' is neither a weight nor h"),
        ("h 1 0\n1.5 1 0\n", "'1.5' is neither a weight nor h"),
        ("h 1 0\n5", "the last clause has no 0 at its end"),
        ("h 1 0\n5 a 0\n", "'a' is not a literal"),
    ],
)
def test_a_formula_with_weights_that_is_cut_short_or_garbled_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotApplicable, match=words):
        dimacs.read(text, "f.wcnf", weighted=True)


HUGE = 10**30


@pytest.mark.parametrize(("solver", "words"), [("rc2", ""), ("cpsat", "weights beyond 50 bits")])
def test_weights_of_any_size_are_added_up_exactly_or_refused(tmp_path: Path, solver: str, words: str) -> None:
    path = tmp_path / "f.wcnf"
    path.write_text(f"h 1 2 0\n{HUGE} -1 0\n{HUGE + 1} -2 0\n1 0\n", encoding="utf-8")
    done = called("tilings.runners.solve", path, "--solver", solver, "--json")
    if words:
        assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1
    else:
        row = json.loads(done.stdout)
        assert (row["answer"], row["objective"], row["check"]) == ("optimal", HUGE + 1, "valid")


def test_a_sum_of_weights_that_the_encoders_would_leave_out_is_refused() -> None:
    formula = Formula()
    weighted = [(2**61, formula.variable("x", number)) for number in (1, 2)]
    formula.weights_at_most(2**61 - 1, weighted[:1])
    with pytest.raises(NotApplicable, match="weights beyond 64 bits"):
        formula.weights_at_most(2**61, weighted)


def test_coefficients_in_opb_beyond_64_bits_are_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "f.opb"
    path.write_text(f"min: {HUGE} x1;\n1 x1 1 x2 >= 1;\n", encoding="utf-8")
    done = called("tilings.runners.solve", path, "--solver", "cpsat")
    assert (done.returncode, done.stderr) == (2, "error: coefficients beyond 64 bits are not supported by CP-SAT\n")
