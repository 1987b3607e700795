"""A linear model as its file states it, in exact numbers; the readers ``mps`` and ``lp`` make it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from tilings.models.problem import NotApplicable

Number = int | Fraction
Terms = dict[str, Number]  # the coefficient of each column
INFINITE = 10**20  # so large a bound means no bound, as in CPLEX and HiGHS
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eEdD]([+-]?[0-9]{1,3}))?")
_ENDLESS = re.compile(r"([+-]?)inf(inity)?", re.IGNORECASE)


class Fault(NotApplicable):
    """A line that cannot be read, or whose meaning is not supported; ``at`` is its number, 0 for the whole file."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(f"line {at}: {reason}" if at else reason)


@dataclass
class Column:
    """A variable, integer or not, with its bounds (None: no bound). stated: whether the file states the lower bound."""

    integer: bool = False
    lower: Number | None = 0
    upper: Number | None = None
    stated: bool = False


@dataclass
class Row:
    """A constraint: a sum between two sides (None: no side). line: the line of the file at which it begins."""

    name: str
    line: int
    terms: Terms = field(default_factory=dict)
    lower: Number | None = None
    upper: Number | None = None


@dataclass
class LinearModel:
    """The columns and rows in the file's order, and the objective. sense: ``min`` or ``max``. notes: for the user."""

    sense: str = "min"
    columns: dict[str, Column] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    objective: Terms = field(default_factory=dict)
    constant: Number = 0
    notes: list[str] = field(default_factory=list)

    def complete(self) -> LinearModel:
        """The model, once all bounds are read.

        A negative upper bound without a lower bound removes the lower bound 0, as CPLEX and Gurobi read MPS.
        """
        for name, column in self.columns.items():
            if column.upper is not None and column.upper < 0 and not column.stated:
                column.lower = None
                words = f"{name} has the upper bound {shown(column.upper)} and no lower bound: it is read as -infinity"
                self.notes.append(f"{words} (docs/own-models.md)")
        return self


def number(word: str, at: int) -> Number:
    """The exact value of a number; raises Fault for anything else."""
    value = _exact(word)
    if value is None:
        raise Fault(at, f"'{word[:80]}' is not a number")
    return value


@lru_cache(maxsize=10_000)
def _exact(word: str) -> Number | None:
    if len(word) > 400 or not _NUMBER.fullmatch(word):
        return None
    value = Fraction(word.replace("d", "e").replace("D", "e"))
    return value.numerator if value.denominator == 1 else value


def bound(word: str, at: int) -> Number | float:
    """The value of a bound: a number, or an infinity for a word such as ``-inf`` and for numbers from INFINITE on."""
    if match := _ENDLESS.fullmatch(word):
        return -math.inf if match[1] == "-" else math.inf
    return finite(number(word, at))


def finite(value: Number | float) -> Number | float:
    """The value; from INFINITE on an infinity."""
    return value if -INFINITE < value < INFINITE else math.inf if value > 0 else -math.inf


def lowest(value: Number | float, at: int) -> Number | None:
    """A lower bound or side: None for none; raises Fault for an infinite one, which nothing reaches."""
    return _side(value, -math.inf, "a lower bound of +infinity", at)


def highest(value: Number | float, at: int) -> Number | None:
    """An upper bound or side: None for none; raises Fault for -infinity."""
    return _side(value, math.inf, "an upper bound of -infinity", at)


def _side(value: Number | float, none: float, fault: str, at: int) -> Number | None:
    if value == none:
        return None
    if isinstance(value, float):
        raise Fault(at, f"{fault} leaves no value")
    return value


def size(value: Number) -> Number:
    """The absolute value."""
    return -value if value < 0 else value


def shown(value: Number) -> str:
    """A number in a message: exact if it is whole, else to six digits."""
    return str(value) if isinstance(value, int) and abs(value) < 10**18 else f"{float(value):.6g}"


def named(names: list[str]) -> str:
    """The first of some names, in a sentence."""
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
