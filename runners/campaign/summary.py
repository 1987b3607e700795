"""Counts how the runs of a command went, compares their answers, and derives the exit code."""

import argparse
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, show
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.plan.estimate import Kind, Remaining
from tilings.runners.progress import Progress
from tilings.runners.record import faults
from tilings.runners.record.schema import GIVEN_UP, REFUTED, RunRecord


class CampaignSummary:
    """Counts the records of the planned runs, shows the progress, and prints wrong answers at once.

    planned: the kinds of the runs that this command is to make, by their ids, `jobs` at a time; made: the rows of those
    that are recorded already, by their ids;
    comparing: runs, of other shards as well, whose answers must agree with those that come.
    """

    def __init__(
        self,
        cross_check: CrossCheck,
        planned: Mapping[str, Kind],
        made: Mapping[str, RunRecord],
        comparing: Iterable[RunRecord],
        jobs: int,
    ) -> None:
        self.cross_check = cross_check
        self._contradictions = [found for record in comparing for found in cross_check.against_others(record)]
        self._records = dict(made)
        self._remaining = Remaining(planned, jobs, self._records.values())
        self.progress = Progress(len(planned), self._records.values(), self._remaining.seconds)

    def add(self, record: RunRecord) -> None:
        """Add the record of one more run, or of another attempt of one."""
        found = self.cross_check.against_others(record)
        self._contradictions += found
        self._remaining.made(record)
        self.progress.step(record, instead_of=self._records.get(record.run_id))
        self._records[record.run_id] = record
        self.progress.alarm(record, found)

    def report(self, folder: Path, given: argparse.Namespace) -> int:
        """Print how the runs went, in one line an axis, with notices; the exit code."""
        records = self._records.values()
        axes = {
            axis: dict(Counter(getattr(record, axis) for record in records).most_common())
            for axis in ("answer", "ended", "check")
        }
        searches = [search for search in self.cross_check.parts.searches() if search.ended != GIVEN_UP]
        wrong = sum(record.check in REFUTED for record in records)
        given_up = sum(record.ended == GIVEN_UP for record in records)
        disturbed = sum(record.disturbed for record in records)
        found = {
            "folder": folder, "runs": len(records), "given_up": given_up, "disturbed": disturbed, **axes,
            "divided": [asdict(search) for search in searches],
            "wrong": wrong, "contradictions": list(map(str, self._contradictions)),
        }  # fmt: skip
        lines = [
            f"{axis + ':':8}" + ", ".join(f"{count} {value}" for value, count in counted.items())
            for axis, counted in axes.items()
        ]
        lines += [_sum_of_parts(search) for search in searches]
        notes = []
        if given_up:
            notes.append(f"{given_up} given up and assumed unsolved")
        if disturbed:
            notes.append(f"{disturbed} disturbed")
        lines.append(f"{len(records)} runs in {folder}" + (f" ({', '.join(notes)})" if notes else ""))
        notices = faults.sentences(self._records.items(), folder)
        show(given, found | {"notices": notices}, "\n".join([*lines, *notices]))
        where = shlex.quote(str(folder))
        print(f"to read: tilings report --results {where}; tilings page --results {where}", file=sys.stderr)
        if wrong or self._contradictions:
            clashes = len(self._contradictions)
            print(f"{wrong} wrong answers, {clashes} contradictions between solvers", file=sys.stderr)
            return WRONG_ANSWER
        answered = all(record.proven or record.ended == "not_applicable" for record in records)
        return ANSWERED if answered else UNANSWERED


def _sum_of_parts(search: RunRecord) -> str:
    """The sum of the parts of a search, in one line."""
    count = f"{search.solutions or 0} solutions" if search.answer == "counted" else f"at least {search.solutions or 0}"
    who = f"{search.solver}/{search.formulation}[{search.options}]"
    return f"{search.family}/{search.instance}, {who}: {count}, {search.nodes or 0} nodes; {search.message}"
