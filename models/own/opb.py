"""Reads pseudo-Boolean formulas in the format OPB, also with products of literals.

CPMpy 1.1.1 has a reader, but it refuses sums of a single term with the weight 1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilings.models.problem import NotApplicable

Term = tuple[int, tuple[str, ...]]  # a weight, and literals that are multiplied: a name, with ~ before it if negated
_HEADER = re.compile(r"^\*.*?#variable=\s*([0-9]{1,18})\b.*#constraint=\s*([0-9]{1,18})\b", re.MULTILINE)
_COSTS = re.compile(r"m(?:in|ax)\s*:(.*)", re.DOTALL)
_ROW = re.compile(r"(.*?)(>=|<=|=)\s*([+-]?\s*[0-9]{1,1000})", re.DOTALL)
_WEIGHT = re.compile(r"[+-]?[0-9]{1,1000}")
_LITERAL = re.compile(r"~?[A-Za-z_][^\s~]*")
MOST_VARIABLES = 10_000_000


@dataclass(frozen=True)
class PseudoBoolean:
    """A pseudo-Boolean formula.

    costs: the terms of the objective; None without an objective.
    rows: the constraints: terms, one of >=, <= and =, and a number.
    names: the names of the variables.
    """

    costs: list[Term] | None
    rows: list[tuple[list[Term], str, int]]
    names: list[str]

    @property
    def greatest(self) -> int:
        """The greatest sum of magnitudes in a constraint with its bound, or in the objective."""
        rows = [*self.rows, (self.costs or [], "", 0)]
        return max(sum(abs(weight) for weight, _ in terms) + abs(bound) for terms, _, bound in rows)


def read(text: str) -> PseudoBoolean:
    """The formula; raises NotApplicable for a wrong statement and for other numbers of variables and constraints than
    in the header."""
    costs, rows = None, []
    statements = "\n".join(line for line in text.splitlines() if not line.startswith("*")).split(";")
    if not text.strip():
        raise NotApplicable("the formula is empty")
    if statements.pop().strip():
        raise NotApplicable("the last statement of the formula has no ; at its end")
    for number, statement in enumerate(map(str.strip, statements)):
        row, sum_of_costs = _ROW.fullmatch(statement), _COSTS.fullmatch(statement)
        if number == 0 and sum_of_costs:
            costs = list(_terms(sum_of_costs[1]))
        elif row:
            rows.append((list(_terms(row[1])), row[2], int("".join(row[3].split()))))
        else:
            raise NotApplicable(f"not a statement of OPB: '{statement[:80]}'")
    sums = [costs or [], *(terms for terms, _, _ in rows)]
    used = dict.fromkeys(name.removeprefix("~") for terms in sums for _, names in terms for name in names)
    header = _HEADER.search(text)
    if header and int(header[2]) != len(rows):
        raise NotApplicable(f"the header of the formula states {header[2]} constraints, but it has {len(rows)}")
    return PseudoBoolean(costs, rows, _declared(int(header[1]), used) if header else list(used))


def _declared(number: int, used: dict[str, None]) -> list[str]:
    """The names of all variables. number: as the header states it; variables in no constraint are among x1, x2, …"""
    if number > MOST_VARIABLES:
        raise NotApplicable(f"the formula states {number} variables; at most {MOST_VARIABLES} are supported")
    plain = [f"x{index}" for index in range(1, number + 1)]
    if used.keys() <= set(plain):
        return plain
    if number != len(used):
        raise NotApplicable(f"the header of the formula states {number} variables, but it has {len(used)}")
    return list(used)


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
