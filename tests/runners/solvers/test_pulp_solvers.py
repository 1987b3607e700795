"""PuLP's interfaces by their names: pulp-GUROBI and the like, of which PuLP brings only PULP_CBC_CMD."""

from pathlib import Path
from typing import Any

import pulp
import pytest

from tests.called import typed
from tilings.models.problem import UserError
from tilings.runners.plan import manifest
from tilings.runners.plan.suite import require
from tilings.runners.record.schema import RunRecord
from tilings.runners.solve import solving
from tilings.runners.solve.choosing import choose
from tilings.runners.solvers.interface import pulp_solvers, solver


class Job:
    seed, threads = 7, 1


class Task:
    """A task with a limit in seconds."""

    job = Job()

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s

    def remaining_s(self) -> float:
        return self._limit_s


class Interface(pulp.LpSolver):  # type: ignore[misc]
    """An interface that ends with a status, or fails with a message."""

    def __init__(self, status: int = 0, message: str = "") -> None:
        super().__init__()
        self._status, self._message = status, message

    def actualSolve(self, lp: Any) -> int:
        if self._message:
            raise RuntimeError(self._message)
        lp.assignStatus(self._status)
        return self._status


def answer(name: str, goal: str = "optimum") -> RunRecord:
    source = manifest.read_instance(manifest.entry("squares", "h05").path)
    return solving.answered(choose(source, name, "mip_placement", goal, timeout=60)).record


def ending(monkeypatch: pytest.MonkeyPatch, limit_s: float, **about: Any) -> Any:
    monkeypatch.setattr(pulp, "getSolver", lambda name, **settings: Interface(**about))
    model = pulp.LpProblem("none")
    model += pulp.LpVariable("x", 0, 1)
    return pulp_solvers.run("GUROBI", Task(limit_s), model)  # type: ignore[arg-type]


def test_an_interface_is_called_by_its_name() -> None:
    record = answer("pulp-PULP_CBC_CMD")
    assert (record.answer, record.objective, record.check, record.paradigm) == ("optimal", 4, "valid", "MIP")
    require("solver", ["pulp-PULP_CBC_CMD"])


@pytest.mark.parametrize("name", ["pulp-PULP_CBC_CMD", "cbc"])
def test_a_blank_in_the_path_of_temporary_files_makes_no_difference(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a b'c"
    folder.mkdir()
    for variable in ("TMPDIR", "TMP", "TEMP"):
        monkeypatch.setenv(variable, str(folder))
    done = typed("tilings.runners.solve", "h04", "--solver", name, "--formulation", "mip_placement", "--quiet")
    assert (done.stderr, done.stdout[:10]) == ("", "optimal 4 ")


def test_warnings_of_pulp_end_no_run_where_warnings_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONWARNINGS", "error::DeprecationWarning")
    done = typed("tilings.runners.solve", "h04", "--solver", "highs")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_an_unknown_one_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UserError, match=r"unknown solver 'pulp-GUROBO'; PuLP has .*pulp-GUROBI, "):
        solver.find("pulp-GUROBO", "mip")


@pytest.mark.parametrize(
    "words",
    [
        "Model too large for size-limited license; visit https://gurobi.com/unrestricted for more information",
        "CPLEX Error  1016: Community Edition. Problem size limits exceeded. Purchase at http://ibm.biz/error1016.",
        "?120 Error: Problem has too many rows and columns. The maximum is 5000",
    ],
)
def test_a_model_above_the_limit_of_a_licence_is_not_applicable(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    with pytest.raises(UserError) as refused:
        ending(monkeypatch, 10.0, message=words)
    assert str(refused.value) == words


def test_any_other_failure_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match="no licence file"):
        ending(monkeypatch, 10.0, message="no licence file")


def test_a_refutation_at_the_limit_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    early = ending(monkeypatch, 60.0, status=pulp.LpStatusInfeasible)
    assert early.proven and not early.out_of_time
    late = ending(monkeypatch, 0.0, status=pulp.LpStatusInfeasible)
    assert late.out_of_time and not late.proven
