"""Reads pseudo-Boolean formulas in the format OPB, also with products of literals.

CPMpy 1.1.1 has a reader, but it refuses sums of a single term with the weight 1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilings.models.problem import NotApplicable

Term = tuple[int, tuple[str, ...]]  # a weight, and literals that are multiplied: a name, with ~ before it if negated
_HEADER = re.compile(r"^\*.*#constraint=\s*([0-9]{1,18})\b", re.MULTILINE)
_ROW = re.compile(r"(.*?)(>=|<=|=)\s*([+-]?\s*[0-9]{1,1000})", re.DOTALL)
_WEIGHT = re.compile(r"[+-]?[0-9]{1,1000}")
_LITERAL = re.compile(r"~?[A-Za-z_][^\s~]*")


@dataclass(frozen=True)
class Formula:
    """costs: of the objective, to be minimised; None without one. rows: terms, >= or <= or =, and a number."""

    costs: list[Term] | None
    rows: list[tuple[list[Term], str, int]]


def read(text: str) -> Formula:
    """The formula; raises NotApplicable for a wrong statement or another number of constraints than in the header."""
    costs, rows = None, []
    statements = "\n".join(line for line in text.splitlines() if not line.startswith("*")).split(";")
    if statements.pop().strip():
        raise NotApplicable("the last statement of the formula has no ; at its end")
    for number, statement in enumerate(map(str.strip, statements)):
        row = _ROW.fullmatch(statement)
        if number == 0 and statement.startswith("min:"):
            costs = list(_terms(statement.removeprefix("min:")))
        elif row:
            rows.append((list(_terms(row[1])), row[2], int("".join(row[3].split()))))
        else:
            raise NotApplicable(f"not a statement of OPB: '{statement[:80]}'")
    header = _HEADER.search(text)
    if header and int(header[1]) != len(rows):
        raise NotApplicable(f"the header of the formula states {header[1]} constraints, but it has {len(rows)}")
    return Formula(costs, rows)


def _terms(text: str) -> Iterator[Term]:
    """The terms of a sum; blanks between a sign and its number are allowed."""
    words = re.sub(r"([+-])\s+", r"\1", text).split()
    while words:
        weight, literals = words.pop(0), []
        while words and _LITERAL.fullmatch(words[0]):
            literals.append(words.pop(0))
        if not literals or not _WEIGHT.fullmatch(weight):
            raise NotApplicable(f"not a sum of weights and literals: '{text.strip()[:80]}'")
        yield int(weight), tuple(literals)
