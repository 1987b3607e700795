"""The user's own formula in DIMACS or OPB, or model in XCSP3, in CPMpy's terms: nothing is added to it.

Variables: those of the file.
Constraints: those of the file.
Objective: that of the file.
Symmetry breaking: none.
Source: the user's file.

Goals: first, count, optimum
Formats: cnf, opb, xml
"""

import math
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tilings.models.cpmpy_import import cp
from tilings.models.own import opb, sat_file
from tilings.models.own.data import assignment, write
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Atom, Encoding, NotApplicable


def build(instance: OwnInstance, goal: str) -> Encoding:
    """The model; its atoms have the file's names. Raises NotApplicable for a file that cannot be read."""
    model = _READERS[instance.format](instance)
    variables = cp.transformations.get_variables.get_variables_model(model)

    def atoms(value: Callable[[Any], float]) -> list[Atom]:
        return [assignment({variable.name: int(value(variable)) for variable in variables})]

    return Encoding(model, atoms, goal == "optimum")


class _Literals(dict[str, Any]):
    """The variables of a formula, created on first use."""

    def __missing__(self, name: str) -> Any:
        self[name] = cp.boolvar(name=name)
        return self[name]

    def of(self, name: str) -> Any:
        """The variable of a name; its negation for a name with ~ before it."""
        return ~self[name[1:]] if name.startswith("~") else self[name]

    def total(self, terms: Iterable[opb.Term]) -> Any:
        """The sum of weighted products."""
        return cp.sum([weight * math.prod(map(self.of, names)) for weight, names in terms])


def _dimacs(instance: OwnInstance) -> Any:
    formula, literals = sat_file.build(instance, "first"), _Literals()
    clauses = [[literals.of(f"{'~' * (x < 0)}x{abs(x)}") for x in clause] for clause in formula.clauses]
    return cp.Model([cp.any(clause) if clause else cp.BoolVal(False) for clause in clauses])


def _opb(instance: OwnInstance) -> Any:
    formula, literals = opb.read(dict(instance.files)[instance.model]), _Literals()
    model = cp.Model()
    for terms, sign, bound in formula.rows:
        total = literals.total(terms)
        model += total >= bound if sign == ">=" else total <= bound if sign == "<=" else total == bound
    if formula.costs is not None:
        model.minimize(literals.total(formula.costs))
    return model


def _xcsp3(instance: OwnInstance) -> Any:
    from cpmpy.tools.io.xcsp3 import load_xcsp3

    with tempfile.TemporaryDirectory() as folder:
        path, *_ = write(instance, Path(folder))
        try:
            return load_xcsp3(str(path))
        except ImportError as error:
            raise NotApplicable(f"CPMpy reads XCSP3 by a package that is missing: {error}") from None
        except Exception as error:  # the reader raises exceptions of any kind
            raise NotApplicable(f"CPMpy cannot read {instance.model}: {type(error).__name__}: {error}") from None


_READERS = {"cnf": _dimacs, "opb": _opb, "xml": _xcsp3}
