"""Limits hold for the whole process tree, and nothing of it is left. Each case runs in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = """
import io, json, os, sys
from pathlib import Path
from runners import confine
from runners.processes import descendants
confine.adopt_orphans()
lines = []
limits = confine.Limits(**json.loads(sys.argv[1]))
usage = confine.run(json.loads(sys.argv[2]), limits, lambda t, line: lines.append(line), io.BytesIO(), Path("/tmp"))
print(json.dumps(vars(usage) | {"lines": lines[:5], "left": len(descendants(os.getpid()))}))
"""
ROOT = Path(__file__).parent.parent.parent
GENEROUS = {"wall_s": 20, "cpu_s": 20, "memory_mb": 2000}


def confined(command: list[str], **limits: float) -> dict:
    """What confine.run says of a command, and how many of its processes are left."""
    call = [sys.executable, "-c", HERE, json.dumps(GENEROUS | limits), json.dumps(command)]
    done = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, check=True)
    return json.loads(done.stdout)


def shell(script: str, **limits: float) -> dict:
    return confined(["sh", "-c", script], **limits)


def python(script: str, **limits: float) -> dict:
    return confined([sys.executable, "-c", script], **limits)


def test_a_command_that_ends_by_itself() -> None:
    found = shell("echo one; printf two; exit 4")
    assert (found["ended"], found["exit_code"], found["lines"]) == ("finished", 4, ["one", "two"])


def test_a_command_that_dies_by_a_signal() -> None:
    found = shell("kill -SEGV $$")
    assert (found["ended"], found["exit_code"], found["signal"]) == ("finished", None, 11)


def test_the_last_complaint_is_kept() -> None:
    assert shell("echo first >&2; echo assertion failed >&2; exit 1")["complaint"] == "assertion failed"


def test_the_wall_limit_ends_a_tree_that_escapes_its_group_and_ignores_sigterm() -> None:
    found = shell("trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 60' & sleep 60", wall_s=0.5)
    assert (found["ended"], found["left"]) == ("wall", 0)
    assert found["wall_s"] < 5


def test_processes_that_outlive_the_command_are_ended() -> None:
    assert shell("setsid sleep 60 & echo gone")["left"] == 0


def test_the_cpu_limit_counts_children_together() -> None:
    burn = "while :; do :; done"
    assert shell(f"({burn}) & ({burn}) & wait", cpu_s=0.5)["ended"] == "cpu"


def test_cpu_time_of_reaped_grandchildren_is_counted() -> None:
    burn = "import time\nwhile time.process_time() < 0.4: pass"
    found = shell(f"setsid {sys.executable} -c '{burn}'")
    assert found["cpu_s"] >= 0.4


def test_the_memory_limit_counts_children_together() -> None:
    child = "import time; x = b'1' * 60_000_000; time.sleep(20)"
    parent = f"import subprocess, sys; [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(4)]"
    found = python(parent + "\nimport time; time.sleep(20)", memory_mb=200)
    assert (found["ended"], found["left"]) == ("memory", 0)


def test_output_is_drained_and_limited() -> None:
    assert python("print('x' * 3_000_000)")["ended"] == "finished"
    assert shell("yes no line end | tr -d '\\n'", output_mb=2)["ended"] == "output"


@pytest.mark.parametrize("garbage", [r"\377\376\n", r"\000\001"])
def test_output_that_is_not_text_does_no_harm(garbage: str) -> None:
    assert shell(f"printf '{garbage}'")["ended"] == "finished"


def test_a_killed_minizinc_leaves_no_solver() -> None:
    from runners import solver

    if solver.find("gecode").version() is None:
        pytest.skip("MiniZinc with Gecode is not installed (python -m runners.doctor)")
    from runners.solvers._minizinc import CONFIGURATIONS

    model = """
      array[1..60] of var 1..60: x;
      constraint forall(i, j in 1..60 where i < j)(x[i] != x[j] /\\ x[i] + i != x[j] + j);
      constraint sum(x) = 1831;  % the sum is 1830, which the solver finds out the hard way
      solve satisfy;"""
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"endless-{os.getpid()}.mzn"
    path.write_text(model, encoding="utf-8")
    command = ["env", f"MZN_SOLVER_PATH={CONFIGURATIONS}", "minizinc", "--solver", "gecode", str(path)]
    try:
        found = confined(command, wall_s=2)
    finally:
        path.unlink()
    time.sleep(0.1)
    assert (found["ended"], found["left"]) == ("wall", 0)
    assert found["cpu_s"] > 0.5, "the time of fzn-gecode counts"
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(path) not in running
