"""The interface of an adapter, and the search for one by its file name.

A solver is one file of ``runners/solvers/``, or of a plug-in, that defines an adapter for each language that it takes:
an object with the members of Solver, named by the language in capitals (CP, MIP, CPMPY, ...; see
models.formulation.LANGUAGES). What several adapters share lies in ``runners/solvers/interface/``. Further solvers of
MiniZinc are known by names such as ``mzn-gurobi``, without a file (see minizinc.py); no pattern stands for them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

from tilings.models import digest, plugins, registry
from tilings.models.formulation import LANGUAGES, PARADIGMS, Formulation
from tilings.models.plugins import Place, Plugins, load
from tilings.models.problem import GOALS, Atom, Instance, Problem, UserError
from tilings.models.search_parts import WHOLE, Part
from tilings.models.terminal import phrases
from tilings.models.terminal.command import IN_REPOSITORY, INSTALL_PROGRAMS, install_command
from tilings.runners.solvers.interface import adapter_check
from tilings.runners.solvers.interface.events import Event

HOME = Path(__file__).parent.parent
# Where no solver is named, these are tried first, in the order of their mean times in results/published; then others.
PREFERRED = ("dlx", "clingo", "cpsat", "chuffed", "glucose", "gecode", "cadical", "kissat", "highs", "cbc")
LISTED = {  # prefixes of solvers without a file: their language, and the module and class of their adapters
    "mzn-": ("cp", "tilings.runners.solvers.interface.minizinc", "ListedSolver"),
    "cpmpy-": ("cpmpy", "tilings.runners.solvers.interface.cpmpy", "ListedBackEnd"),
}


@dataclass(frozen=True)
class OutputRequests:
    """Optional output requested from the solver, as far as it has it.

    solutions: at least so many are sent out, also where it can count without (0: all; None: a sample will do);
    progress, statistics: now and then while it runs; trace: the steps that place or remove a piece, from the number
    of remaining pieces to that number, at most so many steps; film: the boards at some of the nodes.
    """

    solutions: int | None = None
    progress: bool = False
    statistics: bool = False
    trace: tuple[int, int, int] | None = None
    film: bool = False


@dataclass(frozen=True)
class Job:
    """One run, as it is given to an adapter.

    path: the instance's JSON file, for a child process to read; problem, instance: what it states; options: a value for
    each of the formulation's options; wall_s: the run's wall limit; work: an empty folder for files of its own;
    requests: optional output; part: which part of the search is to be made.
    """

    path: Path
    problem: Problem
    instance: Instance
    formulation: Formulation
    options: dict[str, str]
    goal: str
    seed: int
    threads: int
    wall_s: float
    memory_mb: int
    work: Path
    requests: OutputRequests = field(default_factory=OutputRequests)
    part: Part = WHOLE

    @property
    def soft_limit_s(self) -> float:
        """A limit for the solver itself, just before ours: one that keeps it can still print its statistics."""
        return max(0.9 * self.wall_s, self.wall_s - 1.0)


class Solver(Protocol):
    """An adapter.

    name: of the solver, that of its file; accepts: the language of the formulations that it takes (one of LANGUAGES);
    paradigm: of a formulation that does not name its own (one of models.formulation); bring: the command that installs
    it; parallel: whether it can search on several threads; enumerates: whether it can find all solutions, and so count
    them. An adapter that does not have all goals names its own in ``goals``, and one of packages on PyPI may name them
    in ``package`` and ``needs``. A plug-in's adapter may name a paradigm of
    its own, and have a ``colour`` for reports (``#rrggbb``).
    """

    name: str
    accepts: str
    paradigm: str
    bring: str
    parallel: bool
    enumerates: bool

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The installed version of what solves a formulation (None: of all there is); None where it is missing."""

    def command(self, job: Job) -> list[str]:
        """The command line that runs a job; may write files into ``job.work``."""

    def parse(self, line: str) -> list[Event]:
        """The events that a line of the command's standard output states."""


def names() -> list[str]:
    """The names of all solvers that have a file."""
    return list(places())


def in_preference() -> list[str]:
    """The names of all solvers that have a file, in the order in which one is chosen where none is named."""
    known = names()
    return [*(name for name in PREFERRED if name in known), *(name for name in known if name not in PREFERRED)]


def places() -> dict[str, Place]:
    """Where each solver that has a file is defined, by its name."""
    return _places(plugins.active())


def shipped(name: str) -> bool:
    """Whether a solver has a file in this project, or is one of those that MiniZinc or CPMpy lists."""
    return bool(listed(name)) or (HOME / f"{name}.py").exists()


@cache
def _places(added: Plugins) -> dict[str, Place]:
    own = [(path.stem, Place(f"tilings.runners.solvers.{path.stem}", path)) for path in HOME.glob("[!_]*.py")]
    return plugins.unique("solver", [*own, *added.solvers])


def languages(name: str) -> tuple[str, ...]:
    """The languages that a solver takes, in the order of its file; raises UserError for one that does not exist."""
    if prefix := listed(name):
        return (LISTED[prefix][0],)
    if name not in names():
        raise UserError(f"unknown solver '{name}'; {phrases.instead(name, names())}")
    module, path = places()[name]
    defined = [word.lower() for word in vars(load(module)) if word.isupper()]
    taken = tuple(word for word in defined if word in LANGUAGES)
    if not taken:
        known = ", ".join(language.upper() for language in LANGUAGES)
        raise UserError(f"{path} defines no adapter: a constant named by the language that it takes, one of {known}")
    return taken


def find(name: str, language: str) -> Solver:
    """The adapter of a solver for a language; raises UserError for a solver or an adapter that does not exist."""
    if language not in languages(name):
        raise UserError(f"{name} takes formulations in {' or '.join(languages(name))}, not in {language}")
    if prefix := listed(name):
        _, module, defined = LISTED[prefix]
        listed_adapter: Solver = getattr(load(module), defined)(name)
        return listed_adapter
    place = places()[name]
    found: Solver = getattr(load(place.module), language.upper())
    if not shipped(name) and (fault := adapter_check.fault(found, name, language)):
        raise UserError(f"the plug-in {place.path}: its {language.upper()} {fault}")
    return found


def sources(name: str) -> set[Path]:
    """The files that call a solver: the interface's, and its own unless it has none.

    A plug-in's solver has all Python files of its folder that are no other solvers; one that is a module in no package
    has only its own file.
    """
    interface = set((HOME / "interface").glob("*.py"))
    place = places().get(name)
    if not place or place.path.parent == HOME or "." not in place.module:
        return interface | ({place.path} if place else set())
    others = {other.path for other in places().values()} - {place.path}
    return interface | digest.python_files(place.path.parent) - others


def listed(name: str) -> str:
    """The prefix by which a name is that of a solver without a file, which MiniZinc or CPMpy lists; else empty."""
    return next((prefix for prefix in LISTED if name.startswith(prefix)), "")


def adapters(others: Iterable[str] = ()) -> list[Solver]:
    """All adapters, by the names of their solvers; also of these solvers without a file."""
    return [find(name, language) for name in [*names(), *others] for language in languages(name)]


def lacking(adapter: Solver, formulation: Formulation | None = None) -> list[str]:
    """The packages on PyPI that a solver with a formulation needs and that are not installed."""
    from tilings.runners.record.machine import package_version

    needed = list(getattr(adapter, "needs", ()))
    if adapter.version() is None:
        needed = [*filter(None, [getattr(adapter, "package", "")]), *needed]
    missing = [package for package in needed if package_version(package) is None]
    return list(dict.fromkeys([*missing, *(formulation.missing_imports() if formulation else ())]))


def installation(adapter: Solver, formulation: Formulation | None = None) -> str:
    """The command that installs what a solver lacks for a formulation: packages of PyPI, or else the programs.

    Adapters name targets of the Makefile, which only a clone has.
    """
    if not adapter.bring.startswith("make "):
        return adapter.bring
    if missing := lacking(adapter, formulation):
        target = "extras" if adapter.bring == "make extras" and set(missing) <= set(lacking(adapter)) else ""
        return install_command(*missing, target=target)
    return adapter.bring if IN_REPOSITORY else INSTALL_PROGRAMS


def version(adapter: Solver, formulation: Formulation | None = None) -> str | None:
    """The installed version of what solves a formulation (None: of all there is); None where any of it is missing."""
    return None if lacking(adapter, formulation) else adapter.version(formulation)


def versions() -> dict[str, str | None]:
    """What is installed of each adapter, None for nothing, by its solver and, where there are several, its language."""
    found = {}
    for adapter in adapters():
        several = len(languages(adapter.name)) > 1
        found[f"{adapter.name} ({adapter.accepts})" if several else adapter.name] = version(adapter)
    return found


def paradigm(adapter: Solver, formulation: Formulation) -> str:
    """The paradigm of a solver with a formulation; one that only the adapter of a plug-in names is its own."""
    own = adapter.paradigm
    return own if own not in PARADIGMS else formulation.paradigm or own


def colour(adapter: Solver) -> str:
    """The colour that an adapter asks for in reports, as ``#rrggbb``; empty for that of its paradigm."""
    return str(getattr(adapter, "colour", ""))


def colours() -> dict[str, str]:
    """The colours that plug-ins ask for, by the names of solvers and of paradigms that reports do not know."""
    found: dict[str, str] = {}
    for adapter in adapters():
        if own := colour(adapter):
            found[adapter.name] = own
            if adapter.paradigm not in PARADIGMS:
                found.setdefault(adapter.paradigm, own)
    return found


def proof_mb(adapter: Solver) -> int:
    """The size in MB of the largest proof that a solver may leave in its work folder; 0 for one that writes none."""
    return getattr(adapter, "proof_mb", 0)


def refusal(adapter: Solver, goal: str, threads: int) -> str:
    """A sentence on why a solver cannot reach a goal on so many threads; empty where it can."""
    if threads > 1 and not adapter.parallel:
        return f"{adapter.name} has no parallel search"
    goals: tuple[str, ...] = getattr(adapter, "goals", GOALS)
    if goal not in goals:
        return f"{adapter.name} has only the goal {' and '.join(goals)}"
    return f"{adapter.name} cannot enumerate solutions" if goal == "count" and not adapter.enumerates else ""


def offers(adapter: Solver, formulation: Formulation) -> frozenset[str]:
    """Which of solutions, statistics, trace, film and estimate a solver has with a formulation.

    An adapter that does not have just the solutions and the statistics of its record says so in a method
    ``offers(formulation)``.
    """
    own = getattr(adapter, "offers", None)
    return frozenset({"solutions", "statistics"}) if own is None else own(formulation)


def require(adapter: Solver, formulation: Formulation, wanted: str) -> None:
    """Raise UserError that names what has what is wanted, unless the solver has it with this formulation."""
    if wanted in offers(adapter, formulation):
        return
    able: dict[str, list[str]] = {}
    for found in adapters():
        for other in registry.formulations(formulation.family).values():
            if other.language == found.accepts and wanted in offers(found, other):
                able.setdefault(found.name, []).append(other.name)
    if own := able.get(adapter.name):
        raise UserError(f"--{wanted} needs --formulation {' or '.join(own)}")
    others = " or ".join(f"--solver {name} --formulation {' or '.join(have)}" for name, have in able.items())
    raise UserError(f"--{wanted} needs {others}" if others else f"no solver has --{wanted} for {formulation.family}")


_ATOM = re.compile(r"\b(\w+)\(([-\d,\s]*)\)")  # from a word's start only: else a long word is tried from each letter


def parse_atoms(text: str) -> tuple[Atom, ...]:
    """The atoms in a text: ``square(0,3,5)`` and the like, with integer arguments."""
    return tuple((name, tuple(map(int, arguments.split(",")))) for name, arguments in _ATOM.findall(text))
