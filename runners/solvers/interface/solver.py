"""The interface of an adapter, and the search for one by its file name.

A solver is one file of ``runners/solvers/``, or of a plug-in, that defines an adapter for each language that it takes:
an object with the members of Solver, named by the language in capitals (CP, MIP, CPMPY, ...; see
models.formulation.LANGUAGES). Shared code of adapters is in ``runners/solvers/interface/``. Further solvers of
MiniZinc, CPMpy and PuLP have names such as ``mzn-gurobi``, without a file (LISTED); patterns do not match them.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from tilings.models import digest, plugins, registry
from tilings.models.formulation import LANGUAGES, NATIVE, PARADIGMS, REFERENCE, STEPWISE_OPTION, Formulation
from tilings.models.plugins import ModulePath, PluginError, Plugins, load
from tilings.models.problem import GOALS, Atom, Instance, Problem, UserError
from tilings.models.search_parts import WHOLE, Part
from tilings.models.terminal import phrases
from tilings.models.terminal.command import IN_REPOSITORY, INSTALL_PROGRAMS, install_command
from tilings.runners.install.packages import package_version
from tilings.runners.solvers.interface.events import Event

HOME = Path(__file__).parent.parent
# If no solver is named, these are tried first, in the order of their mean times in results/published; then others.
PREFERRED = ("dlx", "clingo", "cpsat", "chuffed", "glucose", "gecode", "cadical", "kissat", "highs", "cbc")
LISTED = {  # prefixes of solvers without a file: their language, and the module and class of their adapters
    "mzn-": ("cp", "tilings.runners.solvers.interface.minizinc", "ListedSolver"),
    "cpmpy-": ("cpmpy", "tilings.runners.solvers.interface.cpmpy", "ListedBackEnd"),
    "pulp-": ("mip", "tilings.runners.solvers.interface.pulp_solvers", "ListedInterface"),
}


class OutputRequests(NamedTuple):
    """Optional output requested from a solver that supports it."""

    solutions: int | None = None  # the least number to send, also if the solver counts without; 0: all; None: a sample
    progress: bool = False  # periodically
    statistics: bool = False  # periodically
    film: bool = False  # the boards at some of the nodes


class Job(NamedTuple):
    """One run for an adapter."""

    path: Path  # the instance's JSON file, for a child process
    problem: Problem
    instance: Instance
    formulation: Formulation
    options: dict[str, str]  # a value for each of the formulation's options
    goal: str
    seed: int
    threads: int
    wall_s: float  # the solver's limit, from the call of its process
    memory_mb: int
    work: Path  # an empty folder for the adapter's files
    requests: OutputRequests = OutputRequests()
    part: Part = WHOLE  # of the search
    settings: tuple[str, ...] = ()  # those of the run's preset


class Solver(Protocol):
    """An adapter. These members are optional:

    - ``goals``: the goals that it reaches, if not all;
    - ``takes(formulation)``: whether it takes a formulation in its language, if not all;
    - ``offers(formulation)``: its optional outputs, if not solutions and statistics;
    - ``optimises``: False if it can only decide bounds, one at a time;
    - ``unlimited``: the goals, if any, for which it takes no time limit: the harness ends it at the limit;
    - ``reads_files``: True if it reads a user's own model in its language, which ``job.problem.files`` writes;
    - ``package``, ``needs``: its package on PyPI, and further ones;
    - ``presets``: named settings (see presets.py);
    - ``proof_mb``: the most MB of a proof, for a solver with proofs;
    - ``colour``: its colour in reports, as ``#rrggbb``, for a plug-in's adapter.
    """

    name: str  # the solver's, and that of its file
    accepts: str  # the language of its formulations, one of LANGUAGES
    paradigm: str  # of a formulation without its own: one of PARADIGMS, or a new one of a plug-in
    install_command: str
    parallel: bool  # whether it searches on several threads
    enumerates: bool  # whether it can find all solutions, and so count them

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The installed version for a formulation (None: for all of them); None if it is missing."""

    def command(self, job: Job) -> list[str]:
        """The command line that runs a job; may write files into ``job.work``."""

    def parse(self, line: str) -> list[Event]:
        """The events that a line of the command's standard output states."""


def names() -> list[str]:
    """The names of all solvers that have a file."""
    return list(places())


def in_preference() -> list[str]:
    """The names of all solvers that have a file, in the order of preference if none is named."""
    known = names()
    return [*(name for name in PREFERRED if name in known), *(name for name in known if name not in PREFERRED)]


def broken() -> list[str]:
    """The errors of the solvers in plug-ins that cannot be imported."""
    errors = []
    for _, place in plugins.active().solvers:
        try:
            load(place.module)
        except PluginError as error:
            errors.append(str(error))
    return errors


def places() -> dict[str, ModulePath]:
    """The files that define solvers, by the solver's name."""
    return _places(plugins.active())


def shipped(name: str) -> bool:
    """Whether a solver has a file in this project, or is listed by MiniZinc, CPMpy or PuLP."""
    return bool(listed(name)) or (HOME / f"{name}.py").exists()


@cache
def _places(added: Plugins) -> dict[str, ModulePath]:
    ours = [(path.stem, ModulePath(f"tilings.runners.solvers.{path.stem}", path)) for path in HOME.glob("[!_]*.py")]
    return plugins.unique("solver", [*ours, *added.solvers])


def languages(name: str) -> tuple[str, ...]:
    """The languages that a solver takes, in the order of its file; raises UserError for an unknown solver."""
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
    """The adapter of a solver for a language; raises UserError if there is none."""
    if language not in languages(name):
        raise UserError(f"{name} takes formulations in {' or '.join(languages(name))}, not in {language}")
    if prefix := listed(name):
        _, module, defined = LISTED[prefix]
        listed_adapter: Solver = getattr(load(module), defined)(name)
        return listed_adapter
    place = places()[name]
    adapter: Solver = getattr(load(place.module), language.upper())
    if not shipped(name):
        from tilings.runners.solvers.interface import adapter_check  # whose `inspect` takes a tenth of the start

        if fault := adapter_check.fault(adapter, name, language):
            raise UserError(f"the plug-in {place.path}: its {language.upper()} {fault}")
    return adapter


def sources(name: str) -> set[Path]:
    """The source files for a solver: the interface's, and its own, if any.

    A plug-in's solver has all Python files of its folder that are not other solvers; a module outside a package has
    only its own file.
    """
    interface = set((HOME / "interface").glob("*.py"))
    place = places().get(name)
    if not place or place.path.parent == HOME or "." not in place.module:
        return interface | ({place.path} if place else set())
    others = {other.path for other in places().values()} - {place.path}
    return interface | digest.python_files(place.path.parent) - others


def listed(name: str) -> str:
    """The prefix in the name of a solver that MiniZinc, CPMpy or PuLP lists; else empty."""
    return next((prefix for prefix in LISTED if name.startswith(prefix)), "")


def adapters(others: Iterable[str] = ()) -> list[Solver]:
    """All adapters in the order of their solvers' names; also those of `others`, solvers without a file."""
    return [find(name, language) for name in [*names(), *others] for language in languages(name)]


def lacking(adapter: Solver, formulation: Formulation | None = None) -> list[str]:
    """The missing packages on PyPI of a solver with a formulation."""
    needed = list(getattr(adapter, "needs", ()))
    if adapter.version() is None:
        needed = [*filter(None, [getattr(adapter, "package", "")]), *needed]
    missing = [package for package in needed if package_version(package) is None]
    return list(dict.fromkeys([*missing, *(formulation.missing_imports() if formulation else ())]))


def installation(adapter: Solver, formulation: Formulation | None = None) -> str:
    """The command that installs what a solver lacks for a formulation: packages, or else programs.

    Adapters name targets of the Makefile, which only a clone has.
    """
    if not adapter.install_command.startswith("make "):
        return adapter.install_command
    if missing := lacking(adapter, formulation):
        target = "extras" if adapter.install_command == "make extras" and set(missing) <= set(lacking(adapter)) else ""
        return install_command(*missing, target=target)
    return adapter.install_command if IN_REPOSITORY else INSTALL_PROGRAMS


def version(adapter: Solver, formulation: Formulation | None = None) -> str | None:
    """The installed version for a formulation (None: for all of them); None if any package is missing."""
    return None if lacking(adapter, formulation) else adapter.version(formulation)


def versions() -> dict[str, str | None]:
    """The installed version of each adapter, by its solver and, if it has several, its language."""
    versions = {}
    for adapter in adapters():
        several = len(languages(adapter.name)) > 1
        versions[f"{adapter.name} ({adapter.accepts})" if several else adapter.name] = version(adapter)
    return versions


def paradigm(adapter: Solver, formulation: Formulation) -> str:
    """The paradigm of a solver with a formulation; a new one of a plug-in's adapter comes first."""
    if adapter.name == REFERENCE:
        return NATIVE
    paradigm = adapter.paradigm
    return paradigm if paradigm not in PARADIGMS else formulation.paradigm or paradigm


def colour(adapter: Solver) -> str:
    """An adapter's own colour in reports, as ``#rrggbb``; empty for that of its paradigm."""
    return str(getattr(adapter, "colour", ""))


def colours() -> dict[str, str]:
    """The colours of plug-ins, by the names of solvers and of new paradigms."""
    colours: dict[str, str] = {}
    for adapter in adapters():
        if own := colour(adapter):
            colours[adapter.name] = own
            if adapter.paradigm not in PARADIGMS:
                colours.setdefault(adapter.paradigm, own)
    return colours


def proof_mb(adapter: Solver) -> int:
    """The most MB of a proof in the solver's work folder; 0 for a solver without proofs."""
    return getattr(adapter, "proof_mb", 0)


def takes(adapter: Solver, formulation: Formulation) -> bool:
    """Whether a solver takes a formulation: those in its language, and in its dialect, that its method ``takes``, if
    any, accepts; a user's own files only if it reads them."""
    own = getattr(adapter, "takes", None)
    return (
        adapter.accepts == formulation.language
        and (not formulation.solvers or adapter.name in formulation.solvers)
        and (not formulation.of_files or reads_files(adapter))
        and (own is None or own(formulation))
    )


def reads_files(adapter: Solver) -> bool:
    """Whether a solver reads the files of a user's own model."""
    return bool(getattr(adapter, "reads_files", False))


def refusal(adapter: Solver, goal: str, threads: int, formulation: Formulation | None = None) -> str:
    """A sentence on why a solver cannot reach a goal, of any or of one formulation, with a number of threads; empty if
    it can.
    """
    if threads > 1 and not adapter.parallel:
        return f"{adapter.name} has no parallel search"
    goals: tuple[str, ...] = getattr(adapter, "goals", GOALS)
    if goal not in goals:
        return f"{adapter.name} has only the goal {' and '.join(goals)}"
    if goal == "count" and not adapter.enumerates:
        return f"{adapter.name} cannot enumerate solutions"
    stepwise = formulation is None or STEPWISE_OPTION in formulation.options
    if goal == "optimum" and not (stepwise or getattr(adapter, "optimises", True)):
        return f"{adapter.name} can only decide bounds, one at a time, and this formulation states no bound"
    return ""


def rank(
    adapter: Solver, formulation: Formulation, goal: str, threads: int, preferred: Collection[str]
) -> tuple[bool, bool, bool, int, bool, str]:
    """The least is the preferred formulation of a solver: it is installed, reaches the goal, is of its first language.

    preferred: those of the family. Native searches, which need our engines, come last for the solver of a plug-in.
    """
    return (
        not version(adapter, formulation),
        bool(refusal(adapter, goal, threads, formulation)),
        formulation.paradigm == NATIVE and not shipped(adapter.name),
        languages(adapter.name).index(formulation.language),
        formulation.name not in preferred,
        formulation.name,
    )


def offers(adapter: Solver, formulation: Formulation) -> frozenset[str]:
    """The optional outputs of a solver with a formulation: some of solutions, statistics and film.

    An adapter has a method ``offers(formulation)`` unless these are solutions and statistics.
    """
    own = getattr(adapter, "offers", None)
    return frozenset({"solutions", "statistics"}) if own is None else own(formulation)


def require(adapter: Solver, formulation: Formulation, wanted: str) -> None:
    """Raise UserError, with the alternatives, unless the solver with this formulation offers `wanted`."""
    if wanted in offers(adapter, formulation):
        return
    able: dict[str, list[str]] = {}
    for other in adapters():
        for stated in registry.formulations(formulation.family).values():
            if takes(other, stated) and wanted in offers(other, stated):
                able.setdefault(other.name, []).append(stated.name)
    if names := able.get(adapter.name):
        raise UserError(f"--{wanted} needs --formulation {' or '.join(names)}")
    others = " or ".join(f"--solver {name} --formulation {' or '.join(names)}" for name, names in able.items())
    raise UserError(f"--{wanted} needs {others}" if others else f"no solver has --{wanted} for {formulation.family}")


_ATOM = re.compile(r"\b(\w+)\(([-\d,\s]*)\)")  # from a word's start only, to avoid quadratic time


def parse_atoms(text: str) -> tuple[Atom, ...]:
    """The atoms in a text: ``square(0,3,5)`` and the like, with integer arguments."""
    return tuple((name, tuple(map(int, arguments.split(",")))) for name, arguments in _ATOM.findall(text))
