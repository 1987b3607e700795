"""What a SAT program prints and writes is read: its answer, its model, its counts and its proof."""

import json
from pathlib import Path

import pytest

from tests.called import script, typed
from tests.waiting import LIMIT_S, LONGEST_S
from tilings.runners.install.programs import program
from tilings.runners.solvers.interface import sat


def solver(folder: Path, *lines: str) -> list[str]:
    """A command that runs these lines of shell; $2 is where it writes its proof."""
    return [str(script(folder / "solver", *lines)), str(folder / "f.cnf")]


def test_a_model_may_come_in_several_lines(tmp_path: Path) -> None:
    printed = ["c conflicts:      12      0.5 per second", "s SATISFIABLE", "v 1 -2", "v 3 0"]
    reply, _ = sat._call(solver(tmp_path, *(f"echo '{line}'" for line in printed)), tmp_path / "p", "drat", LONGEST_S)
    assert (reply.status, reply.true, reply.statistics) == ("SATISFIABLE", {1, 3}, {"conflicts": 12})


@pytest.mark.parametrize("words", ["1 two 0", "1 ² 0", "1 9" + "9" * 5000, "v 1", "+1 0", "1.5"])
def test_a_model_with_other_words_than_literals_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    reply = sat._reply(["s SATISFIABLE", f"v {words}"])
    with pytest.raises(SystemExit):
        sat._model(reply, "kissat")
    assert "kissat printed a model with '" in json.loads(capsys.readouterr().out)["message"]


def test_a_count_of_too_many_digits_is_left_out() -> None:
    assert sat._reply([f"c conflicts: {'9' * 5000}", "c decisions: 7 x"]).statistics == {"decisions": 7}


def test_a_proof_is_copied_whole_and_measured(tmp_path: Path) -> None:
    reply, proof = sat._call(
        solver(tmp_path, "echo s UNSATISFIABLE", 'echo "1 0" > $2'), tmp_path / "p", "drat", LONGEST_S
    )
    assert (proof.whole, proof.bytes) == (True, 4)
    assert (tmp_path / "p").read_text(encoding="ascii") == "1 0\n"


def test_a_proof_that_grows_too_large_is_thrown_away_and_the_answer_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sat, "PROOF_MB", 1)
    command = solver(tmp_path, "head -c 3000000 /dev/zero > $2", "echo s UNSATISFIABLE")
    reply, proof = sat._call(command, tmp_path / "p", "drat", LONGEST_S)
    assert (reply.status, proof.whole, proof.bytes) == ("UNSATISFIABLE", False, 3_000_000)
    assert (tmp_path / "p").stat().st_size == 0


def test_a_proof_that_the_disk_does_not_take_is_not_whole_and_the_answer_stays(tmp_path: Path) -> None:
    command = solver(tmp_path, "head -c 3000000 /dev/zero > $2", "echo s UNSATISFIABLE")
    reply, proof = sat._call(command, Path("/dev/full"), "drat", LONGEST_S)
    assert (reply.status, proof.whole, proof.bytes) == ("UNSATISFIABLE", False, 3_000_000)


@pytest.mark.parametrize("name", ["cadical", "glucose", "kissat", "rc2"])
def test_each_solver_finds_the_optimum_of_a_small_board(name: str) -> None:
    if name in ("cadical", "kissat") and program(name) is None:
        pytest.skip(f"{name} is not installed")
    done = typed("tilings.runners.solve", "h05", "--solver", name, "--formulation", "sat_cover", "--json")
    found = json.loads(done.stdout)
    assert (found["answer"], found["objective"], found["check"], found["paradigm"]) == ("optimal", 4, "valid", "SAT")
    assert found["proof"] == ("" if name == "rc2" else "verified")


def test_rc2_refutes_a_formula_without_costs() -> None:
    words = ("--solver", "rc2", "--formulation", "sat_cover", "--goal", "first", "--json")
    done = typed("tilings.runners.solve", "h05k3", *words)
    assert json.loads(done.stdout)["answer"] == "unsat"


def test_a_program_gets_a_signal_at_the_limit_and_its_statistics_are_read(tmp_path: Path) -> None:
    lines = ["trap 'echo \"c conflicts: 7 \"; exit 0' TERM", "while :; do sleep 0.01; done"]
    reply, _ = sat._call(solver(tmp_path, *lines), tmp_path / "p", "drat", LIMIT_S)
    assert (reply.status, reply.statistics) == ("", {"conflicts": 7})
