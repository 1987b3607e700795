"""CP-SAT on formulas: what it refutes leaves a proof that lrat-check accepts, in the run's own folder."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from tests.called import typed
from tilings.models import registry
from tilings.models.formula import Formula
from tilings.runners.install.programs import program
from tilings.runners.plan import manifest
from tilings.runners.record.schema import RunRecord, read_runs
from tilings.runners.solvers.interface import sat, sat_cpsat

needs_checker = pytest.mark.skipif(program("lrat-check") is None, reason="lrat-check is not installed")
LITERALS = st.builds(lambda variable, sign: sign * variable, st.integers(1, 7), st.sampled_from((1, -1)))
CLAUSES = st.lists(st.lists(LITERALS, min_size=2, max_size=3), min_size=20, max_size=50)


def formula(variables: int, clauses: list[list[int]]) -> Formula:
    built = Formula()
    for number in range(1, variables + 1):
        built.variable("x", number)
    for clause in clauses:
        built.add(*clause)
    return built


def squares() -> Formula:
    """The formula of a board without such a tiling, whose refutation takes a second."""
    _, instance = registry.load_instance(manifest.entry("squares", "h10k3").path)
    built: Formula = registry.formulation("squares", "sat_cover").module().build(instance, "first")
    return built


def solved(monkeypatch: pytest.MonkeyPatch, folder: Path, built: Formula) -> dict[str, Any]:
    """The events that the adapter sends out, by their names."""
    sent: dict[str, Any] = {}
    for module in (sat, sat_cpsat):
        monkeypatch.setattr(module, "emit", lambda event: sent.__setitem__(type(event).__name__, event))
    job = SimpleNamespace(work=folder, path=Path("f.json"), seed=1, problem=None, instance=None)
    task = SimpleNamespace(
        build=lambda: built, encoded=lambda **_: 0.0, remaining_s=lambda: 60.0, optimum=False, job=job
    )
    sat_cpsat._solve(task)
    return sent


def accepted(proof: Any) -> bool:
    """Whether lrat-check accepts a proof."""
    command = [program("lrat-check") or "", proof.formula, proof.path]
    return "c VERIFIED" in subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout


@needs_checker
@settings(max_examples=60, deadline=None)
@given(CLAUSES)
def test_what_it_refutes_has_no_model_and_its_proof_is_accepted(clauses: list[list[int]]) -> None:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        sent = solved(patch, Path(folder), formula(7, clauses))
        with Solver("glucose42", bootstrap_with=clauses) as other:
            assert ("Found" in sent, "SearchComplete" in sent) == ((True, False) if other.solve() else (False, True))
        if "Found" in sent:
            true = {number for _, (number,) in sent["Found"].atoms}
            assert all(any((abs(n) in true) == (n > 0) for n in clause) for clause in clauses)
        elif "Proof" in sent:
            assert accepted(sent["Proof"])
        else:
            with Solver("glucose42", bootstrap_with=clauses) as other:
                assert not other.propagate()[0]


def test_a_refutation_by_unit_propagation_leaves_no_proof(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sent = solved(monkeypatch, tmp_path, formula(1, [[1], [-1]]))
    assert "SearchComplete" in sent
    assert "Proof" not in sent


def test_a_version_that_cannot_be_told_where_to_write_leaves_no_proof(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sat_cpsat, "_FIND", "no such function")
    sent = solved(monkeypatch, tmp_path, squares())
    assert "SearchComplete" in sent
    assert "Proof" not in sent
    assert not list(tmp_path.iterdir())


def test_a_proof_that_grows_too_large_is_given_up_and_the_answer_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sat_cpsat, "PROOF_MB", 0.1)
    monkeypatch.setattr(sat_cpsat, "_CHECK_S", 0.01)
    sent = solved(monkeypatch, tmp_path, squares())
    assert "SearchComplete" in sent
    assert not sent["Proof"].whole
    assert [path.name for path in tmp_path.iterdir()] == ["f.cnf"]


@needs_checker
@pytest.mark.parametrize("start", ["warm", "cold"])
def test_runs_beside_each_other_have_proofs_of_their_own(tmp_path: Path, start: str) -> None:
    suite = tmp_path / "two.toml"
    suite.write_text(
        'timeout = 60\nsolvers = ["cpsat"]\nformulations = ["sat_cover"]\n'
        '[[runs]]\nfamily = "squares"\ninstances = ["h05", "h05k3"]\n'
        'goals = ["first", "optimum"]\noptions = {board = ["none"]}\n',
        encoding="utf-8",
    )
    words = ["--suite", suite, "--results", tmp_path / "r", *f"--start {start} --jobs 2 --attempts 1".split()]
    done = typed("tilings.runners.all", *words)
    assert done.returncode == 0, done.stderr
    (path,) = (tmp_path / "r").glob("runs-*.csv")
    rows: list[RunRecord] = list(read_runs(path))
    found = sorted((row.answer, row.objective, row.check, row.proof, row.paradigm, row.start) for row in rows)
    same = ("valid", "verified", "CP-SAT", start)
    assert found == [("optimal", 4, *same), ("unsat", None, *same)]
