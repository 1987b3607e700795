"""A rung as a climb sees it: whether its results so far hold it, and the runs that are due to decide that.

Only runs are made that can decide a rung: of three cases the third only if the first two differ, and one seed of a case
that it solves in less than a tenth of the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tilings.runners.plan.run import Run
from tilings.runners.record.assumed import Assumed
from tilings.runners.record.results import OPEN, SEEDS, Result, case, deciding, majority, whole

Known = Callable[[Run], Result | None]  # the result of a run; None before it is made


class Look(NamedTuple):
    """The result of a search, case or rung, and the runs that are due to decide it."""

    result: Result
    due: list[Run] = []  # noqa: RUF012 - never changed

    @property
    def open(self) -> bool:
        return self.result.solved is None


class PlannedRung:
    """The runs of a configuration on one rung.

    cases: the runs of each case.
    narrow: whether the first case decides what earlier rounds leave open (runners.plan.rounds).
    searches: the runs of each case, grouped by seed and repetition, in the order of the runs.
    """

    def __init__(self, size: float, cases: list[list[Run]], narrow: bool = False) -> None:
        self.size, self.cases, self._narrow = size, cases, narrow
        self.searches = [searches(runs) for runs in cases]

    def look(self, known: Known) -> Look:
        """Whether the configuration holds the rung, by the results so far."""
        cases = [_case(searches, known) for searches in self.searches]
        if self._narrow and majority([each.result for each in cases]).solved is None:
            cases = cases[:1]
        return _with_due(majority([each.result for each in cases]), cases)

    def assumed(self, known: Known, word: Assumed) -> Iterator[tuple[str, tuple[Run, Assumed]]]:
        """The rows of the cases without a result, one for each run of their first search."""
        for searches in self.searches:
            if not any(known(run) for search in searches for run in search):
                yield from ((run.run_id, (run, word)) for run in searches[0])


def searches(runs: list[Run]) -> list[list[Run]]:
    """The runs of a case by seed and repetition: several are the parts of one search."""
    groups: dict[tuple[int, int], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.seed, run.repetition), []).append(run)
    return list(groups.values())


def _case(searches: list[list[Run]], known: Known) -> Look:
    """The result of a case. The first of its seeds is due before the others, which are not needed if it took little
    time, or could not be tried."""
    looks = [_search(parts, known) for parts in searches]
    results, closed = [look.result for look in looks], [look.result for look in looks if not look.open]
    quick = results[0].solved and results[0].wall_s < SEEDS * searches[0][0].limits.wall_s
    enough = closed and ((quick and all(each.solved for each in closed)) or not closed[0].tried)
    result = case(closed if enough else results)
    return _with_due(result, looks[:1] if looks[0].open else looks)


def _search(parts: list[Run], known: Known) -> Look:
    results = [known(run) or OPEN for run in parts]
    return Look(whole(results), [run for run, found in zip(parts, results, strict=True) if found is OPEN])


def _with_due(result: Result, of: list[Look]) -> Look:
    """A result with the runs that may decide it, if it is open."""
    if result.solved is not None:
        return Look(result)
    needed = deciding([look.result for look in of])
    return Look(result, [run for look in [look for look in of if look.open][:needed] for run in look.due])
