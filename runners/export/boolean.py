"""Writes what CPMpy makes of its models: clauses (DIMACS, WCNF) and pseudo-Boolean constraints (OPB).

A comment names each variable: by an atom, or by what it says of a whole number (``IV3_ge_4``: the whole number that
CPMpy calls IV3 is at least 4). An objective is minimised always, as WCNF and OPB have it.
"""

import warnings
from collections.abc import Callable
from typing import Any

from models.problem import Encoding, UserError
from runners.export.statement import Statement, meanings, objective


def cnf(stated: Statement) -> dict[str, str]:
    """The clauses, in DIMACS format."""
    return {".cnf": _written(stated, _dimacs)}


def wcnf(stated: Statement) -> dict[str, str]:
    """Hard clauses, and soft ones for the objective, in the format of the MaxSAT Evaluations since 2022."""
    return {".wcnf": _written(stated, _dimacs)}


def opb(stated: Statement) -> dict[str, str]:
    """The pseudo-Boolean constraints, in the format of the pseudo-Boolean competitions since 2024."""
    return {".opb": _written(stated, _opb)}


def _dimacs(model: Any, head: str, names: Any) -> str:
    from cpmpy.tools.io.dimacs import write_dimacs

    with warnings.catch_warnings(action="ignore"):  # of the constant that the head tells
        return write_dimacs(model, header=head, annotate_bool=names, p_header=not model.has_objective())


def _opb(model: Any, head: str, names: Any) -> str:
    from cpmpy.tools.io.opb import write_opb

    return write_opb(model, header=head, annotate_bool=names) + "\n"


def _written(stated: Statement, write: Callable[[Any, str, Any], str]) -> str:
    built = stated.build()  # first of all, because it imports CPMpy without the libraries of its back ends
    model, head = built.model, stated.title()
    if model.has_objective():
        sign = 1 if model.objective_is_min else -1
        model.minimize(sign * model.objective_)
        head += f"\n{objective(sign, sign * _constant(model.objective_, write is _opb))}"
    try:
        return write(model, head, _annotator(built))
    except NotImplementedError as reason:  # CPMpy's writers know no constraint that is just False
        refuted = "it finds that there is no solution while it rewrites the model" if "False" in str(reason) else reason
        raise UserError(f"CPMpy does not write this model of {stated.formulation.name}: {refuted}") from None


def _constant(minimised: Any, opb: bool) -> int:
    """What the file leaves out of the objective, such as the least value of a whole number."""
    from cpmpy.expressions.variables import NegBoolView
    from cpmpy.transformations.to_cnf import to_cnf_objective

    weights, literals, constant, _ = to_cnf_objective(minimised)
    if opb:  # where -x stands for a literal ~x, that is 1 - x
        constant += sum(
            weight for weight, literal in zip(weights, literals, strict=True) if type(literal) is NegBoolView
        )
    return int(constant)


def _annotator(built: Encoding) -> Any:
    """What names the variables for CPMpy's writers."""
    from cpmpy.tools.io.annotate_bool import VeriPBAnnotator

    known = meanings(built)

    class Names(VeriPBAnnotator):
        def annotate(self, variables: list[Any], encodings: dict[str, Any]) -> list[str]:
            names = super().annotate(variables, encodings)
            return [known.get(variable.name, name) for variable, name in zip(variables, names, strict=True)]

    return Names()
