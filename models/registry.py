"""Finds families and formulations by file name. Imports none of them until one is asked for.

A family is a folder of ``models/``, or of a plug-in, with an ``__init__.py`` that defines PROBLEM. A formulation is a
file in it, or in a plug-in's folder for that family, whose prefix is its language: ``cp_*.mzn``, ``asp_*.lp``,
``cpsat_*.py``, ``mip_*.py``, ``dlx_*.py``, ``cpmpy_*.py``, ``sat_*.py``.
The head of the file describes the model in words, and declares in three kinds of lines what it can be given::

    Goals: first, count
    Option symmetry: all | none          (the first value is the default)
    Option mch: 0 | <number>             (any whole number; <text> is any text without spaces, <k/n> one of n parts)
    Excludes: connected                  (instances in which this field is set are not stated)
    Formats: mzn, fzn                    (of the user's own models, those in these formats are taken: see models.own)

Some options are handled by the runner, not by the formulation: ``optimum: model | levels`` solves goal ``optimum`` as
one model, or as the decision problems of the family's ``levels``; ``part: 1/1 | <k/n>`` and ``depth: auto | <number>``
choose one of the parts into which the engine divides its search (see models.parts).

The head of a ``dlx_*.py`` has a line ``Engines: auto, bits, states``: the packages of ``runners.native`` that search.
A line ``Paradigm: native search`` names the formulation's paradigm where that is not its language's (models.paradigms).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from models import closure, paradigms, parts, plugins
from models.closure import Symbol
from models.loading import load
from models.plugins import Place, Plugins
from models.problem import GOALS, Instance, Problem, UserError

STEPWISE_OPTION = "optimum"
HOME = Path(__file__).parent
LANGUAGES = {"cp": ".mzn", "asp": ".lp", "cpsat": ".py", "mip": ".py", "dlx": ".py", "cpmpy": ".py", "sat": ".py"}
_GOALS = re.compile(r"^[%\s]*Goals:\s*(.+)$", re.MULTILINE)
SOURCES = closure.Sources(HOME.parent, plugins.module_file)
# By these arguments of a family's PROBLEM an instance's JSON becomes what a formulation is given, and atoms a solution.
_DATA = {"cp": ("parse", "parameters"), "asp": ("parse", "facts")}
_SOLUTIONS = ("decode", "symmetries")
_ENGINES = re.compile(r"^[%\s]*Engines:\s*(.+)$", re.MULTILINE)
_EXCLUDES = re.compile(r"^[%\s]*Excludes:\s*(.+)$", re.MULTILINE)
_FORMATS = re.compile(r"^[%\s]*Formats:\s*(.+)$", re.MULTILINE)
_PARADIGM = re.compile(r"^[%\s]*Paradigm:\s*(.+?)\s*$", re.MULTILINE)
_OPTION = re.compile(r"^[%\s]*Option (\w+):\s*([^(\n]+)", re.MULTILINE)


@dataclass(frozen=True)
class Formulation:
    """A model of a family's problem in one language, found by its file.

    package: that of its module; paradigm: empty where the solver decides.
    """

    family: str
    name: str
    language: str
    package: str
    path: Path
    goals: tuple[str, ...]
    options: dict[str, tuple[str, ...]]
    excludes: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    paradigm: str = ""
    formats: tuple[str, ...] = ()

    def takes(self, instance: Any) -> bool:
        """Whether an instance is in a format of the formulation, where formats are what tells formulations apart."""
        return not self.formats or instance.format in self.formats

    def refusal(self, goal: str, instance: Any) -> str:
        """Why the formulation does not state this goal of this instance; empty where it does."""
        if goal not in self.goals:
            return f"the formulation does not state the goal {goal}"
        if not self.takes(instance):
            return f"the formulation takes models in {' or '.join(self.formats)}, not in {instance.format}"
        field = next((field for field in self.excludes if getattr(instance, field)), None)
        return f"the formulation does not state instances with '{field}'" if field else ""

    def settings(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The full set of options: the chosen values, and the defaults of the rest."""
        for key, value in chosen.items():
            if key not in self.options:
                known = ", ".join(self.options) or "none"
                raise UserError(f"{self.family}/{self.name} has no option '{key}'; its options: {known}")
            if not any(_fits(value, allowed) for allowed in self.options[key]):
                raise UserError(f"option {key} of {self.name} takes {' | '.join(self.options[key])}, not '{value}'")
        return {key: chosen.get(key, values[0]) for key, values in self.options.items()}

    def own(self, settings: Mapping[str, str]) -> dict[str, str]:
        """The settings that the formulation itself is given: all but the runner's."""
        return {key: value for key, value in settings.items() if key not in (STEPWISE_OPTION, parts.PART, parts.DEPTH)}

    def stepwise(self, goal: str, settings: Mapping[str, str]) -> bool:
        """Whether the runner finds the optimum, by the decisions that the family's ``levels`` name."""
        return goal == "optimum" and settings.get(STEPWISE_OPTION) == "levels"

    def module(self) -> ModuleType:
        """The module of a formulation written in Python."""
        return load(f"{self.package}.{self.name}")

    def sha256(self) -> str:
        """The digest of the sources that make of an instance's JSON what a solver is given, and of atoms a solution.

        Neither comments nor the family's checker, drawings and importers are among them: see models.closure.
        """
        own = bool(self.formats)
        return _sha256(package(self.family), self.package, self.language, self.path, tuple(self.options), own)


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
    found = getattr(load(package(family)), "PROBLEM", None)
    if not isinstance(found, Problem) or found.family != family:
        raise UserError(f"{_folder(family) / '__init__.py'} defines no PROBLEM, a models.problem.Problem of '{family}'")
    if not (_folder(family) / "draw.py").exists():
        raise UserError(f"{_folder(family)} has no draw.py, with the functions figure, words and text")
    return found


def drawing(family: str) -> Any:
    """The module that draws a family's solutions; raises UserError where it lacks a function."""
    module = module_of(family, "draw")
    if missing := [name for name in ("figure", "words", "text") if not callable(getattr(module, name, None))]:
        raise UserError(f"{_folder(family) / 'draw.py'} defines no function '{missing[0]}'")
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
    return known[name].paradigm if name in known else paradigms.OF_LANGUAGE.get(name.partition("_")[0], "")


def paradigm(family: str, name: str) -> str:
    """The paradigm of a row from before the record's column, by its formulation."""
    return own_paradigm(family, name) or paradigms.OF_OLD_ROWS


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
        return path.read_text(encoding="utf-8-sig")
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
    own = [path.parent for path in HOME.glob("*/__init__.py")]
    known = plugins.unique(
        "family", [(path.name, Place(f"models.{path.name}", path)) for path in own] + [*added.families]
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
    stated = [(path.stem, Place(module, path)) for path, module in files if _language(path)]
    known = plugins.unique(f"formulation of {family}", stated)
    return {name: _read(family, module, path) for name, (module, path) in known.items()}


@cache
def _sha256(family: str, package: str, language: str, path: Path, options: tuple[str, ...], of_users: bool) -> str:
    keys = [*_DATA.get(language, ("parse",)), *_SOLUTIONS, *(["files"] if of_users else [])]
    symbols = [Symbol(family, f"PROBLEM.{key}") for key in keys]
    if path.suffix == ".py":
        return SOURCES.digest([*symbols, Symbol(f"{package}.{path.stem}", "build()")])
    return closure.hashed([SOURCES.digest(symbols), closure.text(path, ("goal", *options))])


def _fits(value: str, allowed: str) -> bool:
    if allowed == "<number>":
        return re.fullmatch(r"\d{1,9}", value) is not None
    if allowed == "<k/n>":
        return parts.proper(value)
    if allowed == "<text>":
        return re.fullmatch(r"\S+", value) is not None
    return value == allowed


def _language(path: Path) -> str:
    prefix, _, rest = path.name.partition("_")
    return prefix if rest and LANGUAGES.get(prefix) == path.suffix else ""


def _read(family: str, package: str, path: Path) -> Formulation:
    language = _language(path)
    text = path.read_text(encoding="utf-8")
    goals = _words(_GOALS, text)
    if not goals or not set(goals) <= set(GOALS):
        raise UserError(f"{path}: its head needs a line 'Goals: …' with some of {', '.join(GOALS)}")
    excludes, engines = _words(_EXCLUDES, text), _words(_ENGINES, text)
    if language == "dlx" and not engines:
        raise UserError(f"{path}: its head needs a line 'Engines: …' with those of runners/native that search for it")
    named = _PARADIGM.search(text)
    own = named[1] if named else paradigms.OF_LANGUAGE.get(language, "")
    if named and own not in paradigms.PARADIGMS:
        raise UserError(f"{path}: there is no paradigm '{own}'; there are {', '.join(paradigms.PARADIGMS)}")
    options = {key: tuple(value.strip() for value in values.split("|")) for key, values in _OPTION.findall(text)}
    formats = _words(_FORMATS, text)
    return Formulation(family, path.stem, language, package, path, goals, options, excludes, engines, own, formats)


def _words(line: re.Pattern[str], text: str) -> tuple[str, ...]:
    """The words that a line of a head lists, none where it has no such line."""
    found = line.search(text)
    return tuple(re.split(r"[,\s]+", found[1].strip())) if found else ()
