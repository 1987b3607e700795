"""A solver that is forked from a process with its library answers as one that is started anew, and is as confined."""

import importlib
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.called import typed
from tests.runners import fakes
from tilings.runners.confine.process_table import descendants
from tilings.runners.execute.attempt import Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.plan import manifest
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import RunRecord, read_runs
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit
from tilings.runners.solvers.interface.events import Bounded

INSTANCE = manifest.INSTANCES / "polycubes" / "tetrominoes4x5.json"
SOLVERS = ("cbc", "clingo", "cpsat", "dlx", "highs", "miniexact", "pyxcc")
SUITE = """
timeout = 60
[[runs]]
family = "polycubes"
instances = ["tetrominoes4x5"]
goals = ["first"]
formulations = ["asp_cover", "cpsat_cover", "mip_placement", "dlx_cover"]
"""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, RunRecord]]:
    """The rows of a small suite by start and solver, made by the command in a process of its own."""
    home = tmp_path_factory.mktemp("starts")
    (home / "one.toml").write_text(SUITE, encoding="utf-8")
    found = {}
    for start in ("warm", "cold"):
        words = ["--suite", home / "one.toml", "--start", start, "--results", home / start]
        typed("tilings.runners.all", *words, *[word for name in SOLVERS for word in ("--solver", name)])
        (path,) = (home / start).glob("runs-*.csv")
        found[start] = {row.solver: row for row in read_runs(path)}
    return found


@pytest.mark.parametrize("name", SOLVERS)
def test_both_starts_give_the_same_answer_by_the_same_search(rows: dict[str, dict[str, RunRecord]], name: str) -> None:
    warm, cold = rows["warm"][name], rows["cold"][name]
    if warm.ended == "not_installed":
        pytest.skip(f"{name} is not installed (tilings doctor)")
    assert (warm.start, cold.start) == ("warm", "cold")
    for column in ("run_id", "answer", "ended", "check", "solutions", "variables", "constraints", "nodes", "failures"):
        assert getattr(warm, column) == getattr(cold, column), column
    assert warm.command.split()[1:-1] == cold.command.split()[1:-1]


def record(run: Run, folder: Path, start: str = "warm") -> RunRecord:
    """The record of a run that is to start warm, after which no process is left."""
    ((_, found),) = execute([run], Session(folder, start=start))
    assert [process for process in descendants(os.getpid()) if not process.dead] == []
    return found.record


def die(_: Task) -> None:
    os.kill(os.getpid(), 11)


def burn(_: Task) -> None:
    while True:
        pass


def grow(_: Task) -> None:
    kept = []
    while True:
        kept.append(b"x" * 10**7)


def run_out(_: Task) -> None:
    raise MemoryError("the states outgrew 60 bytes")


@pytest.fixture
def faked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> fakes.Runs:
    """Gives the record of the warm run of a function in the place of a solver."""

    def made(
        solve: Any, modules: Sequence[str] = (), start: str = "warm", light: bool = True, **limits: Any
    ) -> RunRecord:
        adapter = ChildSolver("fake", "cpsat", "pytest", solve, [*modules])
        monkeypatch.setattr(adapter, "light", light)
        fakes.put(monkeypatch, adapter)
        return record(fakes.run(tmp_path, **limits), tmp_path, start=start)

    return made


def assert_pindakaas(_: Task) -> None:
    raise AssertionError("Package 'pindakaas' is unavailable. Install it with 'pip install python-sat[pb]'")


def import_a_package(_: Task) -> None:
    importlib.import_module("nothing_like_it.part")


def import_our_own(_: Task) -> None:
    importlib.import_module("tilings.models.nothing_like_it")


@pytest.mark.parametrize(("solve", "package"), [(assert_pindakaas, "pindakaas"), (import_a_package, "nothing_like_it")])
def test_a_package_that_is_missing_in_the_run_is_named_and_no_crash(
    faked: fakes.Runs, solve: Any, package: str
) -> None:
    found = faked(solve)
    assert found.ended == "not_installed"
    assert f"package {package} is missing" in found.message and f"pip install {package}" in found.message


def test_a_run_whose_package_is_missing_leaves_no_trace_of_its_steps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def bound_and_import(task: Task) -> None:
        emit(Bounded(4))
        import_a_package(task)

    fakes.put(monkeypatch, ChildSolver("fake", "cpsat", "pytest", bound_and_import, []))
    ((_, found),) = execute([fakes.run(tmp_path, "optimum")], Session(tmp_path, start="warm"))
    assert (found.record.ended, found.trace) == ("not_installed", ())


def test_a_module_of_ours_that_is_missing_is_a_crash(faked: fakes.Runs) -> None:
    assert faked(import_our_own).ended == "crash"


def test_a_solver_that_dies_by_a_signal_is_recorded_with_it(faked: fakes.Runs) -> None:
    found = faked(die)
    assert (found.start, found.ended, found.signal) == ("warm", "crash", 11)
    assert found.message == "the solver died by signal 11 (SIGSEGV)"


@pytest.mark.parametrize("start", ["warm", "light"])
@pytest.mark.parametrize(
    ("solve", "limits", "ended"),
    [(burn, {"wall_s": 1.0, "cpu_s": 9}, "wall"), (burn, {"cpu_s": 0.5}, "cpu"), (grow, {"memory_mb": 150}, "memory")],
)
def test_the_limits_hold(faked: fakes.Runs, solve: Any, limits: dict[str, Any], ended: str, start: str) -> None:
    found = faked(solve, start=start, **limits)
    assert (found.start, found.ended) == ("warm", ended)


def test_a_solver_that_keeps_a_memory_limit_of_its_own_is_recorded_as_out_of_memory(faked: fakes.Runs) -> None:
    found = faked(run_out)
    assert (found.ended, found.phase, found.message) == ("memory", "solve", "the states outgrew 60 bytes")


@pytest.mark.parametrize("start", ["warm", "light"])
def test_a_library_that_cannot_be_imported_is_the_run_s_own_failure(faked: fakes.Runs, start: str) -> None:
    found = faked(burn, ["no_such_library"], start=start)
    assert (found.start, found.ended) == ("cold", "crash")


def test_only_a_light_solver_is_loaded_by_the_worker_of_its_run(faked: fakes.Runs) -> None:
    native = solver.find("dlx", "dlx")
    assert isinstance(native, ChildSolver) and native.light
    assert faked(burn, start="light", light=False, wall_s=1.0).start == "cold"


@pytest.mark.parametrize("start", ["cold", "warm"])
def test_only_a_cold_start_has_anything_left_to_import(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, start: str
) -> None:
    (tmp_path / "one.toml").write_text(SUITE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    words = ["--solver", "dlx", "--start", start, "--results", tmp_path / "home"]
    assert typed("tilings.runners.all", "--suite", tmp_path / "one.toml", *words).returncode == 0
    logs = [path.read_text(encoding="utf-8") for path in (tmp_path / "home" / "logs").iterdir()]
    assert logs and any(re.search(r"\| +tilings\.runners\.native", log) for log in logs) == (start == "cold")
