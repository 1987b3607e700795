"""The scheduler records every run as what happened, whatever the solver does."""

import contextlib
import itertools
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.runners import fakes
from tests.runners.fakes import EXHAUSTED, TILING, Runs, axes, says
from tests.waiting import LIMIT_S, until
from tilings.runners.execute.attempt import Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.plan import identity

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("script", "goal", "expected"),
    [
        (says(EXHAUSTED), "first", ("unsat", "finished", "unchecked")),
        (says(TILING, EXHAUSTED), "count", ("counted", "finished", "valid")),
        (says(TILING), "count", ("none", "crash", "valid")),
        (says(TILING.replace("null", "4"), EXHAUSTED), "optimum", ("optimal", "finished", "valid")),
        (says('{"event": "Failed", "message": "no", "phase": "encode"}'), "first", ("none", "crash", "unchecked")),
        (says('{"event": "Failed", "message": "no", "ended": "memory"}'), "first", ("none", "memory", "unchecked")),
        (says('{"event": "NotApplicable", "message": "no"}'), "first", ("none", "not_applicable", "unchecked")),
    ],
)  # fmt: skip
def test_each_behaviour_of_a_solver_has_its_record(
    outcome: Runs, script: str, goal: str, expected: tuple[str, str, str]
) -> None:
    assert axes(outcome(script, goal)) == expected


def test_the_best_solution_at_the_limit_is_recorded(outcome: Runs) -> None:
    late = outcome(f"{says(TILING.replace('null', '4'))}; sleep 60", "optimum", wall_s=LIMIT_S)
    assert axes(late) == ("feasible", "wall", "valid")
    assert (late.objective, late.phase) == (4, "encode")


def test_a_failure_because_the_run_was_stopped_at_its_limit_is_no_crash(outcome: Runs) -> None:
    failure = says('{"event": "Failed", "message": "interrupted"}')
    script = f"last() {{ {failure}; exit 1; }}; trap last TERM; sleep 60 & wait"
    assert axes(outcome(script, wall_s=LIMIT_S)) == ("none", "wall", "unchecked")


def test_the_command_line_is_recorded_as_it_was_typed(outcome: Runs) -> None:
    found = outcome("exit 7 # it's")
    assert shlex.split(found.command) == ["sh", "-c", "exit 7 # it's"]


def test_a_missing_solver_is_recorded_as_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fakes.install(monkeypatch, "", installed=False)
    ((_, found),) = execute([fakes.run(tmp_path)], Session(tmp_path))
    assert found.record.ended == "not_installed"
    assert "nothing brings it" in found.record.message


def test_a_worker_parses_no_instance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fakes.install(monkeypatch, says(TILING))
    run = fakes.run(tmp_path)
    run.source.path.unlink()
    ((_, found),) = execute([run], Session(tmp_path))
    assert axes(found.record) == ("sat", "finished", "valid")


def test_a_single_run_needs_no_log_and_no_provenance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fakes.install(monkeypatch, says(TILING))
    monkeypatch.setattr(identity, "adapter_sha256", lambda *_: pytest.fail("the sources were read"))
    ((_, found),) = execute([fakes.run(tmp_path)], Session(provenance=False))
    assert axes(found.record) == ("sat", "finished", "valid")
    named = ("run_id", "formulation_sha256", "adapter_sha256", "git_commit", "log")
    assert {getattr(found.record, column) for column in named} == {""}
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.json"]


def test_closing_early_leaves_no_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mark = f"sleep 610.{os.getpid()}"
    first, other = tmp_path / "first", tmp_path / "other"
    fakes.install(
        monkeypatch,
        f"if mkdir {first}; then while [ ! -e {other} ]; do sleep 0.01; done; {says(TILING)}\n"
        f"else setsid {mark} & touch {other}; wait; fi",
    )
    outcomes = execute([fakes.run(tmp_path, seed=seed) for seed in (1, 2, 3)], Session(tmp_path), 2)
    assert next(outcomes)[1].record.answer == "sat"
    assert until(lambda: _running(mark))
    outcomes.close()
    assert not _running(mark)


def harness(folder: Path, mark: str, **settings: Any) -> subprocess.Popen[bytes]:
    """A harness whose run starts a process in a session of its own, and waits. settings: of subprocess.Popen."""
    script = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
import pytest
from tests.runners import fakes
from tilings.runners.execute.attempt import Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.plan import identity
fakes.install(pytest.MonkeyPatch(), "setsid {mark} & wait")
list(execute([fakes.run(Path({str(folder)!r}), wall_s=300.0)], Session(Path({str(folder)!r}))))
"""
    started = subprocess.Popen([sys.executable, "-c", script], **settings)
    assert until(lambda: _running(mark))
    return started


def test_a_killed_harness_takes_its_runs_with_it(tmp_path: Path) -> None:
    mark = f"sleep 620.{os.getpid()}"
    killed = harness(tmp_path, mark)
    killed.kill()
    killed.wait()
    assert until(lambda: not _running(mark))


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM])
def test_signals_to_the_whole_process_group_leave_no_process(tmp_path: Path, number: int) -> None:
    mark = f"sleep 630.{os.getpid()}"
    stopped = harness(tmp_path, mark, start_new_session=True, stderr=subprocess.DEVNULL)
    os.killpg(stopped.pid, number)
    stopped.wait(timeout=60)
    assert not _running(mark)


def test_a_killed_worker_leaves_no_solver_beside_the_next_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mark = f"sleep 640.{os.getpid()}"
    first = tmp_path / "first"
    killer = f"touch {first}; setsid {mark} & sleep 0.3; kill -9 $PPID; wait"
    fakes.install(monkeypatch, f"if [ ! -e {first} ]; then {killer}; fi; {says(TILING)}")
    seen = []
    for _, found in execute([fakes.run(tmp_path, seed=seed) for seed in (1, 2)], Session(tmp_path)):
        seen.append((found.record.ended, _running(mark)))
    assert seen == [("harness_error", False), ("finished", False)]


def _running(mark: str) -> bool:
    shown = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return any(line.startswith(mark) for line in shown)


def test_ctrl_c_that_comes_at_a_fork_is_not_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fork = os.fork

    def interrupted() -> int:
        """Python calls hooks after a fork, and only prints what is raised in them."""
        pid = fork()
        if pid:
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        return pid

    monkeypatch.setattr(os, "fork", interrupted)
    fakes.install(monkeypatch, "sleep 600")
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(execute([fakes.run(tmp_path, wall_s=300.0)], Session(tmp_path)))
    assert time.monotonic() - started < 120, "and not at the run's end"


def test_a_log_that_the_disk_refuses_is_no_failure_of_the_solver(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fakes.install(monkeypatch, says(TILING))
    ((_, found),) = execute([fakes.run(tmp_path)], Session(tmp_path / "nowhere"))
    assert axes(found.record) == ("sat", "finished", "valid")
    assert (found.record.log, found.record.message) == (
        "", "its log could not be written: No such file or directory"
    )  # fmt: skip


def test_setting_the_clock_changes_no_limit_and_no_duration(monkeypatch: pytest.MonkeyPatch, outcome: Runs) -> None:
    """The wall clock goes back an hour each time it is read; only `started_at` is read from it."""
    clock = time.time
    looks = itertools.count()
    monkeypatch.setattr(time, "time", lambda: clock() - 3600 * next(looks))
    late = outcome(f"{says(TILING)}; sleep 600", "count", wall_s=LIMIT_S)
    assert late.ended == "wall"
    assert late.wall_s is not None and LIMIT_S <= late.wall_s < 300
    assert late.first_s is not None and 0 <= late.first_s <= late.wall_s
