"""Every solver that CPMpy reaches gives the known answers of small instances with every model written in CPMpy."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.canonical import canonical
from tests.runners.solvers import cpmpy_jobs
from tilings.models import registry
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.events import Event, Found, NotApplicable, SearchComplete

SOLVERS = [each.name for each in solver.adapters() if each.accepts == "cpmpy"]
SHIPPED = {entry.name: entry for entry in manifest.shipped()}


# Even few instances take them 14 to 24 s; `make nightly` gives them all.
SLOW = ("gecode", "glucose", "chuffed")


@pytest.mark.parametrize(
    ("name", "which"),
    [
        *((name, "all" if name == "cpsat" else "few") for name in SOLVERS if name not in SLOW),
        *(pytest.param(name, "all", marks=pytest.mark.nightly) for name in SOLVERS if name != "cpsat"),
    ],
)
def test_small_instances_have_the_known_answers(name: str, which: str, tmp_path: Path) -> None:
    adapter = solver.find(name, "cpmpy")
    if adapter.version() is None:
        pytest.skip(f"{name} is not installed")
    command = [sys.executable, str(cpmpy_jobs.__file__), name, str(tmp_path), which]
    path = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=path, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[tuple[str, str, str], list[Event]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("["):
            case = tuple(json.loads(line))
            found[case] = []
        else:
            found[case] += adapter.parse(line)
    wanted = [(formulation.name, instance, goal) for formulation, instance, goal in cpmpy_jobs.cases(which)]
    assert list(found) == [case for case in wanted if not solver.refusal(adapter, case[2], 1)]
    wrong = {case: words for case, events in found.items() if (words := complaint(*case, events))}
    assert not wrong


def test_choco_proves_nothing_at_its_limit_whatever_the_clock_of_cpmpy_shows(tmp_path: Path) -> None:
    adapter = solver.find("choco", "cpmpy")
    if adapter.version() is None:
        pytest.skip("choco is not installed")
    script = """
import sys, types
from pathlib import Path
from tilings.models.cpmpy_import import cp
import cpmpy.solvers.choco as choco
from tilings.models import registry
from tilings.runners.plan import manifest
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.solver import Job
import time
choco.time = types.SimpleNamespace(time=lambda: 0.0)  # every search seems to end before its limit
path = manifest.entry("triominoes", "board5-d83-v4-s4").path
problem, instance = registry.load_instance(path)
formulation = registry.formulation("triominoes", "cpmpy_cover")
options = formulation.own(formulation.settings({}))
job = Job(path, problem, instance, formulation, options, "optimum", 1, 1, 1.0, 4000, Path(sys.argv[1]))
adapter = solver.find("choco", "cpmpy")
adapter.load([formulation])
adapter.solve(Task(job, time.monotonic()))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    events = [event for line in done.stdout.splitlines() for event in adapter.parse(line)]
    assert done.returncode == 0, done.stderr
    assert events
    assert not any(isinstance(event, SearchComplete) for event in events)


def complaint(formulation: str, instance: str, goal: str, events: list[Event]) -> str:
    """What is wrong with the answer of one case; empty where nothing is."""
    entry = SHIPPED[instance]
    problem, stated = registry.load_instance(entry.path)
    if refused := [event.message for event in events if isinstance(event, NotApplicable)]:
        return refused[0]
    known = entry.known[goal]
    answers = [problem.decode(stated, event.atoms) for event in events if isinstance(event, Found)]
    broken = [str(rule) for answer in answers for rule in problem.check(stated, answer, goal)]
    complete = any(isinstance(event, SearchComplete) for event in events)
    if broken or not (complete or answers):
        return "; ".join(broken) or "no answer"
    if goal == "first":
        return "" if bool(answers) == (known == "sat") else f"{len(answers)} solutions"
    if goal == "count":
        symmetries = problem.symmetries(stated)
        number = len({canonical(answer, symmetries) for answer in answers})
        return "" if complete and number == int(known) else f"{number} solutions, complete: {complete}"
    value = problem.objective(stated, answers[-1]) if answers else None
    claimed = [event.objective for event in events if isinstance(event, Found)][-1:]
    return "" if complete and [value] == claimed == [int(known)] else f"optimum {value}, complete: {complete}"
