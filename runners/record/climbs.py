"""What a configuration solves on a ladder: the one definition of case, rung, held and reach, on rows.

A *ladder* is a class of instances of growing size, for one goal. Instances of one size are a *rung*, each instance a
*case*. A run is solved if its goal was reached in time and no check speaks against its answer; a search that was
divided if all of its parts are. Of a case with several seeds or repetitions more than half must be solved, of a rung
more than half of the cases: the configuration then *holds* it. Runs that could not be tried say nothing.

The time of a case or rung is the least one within which more than half of its runs or cases are solved.

Harness, verification, report and page use these definitions. To the harness a run may be *open*: it has no result yet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from tilings.models.search_parts import PART
from tilings.runners.record.schema import NOT_TRIED, Key, RunRecord

FLOOR_S = 0.001  # shorter times count as this: the clock is no finer
# Parts of the limit: a rung that takes less is followed by larger steps, a case by no further seed. A rung may also
# take less than LEAPS times as long as the lowest one.
SKIPS, SEEDS, LEAPS = 0.01, 0.1, 2.0


class Result(NamedTuple):
    """The result of a run, or of the runs of a case or rung. tried: a solver was called; solved: None while it is
    open."""

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


def case(searches: Sequence[Result], limit_s: float) -> Result:
    """The result of a case by those of its seeds and repetitions, in their order.

    Where the first one takes less than a part SEEDS of the limit, open ones are not needed.
    """
    known = [each for each in searches if each.solved is not None]
    soon = searches[0].solved and searches[0].wall_s < SEEDS * limit_s and all(each.solved for each in known)
    return majority(known if known and (soon or not known[0].tried) else searches)


def majority(results: Sequence[Result]) -> Result:
    """Whether more than half of those that were tried are solved, and in what time; open while open ones decide it."""
    tried = sorted((each for each in results if each.tried), key=order)
    if not tried:
        return Result(tried=False, solved=False)
    return OPEN if deciding(results) > 0 else tried[len(tried) // 2]


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
    return wall_s < max(SKIPS * limit_s, min(LEAPS * lowest_s, SEEDS * limit_s))


def rung(rows: Iterable[RunRecord], limit_s: float) -> Result:
    """The result of a configuration on a rung by the rows of its runs there. limit_s: of a run."""
    cases: dict[str, dict[tuple[int, int], list[RunRecord]]] = {}
    for row in sorted(rows, key=lambda row: (row.seed, row.repetition)):
        cases.setdefault(row.instance, {}).setdefault((row.seed, row.repetition), []).append(row)
    return majority([case([whole(map(result, parts)) for parts in own.values()], limit_s) for own in cases.values()])
