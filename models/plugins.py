"""Plug-ins: solvers, problems and formulations outside of this repository (docs/plugins.md says how to write them).

A folder, which ``--plugins`` or the environment variable TILINGS_PLUGINS names, holds ``solvers/``, ``models/``,
``generators/``, ``suites/`` and ``instances/``. Its modules are imported as if they lay in ``tilings.runners.solvers``,
``tilings.models`` and ``tilings.generators``. An installed package names its modules by entry points, and they keep
their names. Modules are found without importing them. ``load`` imports one: an error is one line, the time is
bounded, and output goes to standard error.
"""

import contextlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError
from tilings.models.time_limit import TooLong, time_limit

VARIABLE = "TILINGS_PLUGINS"
LONGEST_IMPORT_S = 20.0
SOLVERS, PROBLEMS, FORMULATIONS = GROUPS = ("tilings.solvers", "tilings.problems", "tilings.formulations")
_ROOT = Path(__file__).resolve().parent.parent
# A plug-in's folders and their packages.
_PACKAGES = {"models": "tilings.models", "generators": "tilings.generators", "solvers": "tilings.runners.solvers"}
_HOLDS = (*_PACKAGES, "suites", "instances")


class ModulePath(NamedTuple):
    """The module or package that defines a solver, a family or formulations, and its file or folder."""

    module: str
    path: Path


class Plugins(NamedTuple):
    """The active plug-ins."""

    roots: tuple[Path, ...]  # the folders that may hold ``suites`` and ``instances``
    homes: tuple[ModulePath, ...]  # packages, each with a folder of its modules
    solvers: tuple[tuple[str, ModulePath], ...]  # by name, as are the families
    families: tuple[tuple[str, ModulePath], ...]
    formulations: tuple[tuple[str, ModulePath], ...]  # families, each with a folder of formulations


def add(folder: str) -> str:
    """Activate a folder in this process and its children; raises UserError for one that does not exist."""
    path = str(_existing(Path(folder)))
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys([*filter(None, known), path]))
    return path


def make_absolute() -> None:
    """Make the folders of TILINGS_PLUGINS absolute, because solvers run in other folders."""
    if setting := os.environ.get(VARIABLE):
        folders = [str(Path(word).expanduser().absolute()) for word in setting.split(os.pathsep) if word]
        os.environ[VARIABLE] = os.pathsep.join(folders)


def active() -> Plugins:
    """The active plug-ins; raises UserError for a folder without plug-ins and for two modules of one name."""
    return _read(os.environ.get(VARIABLE, ""))


def unique(kind: str, places: Iterable[tuple[str, ModulePath]]) -> dict[str, ModulePath]:
    """Names with their modules, in alphabetical order; raises UserError for a name with two modules."""
    known: dict[str, ModulePath] = {}
    for name, place in places:
        if name in known:
            where = f"in {known[name].path} and in {place.path}"
            raise UserError(f"the {kind} '{name}' is defined {where}; rename one, or leave out its plug-in")
        known[name] = place
    return dict(sorted(known.items()))


def module_file(name: str) -> Path | None:
    """The file of a plug-in's module; None where no plug-in has a module of that name."""
    for package, folder in active().homes:
        if name == package or name.startswith(f"{package}."):
            path = folder.joinpath(*name.removeprefix(package).split(".")[1:])
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if file.is_file():
                    return file
    return None


@cache
def _read(setting: str) -> Plugins:
    folders = tuple(_existing(Path(word)) for word in setting.split(os.pathsep) if word)
    _refuse_shadows(folders)
    homes = [ModulePath(package, folder / part) for folder in folders for part, package in _PACKAGES.items()]
    solvers: list[tuple[str, ModulePath]] = []
    families: list[tuple[str, ModulePath]] = []
    formulations: list[tuple[str, ModulePath]] = []
    for folder in folders:
        for file in sorted(folder.glob("solvers/[!_]*.py")):
            solvers.append((file.stem, ModulePath(f"tilings.runners.solvers.{file.stem}", file)))
        for path in sorted(path for path in folder.glob("models/[!_.]*") if path.is_dir()):
            new = (path / "__init__.py").exists()
            (families if new else formulations).append((path.name, ModulePath(f"tilings.models.{path.name}", path)))
    entries = dict(_entries())
    solvers += entries[SOLVERS]
    families += [(name, ModulePath(module, file.parent)) for name, (module, file) in entries[PROBLEMS]]
    formulations += [(name, ModulePath(module, file.parent)) for name, (module, file) in entries[FORMULATIONS]]
    roots = folders + tuple(file.parent for _, (_, file) in entries[PROBLEMS])
    for _, (module, file) in [entry for group in GROUPS for entry in entries[group]]:
        base = file.parent if file.name == "__init__.py" else file.with_suffix("")
        homes.append(ModulePath(module.partition(".")[0], [base, *base.parents][module.count(".")]))
    if homes and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
    return Plugins(roots, tuple(dict.fromkeys(homes)), tuple(solvers), tuple(families), tuple(formulations))


def _existing(folder: Path) -> Path:
    path = folder.expanduser().absolute()
    if not path.is_dir():
        raise UserError(f"the folder of plug-ins {folder} does not exist")
    if not any((path / part).is_dir() for part in _HOLDS):
        raise UserError(f"{folder} is not a folder of plug-ins: it holds none of {', '.join(_HOLDS)}")
    return path


def _refuse_shadows(folders: Iterable[Path]) -> None:
    """Raise UserError for a module that another one of the same name would shadow."""
    taken: dict[str, Path] = {}
    for folder in folders:
        for part, package in _PACKAGES.items():
            for file in sorted((folder / part).rglob("*.py")):
                inner = file.relative_to(folder / part)
                name = f"{package}/{inner}"
                other = taken.get(name) or _ROOT.joinpath(*package.split(".")[1:]) / inner
                if other.exists() and str(inner) != "__init__.py":
                    raise UserError(f"the plug-in {file} has the same name as {other}: rename one of them")
                taken[name] = file


def _entries() -> Iterator[tuple[str, list[tuple[str, ModulePath]]]]:
    """The entry points of each group: their names, modules and files."""
    if not _any_installed():
        yield from ((group, []) for group in GROUPS)
        return
    from importlib.metadata import entry_points

    try:
        entries = entry_points()
    except (TypeError, ValueError) as error:
        raise UserError(f"the entry points of an installed package cannot be read: {error}") from None
    for group in GROUPS:
        chosen = sorted(set(entries.select(group=group)), key=lambda entry: (entry.name, entry.value))
        yield (
            group,
            [(entry.name, ModulePath(entry.value, _file(f"{group}: {entry.name}", entry.value))) for entry in chosen],
        )


def _any_installed() -> bool:
    """Whether an installed package has entry points of ours; importing importlib.metadata takes ten times longer."""
    return any(map(_has_ours, sys.path))


def _has_ours(folder: str) -> bool:
    """Whether a folder of installed packages has entry points of ours."""
    with contextlib.suppress(OSError), os.scandir(folder or ".") as entries:
        for entry in entries:
            if entry.name.endswith("-info"):
                with contextlib.suppress(OSError):  # most have no entry points
                    content = files.content(Path(entry.path, "entry_points.txt"))
                    if any(group.encode() in content for group in GROUPS):
                        return True
    return False


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
        raise UserError(f"the entry point {entry} names a missing module: '{module}'; reinstall its package")
    return Path(spec.origin)


class _Finder:
    """Finds the modules of plug-in folders, after Python has looked for them in this project."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The import spec of a plug-in's module; None for any other module."""
        file = module_file(name)
        if file is None:
            return None
        inner = [str(file.parent)] if file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, file, submodule_search_locations=inner)


class PluginError(UserError):
    """A module of a plug-in cannot be imported."""


def load(module: str) -> ModuleType:
    """Import a module of this project or of a plug-in.

    A plug-in's output goes to standard error, as standard output may carry a solver's events. Raises PluginError for an
    import that fails or takes more than LONGEST_IMPORT_S.
    """
    file = None if module in sys.modules else module_file(module)
    if file is None:
        return importlib.import_module(module)
    try:
        with _output_to_stderr(), time_limit(LONGEST_IMPORT_S):
            return importlib.import_module(module)
    except TooLong:
        raise PluginError(f"the plug-in {file} was not imported within {LONGEST_IMPORT_S:g} s") from None
    except (Exception, SystemExit) as error:
        raise PluginError(f"the plug-in {file} cannot be imported: {_in_a_line(error)}{_line(error, file)}") from None


def error_message(error: Exception) -> str:
    """The message on an error raised in a plug-in or in a function that it called; empty for any other error."""
    import traceback

    folders = [folder for _, folder in active().homes]
    frames = traceback.extract_tb(error.__traceback__)
    inner = [frame for frame in frames if any(Path(frame.filename).is_relative_to(folder) for folder in folders)]
    return f"the plug-in {inner[-1].filename}:{inner[-1].lineno} failed: {_in_a_line(error)}" if inner else ""


def _line(error: BaseException, file: Path) -> str:
    """The line of a file at which an error arose; empty if the error names its line, or arose elsewhere."""
    import traceback

    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    return f" (line {lines[-1]})" if lines else ""


@contextlib.contextmanager
def _output_to_stderr() -> Iterator[None]:
    """Redirect standard output to standard error, for Python and for its children."""
    sys.stdout.flush()
    saved = os.dup(1)
    os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)


def _in_a_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
