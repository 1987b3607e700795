"""Reads a CNF in DIMACS format whose comments name variables and constraints."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tilings.models.problem import UserError

Name = tuple[str, tuple[int, ...]]
Clause = tuple[int, ...]

_NUMBER = r"-?[1-9][0-9]{0,9}"  # more digits than any variable or coordinate has
_HEADER = re.compile(r"p cnf ([0-9]{1,10}) ([0-9]{1,10})")
_CLAUSE = re.compile(rf"(?:{_NUMBER} )*0")
_NAME = re.compile(rf"([a-z]\w*)(?:\(((?:0|{_NUMBER})(?:,(?:0|{_NUMBER}))*)?\))?", re.ASCII)
_VARIABLE = re.compile(r"([1-9][0-9]{0,9}) (\S+)")


@dataclass
class NamedFormula:
    """The clauses of a CNF, by the constraints that they state."""

    variables: int = 0  # their number
    names: dict[int, Name] = field(default_factory=dict)  # the names of variables
    constraints: dict[Name, list[Clause]] = field(default_factory=dict)  # the clauses of each constraint
    symmetries: dict[Name, list[Clause]] = field(default_factory=dict)  # the clauses that break each symmetry
    order: Clause = ()  # the literals that lex-leader constraints compare


def read(lines: Iterable[str]) -> NamedFormula:
    """The formula in the lines of a DIMACS file, one clause a line; raises UserError for anything else."""
    reader = _Reader()
    try:
        for line in lines:
            reader.take(line.removesuffix("\n"))
    except ValueError as error:  # also for a stream that is not text
        raise UserError(f"the formula, after line {reader.lines}: {error}") from None
    return reader.finish()


class _Reader:
    def __init__(self) -> None:
        self.formula = NamedFormula()
        self.expected: int | None = None
        self.clauses = 0
        self.lines = 0
        self.largest = 0
        self.taken: set[Name] = set()
        self.group: list[Clause] | None = None

    def take(self, line: str) -> None:
        """Read one line; raises ValueError for one that is malformed."""
        if _CLAUSE.fullmatch(line):
            self._clause(line)
        elif line[:2] == "c " or line == "c":
            self._comment(line[2:])
        elif header := _HEADER.fullmatch(line):
            if self.expected is not None:
                raise ValueError("a second header")
            self.formula.variables, self.expected = map(int, header.groups())
        else:
            raise ValueError(f"neither a clause that ends with 0 nor a comment nor 'p cnf …': {_shown(line)}")
        self.lines += 1

    def finish(self) -> NamedFormula:
        """The formula; raises UserError if it is truncated or contradicts its header."""
        if self.expected is None:
            raise UserError("the formula has no header 'p cnf VARIABLES CLAUSES'")
        if self.clauses != self.expected:
            raise UserError(f"the formula has {self.clauses} clauses, its header promises {self.expected}")
        if self.largest > self.formula.variables:
            raise UserError(f"the formula has the variable {self.largest}, its header {self.formula.variables}")
        return self.formula

    def _clause(self, line: str) -> None:
        if self.expected is None:
            raise ValueError("a clause before the header 'p cnf …'")
        if self.group is None:
            raise ValueError("a clause before any 'c constraint NAME'")
        clause = tuple(map(int, line.split()[:-1]))
        self.group.append(clause)
        self.clauses += 1
        self.largest = max(self.largest, *clause, -min(clause)) if clause else self.largest

    def _comment(self, text: str) -> None:
        kind, _, rest = text.partition(" ")
        if kind == "variable":
            self._variable(rest)
        elif kind == "constraint":
            self.group = self.formula.constraints.setdefault(_name(rest), [])
        elif kind == "symmetry":
            self.group = self.formula.symmetries.setdefault(_name(rest), [])
        elif kind == "order":
            self._order(rest)

    def _order(self, text: str) -> None:
        if not _CLAUSE.fullmatch(f"{text} 0"):
            raise ValueError(f"not 'c order LITERAL …': {_shown(text)}")
        if self.formula.order:
            raise ValueError("a second order; symmetries are broken by a single one")
        self.formula.order = tuple(map(int, text.split()))
        self.largest = max(self.largest, *map(abs, self.formula.order))

    def _variable(self, text: str) -> None:
        parts = _VARIABLE.fullmatch(text)
        if not parts:
            raise ValueError(f"not 'c variable NUMBER NAME': {_shown(text)}")
        number = int(parts[1])
        if number in self.formula.names:
            raise ValueError(f"variable {number} is named twice")
        name = _name(parts[2])
        if name in self.taken:
            raise ValueError(f"two variables are named {shown(name)}")
        self.taken.add(name)
        self.formula.names[number] = name
        self.largest = max(self.largest, number)


def _name(text: str) -> Name:
    parts = _NAME.fullmatch(text)
    if not parts:
        raise ValueError(f"not a name with whole numbers in brackets: {_shown(text)}")
    return parts[1], tuple(map(int, parts[2].split(","))) if parts[2] else ()


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")


def shown(name: Name) -> str:
    """A name as in the file."""
    return f"{name[0]}({','.join(map(str, name[1]))})" if name[1] else name[0]
