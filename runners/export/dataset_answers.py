"""The known answers of instances: those of their rules, and those of recorded runs with what they rest on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tilings.generators.emit import Entry
from tilings.models import presentation, registry
from tilings.models.digest import hashed
from tilings.models.problem import Problem, UserError
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord
from tilings.runners.record.support import WORD, Support

SHOWN, STATED, OPEN = "checked solution", "stated", "open"


class Answer(NamedTuple):
    """An answer to an instance.

    answer: ``sat``, ``unsat`` or a number; empty if it is not known.
    status: what it rests on: SHOWN, one of `runners.record.support`, STATED in the source, or OPEN.
    best: the best objective found, if the optimum is open.
    solvers: those whose runs have the answer.
    source: the publication, the proof or the construction.
    """

    answer: str
    status: str
    best: str
    solvers: str
    source: str


def campaigns(folder: Path) -> dict[Path, list[RunRecord]]:
    """The runs of the campaigns of a folder and of all folders in it, by their folders, the outer one first."""
    homes = sorted({path.parent for path in folder.rglob("runs-*.csv*")})
    return {home: rows.by_place(rows.read_all(home)) for home in homes}


class Answers:
    """Recorded runs, by goal and instance."""

    def __init__(self, runs: Iterable[RunRecord]) -> None:
        self._runs: dict[tuple[str, str], list[RunRecord]] = defaultdict(list)
        for run in runs:
            self._runs[run.goal, run.instance_sha256].append(run)

    def of(self, problem: Problem, entry: Entry, goal: str, presentations: Iterable[int]) -> Answer:
        """The answer to an instance; runs of its presentations count. Raises UserError where answers contradict."""
        known = str(entry.known.get(goal, ""))
        runs = [run for each in (entry.instance, *(presentation.of(entry.instance, n) for n in presentations))
                for run in self._runs.get((goal, hashed([registry.instance_json(problem, each)])), ())]  # fmt: skip
        proven = [run for run in runs if run.proven]
        found = {_value(run) for run in proven} | ({known} if known else set())
        if len(found) > 1:
            raise UserError(f"the answers to {entry.instance.name} contradict: {', '.join(sorted(found))}")
        if not found:
            values = [run.objective for run in runs if run.objective is not None and run.check == "valid"]
            best = f"{(max if problem.sense == 'max' else min)(values):g}" if values and goal == "optimum" else ""
            return Answer("", OPEN, best, "", entry.source)
        solvers = " ".join(sorted({run.solver for run in proven}))
        answer, words = found.pop(), Support(proven).words if proven else STATED
        if proven and answer == "sat":
            words = SHOWN
        return Answer(answer, STATED if known and words == WORD else words, "", solvers, entry.source)


def _value(run: RunRecord) -> str:
    """A proven answer; an optimum that does not exist is ``unsat``."""
    value = run.solutions if run.answer == "counted" else run.objective if run.answer == "optimal" else None
    return run.answer if value is None else f"{value:.0f}"
