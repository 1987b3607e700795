"""A refutation counts as verified if a checker accepts its proof, and if its formula follows from the instance.

A fake solver finds the tiling of the 2 x 2 board by 4 squares, and claims that 3 copies of a side do not suffice.
"""

import errno
import json
import os
from pathlib import Path

import pytest
from pysat.solvers import Solver

from tests.called import script
from tests.runners.fakes import EXHAUSTED, OPTIMUM, FakeSolver, Runs, install, run, says, worth
from tilings.models import registry
from tilings.models.formula import Formula
from tilings.models.problem import UserError
from tilings.runners.execute.attempt import Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.install.programs import program
from tilings.runners.proofs import checkers, keep
from tilings.runners.record.schema import RunRecord
from tilings.runners.record.support import WORD, Support
from tilings.runners.solve.answer_text import verdict

pytestmark = pytest.mark.skipif(program("drat-trim") is None, reason="drat-trim is not installed")


def formula(most: int) -> Formula:
    """Tilings of the 2 x 2 board with at most so many copies of a side."""
    problem, instance = registry.parse_instance(json.dumps(OPTIMUM), "the board")
    built: Formula = registry.formulation(problem.family, "sat_cover").module().build(instance, "optimum", board="none")
    built.limit(most)
    return built


def proof(built: Formula) -> str:
    """A DRAT proof that a formula has no model."""
    with Solver("glucose42", bootstrap_with=built.clauses, with_proof=True) as solver:
        assert not solver.solve()
        return "\n".join([*solver.get_proof(), ""])


@pytest.fixture
def claimed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Runs:
    """Gives the record of a run whose solver leaves this formula and this proof."""

    def made(text: str, proof: str, form: str = "drat", whole: bool = True) -> RunRecord:
        left = {"formula": str(tmp_path / "f.cnf"), "path": str(tmp_path / "p"), "form": form, "bytes": len(proof)}
        (tmp_path / "f.cnf").write_text(text, encoding="ascii")
        (tmp_path / "p").write_text(proof, encoding="ascii")
        event = json.dumps({"event": "Proof", **left, "whole": whole})
        install(monkeypatch, says(worth("4"), event, EXHAUSTED))
        monkeypatch.setattr(FakeSolver, "proof_mb", 1, raising=False)
        ((_, outcome),) = execute([run(tmp_path, "optimum")], Session(tmp_path, tmp_path / "proofs"))
        return outcome.record

    return made


def test_a_checker_that_is_killed_refutes_nothing(
    monkeypatch: pytest.MonkeyPatch, claimed: Runs, tmp_path: Path
) -> None:
    checker = script(tmp_path / "checker", "kill -9 $$")
    monkeypatch.setattr(checkers, "program", lambda _: str(checker))
    built = formula(3)
    record = claimed(built.dimacs(), proof(built))
    assert (record.answer, record.proof, record.check, record.disturbed) == ("optimal", "kept", "valid", True)
    assert record.message == "the proof is not checked: drat-trim died by signal 9"


def test_a_proof_for_which_there_is_no_space_ends_the_campaign_and_no_half_of_it_is_left(
    monkeypatch: pytest.MonkeyPatch, claimed: Runs, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    built = formula(3)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space left on device"):
        claimed(built.dimacs(), proof(built))
    assert not list((tmp_path / "proofs").iterdir())


def test_a_valid_proof_of_a_valid_formula_is_verified_and_kept(claimed: Runs, tmp_path: Path) -> None:
    built = formula(3)
    record = claimed(built.dimacs(), proof(built))
    assert (record.answer, record.proof, record.check, record.message) == ("optimal", "verified", "valid", "")
    kept = keep.KeptProofs(tmp_path).find(record.run_id)
    assert kept is not None
    with keep.opened(kept) as files:
        assert files[0].read_text(encoding="ascii") == built.dimacs()
        assert keep.digest(*files) == record.proof_sha256


@pytest.mark.parametrize("form", ["drat", "lrat"])
def test_a_formula_with_an_empty_clause_needs_no_proof(claimed: Runs, form: str) -> None:
    built = formula(4)
    built.constraint("objective", 3)
    built.at_most(-1, [1])
    assert built.clauses[-1] == ()
    record = claimed(built.dimacs(), "", form)
    assert record.proof == "refuted" and record.message.startswith("the formula does not follow")


@pytest.mark.parametrize(
    ("most", "text", "form", "words"),
    [
        pytest.param(3, "1 0\n", "lrat", "lrat-check does not accept the proof", id="of another format"),
        pytest.param(4, "0\n", "drat", "drat-trim does not accept the proof", id="of another formula"),
        pytest.param(4, "", "drat", "drat-trim does not accept the proof", id="empty"),
        pytest.param(3, "1 2 x", "lrat", "lrat-check does not accept the proof", id="garbage"),
    ],
)
def test_a_wrong_proof_is_a_wrong_answer(claimed: Runs, most: int, text: str, form: str, words: str) -> None:
    record = claimed(formula(most).dimacs(), text, form)
    assert (record.proof, record.check) == ("refuted", "invalid")
    assert record.message.startswith(words)


def test_a_proof_of_a_formula_that_does_not_follow_is_a_wrong_answer(claimed: Runs) -> None:
    built = formula(4)
    built.constraint("cover", 0, 0)
    built.add(-built.named["square", (0, 0, 1)])
    record = claimed(built.dimacs(), proof(built))
    assert (record.proof, record.check) == ("refuted", "invalid")
    assert record.message.startswith("the formula does not follow from the instance: cover(0,0)")


@pytest.mark.parametrize("name", ["mine", "motion(-1,2)"])
def test_symmetry_breaking_that_is_not_shown_to_leave_a_solution_is_one_solvers_word(claimed: Runs, name: str) -> None:
    """The board has a tiling by 4 squares, which two contradicting clauses exclude."""
    built = formula(4)
    built.symmetry(name)
    built.add(1)
    built.add(-1)
    record = claimed(built.dimacs(), proof(built))
    assert (record.proof, record.check) == ("verified up to the symmetry breaking", "valid")
    assert record.message.startswith(f"the proof is verified up to the symmetry breaking: {name}: ")
    said = verdict(*registry.parse_instance(json.dumps(OPTIMUM), "the board"), record)
    assert "; its proof was verified up to the symmetry breaking; not proved here: one solver's word (" in said
    support = Support()
    for solver in ("kissat", "cadical"):  # two solvers of one formula are no better than one
        support.add(record._replace(solver=solver), record.proof == "verified")
    assert support.words == WORD


def test_a_proof_of_a_formula_that_breaks_symmetries_in_the_accepted_form_is_verified(claimed: Runs) -> None:
    built = formula(3)
    built.order([built.named["square", (0, 0, 1)]])
    built.symmetry("motion", -1, 2)
    built.add(-built.named["square", (0, 0, 1)], built.named["square", (1, 0, 1)])
    assert claimed(built.dimacs(), proof(built)).proof == "verified"


def test_a_proof_that_was_too_large_is_not_checked(claimed: Runs) -> None:
    record = claimed(formula(3).dimacs(), "", whole=False)
    assert (record.answer, record.proof, record.check) == ("optimal", "too_large", "valid")


def test_without_its_checker_a_proof_is_kept(monkeypatch: pytest.MonkeyPatch, claimed: Runs) -> None:
    monkeypatch.setattr(checkers, "program", lambda _: None)
    built = formula(3)
    record = claimed(built.dimacs(), proof(built))
    assert (record.proof, record.message) == ("kept", "the proof is not checked: drat-trim is not installed")


def test_a_checker_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch, claimed: Runs, tmp_path: Path) -> None:
    slow = script(tmp_path / "drat-trim", "exec sleep 60")
    monkeypatch.setattr(checkers, "program", lambda _: str(slow))
    monkeypatch.setattr(checkers, "_LEAST_S", 0.5)
    monkeypatch.setattr(checkers, "_TIMES", 0)
    record = claimed(formula(3).dimacs(), "")
    assert (record.proof, record.message) == ("kept", "the proof is not checked: drat-trim reached its limit (wall)")


def test_a_solver_that_leaves_no_proof_of_its_refutation_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = json.dumps({"event": "Proof", "formula": "f", "path": "p", "form": "drat", "bytes": 1, "whole": True})
    for lines in ([worth("4"), EXHAUSTED], [worth("4"), gone, EXHAUSTED]):
        install(monkeypatch, says(*lines))
        monkeypatch.setattr(FakeSolver, "proof_mb", 1, raising=False)
        ((_, outcome),) = execute([run(tmp_path, "optimum")], Session(tmp_path))
        assert (outcome.record.answer, outcome.record.proof) == ("optimal", "none")
