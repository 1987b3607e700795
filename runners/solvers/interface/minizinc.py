"""The adapters of MiniZinc's solvers: the ``minizinc`` command runs each of them and prints a JSON stream.

Solvers without an adapter file that MiniZinc lists (``minizinc --solvers``) are named ``mzn-TAG`` by the last word of
their id there.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import warnings
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models import encoding, registry
from tilings.models.problem import UserError
from tilings.models.registry import Formulation
from tilings.runners.install.packages import package_version
from tilings.runners.install.programs import TRIES, program
from tilings.runners.solvers.interface.events import Bounded, Event, Failed, Found, Measured, SearchComplete, Unbounded
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.solver import Job, parse_atoms

if TYPE_CHECKING:
    from minizinc import Driver, Solver

# Debian 12 has an older one, which does not find the global constraints of its Gecode and decomposes them.
_OLDEST = (2, 8, 2)
# With its library of linear constraints, MiniZinc 2.9 unifies the domains of variables, and on polycubes/cp_channel it
# crashes or takes minutes. Without the unification the other formulations are as fast.
LINEAR = ("-D", "fMIPdomains=false")
PREFIX = "mzn-"
_PARADIGMS = {"cp-sat": "CP-SAT", "mip": "MIP", "sat": "SAT", "pb": "PB", "smt": "SMT"}  # by MiniZinc's own tags
_COMPLETE = {"OPTIMAL_SOLUTION", "ALL_SOLUTIONS", "UNSATISFIABLE"}
_UNBOUNDED = {"UNBOUNDED", "UNSAT_OR_UNBOUNDED"}  # runners.execute.own_limits asks for a solution
_COLUMNS = {
    "flatTime": "flatten_s", "nodes": "nodes", "failures": "failures", "variables": "variables",
    "propagators": "constraints", "propagations": "effort",
}  # fmt: skip


class MiniZincSolver:
    """An adapter for one of MiniZinc's solvers.

    tag: the word by which MiniZinc finds the solver, if that is not its name.
    largest: the bound that the solver puts on the absolute value of a number without bounds; None for a MIP solver,
        which puts no bound.
    """

    accepts = "cp"
    install_command = "make solvers"
    enumerates = True
    reads_files = True
    flags: tuple[str, ...] = ()
    largest: int | None = 2**31 - 2

    def __init__(
        self,
        name: str,
        parallel: bool,
        paradigm: str = "CP",
        tag: str = "",
        presets: Mapping[str, Preset] | None = None,
    ) -> None:
        self.name = name
        self.presets = presets or {}
        self.parallel = parallel
        self.paradigm = paradigm
        self.tag = tag or name

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The versions of the solver and of MiniZinc; None where one of them is missing or cannot run."""
        return version_of(self.tag)

    def command(self, job: Job) -> list[str]:
        """Writes MiniZinc's input into the job's folder; the command line."""
        every = [] if job.goal == "first" else ["--all-solutions"]
        parallel = ["--parallel", str(job.threads)] if self.parallel and job.threads > 1 else []
        return [
            program("minizinc") or "minizinc", "--solver", self.tag, "--json-stream",
            "--statistics", *self.settings(job), *job.settings, "--time-limit", str(round(1000 * job.wall_s)),
            *every, *parallel, *self.flags, *_model(job),
        ]  # fmt: skip

    def settings(self, job: Job) -> list[str]:
        """The options of the solver itself: its seed."""
        return ["--random-seed", str(job.seed)]

    def measured(self, statistics: dict[str, Any]) -> dict[str, Any]:
        """The statistics by columns of the record."""
        return {column: statistics[key] for key, column in _COLUMNS.items() if key in statistics}

    def parse(self, line: str) -> list[Event]:
        """The events in a line of the JSON stream; none in other lines, such as a solver's own warning."""
        if not line.startswith("{"):
            return []
        message = json.loads(line)
        kind = message.get("type")
        if kind == "solution":
            return [_solution(message["output"])]
        if kind == "statistics":
            return _measurements(message["statistics"], self.measured(message["statistics"]))
        if kind == "status" and message["status"] in _COMPLETE:
            return [SearchComplete()]
        if kind == "status" and message["status"] in _UNBOUNDED:
            return [Unbounded()]
        if kind == "error":
            wheres = [message.get("location", {}), *(call["location"] for call in message.get("stack", []))]
            where = next((each for each in wheres if each.get("filename")), None)  # an assertion's is in its stack
            place = f" ({Path(where['filename']).name}:{where['firstLine']})" if where else ""
            phase = "encode" if place else "solve"
            what = message.get("what", "error")  # with which the message of a syntax error begins, too
            return [Failed(f"{what}: {message.get('message', '').removeprefix(f'{what}, ')}{place}", phase)]
        return []


class MiniZincMip(MiniZincSolver):
    """An adapter for a MIP solver that MiniZinc calls as a library; MiniZinc reports the sizes of the linear model.

    It searches one solution and cannot count.
    """

    enumerates = False
    flags = LINEAR
    largest = None

    def __init__(self, name: str, tag: str = "") -> None:
        super().__init__(name, parallel=True, paradigm="MIP", tag=tag)

    def measured(self, statistics: dict[str, Any]) -> dict[str, Any]:
        """As for any solver; MiniZinc reports the sizes."""
        return super().measured(statistics) | flat_sizes(statistics)


class MiniZincLibrary(MiniZincMip):
    """An adapter for a MIP solver whose library, a file that matches `library`, is in a Python package."""

    package = library = ""

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The versions of the package and of MiniZinc; None if one of them or the library is missing."""
        own, caller = package_version(self.package), minizinc_version()
        return f"{own} (MiniZinc {caller})" if own and caller and self.file(self.library) else None

    def file(self, pattern: str) -> Path | None:
        """The first file of the package whose name matches a pattern, if any."""
        return _package_file(self.package, pattern)


class ListedSolver(MiniZincSolver):
    """An adapter for a solver without a file, whose options depend on its configuration in MiniZinc's list.

    Raises UserError if MiniZinc is installed and does not list it.
    """

    def __init__(self, name: str) -> None:
        tag = name.removeprefix(PREFIX)
        known = listed_solvers()
        if minizinc_version() and tag not in known:
            names = ", ".join(PREFIX + other for other in sorted(known))
            raise UserError(f"unknown solver '{name}'; MiniZinc lists {names}")
        found = known.get(tag)
        flags, tags = (found.stdFlags, found.tags) if found else ([], [])
        paradigm = next((paradigm for word, paradigm in _PARADIGMS.items() if word in tags), "CP")
        super().__init__(name, "-p" in flags, paradigm, tag)
        self.enumerates = "-a" in flags
        self._seeded = "-r" in flags
        self.largest = None if paradigm == "MIP" else self.largest
        self.flags = LINEAR if found and found.mznlib == "-Glinear" else ()
        if found:
            self.install_command = f"the program or library that 'minizinc --help {tag}' names"

    def settings(self, job: Job) -> list[str]:
        """Its seed, if it takes one."""
        return super().settings(job) if self._seeded else []

    def measured(self, statistics: dict[str, Any]) -> dict[str, Any]:
        """As for any solver, with the flattened model's sizes unless it reports its own."""
        return flat_sizes(statistics) | super().measured(statistics)


def evaluation(files: Iterable[Path]) -> list[str]:
    """The command line by which MiniZinc evaluates files without free variables, such as a checker."""
    return [program("minizinc") or "minizinc", "--solver", "gecode", "--json-stream", *map(str, files)]


def interface(files: Iterable[Path]) -> list[str]:
    """The command line by which MiniZinc prints the types of a model's output variables as JSON."""
    return [program("minizinc") or "minizinc", "--solver", "gecode", "--json-stream", "--model-interface-only",
            *map(str, files)]  # fmt: skip


def flattened(adapter: MiniZincSolver, files: Iterable[Path], path: Path) -> list[str]:
    """The command line by which MiniZinc writes the FlatZinc of a model for a solver into a file."""
    command = [program("minizinc") or "minizinc", "--compile", "--solver", adapter.tag, "--no-output-ozn"]
    return [*command, "--fzn", str(path), *adapter.flags, *map(str, files)]


def flat_sizes(statistics: dict[str, Any]) -> dict[str, int]:
    """The sizes of a flattened model, such as flatIntVars; empty for statistics of the search."""
    if "flatTime" not in statistics:
        return {}
    return {
        column: sum(value for key, value in statistics.items() if key.startswith("flat") and key.endswith(ending))
        for column, ending in (("variables", "Vars"), ("constraints", "Constraints"))
    }


def listed() -> dict[str, list[Solver]]:
    """The solvers that MiniZinc lists, by each of their tags, the latest first; empty without a usable MiniZinc."""
    ours = driver()
    solvers = {} if ours is None else ours.available_solvers()
    return {tag: sorted(versions, key=_release, reverse=True) for tag, versions in solvers.items()}


def listed_solvers() -> dict[str, Solver]:
    """The solvers that MiniZinc lists, by tag: the first of each, without graphical ones."""
    first: dict[str, Solver] = {}
    for solver in (solver for versions in listed().values() for solver in versions):
        if not solver.isGUIApplication:
            first.setdefault(solver.id.rpartition(".")[2], solver)
    return first


def version_of(tag: str) -> str | None:
    """The versions of a solver, by its tag, and of MiniZinc; None if one is missing or cannot run."""
    latest = next(iter(listed().get(tag, [])), None)
    if not latest or latest.version == "<unknown version>":
        return None
    executable = Path(latest.executable or "")  # empty for a solver that is built in
    if executable.is_absolute() and not executable.exists():
        return None
    return f"{latest.version} (MiniZinc {minizinc_version()})"


def minizinc_version() -> str | None:
    """MiniZinc's version; None if it is missing or too old."""
    ours = driver()
    return None if ours is None else ".".join(map(str, ours.parsed_version))


def _release(found: Solver) -> list[int]:
    """A solver's version as numbers."""
    return [int(number) for number in re.findall(r"\d+", found.version)]


@cache
def driver() -> Driver | None:
    """MiniZinc's driver in its Python package, with its list of solvers; None if it is missing or too old."""
    for _ in range(TRIES):
        with suppress(AssertionError, OSError, ValueError):  # a command that cannot run, or was killed
            return _driver()
    return None


def _driver() -> Driver | None:
    """The same in one try; raises OSError, ValueError or AssertionError if the command fails."""
    with warnings.catch_warnings(action="ignore"):  # of a MiniZinc that is not on the path
        import minizinc  # which calls the one on the path
        from minizinc.error import ConfigurationError, MiniZincError
    path = program("minizinc")
    try:
        driver = minizinc.Driver(Path(path)) if path else None
        if not driver or driver.parsed_version < _OLDEST:
            return None
        driver.available_solvers()
    except (ConfigurationError, MiniZincError) as error:
        raise OSError(str(error)) from error
    return driver


@cache
def _package_file(package: str, pattern: str) -> Path | None:
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())) for file in files if fnmatch(file.name, pattern)), None)


def _model(job: Job) -> list[str]:
    """The formulation, the goal's solve item and the instance's data; or the user's own model and its data.

    Of a user's model MiniZinc prints the output variables and the objective as JSON.
    """
    if job.problem.files:
        files = job.problem.files(job.instance, job.work)
        return ["--output-mode", "json", "--output-objective", *map(str, files)]
    data = job.work / "data.dzn"
    data.write_text(encoding.dzn(job.problem.parameters(job.instance) | job.options), encoding="utf-8")
    return [str(job.formulation.path), str(registry.solve_item(job.goal, job.problem.sense)), str(data)]


def _solution(output: dict[str, Any]) -> Found:
    """The solution in MiniZinc's output: of a user's own model as one atom, its JSON text.

    For FlatZinc the text is a data file without an objective.
    """
    if "json" in output:
        values = dict(output["json"])
        objective = values.pop("_objective", None)
        return Found(((json.dumps(values), ()),), objective)
    if "dzn" in output:
        return Found(((output["dzn"], ()),))
    objective = None
    atoms = []
    for name, arguments in parse_atoms(output["default"]):
        if name == "objective":
            objective = arguments[0]
        else:
            atoms.append((name, arguments))
    return Found(tuple(atoms), objective)


def _measurements(statistics: dict[str, Any], values: dict[str, Any]) -> list[Event]:
    values |= {"encode_s": values["flatten_s"]} if "flatten_s" in values else {}
    if values.get("effort"):
        values["effort_unit"] = "propagations"
    else:
        values.pop("effort", None)  # Chuffed always prints 0
    if "solveTime" in statistics:
        values["solve_s"] = statistics["solveTime"] + statistics.get("initTime", 0.0)
    events: list[Event] = [Measured(values)] if values else []
    fixed = statistics.get("objective") == statistics.get("objectiveBound") == 0  # by flattening, at any value
    if "objectiveBound" in statistics and not fixed:
        events.append(Bounded(statistics["objectiveBound"]))
    return events
