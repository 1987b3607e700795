"""A campaign's folder looked at as it stands: rows, instances, solutions, traces, machines, and what the rows claim.

Nothing but the folder is read, and no solver is needed: a solution is judged by its family's checker, on the copy of
the instance that lies in the folder. Known answers are given, by the instances' hashes.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from models import parts, registry
from models.problem import Problem, UserError, solution_from_json
from runners import consistency, machine, record, table
from runners.consistency import WITH_SOLUTION, Point
from runners.judge import Judge
from runners.manifest import Shipped
from runners.record import AGAIN, LATER, TRACE_COLUMNS, RunRecord

_PROOFS = ("unsat", "optimal", "counted")


class Finding(NamedTuple):
    """Something to say about a place in the folder; wrong: it cannot stand, else it is a remark."""

    place: str
    words: str
    wrong: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {'' if self.wrong else 'remark: '}{self.words}"


class Row(NamedTuple):
    """A run and where it is recorded."""

    place: str
    run: RunRecord

    def finding(self, words: str, wrong: bool = True) -> Finding:
        """Something to say about this run."""
        run = self.run
        who = f"{run.solver}/{run.formulation}" + (f"[{run.options}]" if run.options else "")
        return Finding(self.place, f"{run.run_id} {run.family}/{run.instance} {who} {run.goal}: {words}", wrong)


@dataclass(frozen=True)
class _Case:
    """An instance as the folder has it."""

    problem: Problem
    instance: Any
    sha256: str


class Audit:
    """Looks at one folder; `findings` says what it finds, and fills what `summary` says."""

    def __init__(self, folder: Path, known: list[Shipped], require_solutions: bool = False) -> None:
        self.folder = folder
        self._judge = Judge(known)
        self._known = {(entry.family, entry.sha256, goal) for entry in known for goal in entry.known}
        self._required = require_solutions or (folder / "solutions").is_dir()
        self._stored = {path.stem: path for path in sorted((folder / "solutions").glob("*.json"))}
        self._rows: dict[str, Row] = {}
        self._cases: dict[tuple[str, str], _Case | str] = {}
        self._said: set[tuple[str, ...]] = set()
        self._counts: Counter[str] = Counter()
        self._all_read = True
        self._proofs: dict[tuple[Any, ...], set[str]] = defaultdict(set)

    def findings(self) -> Iterator[Finding | None]:
        """What is found, in the order of the files; None after each run, for whoever counts them."""
        for row in self._read():
            if isinstance(row, Finding):
                yield row
                continue
            yield from self._run(row)
            yield None
        if self._counts["missing"] and not self._required:
            words = f"{self._counts['missing']} solutions are not stored: they cannot be checked again"
            yield Finding(str(self.folder), words, wrong=False)
        yield from self._traces()
        if self._all_read:
            yield from self._left_over()

    def summary(self) -> str:
        """What was looked at, in one line."""
        counts = self._counts
        known = sum(subject[:3] in self._known for subject in self._proofs)
        others = [len(solvers) for subject, solvers in self._proofs.items() if subject[:3] not in self._known]
        agreed = sum(count > 1 for count in others)
        proofs = ", ".join(f"{counts[answer]} {answer}" for answer in _PROOFS)
        return (
            f"{self.folder}: {counts['rows']} rows, {counts['checked']} solutions checked, {counts['missing']} not "
            f"stored; proofs, which no checker repeats: {proofs}; of the {len(self._proofs)} answers that they give, "
            f"{known} are known, {agreed} are those of several solvers, {len(others) - agreed} one solver's word"
        )

    def _read(self) -> Iterator[Row | Finding]:
        """The rows that count, after what is wrong with them as rows."""
        for path in sorted(self.folder.glob("runs-*.csv")):
            try:
                header, found = table.read(path, record.COLUMNS, LATER)
                for line, cells in enumerate(found, 2):
                    yield from self._row(f"{path}:{line}", dict(zip(header, cells, strict=True)))
            except UserError as error:
                self._all_read = False
                place, _, words = str(error).partition(": ")
                yield Finding(place, f"{words} (nothing after it was read)")

    def _row(self, place: str, cells: dict[str, str]) -> Iterator[Row | Finding]:
        self._counts["rows"] += 1
        try:
            row = Row(place, record.from_row(cells))
        except ValueError as error:
            yield Finding(place, f"{cells['run_id']}: not of the schema ({error})")
            return
        faults = list(consistency.of_schema(row.run))
        yield from map(row.finding, faults)
        if faults or row.run.ended in AGAIN:
            return
        earlier = self._rows.setdefault(row.run.run_id, row)
        if earlier is not row:
            yield row.finding(f"this run is recorded already: {earlier.place}")
        else:
            yield row

    def _run(self, row: Row) -> Iterator[Finding]:
        """What is wrong with a run: in itself, with its solution, with what others know."""
        run, case = row.run, self._case(row.run)
        yield from map(row.finding, consistency.of_row(run, registry.problem(run.family)))
        yield from (row.finding(words, wrong=False) for words in consistency.beyond_limits(run))
        yield from self._machine(row)
        if isinstance(case, str):
            yield from self._once(row, "instance", run.instance, run.instance_sha256, words=case)
            return
        broken = list(self._solution(row, case))
        yield from map(row.finding, broken)
        found = "unchecked" if run.run_id not in self._stored else "invalid" if broken else "valid"
        yield from self._claim(row, found)

    def _once(self, row: Row, *about: str, words: str) -> Iterator[Finding]:
        """A finding that holds for many runs, said of the first."""
        if about not in self._said:
            self._said.add(about)
            yield row.finding(words)

    def _case(self, run: RunRecord) -> _Case | str:
        """The run's instance as the folder has it, or what is wrong with that."""
        key = (run.family, run.instance)
        if key not in self._cases:
            path = self.folder / "instances" / run.family / f"{run.instance}.json"
            try:
                content = path.read_bytes()
                problem, instance = registry.parse_instance(content.decode("utf-8-sig"), str(path))
                self._cases[key] = _Case(problem, instance, hashlib.sha256(content).hexdigest())
            except (OSError, UnicodeDecodeError, UserError) as error:
                self._cases[key] = f"no copy of the instance to check with ({error})"
        case = self._cases[key]
        if isinstance(case, _Case) and (case.sha256 != run.instance_sha256 or case.problem.family != run.family):
            return "the copy of the instance is another one: its hash is not that of the row"
        return case

    def _solution(self, row: Row, case: _Case) -> Iterator[str]:
        """What is wrong with the run's stored solution."""
        run = row.run
        claimed = run.answer in WITH_SOLUTION and run.check != "invalid"
        if run.run_id not in self._stored:
            self._counts["missing"] += claimed
            if claimed and self._required:
                yield "its solution is not stored"
            return
        try:
            content = json.loads(self._stored[run.run_id].read_bytes())
            named = {key: content[key] for key in ("run_id", "family", "instance", "goal")}
            solution = solution_from_json(content["solution"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            yield f"its solution cannot be read ({type(error).__name__}: {error})"
            return
        self._counts["checked"] += 1
        for key, value in named.items():
            if value != getattr(run, key):
                yield f"its solution is that of {key} {value!r}"
        broken = case.problem.check(case.instance, solution, run.goal)
        if broken:
            yield f"its solution is wrong: {broken[0]}"
        elif run.objective is not None:
            actual = case.problem.objective(case.instance, solution)
            if actual != run.objective:
                yield f"its objective is {run.objective}, that of its solution {actual}"
        elif not claimed and run.answer == "unsat":
            yield "it says that there is no solution, and has one"

    def _claim(self, row: Row, found: str) -> Iterator[Finding]:
        """Compare a run's answer with the known one and with the others', and its `check` with what that comes to."""
        run = row.run
        if run.check in ("invalid", "contradicts_known"):
            yield row.finding(f"recorded as a wrong answer ({run.check}): {run.message}")
        judged = self._judge.against_known(run if run.check == found else replace(run, check=found))
        if judged.check == "contradicts_known":
            yield row.finding(judged.message)
        elif run.check == "contradicts_known" or (run.check == "unchecked" and judged.check == "invalid"):
            yield row.finding(f"check is '{run.check}', and comes to '{judged.check}'")
        elif run.check == "unchecked" and judged.check == "valid":
            yield row.finding("check is 'unchecked', and comes to 'valid' now", wrong=False)
        elif run.check == "valid" and judged.check == "unchecked" and self._required and self._known:
            yield from self._unfounded(row)
        yield from (row.finding(str(clash)) for clash in self._judge.against_others(judged))
        proof = judged if parts.of_record(judged).whole else self._judge.parts.completed(judged)
        if proof is not None and proof.answer in _PROOFS and proof.check not in ("invalid", "contradicts_known"):
            self._counts[proof.answer] += 1
            value = proof.solutions if run.goal == "count" else proof.objective
            subject = (run.family, run.instance_sha256, run.goal, proof.answer, value)
            self._proofs[subject].add(run.solver)

    def _unfounded(self, row: Row) -> Iterator[Finding]:
        """A run whose `check` is valid although it has neither a solution nor a known answer."""
        if row.run.answer not in WITH_SOLUTION:  # there its absence was said
            yield row.finding("check is 'valid', and it has no solution, nor is its answer known")

    def _machine(self, row: Row) -> Iterator[Finding]:
        """What is wrong with the description of the machine that the run names, if it names one."""
        name = row.run.machine
        if not name or ("machine", name) in self._said:
            return
        self._said.add(("machine", name))
        try:
            described = json.loads((self.folder / "machines" / f"{Path(name).name}.json").read_text(encoding="utf-8"))
            if machine.identity(described) != name:
                yield row.finding(f"machines/{name}.json describes another machine: its hash is another")
        except (OSError, ValueError, AttributeError) as error:
            yield row.finding(f"its machine is not described in machines/ ({error})")

    def _traces(self) -> Iterator[Finding]:
        for path in sorted(self.folder.glob("trace-*.csv")):
            traces: dict[str, list[Point]] = defaultdict(list)
            try:
                _, found = table.read(path, TRACE_COLUMNS)
                for line, (run_id, *cells) in enumerate(found, 2):
                    traces[run_id].append(Point(line, *cells))
            except UserError as error:
                place, _, words = str(error).partition(": ")
                yield Finding(place, words)
            for run_id, points in traces.items():
                row = self._rows.get(run_id)
                if row is None:
                    if not self._all_read:
                        continue
                    yield Finding(f"{path}:{points[0].line}", f"{run_id}: a trace without its run")
                    continue
                sense = registry.problem(row.run.family).sense
                for line, words in consistency.of_trace(row.run, points, sense):
                    yield Row(f"{path}:{line}", row.run).finding(words)

    def _left_over(self) -> Iterator[Finding]:
        for run_id, path in self._stored.items():
            if run_id not in self._rows:
                yield Finding(str(path), "a solution without its run", wrong=False)
