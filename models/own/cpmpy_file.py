"""The user's own formula in DIMACS (CNF or WCNF) or OPB, or model in XCSP3, in CPMpy's terms: nothing is added to it.

Variables: those of the file.
Constraints: those of the file.
Objective: that of the file.
Symmetry breaking: none.
Source: the user's file.

Goals: first, count, optimum
Formats: cnf, wcnf, opb, xml
"""

import math
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tilings.models.cpmpy_import import cp
from tilings.models.own import dimacs, opb
from tilings.models.own.data import encoding_of, write
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Encoding, NotApplicable

_Read = tuple[Any, dict[str, Any]]  # a model, and its variables by name


def build(instance: OwnInstance, goal: str) -> Encoding:
    """The model; its atoms have the file's names. Raises NotApplicable for a file that cannot be read."""
    return encoding_of(*_READERS[instance.format](instance), goal)


class _Literals:
    """The variables of a formula by name."""

    def __init__(self, names: Iterable[str]) -> None:
        self.variables = {name: cp.boolvar() for name in names}

    def of(self, name: str) -> Any:
        """The variable of a name; its negation for a name with ~ before it."""
        return ~self.variables[name[1:]] if name.startswith("~") else self.variables[name]

    def any(self, clause: Iterable[int]) -> Any:
        """The disjunction of a clause's literals."""
        literals = [self.of(f"{'~' * (x < 0)}x{abs(x)}") for x in clause]
        return cp.any(literals) if literals else cp.BoolVal(False)

    def total(self, terms: Iterable[opb.Term]) -> Any:
        """The sum of weighted products."""
        return cp.sum([weight * math.prod(map(self.of, names)) for weight, names in terms])


def _dimacs(instance: OwnInstance) -> _Read:
    text, weighted = dict(instance.files)[instance.model], instance.format == "wcnf"
    formula = dimacs.read(text, instance.model, weighted)
    _require(sum(weight for weight, _ in formula.soft))
    literals = _Literals(f"x{number}" for number in range(1, formula.variables + 1))
    model = cp.Model(list(map(literals.any, formula.hard)))
    if weighted:
        model.minimize(_objective(cp.sum([weight * ~literals.any(clause) for weight, clause in formula.soft])))
    return model, literals.variables


def _opb(instance: OwnInstance) -> _Read:
    formula = opb.read(dict(instance.files)[instance.model])
    _require(formula.greatest)
    literals, model = _Literals(formula.names), cp.Model()
    for terms, sign, bound in formula.rows:
        total = literals.total(terms)
        model += total >= bound if sign == ">=" else total <= bound if sign == "<=" else total == bound
    if formula.costs is not None:
        (model.maximize if instance.sense == "max" else model.minimize)(_objective(literals.total(formula.costs)))
    return model, literals.variables


def _objective(total: Any) -> Any:
    """A sum as an objective; one of constants, on which CPMpy or its back ends fail, as a variable."""
    least, most = cp.expressions.utils.get_bounds(total)
    return cp.intvar(int(least), int(least)) if least == most else total


def _require(greatest: int) -> None:
    """Raise NotApplicable for sums that CPMpy does not hold: it evaluates them by NumPy."""
    if greatest >= 2**63:
        raise NotApplicable("coefficients beyond 64 bits are not supported by CPMpy")


def _xcsp3(instance: OwnInstance) -> _Read:
    with tempfile.TemporaryDirectory() as folder:
        path, *_ = write(instance, Path(folder))
        return load(path, instance.model)


def load(path: Path, name: str) -> _Read:
    """The model in a file in XCSP3, and its variables, also those in no constraint. Raises NotApplicable with the
    file's given name if it cannot be read."""
    try:
        from cpmpy.expressions.variables import _ignore_strict_variable_name_check
        from cpmpy.tools.xcsp3.parser import _parse_xcsp3
        from cpmpy.tools.xcsp3.parser_callbacks import CallbacksCPMPy
        from pycsp3.parser.xparser import CallbackerXCSP3

        callbacks = CallbacksCPMPy()
        callbacks.force_exit, callbacks.discard_variables_of_degree_0 = True, False
        with _ignore_strict_variable_name_check():
            CallbackerXCSP3(_parse_xcsp3(path), callbacks).load_instance()
    except ImportError as error:
        raise NotApplicable(f"CPMpy reads XCSP3 by a package that is missing: {error}") from None
    except (Exception, SystemExit) as error:  # the reader raises exceptions of any kind
        reason = f"{type(error).__name__}: {error}" if str(error) else "it has an element that is not supported"
        raise NotApplicable(f"CPMpy cannot read {name}: {reason}") from None
    return callbacks.cpm_model, {variable.name: variable for variable in callbacks.cpm_variables.values()}


_READERS = {"cnf": _dimacs, "wcnf": _dimacs, "opb": _opb, "xml": _xcsp3}
