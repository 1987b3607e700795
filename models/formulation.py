"""A formulation: a model of a family's problem in one language, and the declarations in the head of its file.

The head of the file describes the model in words, and declares its goals, options and exclusions::

    Goals: first, count
    Option symmetry: all | none          (the first value is the default)
    Option mch: 0 | <number>             (any whole number; <text>: any text without spaces, <k/n>: one of n parts)
    Excludes: connected                  (the model does not state instances with this field)
    Formats: mzn, fzn                    (the formats of the user's own models that it accepts: see models.own)
    Solvers: clingcon                    (it is in a dialect of the language that only these solvers know)

Some options are handled by the runner, not by the formulation: ``optimum: model | levels`` solves goal ``optimum`` as
one model, or as the decision problems of the family's ``levels``; ``part: 1/1 | <k/n>`` and ``depth: auto | <number>``
choose one of the parts into which the engine divides its search (see models.search_parts).

The head of a ``dlx_*.py`` has a line ``Engines: auto, bits, states``: the packages of ``runners.native`` that search. A
line ``Needs: multiplicities, colours`` names what every instance needs beyond plain exact covers.
A line ``Paradigm: native search`` names a paradigm that differs from the language's. In the languages cp, cpmpy and sat
the solver determines the paradigm: one model runs on solvers of several paradigms, and each adapter names its own.
"""

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tilings.models import digest, files, search_parts
from tilings.models.plugins import load
from tilings.models.problem import GOALS, UserError

# The paradigms that are compared.
EXACT_COVER, NATIVE = "exact cover", "native search"
REFERENCE = "dlx"  # the solver of our own engines; all its runs are native searches
# In the order in which they are shown. Native searches, by our own engines, are a reference outside every ranking.
PARADIGMS = ("CP", "CP-SAT", "ASP", "MIP", "SAT", "PB", "SMT", EXACT_COVER, NATIVE)
OF_LANGUAGE = {"asp": "ASP", "cpsat": "CP-SAT", "mip": "MIP", "dlx": EXACT_COVER}
OF_OLD_ROWS = "CP"  # the paradigm of old rows without the column, where the solver determines it
STEPWISE_OPTION = "optimum"
LANGUAGES = {"cp": ".mzn", "asp": ".lp", "cpsat": ".py", "mip": ".py", "dlx": ".py", "cpmpy": ".py", "sat": ".py"}
# The modules of this folder that formulations of all families use.
_MODULES = ("classes", "cpmpy_import", "encoding", "fields", "formula", "presentation", "problem")
SHARED = {Path(__file__).with_name(f"{name}.py") for name in _MODULES}
_DIGESTS: dict[Path, str] = {}
_DECLARATION = re.compile(
    r"^[% \t]*(Goals|Excludes|Engines|Formats|Needs|Solvers|Paradigm|Option \w+):\s*(.+)$", re.MULTILINE
)


def paradigms_in_order(names: Iterable[str]) -> list[str]:
    """Paradigms in the order in which they are shown; those of plug-ins come last, by their names."""
    present = set(names)
    return [name for name in PARADIGMS if name in present] + sorted(present.difference(PARADIGMS))


class Formulation(NamedTuple):
    """A model of a family's problem in one language, found by its file."""

    family: str
    name: str
    language: str
    home: Path  # the folder of its family
    package: str  # the package of its module
    path: Path
    goals: tuple[str, ...]
    options: dict[str, tuple[str, ...]]
    excludes: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    paradigm: str = ""  # empty if the solver determines it
    formats: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()
    words: str = ""  # the first sentence of its head

    @property
    def of_files(self) -> bool:
        """Whether the solver itself reads the files of a user's own model, because no module here builds a model."""
        return bool(self.formats) and self.path.suffix != ".py"

    def takes(self, instance: Any) -> bool:
        """Whether an instance is in a format of the formulation; true of a formulation without formats."""
        return not self.formats or instance.format in self.formats

    def refusal(self, goal: str, instance: Any) -> str:
        """Why the formulation does not state this goal of this instance; empty where it does."""
        if goal not in self.goals:
            return f"the formulation does not state the goal {goal}, but {', '.join(self.goals)}"
        if not self.takes(instance):
            return f"the formulation takes models in {' or '.join(self.formats)}, not in {instance.format}"
        field = next((field for field in self.excludes if getattr(instance, field)), None)
        return f"the formulation does not state instances with '{field}'" if field else ""

    def settings(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """All options: the chosen values, and the defaults of the others."""
        for key, value in chosen.items():
            if key not in self.options:
                known = ", ".join(self.options) or "none"
                raise UserError(f"{self.family}/{self.name} has no option '{key}'; its options: {known}")
            if not any(_fits(value, allowed) for allowed in self.options[key]):
                raise UserError(f"option {key} of {self.name} takes {' | '.join(self.options[key])}, not '{value}'")
        return {key: chosen.get(key, values[0]) for key, values in self.options.items()}

    def own(self, settings: Mapping[str, str]) -> dict[str, str]:
        """The settings passed to the formulation, without the options that the runner handles."""
        return {
            key: value
            for key, value in settings.items()
            if key not in (STEPWISE_OPTION, search_parts.PART, search_parts.DEPTH)
        }

    def stepwise(self, goal: str, settings: Mapping[str, str]) -> bool:
        """Whether the runner finds the optimum, by the family's ``levels``."""
        return goal == "optimum" and settings.get(STEPWISE_OPTION) == "levels"

    def module(self) -> ModuleType:
        return load(f"{self.package}.{self.name}")

    def missing_imports(self) -> tuple[str, ...]:
        """The missing packages among those that a formulation in Python imports at its head."""
        return _missing_imports(self.path) if self.path.suffix == ".py" else ()

    def sources(self) -> set[Path]:
        """The files that state the problem: the formulation's with all that it includes, the Python files of its
        family's folder and of the folder that it lies in, except other formulations, and SHARED.
        """
        stated = {self.path} if self.path.suffix == ".py" else digest.with_includes(self.path)
        beside = digest.python_files(self.home) | digest.python_files(self.path.parent)
        return stated | {path for path in beside if not language_of(path)} | SHARED

    def sha256(self) -> str:
        """The digest of the files that state the problem, computed once for each process."""
        if self.path not in _DIGESTS:
            _DIGESTS[self.path] = digest.of_files(self.sources())
        return _DIGESTS[self.path]


def language_of(path: Path) -> str:
    """The language of a formulation's file; empty for any other file."""
    prefix, _, rest = path.name.partition("_")
    return prefix if rest and LANGUAGES.get(prefix) == path.suffix else ""


def read(family: str, home: Path, package: str, path: Path) -> Formulation:
    """The formulation in a file; raises UserError for a wrong head."""
    language = language_of(path)
    with files.reading(path):
        text = files.text(path)
    declared = dict(reversed(_DECLARATION.findall(text)))  # of several lines the first one counts

    def words(key: str) -> tuple[str, ...]:
        return tuple(re.split(r"[,\s]+", declared[key].strip())) if key in declared else ()

    goals = words("Goals")
    if not goals or not set(goals) <= set(GOALS):
        raise UserError(f"{path}: its head needs a line 'Goals: …' with some of {', '.join(GOALS)}")
    engines = words("Engines")
    if language == "dlx" and not engines:
        raise UserError(f"{path}: its head needs a line 'Engines: …' that names its engines in runners/native")
    label = declared.get("Paradigm", OF_LANGUAGE.get(language, "")).strip()
    if label and label not in PARADIGMS:
        raise UserError(f"{path}: unknown paradigm '{label}'; the paradigms are {', '.join(PARADIGMS)}")
    options = {
        key.removeprefix("Option "): tuple(value.strip() for value in values.partition("(")[0].split("|"))
        for key, values in reversed(declared.items())
        if key.startswith("Option ")
    }
    return Formulation(
        family, path.stem, language, home, package, path, goals, options, words("Excludes"), engines, label,
        words("Formats"), words("Needs"), words("Solvers"), _first_sentence(text),
    )  # fmt: skip


def _first_sentence(text: str) -> str:
    """
    >>> _first_sentence("% Exact cover: each cell\\n% is covered once.\\n%\\n% Variables: x.")
    'Exact cover: each cell is covered once'
    """
    head = re.sub(r"\n[%#]? ?", "\n", text.lstrip('%#" ')).partition("\n\n")[0]
    return " ".join(re.split(r"(?<!\b[A-Z])\.(?:\s|$|\")", head, maxsplit=1)[0].split())


@cache
def _missing_imports(path: Path) -> tuple[str, ...]:
    """Packages by the names of their modules; empty for a file that cannot be parsed, whose import raises the error."""
    try:
        body = ast.parse(files.text(path)).body
    except (SyntaxError, ValueError):
        return ()
    names = [alias.name for line in body if isinstance(line, ast.Import) for alias in line.names]
    names += [line.module for line in body if isinstance(line, ast.ImportFrom) and line.module and not line.level]
    packages = dict.fromkeys(name.partition(".")[0] for name in names)
    return tuple(name for name in packages if not find_spec(name) and not path.with_name(f"{name}.py").exists())


def _fits(value: str, allowed: str) -> bool:
    if allowed == "<number>":
        return re.fullmatch(r"\d{1,9}", value) is not None
    if allowed == "<k/n>":
        return search_parts.proper(value)
    if allowed == "<text>":
        return re.fullmatch(r"\S+", value) is not None
    return value == allowed
