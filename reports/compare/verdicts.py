"""Judges each case of campaign B against the same case of A.

Of a case with several seeds or repetitions the median run counts, the lower middle of those that have a pair, solved
ones first and by time; the nodes are the median's of their own.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median_low
from typing import NamedTuple

from models.claims import contradictions, of_record
from reports.compare.pairing import Campaign, Case, Limits, Pair, Pairing, limits
from reports.compare.ratios import geometric
from reports.data.rows import late
from runners.record.schema import GIVEN_UP, NOT_TRIED, REFUTED, RunRecord

FLOOR_S = 0.05  # shorter times are disturbed by whatever else the machine does
NOISE = 1.1  # two times of a lower ratio are alike: runs differ by as much on an idle machine
VERDICTS = {
    "faster": "solved in both, B in less time",
    "slower": "solved in both, B in more time",
    "alike": "solved in both, in times that do not differ enough",
    "brief": "solved in both, too fast to be compared",
    "solved": "solved in both, on different machines",
    "new": "solved in B alone",
    "lost": "solved in A alone",
    "unsolved": "in both",
}
_STATES = ("solved", "out", "memory", "failed", "absent", "wrong")
_CENSORED = ("out", "memory")


class Side(NamedTuple):
    """A case in one campaign.

    state: solved; out (of time); memory (out of it); failed; absent (not installed, not applicable, error of the
    harness); wrong (refuted by its check). seconds: the wall time; of an unsolved one what it had used, of one that was
    given up, which counts as out of time, its limit. nodes: None if it is not solved or does not report them.
    why: the reason why it is not solved.
    """

    state: str
    seconds: float
    nodes: float | None
    why: str


@dataclass(frozen=True)
class Verdict:
    """word: one of VERDICTS. time, nodes: the ratios B to A, None without both.

    bound: whether `time` is exact (empty), a lower bound (≥) or an upper bound (≤).
    """

    case: Case
    runs: int
    a: Side
    b: Side
    word: str
    time: float | None
    bound: str
    nodes: float | None


class Clash(NamedTuple):
    """Answers that exclude each other, or that a check refuted; where: A, B, or A and B."""

    where: str
    words: str

    def __str__(self) -> str:
        return f"within {self.where}: {self.words}" if len(self.where) == 1 else self.words


def verdicts(pairing: Pairing, floor_s: float, judged: bool) -> list[Verdict]:
    """A verdict for each paired case; judged: whether seconds of A and B may be compared."""
    return [_verdict(case, pairs, floor_s, judged) for case, pairs in pairing.pairs.items()]


def clashes(a: Campaign, b: Campaign) -> list[Clash]:
    """The contradictions within and between two campaigns, and the answers that their checks refuted."""
    claims, refuted = [], []
    for name, campaign in (("A", a), ("B", b)):
        for record in campaign.rows.records:
            if claim := of_record(record):
                claims.append(replace(claim, who=f"{name}: {claim.who}"))
            if record.check in REFUTED:
                words = f"{_case(record)}: {record.check.replace('_', ' ')} {_shown(record.message)}".rstrip()
                refuted.append(Clash(name, words))
    found = [
        Clash(
            " and ".join(sorted({clash.one[0], clash.other[0]})),
            f"{clash.instance} {clash.goal}: {clash.one}, but {clash.other}",
        )
        for clash in contradictions(claims)
    ]
    return list(dict.fromkeys([*found, *refuted]))


def _shown(text: str) -> str:
    """The text without control characters of a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def _case(record: RunRecord) -> Case:
    return Case(*(getattr(record, name) for name in Case._fields))


def _verdict(case: Case, pairs: Sequence[Pair], floor_s: float, judged: bool) -> Verdict:
    sides = [[_side(pair[at], limits(pair)) for pair in pairs] for at in (0, 1)]
    a, b = map(_median, sides)
    solved = (a.state == "solved", b.state == "solved")
    told = (
        any(solved)
        and {a.state, b.state} <= {"solved", *_CENSORED}
        and a.seconds == a.seconds
        and b.seconds == b.seconds
    )
    time = _ratio(a.seconds, b.seconds, floor_s) if told else None
    bound = "" if all(solved) or time is None else "≥" if solved[0] else "≤"
    nodes = _ratio(a.nodes, b.nodes, 1) if a.nodes is not None and b.nodes is not None else None
    word = {(True, False): "lost", (False, True): "new", (False, False): "unsolved"}.get(solved, "solved")
    if word == "solved" and judged and time is not None:
        single = [_ratio(one.seconds, other.seconds, floor_s) for one, other in zip(*sides, strict=True)
                  if one.state == other.state == "solved"]  # fmt: skip
        word = _word(a.seconds, b.seconds, single, floor_s)
    return Verdict(case, len(pairs), a, b, word, time, bound, nodes)


def _word(a: float, b: float, single: Sequence[float], floor_s: float) -> str:
    """faster, slower, alike or brief, of the medians a and b and the ratios of the single runs."""
    if max(a, b) < floor_s:
        return "brief"
    within = geometric(single)
    doubtful = within is not None and within.known and not within.clear()
    if doubtful or abs(a - b) < floor_s or max(a, b) < NOISE * min(a, b):
        return "alike"
    return "faster" if b < a else "slower"


def _side(run: RunRecord, limit: Limits) -> Side:
    seconds = run.wall_limit_s if run.ended == GIVEN_UP else run.wall_s
    known = math.nan if seconds is None else float(seconds)
    state = _state(run, limit)
    if state in _CENSORED:
        known = min(known, limit.wall_s)
    nodes = float(run.nodes) if state == "solved" and run.nodes is not None else None
    why = run.check.replace("_", " ") if state == "wrong" else "beyond the limit" if run.proven else run.ended
    return Side(state, known, nodes, "" if state == "solved" else why.replace("_", " "))


def _state(run: RunRecord, limit: Limits) -> str:
    """One of _STATES: where limits differ, both runs are out that were solved only beyond the smaller one."""
    if run.check in REFUTED:
        return "wrong"
    if run.ended == GIVEN_UP:
        return "out"  # as is assumed
    if run.ended in NOT_TRIED:
        return "absent"
    if not run.proven:
        return {"wall": "out", "cpu": "out", "memory": "memory"}.get(run.ended, "failed")
    used = (run.wall_s, run.cpu_s, run.peak_mb)
    wall, cpu, memory = (
        differs and (value or 0) > most for value, most, differs in zip(used, limit[:3], limit.differ, strict=True)
    )
    return "out" if late(run) or wall or cpu else "memory" if memory else "solved"


def _median(sides: Sequence[Side]) -> Side:
    middle = sorted(sides, key=lambda side: (_STATES.index(side.state), side.seconds))[(len(sides) - 1) // 2]
    solved = [side.nodes for side in sides if side.state == "solved"]
    nodes = [math.inf] * (len(sides) - len(solved)) + [number for number in solved if number is not None]
    if middle.state != "solved" or len(nodes) < len(sides):
        return middle._replace(nodes=None)
    return middle._replace(nodes=median_low(nodes))


def _ratio(a: float, b: float, least: float) -> float:
    return max(b, least) / max(a, least)
