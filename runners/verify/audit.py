"""Checks a campaign's folder: rows, instances, solutions, traces, machines, and the claims of the rows.

Only the folder is read, and no solver is needed: the family's checker checks each solution on the copy of the instance
in the folder. Known answers are looked up by the instances' hashes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tilings.models import files, registry, search_parts
from tilings.models.problem import UserError
from tilings.models.terminal.phrases import counted
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.plan import identity
from tilings.runners.plan.manifest import InstanceFile, Shipped
from tilings.runners.record import csv_log, faults, rows, same_problem, schema, stored_solutions, support
from tilings.runners.record.schema import REFUTED, RunRecord
from tilings.runners.record.support import PROOF_ANSWERS, Support
from tilings.runners.verify import row_rules
from tilings.runners.verify.artifacts import ArtifactReader, ProofFiles
from tilings.runners.verify.findings import (
    CountsTable,
    Finding,
    LadderRules,
    Row,
    chain_faults,
    finding,
    prediction_faults,
    standing,
)
from tilings.runners.verify.row_rules import WITH_SOLUTION, Point


class Audit:
    """Checks one folder. `findings` yields the faults and remarks; `summary` is complete once all were yielded.

    counts: the counts of the rows, likewise.
    """

    def __init__(
        self, folder: Path, known: list[Shipped], require_solutions: bool = False, proofs: bool = False
    ) -> None:
        self.folder = folder
        self.counts = CountsTable()
        self._cross_check = CrossCheck(known)
        self._known = {(entry.family, entry.sha256, goal) for entry in known for goal in entry.known}
        self._named = {(entry.family, entry.name): entry.sha256 for entry in known}
        self._required = require_solutions or stored_solutions.kept(folder)
        self._artifacts = ArtifactReader(folder)
        self._instance_of = same_problem.reader(folder)
        self._rows: dict[str, RunRecord] = {}
        self._judged: dict[str, RunRecord] = {}
        self._reported: set[tuple[str, ...]] = set()
        self._counts: Counter[str] = Counter()
        self._recorded = 0
        self._all_read = True
        self._ladders = LadderRules()
        self._proof_files = ProofFiles(folder) if proofs else None
        self._confirmed: list[Row] = []
        self._claims: list[tuple[Row, RunRecord]] = []
        self._answers: dict[tuple[Any, ...], Support] = defaultdict(Support)

    def findings(self) -> Iterator[Finding | None]:
        """The findings in the order of the files, and None after each run, for a progress bar."""
        recorded, remarks = rows.read(self.folder)
        yield from remarks
        for fault in (*self._artifacts.faults, *(self._proof_files.faults if self._proof_files else ())):
            place, _, words = fault.partition(": ")
            yield Finding(place, f"{words} (nothing after it was read)")
        yield from chain_faults(self.folder)
        self._recorded, self._all_read = len(recorded), not any(remark.wrong for remark in remarks)
        nothing = {row.run.run_id for row in recorded if row.run.ended in schema.RETRIED_ENDINGS}
        for row in standing(recorded):
            if isinstance(row, Finding):
                yield row
                continue
            if row.counts:
                self._rows[row.run.run_id] = self._judged[row.run.run_id] = row.run
                self._ladders.add(row)
            yield from self._run(row)
            yield None
        if self._counts["missing"] and not self._required:
            words = f"{self._counts['missing']} solutions are not stored: they cannot be checked again"
            yield Finding(str(self.folder), words, wrong=False)
        if self._counts["foreign"]:
            words = f"{self._counts['foreign']} run_ids are not computed again: their rows have no adapter_sha256"
            yield Finding(str(self.folder), words, wrong=False)
        yield from self._compared()
        for run in self._judged.values():
            self.counts.add(run)
        tasks = [(run_id, same_problem.as_task(run, self._instance_of)) for run_id, run in self._judged.items()]
        for words in faults.sentences(tasks, self.folder):
            yield Finding(str(self.folder), words, wrong=False)
        if self._all_read:
            yield from self._ladders.faults()
            yield from prediction_faults(self.folder, (row.run for row in recorded))
            yield from self._unconfirmed()
        if left := len(nothing - self._rows.keys()):
            yield Finding(
                str(self.folder), f"{counted(left, 'run')} without a result: resume the campaign to finish", wrong=False
            )
        for search in self._cross_check.parts.searches():  # a search with missing parts has no answer
            if search.answer != "counted":
                yield Row(str(self.folder), search).finding(search.message, wrong=False)
        yield from self._traces()
        stored = self._artifacts.solutions
        for run_id in sorted(stored.run_ids) if self._all_read else ():
            if run_id not in self._rows:
                yield Finding(str(stored.place(run_id)), f"{run_id}: a solution without its run", wrong=False)

    def summary(self) -> str:
        """One line with the numbers of rows, solutions, proofs and claims."""
        counts = self._counts
        counts_of = [each.counted for subject, each in self._answers.items() if subject[3] == "counted"]
        known_by = Counter(map(support.together, counts_of))
        supports = Counter(each.words for each in self._answers.values())
        known = sum(subject[:3] in self._known for subject in self._answers)
        claims = ", ".join(f"{counts[name]} {name}" for name in PROOF_ANSWERS if counts[name] or name != "unbounded")
        parts = []
        if self._answers:
            parts = [f"{counted(len(self._answers), 'proved answer')}, {known} known: {_rest(supports)}"]
        kinds = {"confirmed by an independent algorithm": support.CONFIRMED}
        kinds |= {word: word for word in (support.ENUMERATED, support.COMPUTED)}
        shares = _shares(Counter({word: known_by[kind] for word, kind in kinds.items()}), kinds)
        parts += [": ".join(filter(None, [counted(len(counts_of), "count"), shares]))] if counts_of else []
        files = self._proof_files
        proofs = "" if files is None else f"{len(files.verified)} proofs checked, {files.missing} not stored; "
        return (
            f"{self.folder}: {self._recorded} rows, {counts['checked']} solutions checked, {counts['missing']} not "
            f"stored; {proofs}{'; '.join([claims, *parts])}"
        )

    def _run(self, row: Row) -> Iterator[Finding]:
        """The faults in a run's row and solution, and contradictions to known answers and other runs."""
        run = row.run
        if run.limit_backend == schema.IMPORTED:
            words = "imported from a table: answers are compared, and nothing else can be checked"
            yield from self._once(row, "imported", words=words, wrong=False)
            yield from self._claim(row, run.check)
            return
        case = self._artifacts.case(run)
        yield from map(row.finding, self._identity(run))
        yield from map(row.finding, row_rules.of_row(run, registry.problem(run.family)))
        yield from (row.finding(words, wrong=False) for words in row_rules.beyond_limits(run))
        yield from self._machine(row)
        yield from self._instance(row)
        if isinstance(case, str):
            return
        if not row.counts:  # of an earlier attempt only the row is kept
            yield from self._claim(row, run.check)
            return
        broken = list(self._solution(run, case))
        yield from map(row.finding, broken)
        yield from self._proof(row, case)
        if run.check == schema.CHECKER_FAILED:
            yield row.finding(f"its solution was not checked: {run.message}", wrong=False)
        check = "unchecked" if run.run_id not in self._artifacts.solutions.run_ids else "invalid" if broken else "valid"
        if same_problem.of_models(run.family) and not broken:  # the user's own checker is not called again
            check = run.check
        yield from self._claim(row, check)

    def _once(self, row: Row, *about: str, words: str, wrong: bool = True) -> Iterator[Finding]:
        """A fault that many runs share, reported for the first of them; nothing for empty `words`."""
        if words and about not in self._reported:
            self._reported.add(about)
            yield row.finding(words, wrong)

    def _identity(self, run: RunRecord) -> Iterator[str]:
        """A fault if the run_id is not the digest of the row."""
        run_id = identity.of_record(run)
        self._counts["foreign"] += run_id is None
        if run_id not in (None, run.run_id):
            yield f"its run_id does not fit its fields, which give {run_id}"

    def _instance(self, row: Row) -> Iterator[Finding]:
        """The faults of the copy of the run's instance, and a remark if another one is shipped."""
        run, case = row.run, self._artifacts.case(row.run)
        about = (run.family, run.instance, run.instance_sha256)
        if isinstance(case, str):
            yield from self._once(row, "instance", *about, words=case)
        if self._named.get((run.family, run.instance), run.instance_sha256) != run.instance_sha256:
            yield from self._once(row, "name", *about, words="another instance of that name is shipped", wrong=False)

    def _solution(self, run: RunRecord, case: InstanceFile) -> Iterator[str]:
        """The faults of the run's solution or its absence."""
        if run.run_id in self._artifacts.solutions.run_ids:
            self._counts["checked"] += 1
            yield from self._artifacts.solution(run, case)
        elif run.answer in WITH_SOLUTION and run.check != "invalid":
            self._counts["missing"] += 1
            if self._required:
                yield "its solution is not stored"

    def _proof(self, row: Row, case: InstanceFile) -> Iterator[Finding]:
        """The faults of the run's proof, with --proofs."""
        run, files = row.run, self._proof_files
        if files is None or run.proof not in schema.WITH_PROOF:
            return
        for words, wrong in files.of_run(run, case.path):
            yield row.finding(words, wrong)

    def _claim(self, row: Row, check: str) -> Iterator[Finding]:
        """Compare a run's answer with the known one, and its recorded check with `check`."""
        run = row.run
        if run.check in REFUTED:
            former = same_problem.of_models(run.family) and self._instance_of(run) is None
            of_former = " of a former version of the model" if former else ""
            yield row.finding(f"recorded as a wrong answer{of_former} ({run.check}): {run.message}", wrong=not former)
        judged = self._cross_check.against_known(run._replace(check=check))
        # The missing solution of other answers has been reported.
        unfounded = self._required and self._known and run.answer not in WITH_SOLUTION
        if judged.check == "contradicts_known":
            if run.check not in REFUTED:
                yield row.finding(judged.message)
        elif run.check == "contradicts_known" or (run.check == "unchecked" and judged.check == "invalid"):
            yield row.finding(f"check is '{run.check}', and should be '{judged.check}'")
        elif run.check == "unchecked" and judged.check == "valid":
            yield row.finding("check is 'unchecked', and is 'valid' now", wrong=False)
        elif (run.check, judged.check) == ("valid", "unchecked") and unfounded:
            yield row.finding("check is 'valid', but there is neither a solution nor a known answer")
        self._claims.append((row, judged))

    def _compared(self) -> Iterator[Finding]:
        """Answers that other rows show to be wrong, or contradict; the support of the others is added up."""
        solution_of = same_problem.solutions(self.folder, self._instance_of)
        rows = (judged for _, judged in self._claims)
        compared, wrong_expected = same_problem.compared(rows, self._instance_of, solution_of)
        for (row, judged), found in zip(self._claims, compared, strict=True):
            if row.counts:
                self._judged[found.run_id] = found
            if found.check != judged.check and found.check in (*REFUTED, schema.DISAGREES):
                yield row.finding(found.message)
            yield from (row.finding(str(clash)) for clash in self._cross_check.against_others(found))
            self._add(row.run, found)
            if row.run.count_check == support.confirmed(row.run.count_check):
                self._confirmed.append(row)
        yield from (Finding(str(self.folder), words) for words in wrong_expected)

    def _add(self, run: RunRecord, judged: RunRecord) -> None:
        """Add the answer of a run, or that of the divided search that it completes, to the proved ones."""
        proof = judged if search_parts.of_record(judged).whole else self._cross_check.parts.completed(judged)
        if proof is not None and proof.answer in PROOF_ANSWERS and proof.check not in REFUTED:
            self._counts[proof.answer] += 1
            value = proof.solutions if run.goal == "count" else proof.objective
            subject = (run.family, run.instance_sha256, run.goal, proof.answer, value)
            files = self._proof_files
            verified = run.proof == "verified" if files is None else run.run_id in files.verified
            self._answers[subject].add(proof, verified)

    def _unconfirmed(self) -> Iterator[Finding]:
        """Counts recorded as confirmed, without a row that confirms them."""
        for row in self._confirmed:
            if not self._cross_check.counts.confirms(row.run):
                words = f"count_check is '{row.run.count_check}', but no count by the other method is equal"
                yield row.finding(words)

    def _machine(self, row: Row) -> Iterator[Finding]:
        """The faults of the run's machine and session."""
        run = row.run
        if run.machine:
            where = (run.machine, run.host, run.cpu_model)
            yield from self._once(row, "machine", *where, words=self._artifacts.machine(run))
            commit = (run.machine, run.git_commit, str(run.dirty))
            yield from self._once(row, "session", *commit, words=self._artifacts.session(run))

    def _traces(self) -> Iterator[Finding]:
        for path in files.matching(self.folder, "trace-*.csv"):
            traces: dict[str, list[Point]] = defaultdict(list)
            try:
                rows_of_trace, _ = csv_log.read(path, schema.TRACE_COLUMNS)
                for line, (run_id, *cells) in enumerate(rows_of_trace, 2):
                    counting = self._rows.get(run_id)
                    try:
                        attempt = schema.trace_attempt(cells[3:])
                    except ValueError:
                        yield Finding(f"{path}:{line}", f"{run_id}: '{cells[3]}' is not the number of an attempt")
                        continue
                    if counting is None or attempt == (counting.attempt or 1):
                        traces[run_id].append(Point(line, *cells[:3]))
            except UserError as error:
                place, _, words = str(error).partition(": ")
                yield Finding(place, words)
            for run_id, points in traces.items():
                run = self._rows.get(run_id)
                if run is None:
                    if not self._all_read:
                        continue
                    killed = run_id == next(reversed(traces))
                    yield Finding(f"{path}:{points[0].line}", f"{run_id}: a trace without its run", not killed)
                    continue
                sense = registry.problem(run.family).sense or run.sense
                for line, words in row_rules.of_trace(run, points, sense):
                    yield finding(run, f"{path}:{line}", words)


def _rest(supports: Counter[str]) -> str:
    """On what the answers rest, as a clause; kinds of support without an answer are left out."""
    some = [(supports[word], support.PHRASES[word]) for word in support.WORDS if supports[word]]
    if len(some) == 1:
        ((number, words),) = some
        subject = {1: "it rests", 2: "both rest"}.get(number, "all rest")
        return f"{subject} on {words}"
    (first, words), *others = some
    verb = "rests" if first == 1 else "rest"
    return ", ".join([f"{first} {verb} on {words}", *(f"{number} on {words}" for number, words in others)])


def _shares(numbers: Counter[str], words: Iterable[str]) -> str:
    """How many are of each kind, without those of which there is none; of one kind only ``all one solver's word``."""
    some = [word for word in words if numbers[word]]
    return f"all {some[0]}" if len(some) == 1 else ", ".join(f"{numbers[word]} {word}" for word in some)
