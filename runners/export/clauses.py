"""Writes the formulas of formulations in the language ``sat``, which say what each variable and clause means.

A comment ``c variable 3 square(0,0,1)`` names a variable, ``c constraint cover(0,0)`` the clauses that follow.
"""

from runners.export.statement import Statement, commented


def cnf(stated: Statement) -> dict[str, str]:
    """The clauses, in DIMACS format."""
    return {".cnf": commented("c", [stated.title()]) + stated.build().dimacs()}


def wcnf(stated: Statement) -> dict[str, str]:
    """Hard clauses, and soft ones for the objective, in the format of the MaxSAT Evaluations since 2022."""
    formula = stated.build()
    soft = [f"{weight} {-literal} 0" for weight, literal in formula.costs()]  # may add clauses
    _, *lines = formula.dimacs().splitlines()
    hard = [line if line.startswith("c") else f"h {line}" for line in lines]
    return {".wcnf": commented("c", [stated.title()]) + "\n".join([*hard, *soft, ""])}
