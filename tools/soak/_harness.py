"""A real harness, `python -m tools.soak._harness SCRIPT WORDS OF runners.all`, whose only solver is a shell script."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path

from tests.runners.fakes import EXHAUSTED, PLACES, FakeSolver, says, worth
from tilings.models.terminal.command import ROOT
from tilings.runners.all import main
from tilings.runners.plan import matrix, suite, suite_reader
from tilings.runners.plan.run import Run
from tilings.runners.solvers.interface import solver

# The script answers at once; two of its three lines are recorded in the trace.
ANSWER = says('{"event": "Bounded", "bound": 3}', worth("4"), EXHAUSTED)
TRACE_ROWS = 2
# The same script, which also leaves a process in another session.
STRAYING = f"setsid sleep 86399 >/dev/null 2>&1 & {ANSWER}"


def register(script: str = ANSWER) -> None:
    """Make the script the only solver of this process."""
    module = types.ModuleType("tilings.runners.solvers.fake")
    module.CPSAT = FakeSolver(script)  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    solver.places = lambda: PLACES


def write_suite(folder: Path, runs: int) -> Path:
    """A suite of the given number of runs of one tiny instance, which differ by seed and by up to MOST repetitions."""
    full, rest = divmod(runs, suite.MOST)
    blocks = [(list(range(1, full + 1)), suite.MOST), ([full + 1], rest)]
    path = folder / "many.toml"
    path.write_text("timeout = 20\n" + "".join(_block(*block) for block in blocks if all(block)), encoding="utf-8")
    return path


def _block(seeds: list[int], repetitions: int) -> str:
    return f"""
[[runs]]
family = "squares"
instances = ["h02"]
goals = ["optimum"]
formulations = ["cpsat_cover"]
seeds = {seeds}
repetitions = {repetitions}
"""


def planned(path: Path) -> list[Run]:
    """The planned runs of a suite that `write_suite` wrote."""
    register()
    return matrix.plan(suite_reader.load(str(path)), matrix.Filter()).runs


def start(path: Path, results: Path, jobs: int, script: str = ANSWER, shard: str = "1/1") -> subprocess.Popen[bytes]:
    """A harness that makes the suite's runs, or a shard of them, in a separate process group."""
    words = ["--suite", str(path), "--results", str(results), "--jobs", str(jobs), "--shard", shard]
    return subprocess.Popen(
        [sys.executable, "-m", "tools.soak._harness", script, *words], cwd=ROOT, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


if __name__ == "__main__":
    from tilings.models.terminal.command import run

    register(sys.argv.pop(1))
    sys.argv += [
        "--attempts",
        "1",
        "--start",
        "cold",
    ]  # other tests disturb the runs; a preloaded parent lacks the fake solver
    run(main)
