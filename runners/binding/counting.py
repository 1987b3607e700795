"""Whether clauses follow from linear inequalities, also by counting with auxiliary variables.

An auxiliary variable has no meaning of its own. It is given one here: *the weights of the true literals among `support`
add up to `need` or more*. The support of a variable has all literals from which the clauses that imply the variable
start, directly or by other auxiliary variables. The need is the least sum that makes one of these clauses imply it.
With this meaning each implying clause holds. A clause that implies no auxiliary variable follows from an inequality if
the conditions that it forbids together would exceed the inequality's bound.

The sums count each literal once, so the conditions of a clause must have disjoint supports. This suffices for the
pairwise, bitwise, sequential counter and totalizer encodings of cardinality constraints, and for sequential counters
and totalizers of weighted sums. Any other clause is reported, never assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from math import inf

from tilings.runners.binding.dimacs import Clause

FALSE, LACKING = "it does not follow from the rule", "it lacks the literal of its rule's exception"
SEVERAL, TWICE = "it implies one of several auxiliary variables", "it counts a literal twice"
CIRCLE = "auxiliary variables of its constraint imply each other in a circle"
UNCLEAR = {SEVERAL, TWICE, CIRCLE}  # an unknown encoding, which may be valid


@dataclass(frozen=True)
class Inequality:
    """The statement that in every solution the weights of the true literals add up to at most the bound.

    weights: positive whole numbers, by literals of named variables.
    """

    weights: Mapping[int, int]
    bound: int

    @classmethod
    def at_least(cls, weights: Mapping[int, int], bound: int) -> Inequality:
        """The same for a sum of at least the bound: false literals have at most the remaining weight."""
        return cls({-literal: weight for literal, weight in weights.items()}, sum(weights.values()) - bound)


def within(weights: Mapping[int, int], least: int, most: int, complete: bool) -> Iterator[Inequality]:
    """The sum is at least and at most so much; only at most if the formula lacks variables (not `complete`)."""
    yield Inequality(weights, most)
    if complete:
        yield Inequality.at_least(weights, least)


def at_most_one(literals: Iterable[int]) -> Inequality:
    """No two of the literals are true."""
    return Inequality(dict.fromkeys(literals, 1), 1)


def exactly_one(literals: Iterable[int], complete: bool = True) -> Iterator[Inequality]:
    """One of the literals is true; none may be if the formula lacks variables (not `complete`)."""
    return within(dict.fromkeys(literals, 1), 1, 1, complete)


@dataclass(frozen=True)
class Rule:
    """The condition that a constraint states about every solution.

    excludes: whether no solution makes all of these literals of named variables true.
    unless: a literal that all clauses of the constraint have; the rest of the rule holds where this literal is false.
    """

    inequalities: Sequence[Inequality] = ()
    excludes: Callable[[Set[int]], bool] = lambda _: False
    unless: int | None = None


def unproven(clauses: Sequence[Clause], rule: Rule, named: Collection[int]) -> Iterator[tuple[Clause, str]]:
    """The clauses of one constraint that are not shown to follow from its rule, each with the reason.

    named: the variables that have a meaning; all others are auxiliary, and occur in no other constraint.
    """
    if rule.unless is not None:
        lacking = [clause for clause in clauses if rule.unless not in clause]
        yield from ((clause, LACKING) for clause in lacking)
        clauses = [tuple(literal for literal in clause if literal != rule.unless) for clause in clauses]
    implying, forbidding, several = by_head(clauses, named)
    yield from ((clause, SEVERAL) for clause in several)
    sums = _Sums(rule.inequalities, named)
    try:
        yield from sums.define(implying)
    except CycleError:
        yield next(iter(implying.values()))[0], CIRCLE
        return
    for clause in forbidding:
        reason = sums.doubt(clause)
        if reason and all(abs(literal) in named for literal in clause) and rule.excludes({-lit for lit in clause}):
            continue
        if reason:
            yield clause, reason


def by_head(
    clauses: Sequence[Clause], named: Collection[int]
) -> tuple[dict[int, list[Clause]], list[Clause], list[Clause]]:
    """The clauses that imply each auxiliary variable, the clauses that imply none, and those that imply one of
    several."""
    implying: dict[int, list[Clause]] = {}
    forbidding, several = [], []
    for clause in clauses:
        heads = [literal for literal in clause if literal > 0 and literal not in named]
        if len(heads) > 1:
            several.append(clause)
        elif heads:
            implying.setdefault(heads[0], []).append(clause)
        else:
            forbidding.append(clause)
    return implying, forbidding, several


def heads_in_order(implying: Mapping[int, list[Clause]]) -> Iterable[int]:
    """The auxiliary variables, each after those that imply it; raises CycleError if they imply each other."""
    graph = {
        head: [-literal for clause in clauses for literal in clause if -literal in implying]
        for head, clauses in implying.items()
    }
    return TopologicalSorter(graph).static_order()


class _Sums:
    """The sums of the literals of one constraint."""

    def __init__(self, inequalities: Sequence[Inequality], named: Collection[int]) -> None:
        self.named = named
        self.inequalities = inequalities
        self.weights: dict[int, int] = {}  # the weights with which auxiliary variables count
        for inequality in inequalities:
            for literal, weight in inequality.weights.items():
                self.weights.setdefault(literal, weight)
        self.bits = {literal: 1 << place for place, literal in enumerate(self.weights)}
        self.counted = [self._counted(inequality.weights) for inequality in inequalities]
        self.meanings: dict[int, tuple[float, int]] = {}  # of auxiliary variables: the need, and the support as bits

    def define(self, implying: Mapping[int, list[Clause]]) -> Iterator[tuple[Clause, str]]:
        """Give each auxiliary variable its meaning; yields clauses that cannot be part of one."""
        for head in heads_in_order(implying):
            least, support = inf, 0
            for clause in implying[head]:
                total = self._total(clause, head, self.weights, -1)
                if total is None:
                    yield clause, TWICE
                else:
                    least = min(least, total[0])
                    support |= total[1]
            self.meanings[head] = least, support

    def doubt(self, clause: Clause) -> str:
        """Why the clause does not follow from an inequality; empty if it does: its conditions exceed the bound."""
        reason = FALSE
        for inequality, counted in zip(self.inequalities, self.counted, strict=True):
            total = self._total(clause, 0, inequality.weights, counted)
            if total is None:
                reason = TWICE
            elif total[0] > inequality.bound:
                return ""
        return reason

    def _total(self, clause: Clause, head: int, weights: Mapping[int, int], counted: int) -> tuple[float, int] | None:
        """The sum of the conditions of a clause, and its literals; None if a literal would count twice.

        The conditions are the negations of all its literals but the head. counted: the literals that may be counted by
        auxiliary variables. A variable that no clause implies is false, so its weight is infinite.
        """
        need: float
        total: float = 0
        used = 0
        for literal in clause:
            if -literal in weights:
                need, support = weights[-literal], self.bits[-literal]
            elif literal == head or abs(literal) in self.named:
                continue
            else:
                need, support = self.meanings.get(-literal, (inf, 0))
                if support & ~counted:
                    continue
            if used & support:
                return None
            total += need
            used |= support
        return total, used

    def _counted(self, weights: Mapping[int, int]) -> int:
        """The literals with at least the weight that auxiliary variables count; -1 for all."""
        if all(weights.get(literal, 0) >= weight for literal, weight in self.weights.items()):
            return -1
        return sum(bit for literal, bit in self.bits.items() if weights.get(literal, 0) >= self.weights[literal])
