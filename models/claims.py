"""Claims that runs make about an instance, and the contradictions between them.

Runners compare each new answer with earlier ones, reports list the contradictions; neither needs a solver.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tilings.models import search_parts
from tilings.models.terminal.phrases import counted, digits

WITH_VALUE = {"count": "counted", "optimum": "optimal"}  # goal -> the answer
_NAMED = 3  # sources of an answer in a sentence


class Claim(NamedTuple):
    """A checked answer."""

    source: str  # the solver and the formulation
    instance: str
    subject: tuple[str, str, str]  # (family, instance hash, goal)
    answer: str  # sat | unsat | optimal | feasible | unbounded | counted | none
    value: float | None = None  # the objective or the count; for an unfinished count the solutions found so far
    bound: float | None = None  # a proven bound on the objective of an unfinished run
    sense: str = ""  # min or max for goal optimum

    @property
    def topic(self) -> tuple[str, str, bool]:
        """The key of comparable claims: goals first and count both concern the instance's solutions."""
        family, instance, goal = self.subject
        return family, instance, goal == "optimum"


class Contradiction(NamedTuple):
    """Two claims of which at least one is wrong, each as a clause, and their answers."""

    instance: str
    goal: str
    one: str
    other: str
    answers: frozenset[str]

    def __str__(self) -> str:
        return f"CONTRADICTION on {self.instance}, goal {self.goal}: {self.one}, but {self.other}"


def of_record(record: Any) -> Claim | None:
    """The claim of a run record; None if it has no answer or a wrong one. Wrong answers are reported by themselves.

    The count of a part of a search is a lower bound, like an unfinished count.
    """
    counting = record.goal == "count"
    answer = record.answer if search_parts.of_record(record).whole else "none"
    empty = answer == "none" and record.bound is None and not (counting and record.solutions)
    if record.check in ("invalid", "contradicts_known") or empty:
        return None
    source = f"{record.solver}/{record.formulation}" + (f"[{record.options}]" if record.options else "")
    value = record.solutions if counting else record.objective
    subject = (record.family, record.instance_sha256, record.goal)
    instance = f"{record.family}/{record.instance}"
    return Claim(source, instance, subject, answer, value, record.bound, record.sense)


def of_known(record: Any, known: Mapping[str, Any], source: str = "", instance: str = "") -> list[Claim]:
    """The known answers to the instance of a run record, by goal, as claims."""
    return [
        Claim(source, instance, (record.family, record.instance_sha256, goal), WITH_VALUE[goal], answer,
              sense=record.sense)
        if goal in WITH_VALUE
        else Claim(source, instance, (record.family, record.instance_sha256, goal), answer)
        for goal, answer in known.items()
    ]  # fmt: skip


def contradictions(claims: Iterable[Claim]) -> list[Contradiction]:
    """One entry for each answer that contradicts itself or an answer to its topic that is at least as frequent."""
    by_topic: dict[tuple[str, str, bool], dict[tuple[str, str], list[Claim]]] = defaultdict(lambda: defaultdict(list))
    for claim in dict.fromkeys(claims):  # many seeds give equal claims
        by_topic[claim.topic][claim.subject[2], _answer(claim)].append(claim)
    result = []
    for by_answer in by_topic.values():
        ranked = sorted(by_answer.values(), key=len, reverse=True)
        for place, alike in enumerate(ranked):
            if other := next((each for each in ranked[: place + 1] if clash(each[0], alike[0])), None):
                answers = frozenset({_answer(other[0]), _answer(alike[0])})
                instance, goal = alike[0].instance, alike[0].subject[2]
                result.append(Contradiction(instance, goal, _words(other), _words(alike), answers))
    return result


def clash(one: Claim, other: Claim) -> bool:
    """Whether two claims on one topic cannot both be true."""
    return {_solvable(one), _solvable(other)} == {True, False} or _beats(one, other) or _beats(other, one)


def covers(one: Claim, other: Claim) -> bool:
    """Whether each claim that contradicts the other one on the topic contradicts this one, too."""
    least, most = _range(one)
    other_least, other_most = _range(other)
    return _solvable(one) == _solvable(other) and least >= other_least and most <= other_most


def least(claim: Claim) -> float:
    """The least number of solutions, or the value of the best solution (negated for min), that a claim gives."""
    return _range(claim)[0]


def _range(claim: Claim, sense: str = "") -> tuple[float, float]:
    """The interval that a claim gives for the number of solutions or the best objective (negated for min).

    sense: instead of the claim's.
    """
    if claim.subject[2] != "optimum":
        return _solutions(claim)
    if claim.answer == "unbounded":
        return math.inf, math.inf
    sign = 1 if (sense or claim.sense) == "max" else -1
    reached = claim.value if claim.answer in ("optimal", "feasible") else None
    limit = claim.value if claim.answer == "optimal" else claim.bound
    return -math.inf if reached is None else sign * reached, math.inf if limit is None else sign * limit


def _solvable(claim: Claim) -> bool | None:
    """For goal optimum, whether a claim states that a solution exists; None where it leaves that open."""
    if claim.subject[2] != "optimum":
        return None
    return {"optimal": True, "feasible": True, "unbounded": True, "unsat": False}.get(claim.answer)


def _solutions(claim: Claim) -> tuple[float, float]:
    """The least and the largest number of solutions that a claim allows."""
    if claim.answer == "counted":
        return claim.value or 0, claim.value or 0
    if claim.answer == "unsat":
        return 0, 0
    return (1 if claim.answer == "sat" else claim.value or 0), math.inf


def _beats(one: Claim, other: Claim) -> bool:
    """Whether a claim reaches more than the other one allows."""
    least, most = _range(one)[0], _range(other, one.sense)[1]  # models of one problem may differ in their sense
    counted_or_endless = one.subject[2] != "optimum" or math.isinf(least)
    return least > most and (counted_or_endless or least - most > _slack(least, most))


def _slack(one: float, other: float) -> float:
    """The tolerance for equal objectives: rows hold six digits of a fractional one."""
    return 1e-6 if float(one).is_integer() and float(other).is_integer() else 1e-5 * max(1.0, abs(one))


def phrase(claim: Claim) -> str:
    """A claim as the object of a sentence, such as ``12 solutions``."""
    value = 0 if claim.value is None else claim.value
    if claim.subject[2] == "count" and claim.answer in ("counted", "none"):
        return f"{'at least ' if claim.answer == 'none' else ''}{counted(int(value), 'solution')}"
    if claim.answer == "optimal":
        return f"the optimum {digits(value)}"
    found = {
        "unsat": "no solution", "sat": "a solution", "feasible": f"a solution of {digits(value)}",
        "unbounded": "an unbounded objective",
    }.get(claim.answer, "")  # fmt: skip
    bound = "" if claim.bound is None else f"the bound {digits(claim.bound)}"
    return " and ".join(filter(None, [found, bound]))


def _words(claims: list[Claim]) -> str:
    """A clause on claims with the same answer: their sources and the answer."""
    sources = [claim.source for claim in claims]
    more = [counted(len(sources) - _NAMED, "other")] if len(sources) > _NAMED else []
    *first, last = [*sources[:_NAMED], *more]
    who = f"{', '.join(first)} and {last} say" if first else f"{last} says"
    return f"{who} {_answer(claims[0])}"


def _answer(claim: Claim) -> str:
    value = "" if claim.value is None else f" {digits(claim.value)}"
    bound = "" if claim.bound is None or claim.answer == "optimal" else f" (bound {digits(claim.bound)})"
    answer = "at least" if claim.subject[2] == "count" and claim.answer == "none" else claim.answer
    return f"{answer}{value}{bound}"
