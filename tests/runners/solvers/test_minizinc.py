"""The improving objectives that Gecode and Chuffed report during an optimisation are kept as a trace."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from models import registry
from runners.install.programs import program
from runners.plan import manifest
from runners.solvers.interface import minizinc, solver
from runners.solvers.interface.events import Found
from runners.solvers.interface.solver import Job


@pytest.mark.parametrize("name", ["gecode", "chuffed"])
@pytest.mark.parametrize(("family", "formulation", "instance"), [("squares", "cp_cover", "h07"),
                                                                 ("triominoes", "cp_cell", "dense-5-v4")])  # fmt: skip
def test_each_solution_is_reported_with_its_objective(
    tmp_path: Path, name: str, family: str, formulation: str, instance: str
) -> None:
    adapter, model = solver.find(name, "cp"), registry.formulation(family, formulation)
    (path,) = [entry.path for entry in manifest.shipped() if entry.name == instance]
    problem, board = registry.load_instance(path)
    job = Job(path, problem, board, model, model.own(model.settings({})), "optimum", 1, 1, 20.0, 500, tmp_path)
    said = subprocess.run(adapter.command(job), capture_output=True, text=True, timeout=60, check=True).stdout
    found = [event for line in said.splitlines() for event in adapter.parse(line) if isinstance(event, Found)]
    worth = [event.objective for event in found]
    assert worth, said
    assert worth == sorted(set(worth), reverse=problem.sense == "min")
    assert worth[-1] == problem.objective(board, problem.decode(board, found[-1].atoms))


@pytest.mark.parametrize("call", ["--version", "--solvers-json"])
def test_a_minizinc_that_somebody_kills_while_it_is_asked_is_not_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, call: str
) -> None:
    real = program("minizinc")
    if real is None:
        pytest.skip("MiniZinc is not installed (python -m runners.doctor)")
    mine, seen = tmp_path / "minizinc", tmp_path / "seen"
    die = f'case "$*" in *{call}*) [ -e {seen} ] || {{ touch {seen}; kill -9 $$; }};; esac'
    mine.write_text(f'#!/bin/sh\n{die}\nexec {real} "$@"\n', encoding="utf-8")
    mine.chmod(0o755)
    monkeypatch.setattr(minizinc, "program", lambda name: str(mine))
    found = minizinc.driver.__wrapped__()
    assert found is not None and found.executable == mine
    assert seen.exists()
