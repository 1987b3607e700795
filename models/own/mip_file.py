"""The user's own linear model, in MPS or in CPLEX's LP format, as HiGHS reads it: nothing is added to it.

Variables: those of the file.
Constraints: those of the file; one with two bounds becomes two.
Objective: that of the file.
Symmetry breaking: none.
Source: the user's file.

Goals: optimum
Formats: mps, lp
"""

import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulp

from tilings.models.own.data import assignment, write
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Atom, Encoding, NotApplicable


def build(instance: OwnInstance, goal: str) -> Encoding:
    """The model, with new names, as PuLP changes some; the atoms have the file's names. Raises NotApplicable."""
    from scipy.sparse import csc_matrix

    file = _read(instance)
    shape = (file.num_row_, file.num_col_)
    columns = csc_matrix((file.a_matrix_.value_, file.a_matrix_.index_, file.a_matrix_.start_), shape)
    rows = columns.tocsr()
    kinds = [_category(kind) for kind in file.integrality_] or ["Continuous"] * file.num_col_
    bounds = zip(map(_finite, file.col_lower_), map(_finite, file.col_upper_), kinds, strict=True)
    variables = [pulp.LpVariable(f"x{number}", *bound) for number, bound in enumerate(bounds)]
    model = pulp.LpProblem("own", pulp.LpMaximize if instance.sense == "max" else pulp.LpMinimize)
    costs = [(variable, cost) for variable, cost in zip(variables, file.col_cost_, strict=True) if cost]
    # The solvers' bounds ignore a constant from PuLP, so it is the cost of a variable fixed to 1.
    model += pulp.LpAffineExpression([*costs, (pulp.LpVariable("one", 1, 1), file.offset_)] if file.offset_ else costs)
    for row, (least, most) in enumerate(zip(file.row_lower_, file.row_upper_, strict=True)):
        entries = slice(rows.indptr[row], rows.indptr[row + 1])
        terms = zip(rows.indices[entries], rows.data[entries], strict=True)
        total = pulp.LpAffineExpression([(variables[column], float(value)) for column, value in terms])
        for sense, bound in _sides(least, most):
            model += pulp.LpConstraint(total.copy(), sense, f"c{row}_{sense + 1}", bound)

    def atoms(value: Callable[[Any], float]) -> list[Atom]:
        values = map(value, variables)
        kept = (round(x) if kind == "Integer" else x for x, kind in zip(values, kinds, strict=True))
        return [assignment(dict(zip(file.col_names_, kept, strict=True)))]

    return Encoding(model, atoms, goal == "optimum")


def _read(instance: OwnInstance) -> Any:
    """The model in HiGHS; raises NotApplicable for a file that HiGHS cannot read and for a quadratic objective."""
    import highspy

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    with tempfile.TemporaryDirectory() as folder:
        path, *_ = write(instance, Path(folder))
        if highs.readModel(str(path)) == highspy.HighsStatus.kError:
            raise NotApplicable(f"HiGHS cannot read {instance.model}, which must be well-formed {_NAMES[path.suffix]}")
    if highs.getHessianNumNz():
        raise NotApplicable(f"{instance.model} has a quadratic objective; MIP solvers support linear ones only")
    return highs.getLp()


_NAMES = {".mps": "MPS", ".lp": "CPLEX's LP format"}


def _category(kind: Any) -> str:
    """PuLP's name for a kind of variable of HiGHS."""
    name = kind.name.removeprefix("k")
    if name not in ("Continuous", "Integer"):
        raise NotApplicable(f"the model has a variable of kind {name}, which PuLP does not support")
    return str(name)


def _finite(bound: float) -> float | None:
    return bound if math.isfinite(bound) else None


def _sides(least: float, most: float) -> list[tuple[int, float]]:
    """The constraints that express the bounds of a row."""
    if least == most:
        return [(pulp.LpConstraintEQ, least)]
    return [(sense, bound) for sense, bound in ((pulp.LpConstraintGE, least), (pulp.LpConstraintLE, most))
            if math.isfinite(bound)]  # fmt: skip
