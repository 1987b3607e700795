"""Writes a formulation's model of an instance for a goal, with the library of its language.

Language ``sat``: a comment ``c variable 3 square(0,0,1)`` names a variable, ``c constraint cover(0,0)`` the clauses
that follow. Language ``cpmpy``: a comment names each variable, by an atom, or by what it says about a whole number
(``IV3_ge_4``: the whole number that CPMpy calls IV3 is at least 4). In WCNF, OPB, MPS and exact covers an objective is
minimised.
"""

import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilings.models import encoding, presentation, registry
from tilings.models.encoding import atom
from tilings.models.problem import Encoding, Instance, Problem, UserError
from tilings.models.registry import Formulation
from tilings.models.terminal.command import INSTALL_PROGRAMS
from tilings.runners.install.programs import program
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.minizinc import MiniZincSolver, minizinc_version

_STANDARD = "org.minizinc.mzn-fzn"  # MiniZinc's own name for flattening to its standard library


@dataclass(frozen=True)
class Statement:
    """A formulation's model of an instance for a goal."""

    problem: Problem
    instance: Instance
    formulation: Formulation
    goal: str
    options: dict[str, str]  # a value for each of the formulation's own options
    library: str = ""  # the solver for whose library of constraints MiniZinc flattens; empty: the standard library

    def build(self) -> Any:
        """The model or formula that the Python formulation builds."""
        return presentation.built(self.formulation.module(), self.instance, self.goal, self.options)

    def title(self) -> str:
        """One line: the instance, the goal and the formulation with its options."""
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.problem.family}/{self.instance.name} goal={self.goal} {self.formulation.name}{options}"


def objective(sign: int, constant: int) -> str:
    """A line with the objective as a function of the value that a reader of the file reports."""
    return f"objective = {'-' if sign < 0 else ''}value{f' {constant:+d}' if constant else ''}"


def commented(prefix: str, lines: Iterable[str]) -> str:
    """The lines as comments of a format."""
    return "".join(f"{prefix} {line}\n" for line in lines)


def meanings(encoding: Encoding) -> dict[str, str]:
    """The atom of each 0-1 variable by its name; empty if an atom depends on several variables or an integer."""
    if encoding.atoms(lambda _: 0):
        return {}
    read: list[Any] = []

    def one(variable: Any) -> int:
        read.append(variable)
        return 1

    atoms = encoding.atoms(one)
    if len(read) != len(atoms):
        return {}
    return {variable.name: atom(*named) for variable, named in zip(read, atoms, strict=True)}


def sat_cnf(stated: Statement) -> dict[str, str]:
    """The clauses, in DIMACS format."""
    return {".cnf": commented("c", [stated.title()]) + stated.build().dimacs()}


def sat_wcnf(stated: Statement) -> dict[str, str]:
    """Hard clauses, and soft ones for the objective, in the format of the MaxSAT Evaluations since 2022."""
    formula = stated.build()
    soft = [f"{weight} {-literal} 0" for weight, literal in formula.costs()]  # before the clauses: it may add some
    _, *lines = formula.dimacs().splitlines()
    hard = [line if line.startswith("c") else f"h {line}" for line in lines]
    return {".wcnf": commented("c", [stated.title()]) + "\n".join([*hard, *soft, ""])}


def cpmpy_cnf(stated: Statement) -> dict[str, str]:
    """The clauses that CPMpy makes of the model, in DIMACS format; for an optimum hard and soft ones, as `sat_wcnf`."""
    return {".wcnf" if stated.goal == "optimum" else ".cnf": _written(stated, _write_dimacs)}


def cpmpy_opb(stated: Statement) -> dict[str, str]:
    """The pseudo-Boolean constraints, in the format of the pseudo-Boolean competitions since 2024."""
    return {".opb": _written(stated, _write_opb)}


def _write_dimacs(model: Any, head: str, names: Any) -> str:
    from cpmpy.tools.io.dimacs import write_dimacs

    return write_dimacs(model, header=head, annotate_bool=names, p_header=not model.has_objective())


def _write_opb(model: Any, head: str, names: Any) -> str:
    from cpmpy.tools.io.opb import write_opb

    return write_opb(model, header=head, annotate_bool=names) + "\n"


@contextmanager
def _numbered_anew() -> Iterator[None]:
    """CPMpy numbers all variables of a process, and their names are in the comments: equal models get equal ones."""
    from tilings.models.cpmpy_import import cp  # CPMpy without the libraries of its back ends

    kinds = (cp.expressions.variables._IntVarImpl, cp.expressions.variables._BoolVarImpl)
    before = [kind.counter for kind in kinds]
    for kind in kinds:
        kind.counter = 0
    try:
        yield
    finally:
        for kind, number in zip(kinds, before, strict=True):
            kind.counter = max(kind.counter, number)


@_numbered_anew()
def _written(stated: Statement, write: Callable[[Any, str, Any], str]) -> str:
    built = stated.build()
    model, head = built.model, stated.title()
    if model.has_objective():
        sign = 1 if model.objective_is_min else -1
        model.minimize(sign * model.objective_)
        head += f"\n{objective(sign, sign * _constant(model.objective_, write is _write_opb))}"
    try:
        return write(model, head, _annotator(built))
    except NotImplementedError as reason:  # CPMpy's writers do not support the constraint False
        refuted = "it finds that there is no solution while it rewrites the model" if "False" in str(reason) else reason
        raise UserError(f"CPMpy does not write this model of {stated.formulation.name}: {refuted}") from None


def _constant(minimised: Any, opb: bool) -> int:
    """The constant of the objective that the file omits, such as the least value of an integer."""
    from cpmpy.expressions.variables import NegBoolView
    from cpmpy.transformations.to_cnf import to_cnf_objective

    weights, literals, constant, _ = to_cnf_objective(minimised)
    if opb:  # OPB has -x for a literal ~x, which is 1 - x
        constant += sum(
            weight for weight, literal in zip(weights, literals, strict=True) if type(literal) is NegBoolView
        )
    return int(constant)


def _annotator(built: Encoding) -> Any:
    """Names the variables for CPMpy's writers."""
    from cpmpy.tools.io.annotate_bool import VeriPBAnnotator

    known = meanings(built)

    class Names(VeriPBAnnotator):
        def annotate(self, variables: list[Any], encodings: dict[str, Any]) -> list[str]:
            names = super().annotate(variables, encodings)
            return [known.get(variable.name, name) for variable, name in zip(variables, names, strict=True)]

    return Names()


def mip_mps(stated: Statement) -> dict[str, str]:
    """The model in free MPS format.

    Always a minimisation: the format has no standard field for the direction, and some readers lack its extensions.
    """
    import pulp

    built = stated.build()
    sign = -1 if built.model.sense == pulp.LpMaximize else 1
    text = _from_file(lambda path: built.model.writeMPS(path, mpsSense=pulp.LpMinimize))
    return {".mps": commented("*", _head(stated, built, sign)) + text}


def mip_lp(stated: Statement) -> dict[str, str]:
    """The model in CPLEX's LP format, in its own direction."""
    built = stated.build()
    text = _from_file(built.model.writeLP)
    return {".lp": commented("\\", _head(stated, built, 1)) + text}


def _from_file(write: Callable[[str], object]) -> str:
    """What a function writes into a file."""
    with tempfile.TemporaryDirectory(prefix="export-") as folder:
        path = Path(folder) / "model"
        write(str(path))
        return path.read_text(encoding="utf-8")


def _head(stated: Statement, built: Encoding, sign: int) -> list[str]:
    constant = round(built.model.objective.constant)  # which PuLP does not write
    return [
        stated.title(),
        *([objective(sign, constant)] if built.objective else []),
        *(f"{name} {meaning}" for name, meaning in meanings(built).items()),
    ]


def minizinc(stated: Statement) -> dict[str, str]:
    """The model, one file without the others that it includes but MiniZinc's own, and in ``.dzn`` the data."""
    read: set[Path] = set()
    files = [stated.formulation.path, registry.solve_item(stated.goal, stated.problem.sense)]
    model = commented("%", [stated.title()]) + "\n".join(_whole(path.resolve(), read) for path in files)
    return {".mzn": model, ".dzn": encoding.dzn(stated.problem.parameters(stated.instance) | stated.options)}


def _whole(path: Path, read: set[Path]) -> str:
    """A model with the files that it includes in their places, each once. read: those so far."""
    read.add(path)

    def included(found: re.Match[str]) -> str:
        other = (path.parent / found[1]).resolve()
        if not other.exists():  # it is MiniZinc's own
            return found[0]
        return "" if other in read else _whole(other, read)

    return re.sub(r'^include "(.+)";\n', included, path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def asp(stated: Statement) -> dict[str, str]:
    """The program with the goal and the options as its constants, and in ``.lp`` the facts of the instance."""
    program = stated.formulation.path.read_text(encoding="utf-8")
    for key, value in {"goal": stated.goal, **stated.options}.items():
        program = re.sub(rf"^#const {key} = .+\.$", f"#const {key} = {value}.", program, flags=re.MULTILINE)
    facts = presentation.facts(stated.instance, stated.problem.facts(stated.instance))
    return {".asp": commented("%", [stated.title()]) + program, ".lp": encoding.facts(facts)}


def flatzinc(stated: Statement) -> dict[str, str]:
    """The FlatZinc, and in ``.ozn`` MiniZinc's output of atoms; raises UserError without MiniZinc."""
    version = minizinc_version()
    if version is None:
        raise UserError(f"MiniZinc, which writes .fzn, is missing; to install: {INSTALL_PROGRAMS}")
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
    """The files for MiniZinc: the formulation, the goal and the instance's data; or the user's own model and data."""
    if stated.problem.files:
        return stated.problem.files(stated.instance, folder)
    texts = minizinc(stated)
    for ending, text in texts.items():
        (folder / f"model{ending}").write_text(text, encoding="utf-8")
    return [folder / f"model{ending}" for ending in texts]


def _library(name: str) -> list[str]:
    """MiniZinc's tag and flags of the solver of this name."""
    if not name:
        return [_STANDARD]
    adapter = solver.find(name, "cp")
    if not isinstance(adapter, MiniZincSolver):
        raise UserError(f"--solver {name}: it is not a solver of MiniZinc")
    return [adapter.tag, *adapter.flags]
