"""Ladders: instances of one class in growing sizes, and the rungs on which a configuration is given up.

A ladder has the instances of one family and class (columns ``class`` and ``size`` of instances/manifest.csv), for one
goal; where the goal is ``first``, those with a solution and those without are two ladders. Instances of one size are
one rung. A configuration (formulation, options, solver, threads, limits) *climbs* a ladder from the lowest rung: after
`give_up` tried rungs in a row on which it solved nothing, it is not run on the rungs above. A rung is solved if one of
its instances is, by any seed or repetition, in all of its parts where it is divided. A rung on which no run could be
tried, because the formulation does not apply or the solver is not installed, is skipped.

A decision follows from the rows of the lower rungs alone, and is derived again at each start.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tilings.models.search_parts import PART
from tilings.runners.record import rows
from tilings.runners.record.schema import GIVEN_UP, NOT_TRIED, RunRecord

if TYPE_CHECKING:
    from tilings.runners.plan.manifest import Shipped
    from tilings.runners.plan.run import Run

_ASSUMED = "assumed unsolved: nothing solved at size"


Recorded = Mapping[str, RunRecord]  # the selected row of each run, by its id


@dataclass(frozen=True)
class Result:
    """The result of a run for its ladder. tried: its solver was called; solved: the goal was reached."""

    tried: bool
    solved: bool


def result(record: RunRecord) -> Result:
    return Result(record.ended not in NOT_TRIED, record.proven)


def name(entry: Shipped, goal: str) -> str:
    """The ladder of an instance for a goal: its class, with the known answer where the goal is ``first``, or empty."""
    if not entry.on_ladder:
        return ""
    side = entry.known.get(goal, "") if goal == "first" else ""
    return f"{entry.ladder_class}/{side}" if side else entry.ladder_class


def without_order(entries: Iterable[Shipped], runs: Iterable[Run]) -> str:
    """A warning about planned instances with a class and without a size, which are on no ladder; else empty."""
    planned = {(run.family, run.instance) for run in runs}
    unsized = [
        f"{entry.family}/{entry.name}" for entry in entries
        if entry.ladder_class and entry.size is None and (entry.family, entry.name) in planned
    ]  # fmt: skip
    others = f" and {len(unsized) - 1} others" if len(unsized) > 1 else ""
    return f"{unsized[0]}{others}: a class without a size is not a ladder; all its runs are made" if unsized else ""


def climb_id(run: Run) -> str:
    """The configuration and the ladder of a run that may be given up, as hexadecimal digits; empty for other runs."""
    if not run.give_up:
        return ""
    cells = (*configuration(run), *run.limits.identity.values(), run.give_up)
    return hashlib.sha256("\n".join(map(str, cells)).encode()).hexdigest()[:16]


def configuration(of: Run | RunRecord) -> tuple[str | int, ...]:
    """The common key of runs or rows of one configuration on one ladder, without their limits."""
    words = (word for word in of.key.options.split() if not word.startswith(f"{PART}="))
    return (*of.key._replace(instance_sha256="", options=" ".join(words)), of.ladder)


class Climb:
    """The runs of one configuration on one ladder, by rungs."""

    def __init__(self, runs: Iterable[Run]) -> None:
        ordered = sorted(runs, key=_size)
        self._rungs = [(size, list(rung)) for size, rung in groupby(ordered, key=_size)]
        self._give_up = ordered[0].give_up

    def decide(self, made: Mapping[str, Result]) -> tuple[list[Run], dict[str, str]]:
        """The next runs, and the ids of those that are given up, with the reason. made: the made runs, by their ids.

        The rungs above the next runs are undecided. A made run is never given up, and counts.
        """
        unsolved: list[float] = []
        given_up: dict[str, str] = {}
        for size, rung in self._rungs:
            missing = [run for run in rung if run.run_id not in made]
            if missing and len(unsolved) < self._give_up:
                return missing, given_up
            if missing:
                given_up |= dict.fromkeys((run.run_id for run in missing), reason_for(unsolved[-self._give_up :]))
            results = [(_search(run), made[run.run_id]) for run in rung if run.run_id in made]
            if any(entry.tried for _, entry in results):
                unsolved = [] if solved(results) else [*unsolved, size]
        return [], given_up


def climbs(runs: Iterable[Run]) -> dict[str, Climb]:
    """The climbs of runs, by ``climb_id``."""
    groups: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        if run.give_up:
            groups[climb_id(run)].append(run)
    return {key: Climb(group) for key, group in groups.items()}


def left(runs: Iterable[Run], recorded: Recorded, known: Mapping[str, Climb] | None = None) -> list[Run]:
    """The pending runs of a plan: not made and not validly given up, or to be repeated. known: the climbs of the runs,
    where they are computed already."""
    planned = list(runs)
    reasons = {run_id: reason for run_id, row in recorded.items() if (reason := reason_of(row))}
    made = {run_id: result(row) for run_id, row in recorded.items() if run_id not in reasons}
    settled = {
        run.run_id for run in planned if run.run_id in made and not rows.again(recorded[run.run_id], run.attempts)
    }
    for climb in (climbs(planned) if known is None else known).values():
        settled |= {run_id for run_id, reason in climb.decide(made)[1].items() if reasons.get(run_id) == reason}
    return [run for run in planned if run.run_id not in settled]


def solved(results: Iterable[tuple[object, Result]]) -> bool:
    """Whether a rung is solved: all runs of one of its searches are. results: with the search of each."""
    searches: dict[object, bool] = {}
    for search, part in results:
        searches[search] = searches.get(search, True) and part.solved
    return any(searches.values())


def reason_for(sizes: list[float]) -> str:
    """The reason for giving a run up, for its row. sizes: of the rungs on which nothing was solved."""
    *first, last = (f"{size:g}" for size in sizes)
    return f"{_ASSUMED}{'s ' + ', '.join(first) + ' and' if first else ''} {last}"


def reason_of(row: RunRecord) -> str:
    """The reason in the row of a given-up run; empty for other rows."""
    return row.message if row.ended == GIVEN_UP else ""


def sizes_of(reason: str) -> list[float]:
    """The sizes in a reason; raises ValueError for another text."""
    listed = re.fullmatch(rf"{_ASSUMED}s? (.+)", reason)
    if not listed:
        raise ValueError(f"not the reason for giving up: {reason!r}")
    return [float(size) for size in re.split(", | and ", listed[1])]


def _size(run: Run) -> float:
    assert run.rung is not None, "a run that may be given up has a rung"
    return run.rung


def _search(run: Run) -> tuple[object, ...]:
    """The common key of the parts of one search within a rung of a climb."""
    return run.instance, run.seed, run.repetition
