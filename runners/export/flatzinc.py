"""Writes FlatZinc, which MiniZinc makes of a model for the constraints that a solver's library has."""

import subprocess
import tempfile
from pathlib import Path

from models import encoding, registry
from models.problem import UserError
from models.terminal import installing
from runners.export.statement import Statement, commented
from runners.install.programs import program
from runners.solvers.interface import solver
from runners.solvers.interface.minizinc import MiniZincSolver, minizinc_version

_STANDARD = "org.minizinc.mzn-fzn"  # MiniZinc's own name for flattening to its standard library


def flatzinc(stated: Statement) -> dict[str, str]:
    """The FlatZinc, and in ``.ozn`` how MiniZinc prints atoms of a solution; raises UserError where there is none."""
    version = minizinc_version()
    if version is None:
        raise UserError(f"MiniZinc, which writes .fzn, is missing; to install: {installing.PROGRAMS}")
    with tempfile.TemporaryDirectory(prefix="export-") as folder:
        flat, output = Path(folder) / "flat.fzn", Path(folder) / "flat.ozn"
        done = subprocess.run(
            [
                program("minizinc") or "minizinc", "--compile", "--solver", *_library(stated.library),
                "--fzn", str(flat), "--ozn", str(output), *map(str, _model(stated, Path(folder))),
            ],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode or not flat.exists():
            words = " ".join((done.stderr or done.stdout).split()) or f"exit code {done.returncode}"
            raise UserError(f"MiniZinc does not flatten {stated.formulation.name}: {words[:500]}")
        # MiniZinc's own head names the folders of this machine.
        _, _, text = flat.read_text(encoding="utf-8").partition("\n\n")
        library = stated.library or "the standard library"
        head = commented("%", [stated.title(), f"flattened by MiniZinc {version} for {library}"])
        return {".fzn": head + text, ".ozn": output.read_text(encoding="utf-8")}


def _model(stated: Statement, folder: Path) -> list[Path]:
    """What MiniZinc is to read: the formulation, the goal and the instance's data; or the user's own model and data."""
    if stated.problem.files:
        return stated.problem.files(stated.instance, folder)
    data = folder / "data.dzn"
    data.write_text(encoding.dzn(stated.problem.parameters(stated.instance) | stated.options), encoding="utf-8")
    return [stated.formulation.path, registry.solve_item(stated.goal, stated.problem.sense), data]


def _library(name: str) -> list[str]:
    """MiniZinc's name of the solver with its settings, for the solver of this name."""
    if not name:
        return [_STANDARD]
    adapter = solver.find(name, "cp")
    if not isinstance(adapter, MiniZincSolver):
        raise UserError(f"--solver {name}: MiniZinc does not call it, so it has no library of MiniZinc's")
    return [adapter.tag, *adapter.flags]
