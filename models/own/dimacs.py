"""Reads formulas in DIMACS: CNF, and WCNF with a line ``p wcnf`` or, as of 2022, without.

Comments are lines that begin with c, wherever they stand, and have no meaning. A line that begins with % ends the
formula, as in the files of SATLIB. A clause may take several lines; each ends in 0.
Source of WCNF: the rules of the MaxSAT Evaluations, https://maxsat-evaluations.github.io.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from tilings.models.problem import NotApplicable

MOST_VARIABLES = 10_000_000
_CNF = re.compile(r"p\s+cnf\s+([0-9]{1,18})\s+([0-9]{1,18})")
_WCNF = re.compile(r"p\s+wcnf\s+([0-9]{1,18})\s+([0-9]{1,18})(?:\s+([0-9]{1,1000}))?")
_LITERAL = re.compile(r"-?[0-9]{1,18}")
_WEIGHT = re.compile(r"[0-9]{1,1000}")


@dataclass(frozen=True)
class Clauses:
    """A formula.

    variables: the number of variables.
    hard: the clauses that every solution satisfies.
    soft: clauses with their weights, which are the costs of the falsified ones; none in CNF.
    """

    variables: int
    hard: list[tuple[int, ...]]
    soft: list[tuple[int, tuple[int, ...]]]


def read(text: str, name: str, weighted: bool) -> Clauses:
    """The formula in a file of this name; raises NotApplicable for a wrong word and for other numbers of variables and
    clauses than its header has."""
    every = takewhile(lambda line: not line.startswith("%"), map(str.strip, text.splitlines()))
    lines = [line for line in every if line and not line.startswith("c")]
    header = (_WCNF if weighted else _CNF).fullmatch(lines[0]) if lines else None
    if not header and not (weighted and lines and lines[0][0] in "h0123456789"):
        raise NotApplicable(f"{name} has no line 'p {'wcnf' if weighted else 'cnf'} VARIABLES CLAUSES' at its start")
    stated = int(header[1]) if header else MOST_VARIABLES
    if stated > MOST_VARIABLES:
        raise NotApplicable(f"{name} states {stated} variables; at most {MOST_VARIABLES} are supported")
    words = (word for line in lines[1 if header else 0 :] for word in line.split())
    clauses = list(_clauses(words, name, stated, weighted))
    if header and len(clauses) != int(header[2]):
        raise NotApplicable(f"{name} does not have the {header[2]} clauses of its header, but {len(clauses)}")
    top = header[3] if header and weighted else None
    variables = stated if header else max((abs(each) for _, clause in clauses for each in clause), default=0)

    def hard(weight: str) -> bool:
        return weight == "h" or (top is not None and int(weight) >= int(top))

    if header and weighted and any(weight == "h" for weight, _ in clauses):
        raise NotApplicable(f"{name}: a hard clause has the weight {top or 'that the header states'}, not h")
    return Clauses(
        variables,
        [clause for weight, clause in clauses if hard(weight)],
        [(int(weight), clause) for weight, clause in clauses if not hard(weight)],
    )


def _clauses(words: Iterator[str], name: str, variables: int, weighted: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The clauses with their weights as text, which is h for hard ones."""
    for first in words:
        weight, clause, word = "h", list[int](), first
        if weighted:
            if first != "h" and not _WEIGHT.fullmatch(first):
                raise NotApplicable(f"{name}: '{first[:80]}' is neither a weight nor h")
            weight, word = first, next(words, "")
        while word != "0":
            if not word:
                raise NotApplicable(f"{name}: the last clause has no 0 at its end")
            if not _LITERAL.fullmatch(word) or not 0 < abs(int(word)) <= variables:
                raise NotApplicable(f"{name}: '{word[:80]}' is not a literal of {variables} variables")
            clause.append(int(word))
            word = next(words, "")
        yield weight, tuple(clause)
