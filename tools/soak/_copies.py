"""Large campaigns for measuring: copies of published rows, with all files that verification and reports read."""

from __future__ import annotations

import csv
import json
import random
import shutil
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

from tilings.models.terminal.command import ROOT
from tilings.runners.plan import identity
from tilings.runners.record.cells import cell
from tilings.runners.record.schema import COLUMNS, TRACE_COLUMNS, RunRecord, read_runs, read_traces, trace_attempt

PUBLISHED = ROOT / "results" / "published"
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
    ):
        write_run, write_trace = (csv.writer(file, lineterminator="\n").writerow for file in (runs, trace))
        write_run(COLUMNS)
        write_trace(TRACE_COLUMNS)
        for number in range(rows):
            original = originals[number % len(originals)]
            copy = _copy(original, number // len(originals), chance)
            if number // len(originals) % SEEDS == 0:
                _instance(folder, original, copy.instance)
            write_run(map(cell, copy.cells))
            for cells in traces[original.run_id, original.attempt or 1]:
                write_trace([copy.run_id, *cells])
            if original.run_id in solutions:
                run = {
                    "run_id": copy.run_id,
                    "family": copy.family,
                    "instance": copy.instance,
                    "goal": copy.goal,
                }
                text = json.dumps(run)[:-1] + solutions[original.run_id]
                (folder / "solutions" / f"{copy.run_id}.json").write_text(text, encoding="utf-8")


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
    copy = replace(run, **changed)
    return replace(copy, run_id=identity.of_record(copy) or "")


def _folders(folder: Path) -> None:
    shutil.copytree(PUBLISHED / "machines", folder / "machines")
    for name in ("machine.json", "sessions-1of1.csv"):
        shutil.copy(PUBLISHED / name, folder)
    (folder / "solutions").mkdir()


def _instance(folder: Path, run: RunRecord, name: str) -> None:
    home = folder / "instances" / run.family
    home.mkdir(parents=True, exist_ok=True)
    if not (home / f"{name}.json").exists():
        shutil.copy(PUBLISHED / "instances" / run.family / f"{run.instance}.json", home / f"{name}.json")


def _traces() -> dict[tuple[str, int], list[list[str]]]:
    """The cells of the trace of each run and attempt, beside its id."""
    traces: dict[tuple[str, int], list[list[str]]] = defaultdict(list)
    for row in read_traces(PUBLISHED / "trace-1of1.csv"):
        cells = [row.get(name, "") for name in TRACE_COLUMNS[1:]]
        traces[row["run_id"], trace_attempt(cells[3:])].append(cells)
    return traces


def _solutions(runs: list[RunRecord]) -> dict[str, str]:
    """The end of the text of each run's solution, which a copy has as well."""
    ends = {}
    for path in (PUBLISHED / "solutions" / f"{run.run_id}.json" for run in runs):
        if path.exists():
            ends[path.stem] = f', "solution": {json.dumps(json.loads(path.read_bytes())["solution"])}}}\n'
    return ends
