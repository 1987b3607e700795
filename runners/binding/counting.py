"""Whether clauses follow from linear inequalities, also where they count with auxiliary variables.

An auxiliary variable has no meaning of its own. It is given one here: *the weights of those of the literals `support`
that are true add up to `need` or more*. The support of a variable holds all literals from which the clauses that imply
the variable start, directly or by other auxiliary variables; the need is the least sum that makes one of these clauses
imply it. With this meaning each implying clause holds. A clause that implies no auxiliary variable follows from an
inequality if the conditions that it forbids together would exceed the inequality's bound.

The sums count each literal once, so the conditions of a clause must have disjoint supports. This suffices for the
pairwise, bitwise, sequential counter and totalizer encodings of cardinality constraints, and for sequential counters
and totalizers of weighted sums. A clause that it does not suffice for is reported, never assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

Clause = tuple[int, ...]


@dataclass(frozen=True)
class Inequality:
    """In every solution the weights of the literals that are true add up to at most the bound.

    weights: positive whole numbers, by literals of named variables.
    """

    weights: Mapping[int, int]
    bound: int

    @classmethod
    def at_least(cls, weights: Mapping[int, int], bound: int) -> Inequality:
        """The same for a sum that is at least the bound: the literals that are false take at most the rest."""
        return cls({-literal: weight for literal, weight in weights.items()}, sum(weights.values()) - bound)


@dataclass(frozen=True)
class Rule:
    """What holds in every solution, as far as a constraint names it.

    excludes: whether no solution makes all of these literals of named variables true.
    unless: a literal that all clauses of the constraint have; the rest of the rule holds where this literal is false.
    """

    inequalities: Sequence[Inequality] = ()
    excludes: Callable[[Set[int]], bool] = lambda _: False
    unless: int | None = None


@dataclass(frozen=True)
class _Meaning:
    """Of a literal: the weights of the true literals of the support (a set of bits) add up to at least the need."""

    need: int
    support: int


def unproven(clauses: Sequence[Clause], rule: Rule, named: Collection[int]) -> Iterator[tuple[Clause, str]]:
    """The clauses of one constraint that are not shown to follow from its rule, and why.

    named: the variables that have a meaning; all others are auxiliary, and occur in no other constraint.
    """
    if rule.unless is not None:
        yield from (
            (clause, "it lacks the case that its rule excepts") for clause in clauses if rule.unless not in clause
        )
        clauses = [tuple(literal for literal in clause if literal != rule.unless) for clause in clauses]
    weights: dict[int, int] = {}
    for inequality in rule.inequalities:
        for literal, weight in inequality.weights.items():
            weights.setdefault(literal, weight)
    count = _Count(weights, named)
    implying: dict[int, list[Clause]] = {}
    forbidding = []
    for clause in clauses:
        heads = {literal for literal in clause if literal > 0 and literal not in named}
        if len(heads) > 1:
            yield clause, "it implies one of several auxiliary variables"
        elif heads:
            implying.setdefault(heads.pop(), []).append(clause)
        else:
            forbidding.append(clause)
    try:
        yield from count.define(implying)
    except CycleError:
        circular = next(iter(implying.values()))[0]
        yield circular, "the auxiliary variables of its constraint imply each other in a circle"
        return
    bounds = [(count.covered(inequality), inequality) for inequality in rule.inequalities]
    for clause in forbidding:
        conditions = {-literal for literal in clause}
        if count.impossible(conditions) or any(count.exceeds(conditions, *bound) for bound in bounds):
            continue
        if not all(abs(literal) in named for literal in clause) or not rule.excludes(conditions):
            yield clause, "it does not follow from the rule"


class _Count:
    """The meanings of the auxiliary variables of one constraint."""

    def __init__(self, weights: Mapping[int, int], named: Collection[int]) -> None:
        self.weights = weights
        self.named = named
        self.bits = {literal: 1 << number for number, literal in enumerate(weights)}
        self.meanings: dict[int, _Meaning] = {}

    def define(self, implying: Mapping[int, list[Clause]]) -> Iterator[tuple[Clause, str]]:
        """Give each auxiliary variable its meaning; tells of clauses that cannot be part of one."""
        graph = {
            head: {-literal for clause in clauses for literal in clause if -literal in implying}
            for head, clauses in implying.items()
        }
        for head in TopologicalSorter(graph).static_order():
            needs, support = [], 0
            for clause in implying[head]:
                literals = {-literal for literal in clause} - {-head}
                if self.impossible(literals):
                    continue
                conditions = [self._meaning(literal) for literal in literals]
                if not _disjoint(conditions):
                    yield clause, "it counts a literal twice"
                needs.append(sum(condition.need for condition in conditions))
                support |= _union(conditions)
            if needs:
                self.meanings[head] = _Meaning(min(needs), support)

    def covered(self, inequality: Inequality) -> int:
        """The literals whose weight in the inequality is no less than that by which the variables count them."""
        return sum(
            bit for literal, bit in self.bits.items() if inequality.weights.get(literal, 0) >= self.weights[literal]
        )

    def impossible(self, conditions: Set[int]) -> bool:
        """Whether one of the conditions is a variable that nothing implies, which is false."""
        return not all(abs(literal) in self.named or literal in self.meanings for literal in conditions)

    def exceeds(self, conditions: Set[int], covered: int, inequality: Inequality) -> bool:
        """Whether the conditions together would add up to more than the inequality's bound."""
        total = used = 0
        for literal in conditions:
            if abs(literal) in self.named:
                need, support = inequality.weights.get(literal, 0), self.bits.get(literal, 0)
            else:
                need, support = self.meanings[literal].need, self.meanings[literal].support
                if support & ~covered:
                    continue
            if used & support:
                return False
            total += need
            used |= support
        return total > inequality.bound

    def _meaning(self, literal: int) -> _Meaning:
        if abs(literal) in self.named:
            return _Meaning(self.weights.get(literal, 0), self.bits.get(literal, 0))
        return self.meanings[literal]


def _disjoint(conditions: Iterable[_Meaning]) -> bool:
    used = 0
    for condition in conditions:
        if used & condition.support:
            return False
        used |= condition.support
    return True


def _union(conditions: Iterable[_Meaning]) -> int:
    union = 0
    for condition in conditions:
        union |= condition.support
    return union
