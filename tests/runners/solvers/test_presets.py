"""Presets are a solver's own settings, which it accepts, and which its runs are told apart by."""

import csv
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.called import script
from tests.runners.plan.test_matrix import ALL, block
from tests.runners.record.test_schema import record as made
from tilings.models.problem import UserError
from tilings.reports.data.rows import recorded
from tilings.runners.plan import identity, manifest, matrix, suite_reader
from tilings.runners.record.cells import cell
from tilings.runners.record.schema import COLUMNS, RunRecord
from tilings.runners.solve import solving
from tilings.runners.solve.choosing import choose
from tilings.runners.solvers.interface import presets, solver

OFFERED = [(adapter, name) for adapter in solver.adapters() for name in presets.of(adapter)]
CLINGO = 'configurations = ["clingo/asp_tiles"]\n'


def answer(name: str, preset: str, instance: str = "h05", **settings: Any) -> RunRecord:
    family = "covers" if instance == "assignment5" else "squares"
    source = manifest.read_instance(manifest.entry(family, instance).path)
    run = choose(source, name, goal="optimum", preset=preset, timeout=60, **settings)
    return solving.answered(run, provenance=True).record


@pytest.mark.parametrize(("adapter", "name"), OFFERED, ids=[f"{adapter.name}-{name}" for adapter, name in OFFERED])
def test_a_solver_takes_each_of_its_presets_and_proves_the_optimum(adapter: solver.Solver, name: str) -> None:
    preset = presets.of(adapter)[name]
    assert preset.words and preset.source and preset.settings
    if solver.version(adapter) is None:
        pytest.skip(f"{adapter.name} is not installed")
    record = answer(adapter.name, name, "assignment5" if adapter.name == "rc2" else "h05")
    if record.ended == "not_installed":
        pytest.skip(record.message)
    assert (record.answer, record.check, record.preset) == ("optimal", "valid", name), record.message
    assert record.settings == f"preset={name}"
    assert record.run_id == identity.of_record(record)


@pytest.mark.parametrize("name", ["cadical", "kissat"])
def test_a_formula_is_rewritten_before_the_solver_reads_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = script(tmp_path / "sbva", 'touch "$(dirname "$0")/called"', 'cp "$2" "$4"')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    record = answer(name, "sbva")
    assert (record.answer, record.objective, record.check) == ("optimal", 4, "valid")
    assert record.proof == "none" and (record.presolve_s or 0) > 0 and (tmp_path / "called").exists()
    script(program, "echo no memory >&2", "exit 7")
    record = answer(name, "sbva")
    assert record.ended == "crash" and "sbva ended with exit code 7: no memory" in record.message


def test_a_formula_with_an_empty_clause_is_not_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path / "breakid", '! grep -qE "^ *0 *$" "$1" && cp "$1" "$2"')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    record = answer("cadical", "breakid", "h04", formulation="sat_order")
    assert (record.answer, record.check) == ("optimal", "valid"), record.message


def test_an_unknown_preset_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UserError, match=r"clingo has no preset 'craft'; there are: crafty, default, .*did you mean"):
        answer("clingo", "craft")


def test_parameters_are_numbers_truths_and_text() -> None:
    words = ("presolve=off", "mip_heuristic_effort=0.3", "adapt=true", "trim=5")
    assert presets.parameters(words) == {"presolve": "off", "mip_heuristic_effort": 0.3, "adapt": True, "trim": 5}


def test_a_suite_runs_the_presets_that_it_names_and_the_command_line_others(tmp_path: Path) -> None:
    suite = block(tmp_path, CLINGO + 'presets = ["default", "*y"]\n')
    runs = matrix.plan(suite, ALL).runs
    assert {run.preset for run in runs} == {"", "crafty", "frumpy", "handy", "jumpy", "trendy", "tweety"} - {"none"}
    assert len({run.run_id for run in runs}) == len({run.key for run in runs}) == len(runs)
    assert [run.preset for run in matrix.plan(suite, replace(ALL, presets=["crafty"])).runs] == ["crafty"]
    assert [run.preset for run in matrix.plan(block(tmp_path, CLINGO), ALL).runs] == [""]


def test_a_preset_that_no_solver_of_a_block_has_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"mine.toml:\d+: .*unknown preset 'craft'"):
        block(tmp_path, CLINGO + 'presets = ["craft"]\n')


def test_each_configuration_climbs_with_each_preset() -> None:
    climbs = matrix.plan(suite_reader.load("presets"), replace(ALL, families=["squares"], solvers=["clingo"])).climbs
    assert {each.first.preset for each in climbs} == {"", *presets.of(solver.find("clingo", "asp"))}
    assert len({each.planned_id for each in climbs}) == len(climbs)


def test_rows_that_differ_in_the_preset_alone_are_two_runs(tmp_path: Path) -> None:
    rows = [made(run_id=f"{number:016x}", preset=preset) for number, preset in enumerate(("", "crafty"), 1)]
    with (tmp_path / "runs-1of1.csv").open("w", encoding="utf-8", newline="") as file:
        written = csv.writer(file, lineterminator="\n")
        written.writerow(COLUMNS)
        written.writerows([[cell(value) for value in row] for row in rows])
    assert [row.preset for row in recorded(tmp_path).records] == ["", "crafty"]
