"""The MIP solvers of the base installation answer users' linear models as enumeration does, in checked solutions."""

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.own.linear.random_models import UNBOUNDED, UNSAT, Stated, as_lp, as_mps, linear_models
from tilings.models import registry
from tilings.models.own import reader
from tilings.models.terminal.command import ROOT
from tilings.runners.confine import Usage
from tilings.runners.execute.judge import RunVerdict
from tilings.runners.execute.solution_checks import SolutionChecks
from tilings.runners.execute.transcript import Transcript, parsed
from tilings.runners.solvers import highs

SOLVERS = ("highs", "cbc")
DONE = Usage(ended="finished", exit_code=0, signal=None, wall_s=1.0, cpu_s=1.0, peak_mb=1.0, complaint="")
# highspy does not load beside ortools, and one process for all models takes a fraction of the time.
CHILD = """
import sys
from pathlib import Path
from tilings.models import registry
from tilings.runners.solvers import cbc, highs
from tilings.runners.solvers.interface import mip
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.solver import Job
formulation = registry.formulation("own", "mip_file")
for line in sys.stdin:
    name, path = line.split()
    path = Path(path)
    job = Job(path, *registry.load_instance(path), formulation, {}, "optimum", 1, 1, 1e9, 1000, path.parent)
    mip.solve_mip(Task(job, 0.0), {"highs": highs.run, "cbc": cbc.run}[name])
    print("end", flush=True)
"""


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        yield process, tmp_path_factory.mktemp("linear")
        process.kill()


def columns(child: tuple[subprocess.Popen[str], Path], name: str, text: str, solver: str) -> dict[str, Any]:
    """The columns of the record, as the solver's process and the judge make them."""
    process, folder = child
    (folder / name).write_text(text, encoding="utf-8")
    instance = json.dumps(reader.read([folder / name]))
    (folder / "instance.json").write_text(instance, encoding="utf-8")
    assert process.stdin and process.stdout
    process.stdin.write(f"{solver} {folder / 'instance.json'}\n")
    process.stdin.flush()
    transcript = Transcript()
    for line in iter(process.stdout.readline, "end\n"):
        assert line, "the process has ended"
        transcript.add(0.5, parsed(highs.MIP, line.rstrip("\n")))
    problem, stated = registry.parse_instance(instance, name)
    checks = SolutionChecks.of(problem.of(stated), stated, "optimum", transcript)
    return RunVerdict(checks, transcript).columns(DONE, 60.0)[0]


@pytest.mark.fuzz
@given(linear_models(), st.data())
def test_the_answer_is_that_of_enumeration(
    child: tuple[subprocess.Popen[str], Path], stated: Stated, data: st.DataObject
) -> None:
    best = stated.best()
    name, write = data.draw(st.sampled_from([("m.mps", as_mps), ("m.lp", as_lp)]))
    text = write(stated, data.draw)
    for solver in SOLVERS:
        row = columns(child, name, text, solver)
        assert row["check"] != "invalid", (solver, row["message"], text)
        answer = "optimal" if isinstance(best, int | Fraction) else {UNSAT: "unsat", UNBOUNDED: "unbounded"}[best]
        assert row["answer"] == answer, (solver, row, text)
        if answer == "optimal":
            assert row["objective"] == pytest.approx(float(best), rel=1e-6, abs=1e-6), (solver, text)
            assert row["checked_by"].startswith("rows of the file")


LARGE = "max\n q\nst\n c: q <= {side}\n{kind}end"
TRICK = "min\n -1 c\nst\n r: x + 0 c <= 3\n s: -1 y >= -3\nbounds\n x free\n y free\ngen\n x y\nend"


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("text", "answer", "objective"),
    [
        (LARGE.format(side=123456789, kind="gen\n q\n"), "optimal", 123456789),
        (LARGE.format(side=123456789012345, kind="gen\n q\n"), "optimal", 123456789012345),
        ("min\n 1000000 q\nst\n 3 q >= 1000\nend", "optimal", 1e9 / 3),
        ("min\n o:\nst\n 2 x + 2 y = 6\nbin\n y\ngen\n x\nend", "optimal", 0),
        ("min\n a\nst\n 2 a + 2 b = 1\nbounds\n a free\n b free\ngen\n a b\nend", "unsat", None),
        ("min\n m\nst\n m + n >= 1\nbounds\n 3 <= n <= 2\nend", "unsat", None),
        ("min\n x\nst\n 0 x >= 1\nend", "unsat", None),
        ("min\n x\nst\n x >= 1\nbounds\n 2 <= unused <= 3\nend", "optimal", 1),
        ("max\n w + v\nst\n w - v <= 3\nend", "unbounded", None),
        ("max\n w\nst\n 2 w >= 3\ngen\n w\nend", "unbounded", None),
        ("max\n w + v\nst\n w - v <= 3\n 2 a = 1\nbounds\n a <= 1\nbin\n a\nend", "unsat", None),
        (TRICK, "unbounded", None),
    ],
)
def test_answers_that_solvers_or_their_interfaces_get_wrong(
    child: tuple[subprocess.Popen[str], Path], solver: str, text: str, answer: str, objective: float | None
) -> None:
    """Values with 8 digits, infeasibility that ends CBC, columns that PuLP leaves out, and unbounded models without
    a word for it."""
    row = columns(child, "m.lp", text, solver)
    assert (row["answer"], row["check"] == "valid") == (answer, answer != "unsat"), row
    assert row.get("objective") == (objective if objective is None else pytest.approx(objective, rel=1e-15))
