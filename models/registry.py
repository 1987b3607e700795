"""Finds families and formulations by file name. Imports none of them until one is asked for.

A family is a folder of ``models/``, or of a plug-in, with an ``__init__.py`` that defines PROBLEM, and a ``draw.py``
that draws its solutions. A formulation is a file in it, or in a plug-in's folder for that family, whose prefix is its
language: ``cp_*.mzn``, ``asp_*.lp``, ``cpsat_*.py``, ``mip_*.py``, ``dlx_*.py``, ``cpmpy_*.py``, ``sat_*.py``
(models.formulation).
"""

import json
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tilings.models import files, plugins
from tilings.models.formulation import OF_LANGUAGE, OF_OLD_ROWS, Formulation, language_of, read
from tilings.models.plugins import Place, Plugins, load
from tilings.models.problem import Instance, Problem, UserError

HOME = Path(__file__).parent


def families() -> list[str]:
    """The names of all families."""
    return list(_families(plugins.found()))


def package(family: str) -> str:
    """The name of the package that defines a family; raises UserError for a family that does not exist."""
    if family not in families():
        raise UserError(f"unknown family '{family}'; the families are {', '.join(families())}")
    return _families(plugins.found())[family].module


def _folder(family: str) -> Path:
    return _families(plugins.found())[family].path


def problem(family: str) -> Problem:
    """The PROBLEM of a family; raises UserError for one that does not exist."""
    return _problem(family, plugins.found())


@cache
def _problem(family: str, added: Plugins) -> Problem:
    del added  # which says what there is
    found = getattr(load(package(family)), "PROBLEM", None)
    if not isinstance(found, Problem) or found.family != family:
        raise UserError(f"{_folder(family) / '__init__.py'} defines no PROBLEM, a models.problem.Problem of '{family}'")
    if not (_folder(family) / "draw.py").exists():
        raise UserError(f"{_folder(family)} has no draw.py, with the functions figure, words and text")
    return found


def drawing(family: str) -> Any:
    """The module that draws a family's solutions; raises UserError where it lacks a function."""
    return _with_functions(family, "draw", ["figure", "words"])


def screen(family: str) -> Any:
    """The module that shows a family's solutions as text, without the library for pictures if the family has a
    ``screen.py``; raises UserError where it lacks a function.
    """
    own = (_folder(family) / "screen.py").exists()
    return _with_functions(family, "screen" if own else "draw", ["text", "words"])


def _with_functions(family: str, name: str, functions: list[str]) -> Any:
    module = module_of(family, name)
    if missing := [function for function in functions if not callable(getattr(module, function, None))]:
        raise UserError(f"{_folder(family) / name}.py defines no function '{missing[0]}'")
    return module


def module_of(family: str, name: str) -> ModuleType | None:
    """A module of a family, such as ``draw``; None where it has none of that name."""
    return load(f"{package(family)}.{name}") if (_folder(family) / f"{name}.py").exists() else None


def formulations(family: str) -> dict[str, Formulation]:
    """All formulations of a family, by name."""
    return _formulations(family, plugins.found())


def formulation(family: str, name: str) -> Formulation:
    """One formulation of a family; raises UserError for one that does not exist."""
    known = formulations(family)
    if name not in known:
        raise UserError(f"unknown formulation '{name}' of {family}; there are {', '.join(known)}")
    return known[name]


def own_paradigm(family: str, name: str) -> str:
    """The paradigm of a formulation, which may be gone; empty where the solver decides."""
    known = formulations(family) if family in families() else {}
    return known[name].paradigm if name in known else OF_LANGUAGE.get(name.partition("_")[0], "")


def paradigm(family: str, name: str) -> str:
    """The paradigm of a row from before the record's column, by its formulation."""
    return own_paradigm(family, name) or OF_OLD_ROWS


def parse_instance(text: str, source: str) -> tuple[Problem, Instance]:
    """The family and the instance in a JSON text; `source` names it in errors."""
    if not text.strip():
        raise UserError(f"{source} is empty: an instance is a JSON object with a field 'family'")
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise UserError(f"{source}:{error.lineno}: not JSON: {error.msg} (column {error.colno})") from None
    except UserError as error:
        raise UserError(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{source}: not JSON ({error})") from None
    if not isinstance(data, dict) or not isinstance(data.get("family"), str):
        raise UserError(f"{source}: an instance is a JSON object with a field 'family'")
    try:
        found = problem(data["family"])
        instance = found.parse(data)
        return found.of(instance), instance
    except UserError as error:
        raise UserError(f"{source}{_line(text, str(error))}: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a JSON object; raises UserError where one stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(f"the field '{twice}' stands twice in one object")
    return found


def _line(text: str, complaint: str) -> str:
    """The line of the field that a complaint names in quotes, as ``:12``; empty unless the text has just one of it."""
    named = re.search(r"'(\w+)'", complaint)
    found = list(re.finditer(rf'"{named[1]}"\s*:', text)) if named else []
    return f":{text.count(chr(10), 0, found[0].start()) + 1}" if len(found) == 1 else ""


def load_instance(path: Path) -> tuple[Problem, Instance]:
    """The family and the instance in a JSON file."""
    return parse_instance(read_text(path), str(path))


def solve_item(goal: str, sense: str) -> Path:
    """The file with MiniZinc's solve item for a goal; sense: of the family's objective."""
    return HOME / "goals" / f"goal_{sense if goal == 'optimum' else goal}.mzn"


def read_text(path: Path) -> str:
    """A text file's content; raises UserError where it cannot be read."""
    try:
        return files.text(path).removeprefix("\ufeff")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise UserError(f"cannot read {path}: {reason}") from None


def instance_json(found: Problem, instance: Any) -> str:
    """The instance as the text of its JSON file: one field a line, stable to the byte."""
    fields = {"family": found.family} | found.to_json(instance)
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items())
    return f"{{\n{lines}\n}}\n"


@cache
def _families(added: Plugins) -> dict[str, Place]:
    own = [path.parent for path in HOME.glob("*/draw.py")]
    known = plugins.unique(
        "family", [(path.name, Place(f"tilings.models.{path.name}", path)) for path in own] + [*added.families]
    )
    for family, place in added.formulations:
        if family not in known:
            words = f"there is no family '{family}'; a new one needs an __init__.py that defines its PROBLEM"
            raise UserError(f"the plug-in {place.path} has formulations, but {words}")
    return known


@cache
def _formulations(family: str, added: Plugins) -> dict[str, Formulation]:
    homes = [_families(added)[family], *(place for name, place in added.formulations if name == family)]
    files = [(path, home.module) for home in homes for path in sorted(home.path.iterdir())]
    stated = [(path.stem, Place(module, path)) for path, module in files if language_of(path)]
    known, home = plugins.unique(f"formulation of {family}", stated), _families(added)[family].path
    return {name: read(family, home, module, path) for name, (module, path) in known.items()}
