"""How long runs are expected to take, from recorded rows where there are some.

A run that is not known is assumed to use up its limit and to solve nothing. So on a ladder of which nothing is known a
configuration costs the limits of the first rungs, up to those after which it gives up; in truth it may solve these and
time out on later ones, which costs about as much.
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from models.terminal.command import ROOT
from runners.plan import ladders
from runners.plan.ladders import Recorded, Result
from runners.plan.run import Run
from runners.record import rows
from runners.record.schema import GIVEN_UP, NOT_TRIED, RunRecord

PUBLISHED = ROOT / "results" / "published"
_NEARLY = 0.99  # of a limit


class Expectation:
    """What is known of runs like those of a plan: of the same instance, configuration and goal, with any seed."""

    def __init__(self, found: Iterable[RunRecord]) -> None:
        self._rows: dict[tuple[object, ...], list[RunRecord]] = defaultdict(list)
        for row in found:
            if row.ended not in NOT_TRIED and row.wall_s is not None:
                key = (row.family, row.instance_sha256, row.formulation, row.options, row.solver, row.goal, row.threads)
                self._rows[key].append(row)

    def of(self, run: Run) -> tuple[float, bool] | None:
        """The seconds that a run may take, and whether it is solved in them; None where nothing is known of it."""
        key = (
            run.family, run.source.sha256, run.formulation.name, run.option_text, run.solver, run.goal, run.threads,
        )  # fmt: skip
        limit, alike = run.limits.wall_s, self._rows.get(key, [])
        if solved := [row.wall_s or 0.0 for row in alike if row.proven]:
            return min(median(solved), limit), median(solved) <= limit
        if not alike or max(row.wall_limit_s for row in alike) < limit * _NEARLY:
            return None
        return min(median(row.wall_s or 0.0 for row in alike), limit), False

    def seconds(self, runs: Iterable[Run], recorded: Recorded) -> dict[str, float]:
        """The expected wall seconds of each run of a plan that is neither made nor expected to be given up, by its id;
        0 for one that calls no solver."""
        every = list(runs)
        results = {run_id: ladders.result(row) for run_id, row in recorded.items() if row.ended != GIVEN_UP}
        found: dict[str, float] = {}
        for climb in ladders.climbs(every).values():
            while due := climb.decide(results)[0]:
                for run in due:
                    found[run.run_id], results[run.run_id] = self._guess(run)
        for run in every:
            if not run.give_up and run.run_id not in results:
                found[run.run_id], _ = self._guess(run)
        return found

    def _guess(self, run: Run) -> tuple[float, Result]:
        if run.refusal or not run.version:
            return 0.0, Result(tried=False, solved=False)
        seconds, solved = self.of(run) or (run.limits.wall_s, False)
        return seconds, Result(tried=True, solved=solved)


def published() -> list[RunRecord]:
    """The rows of the published campaigns."""
    return rows_of(sorted(PUBLISHED.glob("*/")))


def rows_of(folders: Iterable[Path]) -> list[RunRecord]:
    """The rows of some campaigns' folders."""
    return [row for folder in folders for row in rows.runs(folder)]
