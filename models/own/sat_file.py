"""The user's own formula in DIMACS: nothing is added to it.

Variables: those of the file, x1 and so on.
Constraints: the clauses of the file.
Objective: none.
Symmetry breaking: none.
Source: the user's file.

Goals: first
Formats: cnf
"""

import re

from tilings.models.formula import Formula
from tilings.models.own.data import assignment
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import NotApplicable

_HEADER = re.compile(r"^p\s+cnf\s+([0-9]{1,18})\s+([0-9]{1,18})\s*$", re.MULTILINE)
_LITERAL = re.compile(r"-?[0-9]{1,18}")
MOST_VARIABLES = 10_000_000


def build(instance: OwnInstance, goal: str) -> Formula:
    """The formula. Raises NotApplicable for a file that contradicts its header."""
    text = dict(instance.files)[instance.model]
    header = _HEADER.search(text)
    if not header:
        raise NotApplicable(f"{instance.model} has no line 'p cnf VARIABLES CLAUSES'")
    if int(header[1]) > MOST_VARIABLES:
        raise NotApplicable(f"{instance.model} states {header[1]} variables; at most {MOST_VARIABLES} are supported")
    formula = Formula()
    for number in range(1, int(header[1]) + 1):
        formula.variable("x", number)
    formula.constraint("file")
    clause: list[int] = []
    for word in _words(text[header.end() :]):
        if not _LITERAL.fullmatch(word) or abs(int(word)) > formula.variables:
            raise NotApplicable(f"{instance.model}: '{word[:80]}' is not a literal of {formula.variables} variables")
        if int(word):
            clause.append(int(word))
        else:
            formula.add(*clause)
            clause = []
    if clause or len(formula.clauses) != int(header[2]):
        raise NotApplicable(f"{instance.model} does not have the {header[2]} clauses of its header")
    formula.atoms = lambda true: [assignment({f"x{v}": v in true for v in range(1, formula.variables + 1)})]
    return formula


def _words(text: str) -> list[str]:
    """The words without comments, up to a line with a percent sign, which ends some files."""
    lines = re.split(r"^%", text, maxsplit=1, flags=re.MULTILINE)[0].splitlines()
    return [word for line in lines if not line.startswith("c") for word in line.split()]
