"""Plug-ins: solvers, problems and formulations outside of this repository (docs/plugins.md says how to write them).

A folder, which ``--plugins`` or the environment variable TILINGS_PLUGINS names, holds ``solvers/``, ``models/``,
``suites/`` and ``instances/``. Its modules are imported as if they lay in ``tilings.runners.solvers`` and
``tilings.models``. An installed package names its modules by entry points, and they keep their names. Modules are found
without importing them; ``load`` imports one: an error is one line, the time is bounded, and its output goes to standard
error.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError

VARIABLE = "TILINGS_PLUGINS"
LONGEST_IMPORT_S = 20.0
SOLVERS, PROBLEMS, FORMULATIONS = GROUPS = ("tilings.solvers", "tilings.problems", "tilings.formulations")
_ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = {"models": "tilings.models", "solvers": "tilings.runners.solvers"}  # a plug-in's folder and its package
_HOLDS = (*_PACKAGES, "suites", "instances")


class Place(NamedTuple):
    """Where a solver, a family or formulations are defined: the module or package, and its file or folder."""

    module: str
    path: Path


@dataclass(frozen=True)
class Plugins:
    """All plug-ins that are in force.

    roots: the folders that may hold ``suites`` and ``instances``; homes: packages, each with a folder of their modules;
    solvers, families: each name with its place; formulations: a family, and a folder with formulations of it.
    """

    roots: tuple[Path, ...]
    homes: tuple[Place, ...]
    solvers: tuple[tuple[str, Place], ...]
    families: tuple[tuple[str, Place], ...]
    formulations: tuple[tuple[str, Place], ...]


def add(folder: str) -> str:
    """Put a folder in force, in this process and those that it starts; raises UserError for one that does not exist."""
    path = str(_existing(Path(folder)))
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys([*filter(None, known), path]))
    return path


def make_absolute() -> None:
    """Make the folders of TILINGS_PLUGINS absolute, because solvers run in folders of their own."""
    if setting := os.environ.get(VARIABLE):
        folders = [str(Path(word).expanduser().absolute()) for word in setting.split(os.pathsep) if word]
        os.environ[VARIABLE] = os.pathsep.join(folders)


def found() -> Plugins:
    """The plug-ins in force; raises UserError for a folder that is none and for modules of one name."""
    return _found(os.environ.get(VARIABLE, ""))


def unique(kind: str, places: Iterable[tuple[str, Place]]) -> dict[str, Place]:
    """Names with their places, in alphabetical order; raises UserError that names both places of a name."""
    known: dict[str, Place] = {}
    for name, place in places:
        if name in known:
            where = f"in {known[name].path} and in {place.path}"
            raise UserError(f"the {kind} '{name}' is defined {where}; rename one, or leave out its plug-in")
        known[name] = place
    return dict(sorted(known.items()))


def module_file(name: str) -> Path | None:
    """The file of a plug-in's module; None where no plug-in has a module of that name."""
    for package, folder in found().homes:
        if name == package or name.startswith(f"{package}."):
            path = folder.joinpath(*name.removeprefix(package).split(".")[1:])
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if file.is_file():
                    return file
    return None


@cache
def _found(setting: str) -> Plugins:
    folders = tuple(_existing(Path(word)) for word in setting.split(os.pathsep) if word)
    _refuse_shadows(folders)
    homes = [Place(package, folder / part) for folder in folders for part, package in _PACKAGES.items()]
    solvers: list[tuple[str, Place]] = []
    families: list[tuple[str, Place]] = []
    formulations: list[tuple[str, Place]] = []
    for folder in folders:
        for file in sorted(folder.glob("solvers/[!_]*.py")):
            solvers.append((file.stem, Place(f"tilings.runners.solvers.{file.stem}", file)))
        for path in sorted(path for path in folder.glob("models/[!_.]*") if path.is_dir()):
            new = (path / "__init__.py").exists()
            (families if new else formulations).append((path.name, Place(f"tilings.models.{path.name}", path)))
    entries = dict(_entries())
    solvers += entries[SOLVERS]
    families += [(name, Place(module, file.parent)) for name, (module, file) in entries[PROBLEMS]]
    formulations += [(name, Place(module, file.parent)) for name, (module, file) in entries[FORMULATIONS]]
    roots = folders + tuple(file.parent for _, (_, file) in entries[PROBLEMS])
    for _, (module, file) in [each for group in GROUPS for each in entries[group]]:
        base = file.parent if file.name == "__init__.py" else file.with_suffix("")
        homes.append(Place(module.partition(".")[0], [base, *base.parents][module.count(".")]))
    if homes and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
    return Plugins(roots, tuple(dict.fromkeys(homes)), tuple(solvers), tuple(families), tuple(formulations))


def _existing(folder: Path) -> Path:
    path = folder.expanduser().absolute()
    if not path.is_dir():
        raise UserError(f"there is no folder of plug-ins {folder}")
    if not any((path / part).is_dir() for part in _HOLDS):
        raise UserError(f"{folder} is not a folder of plug-ins: it holds none of {', '.join(_HOLDS)}")
    return path


def _refuse_shadows(folders: Iterable[Path]) -> None:
    """Raise UserError for a module that would never be imported, because another one has its name."""
    taken: dict[str, Path] = {}
    for folder in folders:
        for part, package in _PACKAGES.items():
            for file in sorted((folder / part).rglob("*.py")):
                inner = file.relative_to(folder / part)
                name = f"{package}/{inner}"
                other = taken.get(name) or _ROOT.joinpath(*package.split(".")[1:]) / inner
                if other.exists() and str(inner) != "__init__.py":
                    raise UserError(f"the plug-in {file} has the name of {other}, which would be taken instead")
                taken[name] = file


def _entries() -> Iterator[tuple[str, list[tuple[str, Place]]]]:
    """For each group its entry points by name: the module that each stands for, and its file."""
    if not _any_installed():
        yield from ((group, []) for group in GROUPS)
        return
    from importlib.metadata import entry_points

    try:
        every = entry_points()
    except (TypeError, ValueError) as error:
        raise UserError(f"the entry points of an installed package cannot be read: {error}") from None
    for group in GROUPS:
        named = sorted(set(every.select(group=group)), key=lambda entry: (entry.name, entry.value))
        yield group, [(entry.name, Place(entry.value, _file(f"{group}: {entry.name}", entry.value))) for entry in named]


def _any_installed() -> bool:
    """Whether an installed package has entry points of ours: importing importlib.metadata takes ten times longer."""
    listed = (path for folder in sys.path for path in Path(folder or ".").glob("*-info/entry_points.txt"))
    return any(group.encode() in _bytes(path) for path in listed for group in GROUPS)


def _bytes(path: Path) -> bytes:
    """The content of a file; nothing where it cannot be read."""
    try:
        return files.content(path)
    except OSError:
        return b""


def _file(entry: str, module: str) -> Path:
    """The file of an installed module, found without importing it or the packages that hold it."""
    top, *inner = module.split(".")
    try:
        spec = importlib.util.find_spec(top)
        for name in inner:
            top, spec = f"{top}.{name}", spec and PathFinder.find_spec(f"{top}.{name}", spec.submodule_search_locations)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        raise UserError(f"the entry point {entry} names a module that is not there: '{module}'; reinstall its package")
    return Path(spec.origin)


class _Finder:
    """Finds the modules of plug-in folders, after Python has looked for them in this project."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """How to import a module; None where no plug-in has it."""
        file = module_file(name)
        if file is None:
            return None
        inner = [str(file.parent)] if file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, file, submodule_search_locations=inner)


class PluginError(UserError):
    """A module of a plug-in cannot be imported."""


def load(module: str) -> ModuleType:
    """Import a module of this project or of a plug-in.

    What a plug-in prints meanwhile goes to standard error, as standard output may carry a solver's events. Raises
    PluginError where its import fails or takes more than LONGEST_IMPORT_S.
    """
    file = None if module in sys.modules else module_file(module)
    if file is None:
        return importlib.import_module(module)
    try:
        with _output_to_stderr(), _limited(LONGEST_IMPORT_S):
            return importlib.import_module(module)
    except _TooLong:
        raise PluginError(f"the plug-in {file} is not imported within {LONGEST_IMPORT_S:g} s") from None
    except (Exception, SystemExit) as error:
        raise PluginError(f"the plug-in {file} cannot be imported: {_in_a_line(error)}") from None


def complaint(error: Exception) -> str:
    """What to say of an error that was raised in a plug-in or in what it called; empty where it was not."""
    folders = [folder for _, folder in found().homes]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if any(Path(frame.filename).is_relative_to(folder) for folder in folders)]
    return f"the plug-in {own[-1].filename}:{own[-1].lineno} failed: {_in_a_line(error)}" if own else ""


class _TooLong(BaseException):
    """Raised in an import; no ``except Exception`` of a plug-in's own catches it."""


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise _TooLong after so many seconds, and again each second; only the main thread can be interrupted so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _output_to_stderr() -> Iterator[None]:
    """Send what is written to standard output, by Python or past it, to standard error."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _in_a_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
