"""Writes the linear models that PuLP holds: in free MPS format, and in CPLEX's LP format."""

import tempfile
from pathlib import Path

from models.problem import Encoding
from runners.export.statement import Statement, commented, meanings, objective


def mps(stated: Statement) -> dict[str, str]:
    """The model in free MPS format.

    It is a minimisation always: the format has no standard field for the direction, and some readers know none of its
    extensions.
    """
    import pulp

    built = stated.build()
    with tempfile.TemporaryDirectory(prefix="export-") as folder:
        path = Path(folder) / "model.mps"
        built.model.writeMPS(str(path), mpsSense=pulp.LpMinimize)
        sign = -1 if built.model.sense == pulp.LpMaximize else 1
        return {".mps": commented("*", _head(stated, built, sign)) + path.read_text(encoding="utf-8")}


def lp(stated: Statement) -> dict[str, str]:
    """The model in CPLEX's LP format, in its own direction."""
    built = stated.build()
    with tempfile.TemporaryDirectory(prefix="export-") as folder:
        path = Path(folder) / "model.lp"
        built.model.writeLP(str(path))
        return {".lp": commented("\\", _head(stated, built, 1)) + path.read_text(encoding="utf-8")}


def _head(stated: Statement, built: Encoding, sign: int) -> list[str]:
    constant = round(built.model.objective.constant)  # which PuLP does not write
    return [
        stated.title(),
        *([objective(sign, constant)] if built.objective else []),
        *(f"{name} {meaning}" for name, meaning in meanings(built).items()),
    ]
