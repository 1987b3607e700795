"""A real harness, `python -m tests.soak._harness WORDS OF runners.all`, whose only solver answers at once."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path

from models.command import ROOT
from runners import plan, solver, suite
from runners.all import main
from tests.runners.fakes import EXHAUSTED, FakeSolver, says, worth

# It says three things that stand in the trace or in the solution, and leaves a process behind in another session.
ANSWER = says('{"event": "Bounded", "bound": 3}', worth("4"), EXHAUSTED)
TRACE_ROWS = 2
SCRIPT = f"setsid sleep 86399 >/dev/null 2>&1 & {ANSWER}"


def register(script: str = SCRIPT) -> None:
    """Make the script the only solver of this process."""
    module = types.ModuleType("runners.solvers.fake")
    module.SOLVER = FakeSolver(script)  # type: ignore[attr-defined]
    module.SOLVER.accepts = "cpsat"
    sys.modules[module.__name__] = module
    solver.names = lambda: ["fake"]


def write_suite(folder: Path, runs: int) -> Path:
    """A suite of so many runs of one tiny instance, that differ by their seed."""
    path = folder / "many.toml"
    path.write_text(
        f"""timeout = 20
seeds = {list(range(1, runs + 1))}

[[runs]]
family = "squares"
instances = ["h02"]
goals = ["optimum"]
formulations = ["cpsat_cover"]
""",
        encoding="utf-8",
    )
    return path


def planned(path: Path) -> list[plan.Run]:
    """The runs of a suite of ours, as the harness plans them."""
    register()
    return plan.plan(suite.load(str(path)), plan.Filter([], [], [], [], []))


def start(path: Path, results: Path, jobs: int) -> subprocess.Popen[bytes]:
    """A harness that makes the suite's runs, in a process group of its own."""
    words = ["--suite", str(path), "--results", str(results), "--jobs", str(jobs)]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.soak._harness", *words], cwd=ROOT, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


if __name__ == "__main__":
    from models.command import run

    register()
    run(main)
