"""Climbs: one configuration on one ladder, from the lowest rung to the sizes that it no longer solves.

A ladder is a class of instances of growing size, for one goal and, where the goal is ``first``, one side (with a
solution, without). Instances of one size are a *rung*, each instance a *case*. A configuration (formulation, options,
solver, threads, limits) *holds* a rung if it solves more than half of the cases; of a case with several seeds or
repetitions more than half must be solved, in all parts where the search is divided.

A climb starts at the lowest rung. While a rung is solved soon, the step doubles: in less than a hundredth of the limit,
or in less than twice the time of the lowest rung, which is mostly that of a start, and a tenth of the limit. From the
first rung that is slower or not held, all rungs above the last held one are tried in turn, until two in a row are not
held. With ``every`` all rungs are tried from the lowest. Within a rung only runs are made that can decide it: of three
cases the third only if the first two differ, and one seed of a case that it solves in less than a tenth of the limit.

Each decision follows from the results so far alone, and is derived again at each start. Two kinds of rows stand for
runs that are not made: ``skipped`` (assumed solved) and ``given_up`` (assumed unsolved), the latter also for the first
rung above the end of the climb, in place of all larger ones.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tilings.models.problem import UserError
from tilings.models.search_parts import PART
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import GIVEN_UP, NOT_TRIED, SKIPPED, RunRecord

if TYPE_CHECKING:
    from tilings.generators.ladders import Ladder

# Parts of the limit: a rung that takes less is followed by larger steps, a case by no further seed. A rung may also
# take less than LEAPS times as long as the lowest one.
SKIPS, SEEDS, LEAPS = 0.01, 0.1, 2.0
MISSES = 2  # rungs in a row that are not held end a climb
MOST = "most of its cases are"
_SOLVED, _UNSOLVED = "assumed solved", "assumed unsolved"


@dataclass(frozen=True)
class Result:
    """The result of a run for its climb. tried: its solver was called; solved: the goal was reached."""

    tried: bool
    solved: bool
    wall_s: float = 0.0


def result(record: RunRecord) -> Result:
    return Result(record.ended not in NOT_TRIED, record.proven, record.wall_s or 0.0)


class Assumed(NamedTuple):
    """The row of a run that is not made: its ending and the reason."""

    ended: str
    reason: str


@dataclass
class Decision:
    """The state of a climb. due: the next runs, none at its end; made: the runs with a result up to its highest rung;
    assumed: the runs that are not made, by their ids; held: the sizes of the rungs held."""

    due: list[Run] = field(default_factory=list)
    made: list[Run] = field(default_factory=list)
    assumed: dict[str, tuple[Run, Assumed]] = field(default_factory=dict)
    held: list[float] = field(default_factory=list)


def configuration(of: Run | RunRecord) -> tuple[str | int, ...]:
    """The common key of runs or rows of one configuration on one ladder, without their limits."""
    words = (word for word in of.key.options.split() if not word.startswith(f"{PART}="))
    return (*of.key._replace(instance_sha256="", options=" ".join(words)), of.ladder)


def climb_id(of: Run | RunRecord) -> str:
    """The climb of a run or a row, as hexadecimal digits: its configuration with its limits, and its ladder."""
    if isinstance(of, Run):
        limits = of.limits.wall_s, of.limits.cpu_s, of.limits.memory_mb
    else:
        limits = of.wall_limit_s, of.cpu_limit_s, of.mem_limit_mb
    return hashlib.sha256("\n".join(map(str, (*configuration(of), *limits))).encode()).hexdigest()[:16]


def name(ladder: Ladder) -> str:
    """The ladder as in the rows: its class, and its side if it has one."""
    return f"{ladder.name}/{ladder.side}" if ladder.side else ladder.name


def soon(wall_s: float, lowest_s: float, limit_s: float) -> bool:
    """Whether a rung that takes so long is solved soon. lowest_s: the time of the lowest rung."""
    return wall_s < max(SKIPS * limit_s, min(LEAPS * lowest_s, SEEDS * limit_s))


class Climb:
    """The runs of one configuration on one ladder, which are made up rung by rung as they are needed.

    runs_of: the runs of the instance of a name and size, none for one that is left out; every: whether all rungs are
    tried; sizes: the least and the greatest one; cases: the most cases a rung, 0 for all, and stride: the distance of
    two rungs on the ladder, both to make a campaign cheaper. first: a run of the lowest rung; climb_id: hexadecimal
    digits of the configuration, its limits and the ladder.
    """

    def __init__(
        self,
        ladder: Ladder,
        runs_of: Callable[[str, float], list[Run]],
        every: bool = False,
        sizes: Sequence[float] | None = None,
        cases: int = 0,
        stride: int = 1,
    ) -> None:
        self.ladder, self.every = ladder, every
        self._runs_of, self._cases, self._stride = runs_of, cases, stride
        self._least, self._most = sizes or (-math.inf, math.inf)
        self._start = next(number for number in count() if _size(ladder, number) >= self._least)
        self._rungs: dict[int, _Rung | None] = {}
        lowest = self.rung(0)
        if lowest is None or not lowest.cases:
            raise UserError(f"the chosen instances leave out the lowest rung of {ladder.family}/{ladder.name}")
        self._lowest, self.first = lowest, lowest.cases[0][0]
        self.climb_id = climb_id(self.first)

    @property
    def deciding(self) -> int:
        """The least number of runs that decide a rung near the limit: of more than half of the cases and seeds."""
        searches = list(_searches(self._lowest.cases[0]))
        return (len(self._lowest.cases) // 2 + 1) * (len(searches) // 2 + 1)

    def thinned(self, cases: int, stride: int) -> Climb:
        """The climb with fewer cases a rung and every stride-th rung."""
        return Climb(self.ladder, self._runs_of, self.every, (self._least, self._most), cases, stride)

    def rung(self, number: int) -> _Rung | None:
        """A rung by its number from 0; None above the top of a ladder that has one."""
        if number not in self._rungs:
            listed = self.ladder.rung(self._start + number * self._stride)
            self._rungs[number] = self._made_up(*listed) if listed and listed.size <= self._most else None
        return self._rungs[number]

    def lowest(self, rungs: int) -> list[Run]:
        """A run of the first case on each of the lowest rungs."""
        return [rung.cases[0][0] for number in range(rungs) if (rung := self.rung(number))]

    def decide(self, made: Mapping[str, Result]) -> Decision:
        """The state of the climb after these results, by the ids of their runs."""
        looked: dict[int, Verdict] = {}
        held = -1 if self.every else self._leap(made, looked)
        missed: list[float] = []
        above: _Rung | None = None
        if not any(verdict.open for verdict in looked.values()):
            for at in count(held + 1):
                rung = self.rung(at)
                if rung is None:
                    break
                looked[at] = verdict = rung.verdict(made)
                if verdict.open or not verdict.tried:
                    break
                held, missed = (at, []) if verdict.held else (held, [*missed, rung.size])
                if len(missed) == MISSES:
                    above = self.rung(at + 1)
                    break
        decision = Decision(due=[run for verdict in looked.values() for run in verdict.due])
        self._assume(decision, made, looked, held)
        if above:
            decision.assumed |= above.assumed(made, Assumed(GIVEN_UP, reason_for(missed)))
        return decision

    def _leap(self, made: Mapping[str, Result], looked: dict[int, Verdict]) -> int:
        """Look at rungs in doubling steps, up to one that is slow, not held or open; the last one held, else -1."""
        at, step, held = 0, 1, -1
        while rung := self.rung(at):
            looked[at] = verdict = rung.verdict(made)
            if not verdict.held:
                break
            held = at
            if not soon(verdict.wall_s, looked[0].wall_s, self.first.limits.wall_s):
                break
            at, step = at + step, 2 * step
        return held

    def _assume(self, decision: Decision, made: Mapping[str, Result], looked: Mapping[int, Verdict], held: int) -> None:
        """Add the made runs, the sizes held, and the assumptions on the rungs up to the highest that was looked at."""
        for number in range(max(looked) + 1):
            rung, verdict = self.rung(number), looked.get(number)
            assert rung is not None, "a higher one was looked at"
            decision.made += [run for case in rung.cases for run in case if run.run_id in made]
            if verdict is None:
                if number < held:
                    reason = skip_reason(max(size for size in decision.held if size < rung.size))
                    decision.assumed |= rung.assumed(made, Assumed(SKIPPED, reason))
            elif not verdict.open and verdict.tried:
                decision.held += [rung.size] if verdict.held else []
                ended, word = (SKIPPED, _SOLVED) if verdict.held else (GIVEN_UP, _UNSOLVED)
                decision.assumed |= rung.assumed(made, Assumed(ended, f"{word}: {MOST}"))

    def _made_up(self, size: float, names: tuple[str, ...]) -> _Rung:
        cases = [runs for name in names if (runs := self._runs_of(name, size))]
        return _Rung(size, cases[: self._cases or None])


def _size(ladder: Ladder, number: int) -> float:
    rung = ladder.rung(number)
    return rung.size if rung else math.inf


class Verdict(NamedTuple):
    """Whether a rung or case is held, None while it is open; the time it takes; the runs that are due to decide it."""

    held: bool | None
    wall_s: float = 0.0
    due: list[Run] = []  # noqa: RUF012 - never changed
    tried: bool = True

    @property
    def open(self) -> bool:
        return self.held is None


class _Rung:
    """The runs of a configuration on one rung. cases: the runs of each case, its first seed and repetition first."""

    def __init__(self, size: float, cases: list[list[Run]]) -> None:
        self.size, self.cases = size, cases
        self._searches = [list(_searches(runs)) for runs in cases]

    def verdict(self, made: Mapping[str, Result]) -> Verdict:
        """Whether the configuration holds the rung, by the results so far."""
        cases = [[_search(parts, made) for parts in searches] for searches in self._searches]
        return _majority([_case(case, runs[0].limits.wall_s) for case, runs in zip(cases, self.cases, strict=True)])

    def assumed(self, made: Mapping[str, Result], word: Assumed) -> Iterator[tuple[str, tuple[Run, Assumed]]]:
        """The rows of the cases without a result, one for each run of their first search."""
        for searches in self._searches:
            if not any(run.run_id in made for search in searches for run in search):
                yield from ((run.run_id, (run, word)) for run in searches[0])


def _searches(runs: list[Run]) -> Iterator[list[Run]]:
    """The runs of a case by seed and repetition: several are the parts of one search."""
    groups: dict[tuple[int, int], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.seed, run.repetition), []).append(run)
    yield from groups.values()


def recorded(rows: Iterable[RunRecord], limit_s: float) -> Verdict:
    """Whether a configuration holds a rung, by the rows of all its runs there. limit_s: of a run."""
    cases: dict[str, dict[tuple[int, int], list[RunRecord]]] = {}
    for row in sorted(rows, key=lambda row: (row.seed, row.repetition)):
        cases.setdefault(row.instance, {}).setdefault((row.seed, row.repetition), []).append(row)
    wholes = ([_whole([result(row) for row in parts]) for parts in case.values()] for case in cases.values())
    return _majority([_case(searches, limit_s) for searches in wholes])


def _case(searches: list[Verdict], limit_s: float) -> Verdict:
    first = searches[0]
    if first.open or (first.held and first.wall_s < SEEDS * limit_s) or not first.tried:
        return first
    return _majority(searches)


def _search(parts: list[Run], made: Mapping[str, Result]) -> Verdict:
    results = [made[run.run_id] for run in parts if run.run_id in made]
    if len(results) < len(parts):
        return Verdict(None, due=[run for run in parts if run.run_id not in made])
    return _whole(results)


def _whole(parts: list[Result]) -> Verdict:
    tried = any(each.tried for each in parts)
    return Verdict(all(each.solved for each in parts), max(each.wall_s for each in parts), tried=tried)


def _majority(verdicts: list[Verdict]) -> Verdict:
    """Whether more than half are held; due are so many open ones as may decide it, in their order."""
    held, missed = ([each for each in verdicts if each.held is word] for word in (True, False))
    to_hold, to_miss = len(verdicts) // 2 + 1 - len(held), -(-len(verdicts) // 2) - len(missed)
    if to_hold <= 0:
        return Verdict(True, median(each.wall_s for each in held))
    if to_miss <= 0:
        return Verdict(False, tried=any(each.tried for each in missed))
    undecided = [each for each in verdicts if each.open]
    return Verdict(None, due=[run for each in undecided[: min(to_hold, to_miss)] for run in each.due])


def reason_for(sizes: list[float]) -> str:
    """Why the rungs above are given up. sizes: of the rungs that were not held."""
    *first, last = (f"{size:g}" for size in sizes)
    return f"{_UNSOLVED}: not held at size{'s ' + ', '.join(first) + ' and' if first else ''} {last}"


def skip_reason(size: float) -> str:
    """Why a rung is skipped. size: of the last rung below it that was tried."""
    return f"{_SOLVED}: size {size:g} is solved soon"


def read_reason(text: str) -> tuple[str, list[float], bool]:
    """The ending that a reason stands for, the sizes of the rungs that it names (none for the run's own), and whether
    these took little time; raises ValueError for another text."""
    known = re.fullmatch(
        rf"({_SOLVED}|{_UNSOLVED}): (?:{MOST}|(?:not held|nothing solved) at sizes? (.+)|"
        "size (.+) is solved soon)",
        text,
    )
    if not known:
        raise ValueError(f"not the reason of a run that was not made: {text!r}")
    sizes = re.split(", | and ", known[2] or known[3] or "")
    return SKIPPED if known[1] == _SOLVED else GIVEN_UP, [float(size) for size in sizes if size], bool(known[3])
