"""The bounds of numbers in a FlatZinc model that follow from its declarations and its simple constraints.

Source of the propagation: W. Harvey, P. J. Stuckey, Improving linear constraint propagation by changing constraint
representation, Constraints 8 (2003). Constraints of other kinds are passed over, so the bounds are right, and may be
wider than the best ones.
"""

import math
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tilings.models.own import lexis

_ROUNDS = 1000  # of propagation
_DECLARED = re.compile(r"\s*(var\b[^:]*|array\b[^:]*|int|float|bool)\s*:\s*(\w+)[^=]*(?:=(.*))?", re.DOTALL)
_CONSTRAINT = re.compile(r"\s*constraint\s+(?:fzn_|gecode_|chuffed_)?(\w+)\s*\(([^()]*)\)")
_RANGE = re.compile(r"(-?[\d.eE+-]*?\d)\s*\.\.\s*(-?\d[\d.eE+-]*)")
_SOLVE = re.compile(r"\bsolve\b.*\b(?:minimize|maximize)\s+(\w+)", re.DOTALL)
_TERM = re.compile(r"[\[\]]|\{[^}]*\}|[^\s,\[\]{}]+")
Interval = tuple[float, float]


class _Empty(Exception):
    """The constraints have no solution."""


def unlimited(text: str, limit: int, sense: str = "", value: float | None = None) -> list[str]:
    """The variables whose bounds, as far as they follow from the model, exceed ±limit; none if it has no solution.

    sense, value: with an objective only solutions count that are better than this value, in the sense ``min`` or
    ``max``.
    """
    try:
        bounds = _Bounds(lexis.bare("fzn", text), sense, value)
        bounds.propagate()
    except _Empty:
        return []
    return [name for name, (least, most) in bounds.of.items() if least < -limit or most > limit]


class _Bounds:
    """The bounds of variables, which propagation narrows. of: the bounds by the variable's name."""

    def __init__(self, text: str, sense: str, value: float | None) -> None:
        self.of: dict[str, Interval] = {}
        self._with_point: set[str] = set()
        self._lists: dict[str, list[Any]] = {}
        self._posted: list[tuple[_Rule, list[Any]]] = []
        self._found = False  # whether this round found a bound of a variable that had none
        for statement in text.split(";"):
            if posted := _CONSTRAINT.match(statement):
                if rule := _rule(posted[1]):
                    self._posted.append((rule, _terms(posted[2])))
            elif declared := _DECLARED.match(statement):
                self._declare(*declared.groups())
            elif value is not None and (solved := _SOLVE.search(statement)):
                step = 0 if isinstance(value, float) or solved[1] in self._with_point else 1
                bound = (-math.inf, value - step) if sense == "min" else (value + step, math.inf)
                self.narrow(solved[1], *bound)

    def _declare(self, kind: str, name: str, value: str | None) -> None:
        if kind.startswith("array"):
            terms = _terms(value or "[]")
            self._lists[name] = terms[0] if terms and isinstance(terms[0], list) else []
        elif " set " not in kind:
            ranged = _RANGE.search(kind)
            if "float" in kind or (ranged and isinstance(_number(ranged[1]), float)):
                self._with_point.add(name)
            listed = re.findall(r"-?\d+", kind) if "{" in kind else []
            if ranged:
                self.of[name] = _number(ranged[1]), _number(ranged[2])
            elif listed:
                self.of[name] = min(map(int, listed)), max(map(int, listed))
            else:
                self.of[name] = (0, 1) if "bool" in kind else (-math.inf, math.inf)
            if value and (terms := _terms(value)):
                self.narrow(name, *self.bounds(terms[0]))

    def propagate(self) -> None:
        """Narrow all bounds in rounds, until one gives no variable its first bounds; raises _Empty."""
        self._found = True
        for _ in range(_ROUNDS):
            if not self._found:
                break
            self._found = False
            for rule, arguments in self._posted:
                rule(self, *arguments)

    def bounds(self, term: str) -> Interval:
        """The bounds of a variable or a number; infinite for a term of another kind."""
        if term in self.of:
            return self.of[term]
        try:
            number = _number(term)
        except ValueError:
            truth = {"true": 1, "false": 0}.get(term)
            return (-math.inf, math.inf) if truth is None else (truth, truth)
        return number, number

    def narrow(self, term: str, least: float, most: float) -> None:
        """State bounds of a variable; raises _Empty."""
        old_least, old_most = self.bounds(term)
        least, most = max(least, old_least), min(most, old_most)
        if least > most:
            raise _Empty
        if term in self.of:
            self.of[term] = least, most
            self._found |= math.isinf(least) < math.isinf(old_least) or math.isinf(most) < math.isinf(old_most)

    def list(self, term: Any) -> list[Any]:
        """The members of an array."""
        return term if isinstance(term, list) else self._lists.get(term, [])

    def most(self, factors: Sequence[float], terms: Sequence[str], limit: float) -> None:
        """State that a weighted sum is at most the limit."""
        least = [min(factor * bound for bound in self.bounds(term)) if factor else 0
                 for factor, term in zip(factors, terms, strict=True)]  # fmt: skip
        infinite = least.count(-math.inf)
        total = sum(part for part in least if part != -math.inf)
        for factor, term, part in zip(factors, terms, least, strict=True):
            if factor and infinite == (part == -math.inf):
                rest = limit - total + (0 if part == -math.inf else part)
                whole = isinstance(rest, int) and isinstance(factor, int)
                if factor > 0:
                    self.narrow(term, -math.inf, rest // factor if whole else rest / factor)
                else:
                    self.narrow(term, -(rest // -factor) if whole else rest / factor, math.inf)


_Rule = Callable[..., None]


def _at_most(bounds: _Bounds, one: str, other: str, gap: int = 0) -> None:
    bounds.most([1, -1], [one, other], -gap)


def _equal(bounds: _Bounds, one: str, other: str) -> None:
    bounds.narrow(one, *bounds.bounds(other))
    bounds.narrow(other, *bounds.bounds(one))


def _linear(bounds: _Bounds, factors: Any, terms: Any, limit: str, equal: bool = False) -> None:
    numbers, variables = [bounds.bounds(factor)[0] for factor in bounds.list(factors)], bounds.list(terms)
    most = bounds.bounds(limit)[0]
    if len(numbers) != len(variables):
        return  # an array is not written out
    bounds.most(numbers, variables, most)
    if equal:
        bounds.most([-number for number in numbers], variables, -most)


def _sum(bounds: _Bounds, one: str, other: str, total: str, sign: int = 1) -> None:
    for factor in (1, -1):
        bounds.most([factor, factor * sign, -factor], [one, other, total], 0)


def _product(bounds: _Bounds, one: str, other: str, product: str) -> None:
    ends = [0 if 0 in (a, b) else a * b for a in bounds.bounds(one) for b in bounds.bounds(other)]
    bounds.narrow(product, min(ends) if one != other else 0, max(ends))


def _within(bounds: _Bounds, one: str, *rest: str) -> None:
    """The last argument, a quotient or an absolute value, is not larger than the first argument."""
    largest = max(map(abs, bounds.bounds(one)))
    bounds.narrow(rest[-1], -largest, largest)


def _absolute(bounds: _Bounds, one: str, absolute: str) -> None:
    _within(bounds, one, absolute)
    bounds.narrow(absolute, 0, math.inf)
    _within(bounds, absolute, one)


def _remainder(bounds: _Bounds, one: str, divisor: str, rest: str) -> None:
    _within(bounds, divisor, rest)


def _largest(bounds: _Bounds, most: str, terms: Any, sign: int = 1) -> None:
    """The greatest of some terms, or with sign -1 the least."""
    ends = [bounds.bounds(term) for term in bounds.list(terms)]
    choose = max if sign > 0 else min
    if ends:
        bounds.narrow(most, choose(least for least, _ in ends), choose(top for _, top in ends))
    least, top = bounds.bounds(most)
    for term in bounds.list(terms):
        bounds.narrow(term, *((-math.inf, top) if sign > 0 else (least, math.inf)))


def _element(bounds: _Bounds, *arguments: Any) -> None:
    """The last argument is one of the members of an array."""
    ends = [bounds.bounds(term) for term in bounds.list(arguments[-2])]
    if ends:
        bounds.narrow(arguments[-1], min(least for least, _ in ends), max(most for _, most in ends))


def _member(bounds: _Bounds, one: str, members: Any) -> None:
    if isinstance(members, str) and (numbers := re.findall(r"-?\d+", members)):
        bounds.narrow(one, min(map(int, numbers)), max(map(int, numbers)))


_RULES: dict[str, _Rule] = {
    "le": _at_most,
    "lt": lambda bounds, one, other: _at_most(bounds, one, other, 1),
    "eq": _equal,
    "lin_le": _linear,
    "lin_eq": partial(_linear, equal=True),
    "plus": _sum,
    "minus": partial(_sum, sign=-1),
    "times": _product,
    "abs": _absolute,
    "max": lambda bounds, one, other, most: _largest(bounds, most, [one, other]),
    "min": lambda bounds, one, other, least: _largest(bounds, least, [one, other], -1),
}
_OTHERS: dict[str, _Rule] = {
    "float_lt": _at_most,
    "float_lin_lt": _linear,
    "bool2int": _equal,
    "int_div": _within,  # a quotient of numbers with a point may be larger
    "int_mod": _remainder,
    "int2float": _equal,
    "set_in": _member,
    "array_int_maximum": _largest,
    "array_int_minimum": partial(_largest, sign=-1),
}


def _rule(name: str) -> _Rule | None:
    """The rule of a constraint; None for one that is passed over, such as a reified one."""
    if "_element" in name:
        return _element
    kind, _, relation = name.partition("_")
    return _OTHERS.get(name) or (_RULES.get(relation) if kind in ("int", "float") else None)


def _terms(text: str) -> list[Any]:
    """The terms of a list of arguments; an array is a list."""
    stack: list[list[Any]] = [[]]
    for token in _TERM.findall(text):
        if token == "[":
            stack.append([])
        elif token == "]" and len(stack) > 1:
            stack[-2].append(stack.pop())
        elif token != "]":
            stack[-1].append(token)
    return stack[0]


def _number(text: str) -> float:
    """A whole number, or one with a point; raises ValueError."""
    try:
        return int(text)
    except ValueError:
        return float(text)
