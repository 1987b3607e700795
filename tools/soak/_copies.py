"""Large campaigns for measuring: copies of published rows, with all files that verification and reports read."""

from __future__ import annotations

import csv
import random
import shutil
from collections import defaultdict
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import identity
from tilings.runners.record import stored_instances, stored_solutions
from tilings.runners.record.cells import cell
from tilings.runners.record.schema import COLUMNS, TRACE_COLUMNS, RunRecord, read_runs, read_traces, trace_attempt
from tilings.runners.record.stored_instances import StoredInstances
from tilings.runners.record.stored_solutions import StoredSolutions

PUBLISHED = ROOT / "results" / "published" / "threads"
SEEDS = 10  # copies of a row on one instance; further copies are on a copy of the instance, with another name
_SCATTER = 0.2


def campaign(folder: Path, rows: int) -> None:
    """Write a campaign of copies of the published rows, with other seeds, times and identities.

    Each copy has its instance, trace and solution.
    """
    originals = read_runs(PUBLISHED / "runs-1of1.csv")
    _folders(folder)
    traces, solutions = _traces(), _solutions(originals)
    chance = random.Random(1)
    with (
        (folder / "runs-1of1.csv").open("w", encoding="utf-8", newline="") as runs,
        (folder / "trace-1of1.csv").open("w", encoding="utf-8", newline="") as trace,
        (folder / "solutions-1of1.jsonl").open("wb") as stored,
    ):
        write_run, write_trace = (csv.writer(file, lineterminator="\n").writerow for file in (runs, trace))
        write_run(COLUMNS)
        write_trace(TRACE_COLUMNS)
        for number in range(rows):
            original = originals[number % len(originals)]
            copy = _copy(original, number // len(originals), chance)
            if number // len(originals) % SEEDS == 0:
                _instance(folder, original, copy.instance)
            write_run(map(cell, copy))
            for cells in traces[original.run_id, original.attempt or 1]:
                write_trace([copy.run_id, *cells])
            if original.run_id in solutions:
                stored.write(stored_solutions.line(copy, solutions[original.run_id]))


def _copy(run: RunRecord, number: int, chance: random.Random) -> RunRecord:
    """A row's copy with a number; number 0 is the row itself."""
    if not number:
        return run
    variant, seed = divmod(number, SEEDS)
    changed: dict[str, Any] = {"seed": run.seed + 3 * seed}  # seeds are 1 to 3
    if variant:
        changed["instance"] = f"{run.instance}-copy{variant}"
    if run.wall_s is not None and run.proven:  # longer, so that no phase takes longer than the run
        changed["wall_s"] = min(run.wall_s * (1 + _SCATTER * chance.random()), max(run.wall_s, run.wall_limit_s))
    copy = run._replace(**changed)
    return copy._replace(run_id=identity.of_record(copy) or "")


def _folders(folder: Path) -> None:
    shutil.copytree(PUBLISHED / "machines", folder / "machines")
    for name in ("machine.json", "sessions-1of1.csv"):
        shutil.copy(PUBLISHED / name, folder)


def _instance(folder: Path, run: RunRecord, name: str) -> None:
    """The instance of a run's copy, which no rule makes under that name."""
    if name != run.instance and not StoredInstances(folder).text(run.family, name):
        problem, instance = StoredInstances(PUBLISHED).load(run.family, run.instance, run.instance_sha256)
        text = registry.instance_json(problem, instance).encode()
        with (folder / "instances-1of1.jsonl").open("ab") as file:
            file.write(stored_instances.line(run.family, name, run.instance_sha256, text))


def _traces() -> dict[tuple[str, int], list[list[str]]]:
    """The cells of the trace of each run and attempt, beside its id."""
    traces: dict[tuple[str, int], list[list[str]]] = defaultdict(list)
    for row in read_traces(PUBLISHED / "trace-1of1.csv"):
        cells = [row.get(name, "") for name in TRACE_COLUMNS[1:]]
        traces[row["run_id"], trace_attempt(cells[3:])].append(cells)
    return traces


def _solutions(runs: list[RunRecord]) -> dict[str, Any]:
    """Each run's solution, which a copy has as well."""
    stored = StoredSolutions(PUBLISHED)
    return {run.run_id: stored.content(run.run_id)["solution"] for run in runs if run.run_id in stored.run_ids}
