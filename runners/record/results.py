"""When a run, a search, a case and a rung are solved, and in what time: the one definition, for harness and reports.

A run is solved if its goal was reached in time and no check speaks against its answer; a search that was divided if all
of its parts are. Of a case, an instance with several seeds or repetitions, more than half must be solved, of a rung,
the instances of one size, more than half of the cases: then a configuration *holds* the rung. Runs that could not be
tried say nothing. The time of a case is that of its median run, of an even number the lower one. To the harness a run
may be *open*: it has no result yet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple, Protocol, TypeVar

from tilings.models.search_parts import PART
from tilings.runners.record.schema import ASSUMED, DOUBTFUL, GIVEN_UP, NOT_TRIED, REFUTED, SKIPPED, Key, RunRecord

FLOOR_S = 0.001  # shorter times count as this: the clock is no finer
# Parts of the limit: a rung that takes less than SKIPS is followed by larger steps; so is one that takes less than HALF
# and less than LEAPS times as long as the lowest one. A case that takes less than SEEDS is tried with no further seed.
SKIPS, SEEDS, HALF = 0.01, 0.1, 0.5
LEAPS = 2.0
OUTCOMES = {
    "solved": "goal reached, and no check contradicts it",
    "incumbent": "a solution, but the goal was not reached",
    "timeout": "wall or CPU limit",
    "memory": "memory limit",
    "failed": "crash, unreadable or too much output, too many processes, or no answer",
    "wrong": "the answer was refuted",
    "doubtful": "another model of the problem disagrees, or the checker failed",
    GIVEN_UP: "not run and assumed to be unsolved: smaller instances of the same kind were not solved",
    SKIPPED: "not run and assumed to be solved: larger instances of the same kind were solved quickly",
    "absent": "not installed, not applicable, or not completed",
}
T = TypeVar("T")


class Result(NamedTuple):
    """The result of a run, or of the runs of a case or rung.

    tried: whether a solver was called.
    solved: None while the result is open.
    """

    tried: bool
    solved: bool | None
    wall_s: float = 0.0


OPEN = Result(tried=True, solved=None)
_ORDER = (True, None, False)


class _OnLadder(Protocol):
    """A planned run, or the row of one."""

    @property
    def key(self) -> Key: ...
    @property
    def ladder(self) -> str: ...


def climb_id(of: _OnLadder) -> str:
    """The climb of a run or a row, as hexadecimal digits: its configuration and its ladder, under any limit."""
    words = (word for word in of.key.options.split() if not word.startswith(f"{PART}="))
    key = (*of.key._replace(instance_sha256="", options=" ".join(words)), of.ladder)
    return hashlib.sha256("\n".join(map(str, key)).encode()).hexdigest()[:16]


def result(run: RunRecord) -> Result:
    """The result of a run. Its time is no less than the clock tells, and at most the limit."""
    wall_s = run.wall_limit_s if run.wall_s is None else min(run.wall_s, run.wall_limit_s)
    return Result(run.ended not in NOT_TRIED, run.proven and not run.late, max(FLOOR_S, wall_s))


def whole(parts: Iterable[Result]) -> Result:
    """The result of a search by those of its parts."""
    own = list(parts)
    solved = None if any(part.solved is None for part in own) else all(part.solved for part in own)
    return Result(any(part.tried for part in own), solved, max(part.wall_s for part in own))


def case(searches: Sequence[Result]) -> Result:
    """The result of a case by those of its seeds and repetitions: that of the median one, of an even number the lower.
    Where not more than half are solved, it is the upper one."""
    found = majority(searches)
    made = sorted((each for each in searches if each.tried and each.solved is not None), key=order)
    if found.solved is None or not made:
        return found
    return made[(len(made) - 1) // 2] if found.solved else made[len(made) // 2]


def middle(searches: Sequence[tuple[Result, T]]) -> tuple[Result, T]:
    """The result of a case, and what comes with the search that has it."""
    found = case([result for result, _ in searches])
    return next(each for each in searches if each[0] == found)


def majority(results: Sequence[Result]) -> Result:
    """Whether more than half of those that were tried are solved, and the median time of these; open while open ones
    decide it."""
    tried = [each for each in results if each.tried]
    if deciding(results) > 0:
        return OPEN
    solved = [each.wall_s for each in tried if each.solved]
    return Result(True, True, median(solved)) if 2 * len(solved) > len(tried) else Result(bool(tried), False)


def deciding(results: Sequence[Result]) -> int:
    """The least number of open results that may decide a majority; none where it is decided."""
    tried = [each.solved for each in results if each.tried]
    to_hold, to_miss = len(tried) // 2 + 1 - tried.count(True), -(-len(tried) // 2) - tried.count(False)
    return max(0, min(to_hold, to_miss))


def order(of: Result) -> tuple[int, float]:
    """The place among results of which the middle one counts: solved ones first, by time."""
    return _ORDER.index(of.solved), of.wall_s


def soon(wall_s: float, lowest_s: float, limit_s: float) -> bool:
    """Whether a rung that takes so long is solved soon. lowest_s: the time of the lowest rung."""
    return wall_s < max(SKIPS * limit_s, min(LEAPS * lowest_s, HALF * limit_s))


def outcome(record: RunRecord) -> str:
    """The outcome of a run in one word, one of OUTCOMES, from the three axes of its row."""
    if record.check in REFUTED:
        return "wrong"
    if record.ended in ASSUMED:
        return record.ended
    if record.ended in NOT_TRIED:
        return "absent"
    if record.proven:
        return "timeout" if record.late else "solved"
    if record.check in DOUBTFUL:
        return "doubtful"
    if record.answer == "feasible":
        return "incumbent"
    return {"wall": "timeout", "cpu": "timeout", "memory": "memory"}.get(record.ended, "failed")
