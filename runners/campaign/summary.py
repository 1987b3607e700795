"""Counts the results of a command's runs, compares their answers, and derives the exit code."""

import argparse
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, show
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.plan.estimate import Remaining
from tilings.runners.progress import Progress
from tilings.runners.record import faults, same_problem
from tilings.runners.record.schema import ASSUMED, DISAGREES, GIVEN_UP, REFUTED, SKIPPED, RunRecord


class CampaignSummary:
    """Counts the records of the planned runs, shows the progress, and prints wrong answers at once.

    remaining: the pending runs; made: the recorded rows by their ids; comparing: earlier rows, also of other shards,
    whose answers must agree with the new ones.
    """

    def __init__(
        self,
        cross_check: CrossCheck,
        remaining: Remaining,
        made: Mapping[str, RunRecord],
        comparing: Iterable[RunRecord],
    ) -> None:
        self.cross_check = cross_check
        self._contradictions = [clash for record in comparing for clash in cross_check.against_others(record)]
        self._records = dict(made)
        self._remaining = remaining
        self.progress = Progress(self._records.values(), remaining.runs, remaining.seconds)

    def add(self, record: RunRecord) -> None:
        """Add the record of a run, or of another attempt of it."""
        contradictions = self.cross_check.against_others(record)
        self._contradictions += contradictions
        self._remaining.made(record)
        self.progress.step(record, instead_of=self._records.get(record.run_id))
        self._records[record.run_id] = record
        self.progress.alarm(record, contradictions)

    def report(self, folder: Path, given: argparse.Namespace) -> int:
        """Print the results in one line an axis, with notices; returns the exit code."""
        instance_of = same_problem.reader(folder)
        records = same_problem.compared(self._records.values(), instance_of)
        for judged, recorded in zip(records, self._records.values(), strict=True):
            if judged.check != recorded.check:  # by a model of the same problem
                self.progress.alarm(judged, [])
        axes = {
            axis: dict(Counter(getattr(record, axis) for record in records).most_common())
            for axis in ("answer", "ended", "check")
        }
        searches = [search for search in self.cross_check.parts.searches() if search.ended not in ASSUMED]
        wrong = sum(record.check in REFUTED for record in records)
        clashes = [*map(str, self._contradictions), *(each.message for each in records if each.check == DISAGREES)]
        assumed = Counter(record.ended for record in records if record.ended in ASSUMED)
        disturbed = sum(record.disturbed for record in records)
        values = {
            "folder": folder, "runs": len(records), **dict.fromkeys(ASSUMED, 0), **assumed,
            "disturbed": disturbed, **axes,
            "divided": [asdict(search) for search in searches],
            "wrong": wrong, "contradictions": clashes,
        }  # fmt: skip
        lines = [
            f"{axis + ':':8}" + ", ".join(f"{count} {value}" for value, count in counted.items())
            for axis, counted in axes.items()
        ]
        for search in searches:
            count = f"{'' if search.answer == 'counted' else 'at least '}{search.solutions or 0}"
            count += " solutions" if search.answer == "counted" else ""
            configuration = f"{search.solver}/{search.formulation}[{search.settings}]"
            work = f"{search.nodes or 0} nodes; {search.message}"
            lines.append(f"{search.family}/{search.instance}, {configuration}: {count}, {work}")
        notes = []
        if assumed[SKIPPED]:
            notes.append(f"{assumed[SKIPPED]} skipped and assumed solved")
        if assumed[GIVEN_UP]:
            notes.append(f"{assumed[GIVEN_UP]} given up and assumed unsolved")
        if disturbed:
            notes.append(f"{disturbed} disturbed")
        lines.append(f"{len(records)} runs in {folder}" + (f" ({', '.join(notes)})" if notes else ""))
        tasks = [(record.run_id, same_problem.as_task(record, instance_of)) for record in records]
        notices = faults.sentences(tasks, folder)
        show(given, values | {"notices": notices}, "\n".join([*lines, *notices]))
        where = shlex.quote(str(folder))
        print(f"to read: tilings report --results {where}; tilings page --results {where}", file=sys.stderr)
        if wrong or clashes:
            print(f"{wrong} wrong answers, {len(clashes)} contradictions", file=sys.stderr)
            return WRONG_ANSWER
        answered = all(record.proven or record.ended in ("not_applicable", *ASSUMED) for record in records)
        return ANSWERED if answered else UNANSWERED
