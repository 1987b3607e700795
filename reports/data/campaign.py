"""Reads a results folder into one table: a row for each run, with derived columns and measures of its instance."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models import files
from tilings.models.claims import Claim, of_record
from tilings.models.formulation import LANGUAGES, NATIVE
from tilings.models.problem import Instance, Problem, Solution, UserError, solution_from_json
from tilings.models.registry import paradigm, read_text
from tilings.reports.data.machine_classes import kinds
from tilings.reports.data.rows import holds_runs, recorded, traced
from tilings.reports.scores import median_runs
from tilings.runners.record import climbs, faults, same_problem
from tilings.runners.record.climbs import Climb
from tilings.runners.record.faults import FAULTS
from tilings.runners.record.results import outcome
from tilings.runners.record.schema import COLUMNS, GIVEN_UP, IMPORTED, NOT_TRIED, RunRecord, configuration
from tilings.runners.record.stored_instances import StoredInstances
from tilings.runners.record.stored_solutions import StoredSolutions

if TYPE_CHECKING:
    from pandas import DataFrame, Series

# Each derived column takes the first of these measures that the family has.
MEASURES = {
    "size": ("area", "cells", "size"),
    "tiles": ("tiles", "pieces"),
    "difficulty": ("difficulty",),
    "copies": ("copies",),
}


class Instances(Mapping[tuple[str, str], tuple[Problem, Instance]]):
    """Problem and instance by (family, name): those that can be read or made, each when it is used.

    unreadable: why each of the others that were used cannot.
    """

    def __init__(self, folder: Path, hashes: Mapping[tuple[str, str], str]) -> None:
        self._stored = StoredInstances(folder)
        self._hashes = dict(sorted(hashes.items()))
        self._read: dict[tuple[str, str], tuple[Problem, Instance]] = {}
        self.unreadable: dict[tuple[str, str], str] = {}

    def __getitem__(self, name: tuple[str, str]) -> tuple[Problem, Instance]:
        if name not in self._read and name not in self.unreadable:
            try:
                self._read[name] = self._stored.load(*name, self._hashes[name])
            except UserError as error:
                self.unreadable[name] = str(error)
        return self._read[name]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return (name for name in self._hashes if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def faults(self) -> list[str]:
        """Sentences on lines that cannot be read."""
        return self._stored.faults


@dataclass(frozen=True)
class Results:
    """A campaign as it was recorded.

    records: one for each run, in a fixed order; the parts of a divided search are one record (models.search_parts).
    as_tasks: the records as `same_problem.as_task` returns them: if several models state one problem, the problem is
        the instance, and the model is the formulation.
    claims: the claim of each record (models.claims); None for a record without a claim.
    kinds: the kind of machine of each record (`reports.data.machine_classes`).
    fair: for each record, whether its configuration is ranked (`runners.record.faults`).
    traces: the traces of these runs (`reports.data.rows.traced`).
    superseded: the number of rows that a later or better one replaced.
    machine: the content of machine.json, which describes the machine of the last session; empty without the file.
    machines: the content of the files in machines/, by the hash in the rows.
    instances: the instances of the runs.
    remarks: sentences on oddities of the files.
    problems: each problem (family, problem) that several models state, and its known answers by goal.
    unsound: as in `same_problem.Judged`.
    """

    folder: Path
    records: tuple[RunRecord, ...]
    as_tasks: tuple[RunRecord, ...]
    claims: tuple[Claim | None, ...]
    kinds: tuple[str, ...]
    fair: tuple[bool, ...]
    traces: DataFrame
    superseded: int
    machine: dict[str, Any]
    machines: dict[str, dict[str, Any]]
    instances: Instances
    remarks: tuple[str, ...] = ()
    problems: Mapping[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)
    unsound: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def solutions(self) -> StoredSolutions:
        """The stored solutions."""
        return StoredSolutions(self.folder)

    @cached_property
    def runs(self) -> DataFrame:
        """The records as a table, with the columns that `tidy` adds."""
        # A ladder has its size in the row, and instances by the hundred, whose reading takes longest.
        listed = {(record.family, record.instance) for record in self.records if not record.ladder}
        copies = {name: copy for name in sorted(listed) if (copy := self.instances.get(name))}
        measures = {name: problem.measures(instance) for name, (problem, instance) in copies.items()}
        return tidy(self.as_tasks, measures, self.kinds, self.fair)

    @cached_property
    def climbs(self) -> list[Climb]:
        """The climbs on ladders (`runners.record.climbs`)."""
        return climbs.climbs(self.as_tasks, self.kinds, self.fair)

    @cached_property
    def median(self) -> DataFrame:
        """The run that stands for each configuration and case (`reports.scores.median_runs`)."""
        return median_runs(self.runs)

    @cached_property
    def of_models(self) -> Series:
        """Which runs are of models that share a problem."""
        import pandas as pd

        cases = zip(self.runs["family"], self.runs["instance"], strict=True)
        return pd.Series([case in self.problems for case in cases], dtype=bool)

    @property
    def own_models(self) -> bool:
        """Whether all runs are of such models: then the report is about models, not about paradigms."""
        return bool(self.problems) and bool(self.of_models.all())

    @property
    def imported(self) -> bool:
        """Whether all runs come from tables of other programs: then nothing was checked or measured here."""
        ran = self.runs[self.runs["ran"]]
        return set(ran["limit_backend"]) == {IMPORTED}

    @property
    def colours(self) -> dict[str, str]:
        """The colours that plug-ins asked for, by solver and by paradigm, as machine.json has them."""
        colours = self.machine.get("colours")
        return colours if isinstance(colours, dict) else {}

    @property
    def name(self) -> str:
        """The campaign's name, of several all; the folder's where no run names one."""
        return ", ".join(sorted({name for name in self.runs["campaign"] if name})) or self.folder.name


def read_results(folder: Path) -> Results:
    """The campaign in a folder; raises UserError where there is none or its CSV is not of this schema."""
    if not holds_runs(folder):
        raise UserError(f"{folder} holds no runs-*.csv: run 'tilings bench --results {folder}' first")
    rows = recorded(folder)
    judged = same_problem.judged(rows.records, folder)
    records = judged.records
    traces = traced(folder, {run.run_id: run.attempt or 1 for run in records if run.run_id not in rows.ambiguous})
    instances = Instances(folder, {(record.family, record.instance): record.instance_sha256 for record in records})
    last = _described(files.inside(folder, folder / "machine.json"))
    machines = {path.stem: _described(path) for path in files.matching(folder, "machines/*.json")}
    return Results(
        folder=folder,
        records=records,
        as_tasks=judged.tasks,
        claims=tuple(map(of_record, records)),
        kinds=tuple(kinds(records, machines, last)),
        fair=tuple(faults.fair(judged.tasks, judged.unsound)),
        traces=traces,
        superseded=rows.superseded,
        machine=last,
        machines=machines,
        instances=instances,
        remarks=(*judged.wrong_expected, *rows.remarks),
        problems=judged.problems,
        unsound=judged.unsound,
    )


def stored(results: Results, run: Any) -> Solution | None:
    """A run's last solution; None where it or its instance is missing or unreadable, or where it breaks a rule.

    run: its record, or a row of the table of runs.
    """
    copy = results.instances.get((run.family, run.instance))
    if copy is None:
        return None
    problem, instance = copy
    try:
        solution = solution_from_json(results.solutions.content(run.run_id)["solution"])
    except (OSError, UserError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return None if problem.check(instance, solution, run.goal) else solution


def tidy(
    records: tuple[RunRecord, ...],
    measures: Mapping[tuple[str, str], Mapping[str, float | str]],
    kind: Sequence[str] = (),
    fair: Sequence[bool] = (),
) -> DataFrame:
    """The records as a table, one row a run, with these columns beside the record's:

    configuration: the solver, the formulation, and the options and threads that are not the default.
    route: the solver, with the language in brackets if these runs use the solver with several languages.
    paradigm: as recorded; in old rows, the one that the formulation belongs to.
    ranked: whether the paradigm is ranked; native searches are not.
    time_s: the seconds from the call to the answer (wall_s), or the wall limit of a run that was given up.
    charged_s: time_s of a solved run, else the wall limit.
    solved: whether the run reached its goal.
    ran: whether the solver ran at all.
    counts: whether the solver ran or the run was given up; a run that was given up counts as unsolved.
    fair: whether the configuration is ranked; by default the answer of `faults.fair`.
    compared: whether the run counts and is fair.
    timed: whether the time may be compared; the time of a run with a fault may not.
    outcome: an outcome of `runners.record.results`.
    kind: the kind of machine (`reports.data.machine_classes`); by default the processor.
    size, tiles, difficulty: measures of the instance, empty on ladders.
    copies: how many squares of a side a decision on squares allows, empty on ladders.
    """
    import pandas as pd

    runs = pd.DataFrame({name: _column(map(attrgetter(name), records)) for name in COLUMNS})
    runs["run_id"] = runs["run_id"].astype("str")
    runs["configuration"] = _column(map(configuration, records))
    runs["solved"] = pd.Series([record.proven and not record.late for record in records], dtype=bool)
    runs["ran"] = ~runs["ended"].isin(NOT_TRIED)
    runs["counts"] = runs["ran"] | (runs["ended"] == GIVEN_UP)
    runs["fair"] = pd.Series(list(fair or faults.fair(records)), dtype=bool)
    runs["compared"] = runs["counts"] & runs["fair"]
    runs["timed"] = runs["compared"] & ~runs["ended"].isin(FAULTS)
    runs["outcome"] = _column(map(outcome, records))
    runs["paradigm"] = _column(record.paradigm or paradigm(record.family, record.formulation) for record in records)
    runs["ranked"] = runs["paradigm"] != NATIVE
    runs["route"] = _column(_routes(runs))
    runs["time_s"] = runs["wall_s"].astype(float).where(runs["ended"] != GIVEN_UP, runs["wall_limit_s"])
    runs["charged_s"] = runs["time_s"].where(runs["solved"], runs["wall_limit_s"])
    runs["kind"] = _column(kind) if kind else runs["cpu_model"]
    known = [measures.get((record.family, record.instance), {}) for record in records]
    for column, names in MEASURES.items():
        cells = [next((each[name] for name in names if each.get(name, "") != ""), None) for each in known]
        runs[column] = pd.Series(cells, dtype=object if column == "difficulty" else float)
    return runs


def _column(values: Iterable[Any]) -> Series:
    """A column of values; texts are objects."""
    import pandas as pd

    cells = list(values)
    return pd.Series(cells, dtype=None if cells and not isinstance(cells[0], str) else object)


def _routes(runs: DataFrame) -> Series:
    """The solver of each run, with its language where there are several."""
    if runs.empty:
        return runs["solver"]
    language = runs["formulation"].str.partition("_")[0]
    language = language.where(language.isin(LANGUAGES), "")  # a user's own model is not named after its language
    several = (language.groupby(runs["solver"]).transform("nunique") > 1) & (language != "")
    return runs["solver"].where(~several, runs["solver"] + " (" + language + ")")


def _described(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        facts = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: not JSON ({error})") from None
    if not isinstance(facts, dict):
        raise UserError(f"{path}: a machine is described by a JSON object")
    return facts
