"""Finds families and formulations by file name; imports each on first use.

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

from tilings.models import fields, files, plugins, presentation
from tilings.models.formulation import OF_LANGUAGE, OF_OLD_ROWS, Formulation, language_of, read
from tilings.models.plugins import ModulePath, Plugins, load
from tilings.models.problem import Instance, Problem, UserError

HOME = Path(__file__).parent
PRESENTATION = "presentation"  # the field of every family's instances


def families() -> list[str]:
    return list(_families(plugins.active()))


def package(family: str) -> str:
    """The name of the package that defines a family; raises UserError for a family that does not exist."""
    if family not in families():
        raise UserError(f"unknown family '{family}'; the families are {', '.join(families())}")
    return _families(plugins.active())[family].module


def _folder(family: str) -> Path:
    return _families(plugins.active())[family].path


def problem(family: str) -> Problem:
    """The PROBLEM of a family; raises UserError for one that does not exist."""
    return _problem(family, plugins.active())


@cache
def _problem(family: str, added: Plugins) -> Problem:
    del added  # the key of the cache
    result = getattr(load(package(family)), "PROBLEM", None)
    if not isinstance(result, Problem) or result.family != family:
        raise UserError(
            f"{_folder(family) / '__init__.py'} must define PROBLEM, a models.problem.Problem of '{family}'"
        )
    if not (_folder(family) / "draw.py").exists():
        raise UserError(f"{_folder(family)} has no draw.py with the functions figure, words and text")
    return result


def drawing(family: str) -> Any:
    """The module that draws a family's solutions; raises UserError for a missing function."""
    return _with_functions(family, "draw", ["figure", "words"])


def legible_if_large(family: str) -> bool:
    """Whether pictures of large instances can be read; ``LEGIBLE_IF_LARGE = False`` in draw.py denies it."""
    return bool(getattr(drawing(family), "LEGIBLE_IF_LARGE", True))


def screen(family: str) -> Any:
    """The module that shows a family's solutions as text: ``screen.py``, which needs no library for pictures, or else
    ``draw.py``; raises UserError for a missing function.
    """
    name = "screen" if (_folder(family) / "screen.py").exists() else "draw"
    return _with_functions(family, name, ["text", "words"])


def _with_functions(family: str, name: str, functions: list[str]) -> Any:
    module = module_of(family, name)
    if missing := [function for function in functions if not callable(getattr(module, function, None))]:
        raise UserError(f"{_folder(family) / name}.py defines no function '{missing[0]}'")
    return module


def module_of(family: str, name: str) -> ModuleType | None:
    """A module of a family, such as ``draw``; None if it does not exist."""
    return load(f"{package(family)}.{name}") if (_folder(family) / f"{name}.py").exists() else None


def formulations(family: str) -> dict[str, Formulation]:
    """All formulations of a family, by name."""
    return _formulations(family, plugins.active())


def formulation(family: str, name: str) -> Formulation:
    """One formulation of a family; raises UserError for one that does not exist."""
    known = formulations(family)
    if name not in known:
        raise UserError(f"unknown formulation '{name}' of {family}; there are {', '.join(known)}")
    return known[name]


def own_paradigm(family: str, name: str) -> str:
    """The paradigm of a formulation, also of a removed one; empty where the solver decides."""
    known = formulations(family) if family in families() else {}
    return known[name].paradigm if name in known else OF_LANGUAGE.get(name.partition("_")[0], "")


def paradigm(family: str, name: str) -> str:
    """The paradigm of a row without that column, by its formulation."""
    return own_paradigm(family, name) or OF_OLD_ROWS


def parse_instance(text: str, source: str) -> tuple[Problem, Instance]:
    """The family and the instance in a JSON text; `source` names it in errors."""
    if not text.strip():
        raise UserError(f"{source} is empty: an instance is a JSON object with a field 'family'")
    try:
        data = json.loads(text, object_pairs_hook=_unique_fields)
    except json.JSONDecodeError as error:
        raise UserError(f"{source}:{error.lineno}: not JSON: {error.msg} (column {error.colno})") from None
    except UserError as error:
        raise UserError(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{source}: not JSON ({error})") from None
    return parse_object(data, source, text)


def parse_object(data: Any, source: str, text: str = "") -> tuple[Problem, Instance]:
    """The family and the instance in a JSON object. source: its name in errors. text: to name the line in errors."""
    if not isinstance(data, dict) or not isinstance(data.get("family"), str):
        raise UserError(f"{source}: an instance is a JSON object with a field 'family'")
    try:
        parsed_by = problem(data["family"])
        number = _presentation(parsed_by, data)
        instance = parsed_by.parse({name: value for name, value in data.items() if name != PRESENTATION})
        return parsed_by.of(instance), instance._replace(presentation=number) if number else instance
    except UserError as error:
        raise UserError(f"{source}{_line(text, str(error))}: {error}") from None


def _presentation(problem: Problem, data: dict[str, Any]) -> int:
    """The number of the presentation; 0 for an original."""
    number = fields.integer(data.get(PRESENTATION, 0), PRESENTATION, 0, presentation.MOST)
    if number and problem.files:
        raise UserError(f"'{PRESENTATION}': the solver reads your own model as it is, in the one order that it has")
    return number


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a JSON object; raises UserError for a repeated field."""
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(f"the field '{twice}' occurs twice in one object")
    return values


def _line(text: str, error: str) -> str:
    """The line, as ``:12``, of the field that a message quotes; empty unless the text has exactly one such field."""
    quoted = re.search(r"'(\w+)'", error)
    places = list(re.finditer(rf'"{quoted[1]}"\s*:', text)) if quoted else []
    return f":{text.count(chr(10), 0, places[0].start()) + 1}" if len(places) == 1 else ""


def load_instance(path: Path) -> tuple[Problem, Instance]:
    """The family and the instance in a JSON file."""
    return parse_instance(read_text(path), str(path))


def solve_item(goal: str, sense: str) -> Path:
    """The file with MiniZinc's solve item for a goal; sense: of the family's objective."""
    return HOME / "goals" / f"goal_{sense if goal == 'optimum' else goal}.mzn"


def read_text(path: Path) -> str:
    """A text file's content; raises UserError."""
    with files.reading(path):
        return files.text(path).removeprefix("\ufeff")


def instance_json(problem: Problem, instance: Any) -> str:
    """The instance as the text of its JSON file: one field a line, stable to the byte."""
    content = {"family": problem.family} | problem.to_json(instance)
    if instance.presentation:
        content[PRESENTATION] = instance.presentation
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    return f"{{\n{lines}\n}}\n"


@cache
def _families(added: Plugins) -> dict[str, ModulePath]:
    shipped = [path.parent for path in HOME.glob("*/draw.py")]
    known = plugins.unique(
        "family", [(path.name, ModulePath(f"tilings.models.{path.name}", path)) for path in shipped] + [*added.families]
    )
    for family, place in added.formulations:
        if family not in known:
            words = f"the family '{family}' does not exist; a new one needs an __init__.py that defines its PROBLEM"
            raise UserError(f"the plug-in {place.path} has formulations, but {words}")
    return known


@cache
def _formulations(family: str, added: Plugins) -> dict[str, Formulation]:
    homes = [_families(added)[family], *(place for name, place in added.formulations if name == family)]
    files = [(path, home.module) for home in homes for path in sorted(home.path.iterdir())]
    stated = [(path.stem, ModulePath(module, path)) for path, module in files if language_of(path)]
    known, home = plugins.unique(f"formulation of {family}", stated), _families(added)[family].path
    return {name: read(family, home, module, path) for name, (module, path) in known.items()}
