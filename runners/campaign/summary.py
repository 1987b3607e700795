"""Counts the results of a command's runs, compares their answers, and derives the exit code."""

import argparse
import shlex
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import compress
from pathlib import Path

from tilings.models.claims import Contradiction
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, show
from tilings.models.terminal.phrases import counted
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.plan.estimate import Remaining
from tilings.runners.progress import Progress
from tilings.runners.record import faults, same_problem, verdicts
from tilings.runners.record.schema import ASSUMED, DISAGREES, GIVEN_UP, REFUTED, SKIPPED, RunRecord


class CampaignSummary:
    """Counts the records of the planned runs, shows the progress, and prints wrong answers at once.

    Those of models that share a problem stand in the table of `report`, as later runs may show that others are wrong.

    folder: the campaign's folder.
    remaining: the pending runs.
    made: the ids of the recorded runs, and their rows.
    comparing: earlier rows, also from other shards, whose answers must agree with the new ones.
    """

    def __init__(
        self,
        folder: Path,
        cross_check: CrossCheck,
        remaining: Remaining,
        made: Mapping[str, RunRecord],
        comparing: Iterable[RunRecord],
    ) -> None:
        self.cross_check = cross_check
        self._folder, self._instance_of = folder, same_problem.reader(folder)
        self._records = dict(made)
        self._others: dict[str, RunRecord] = {}
        self._of_instance: dict[tuple[str, str], dict[str, RunRecord]] = defaultdict(dict)
        self._alarmed: set[str] = set()
        for record in comparing:
            self._others[record.run_id] = record
            self._compare(record)
        self._remaining = remaining
        self.progress = Progress(self._records.values(), remaining.runs, remaining.seconds)

    def add(self, record: RunRecord) -> None:
        """Add the record of a run, or of another attempt of it."""
        self._remaining.made(record)
        self.progress.step(record, instead_of=self._records.get(record.run_id))
        self._records[record.run_id] = record
        self._alarmed.discard(record.run_id)
        wrong, contradictions = self._compare(record)
        if not same_problem.problem(record, self._instance_of):
            for row in wrong:
                self.progress.alarm(row)
        for contradiction in contradictions:
            self.progress.say(str(contradiction))

    def _compare(self, record: RunRecord) -> tuple[list[RunRecord], list[Contradiction]]:
        """The rows of the record's instance that are wrong and were not before it, and its contradictions to others."""
        rows = self._of_instance[record.family, record.instance_sha256]
        rows[record.run_id] = record
        judged, _ = same_problem.compared(rows.values(), self._instance_of)
        wrong = [row for row in judged if row.check in REFUTED and row.run_id not in self._alarmed]
        self._alarmed.update(row.run_id for row in wrong)
        return wrong, self.cross_check.unreported(record)

    def report(self, given: argparse.Namespace) -> int:
        """Print the verdict on each model of a problem, the other results in one line an axis, and notices; returns the
        exit code."""
        folder = self._folder
        every = same_problem.judged((self._others | self._records).values(), folder)
        mine = [row.run_id in self._records for row in every.records]
        judged = replace(every, records=tuple(compress(every.records, mine)), tasks=tuple(compress(every.tasks, mine)))
        shared = [(row.family, row.instance) in judged.problems for row in judged.tasks]
        found = verdicts.of(judged)
        records = judged.records
        axes = {
            axis: dict(Counter(getattr(record, axis) for record in records).most_common())
            for axis in ("answer", "ended", "check")
        }
        searches = [search for search in self.cross_check.parts.searches() if search.ended not in ASSUMED]
        wrong = sum(record.check in REFUTED for record in every.records)
        clashes = [
            *map(str, self.cross_check.of_all(every.records)),
            *(each.message for each in records if each.check == DISAGREES),
            *every.wrong_expected,
        ]
        assumed = Counter(record.ended for record in records if record.ended in ASSUMED)
        disturbed = sum(record.disturbed for record in records)
        values = {
            "folder": folder, "runs": len(records), **dict.fromkeys(ASSUMED, 0), **assumed,
            "disturbed": disturbed, **axes,
            "divided": [search._asdict() for search in searches],
            "wrong": wrong, "contradictions": clashes,
            "models": verdicts.as_json(found),
        }  # fmt: skip
        lines = [*every.wrong_expected, *(verdicts.lines(found, judged.problems) if found else [])]
        if not all(shared):
            lines += [
                f"{axis + ':':8}" + ", ".join(f"{count} {value}" for value, count in counts.items())
                for axis, counts in axes.items()
            ]
        for search in searches:
            count = f"{'' if search.answer == 'counted' else 'at least '}{search.solutions or 0}"
            count += " solutions" if search.answer == "counted" else ""
            configuration = f"{search.solver}/{search.formulation}[{search.settings}]"
            work = f"{search.nodes or 0} nodes; {search.message}"
            lines.append(f"{search.family}/{search.instance}, {configuration}: {count}, {work}")
        numbers = {
            "skipped and assumed solved": assumed[SKIPPED], "given up and assumed unsolved": assumed[GIVEN_UP],
            "disturbed": disturbed,
        }  # fmt: skip
        notes = ", ".join(f"{number} {what}" for what, number in numbers.items() if number)
        lines.append(f"{len(records)} runs in {folder}" + (f" ({notes})" if notes else ""))
        # The faults of models that share a problem are in their table.
        tasks = [(row.run_id, row) for row, own in zip(judged.tasks, shared, strict=True)
                 if not own or not faults.failed(row)]  # fmt: skip
        notices = faults.sentences(tasks, folder)
        show(given, values | {"notices": notices}, "\n".join([*lines, *notices]))
        where = shlex.quote(str(folder))
        print(f"to read: tilings report --results {where}; tilings page --results {where}", file=sys.stderr)
        if wrong or clashes:
            apart = sum(record.check == DISAGREES for record in records)
            others = [counted(number, "contradiction")] if (number := len(clashes) - apart) else []
            print(", ".join([*verdicts.wrong(every.tasks, every.problems), *others]), file=sys.stderr)
            return WRONG_ANSWER
        answered = all(record.proven or record.ended in ("not_applicable", *ASSUMED) for record in records)
        return ANSWERED if answered else UNANSWERED
