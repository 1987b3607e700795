"""Suites: TOML files with the runs and their limits; docs/suites.md has every key.

Those in ``runners/suites/`` and in a plug-in's ``suites/`` have names. They are written by hand, so each error has its
line and table: ``suite.toml:12: [[runs]] number 2: …``. An entry that matches nothing is an error as well.
No TOML parser for Python reports lines: a search of the text finds them.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import ValidationError

from tilings.models import plugins, registry
from tilings.models.fields import shown
from tilings.models.plugins import ModulePath
from tilings.models.problem import UserError
from tilings.models.registry import Formulation
from tilings.models.terminal.phrases import instead, near
from tilings.runners.plan import instance_files, ladders, manifest
from tilings.runners.plan.instance_files import by_data
from tilings.runners.plan.suite import TWICE, Block, Suite, known_names, matches, unknown
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.presets import known

HOME = Path(__file__).parent.parent / "suites"
LARGEST_FILE = 64_000  # bytes
_OF_MODELS = {"family": "own", "goals": ["first", "optimum"]}  # the defaults of a table with models
_COUNTED = {"goals": ["first", "count", "optimum"]}  # likewise, where a count is expected
_FOR_MODELS = ("problem", "expect")
_ABOVE = ("description", "like", "runs")  # keys only above the tables
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


_KINDS = {"instances": "instance", "goals": "goal", "formulations": "formulation", "solvers": "solver"}
KeyPath = tuple[str | int, ...]
Unmatched = tuple[KeyPath, str]  # the path to the key or the item in its list, and the error


def files() -> dict[str, Path]:
    """The files of the named suites, by their names."""
    folders = [HOME, *(root / "suites" for root in plugins.active().roots)]
    named = [(path.stem, ModulePath("", path)) for folder in folders for path in folder.glob("*.toml")]
    return {name: path for name, (_, path) in plugins.unique("suite", named).items()}


def load(name: str, like: tuple[Path, ...] = ()) -> Suite:
    """A suite by its name, or a suite file by its path; raises UserError that names the file, its line, the key.

    like: the files that take its runs by their key 'like', which it cannot take in its turn.
    """
    is_path, named = name.endswith(".toml") or "/" in name, files()
    path = Path(name) if is_path else named.get(name, HOME / f"{name}.toml")
    if path.is_dir():
        raise UserError(f"{path} is a folder; a suite is a .toml file")
    if not path.is_file():
        missing = f"there is no file {name}" if is_path else f"unknown suite '{name}'"
        raise UserError(f"{missing}; give the path of a .toml file, or a name: {instead(name, named)}")
    if path.stat().st_size > LARGEST_FILE:
        raise UserError(f"{path} is larger than {LARGEST_FILE} bytes, too large for a suite")
    text = registry.read_text(path)
    return _Reader(path, _parsed(path, text), text.splitlines(), (path, *like)).suite()


def line_of(path: KeyPath, lines: list[str]) -> int:
    """The line of a key, or of its table, by a search for their names; else 1.

    ``("runs", 2, "seeds", 0)`` is the first seed of the third ``[[runs]]`` table, and has the line of its key.
    """
    texts = [line.partition("#")[0] for line in lines]
    headers = [number for number, text in enumerate(texts) if re.match(r"\s*\[\[\s*runs\s*\]\]", text)]
    found, end = 0, headers[0] if headers and path[:1] != ("runs",) else len(texts)
    if path[:1] == ("runs",) and len(path) > 1 and headers:
        found, *rest = headers[int(path[1]) :] or [0]
        end, path = rest[0] if rest else end, path[2:]
    for name in (re.escape(name) for name in path if isinstance(name, str)):
        key = re.compile(rf"(?<![\w-]){name}[\"']?\s*[=.\]]")
        found = next((number for number in range(found, end) if key.search(texts[number])), found)
    return found + 1


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise UserError(f"{path}: its brackets are nested too deeply") from None
    except ValueError as error:
        place = _PLACE.search(str(error))
        words = _PLACE.sub("", str(error)) + (f" (column {place[2]})" if place and place[2] else "")
        if words.startswith("Invalid value"):
            words += '; put a text in straight quotes, such as "squares"'
        line = place[1] if place and place[1] else len(text.splitlines()) or 1
        raise UserError(f"{path}:{line}: not TOML: {words}") from None


@dataclass(frozen=True)
class _Reader:
    """Turns the content of a file into a Suite; `wrong` makes the errors. within: it, and files that are like it."""

    path: Path
    data: dict[str, Any]
    lines: list[str]
    within: tuple[Path, ...]

    def suite(self) -> Suite:
        shared = {key: value for key, value in self.data.items() if key not in _ABOVE}
        self._block((), shared, {"family": ""} | shared)
        blocks = self._like(shared) if "like" in self.data else []
        tables = self.data.get("runs", blocks and [])
        if not isinstance(tables, list) or not (tables or blocks) or not all(isinstance(each, dict) for each in tables):
            raise self.wrong(("runs",), "a suite needs at least one [[runs]] table")
        description = self.data.get("description", "")
        if not isinstance(description, str):
            raise self.wrong(("description",), f"'description' takes a text, not {shown(description)}")
        names: dict[tuple[str, str], manifest.Shipped] = {}
        for number, written in enumerate(tables):
            table, own = ("runs", number), self._defaults(shared | written) | written
            if "family" not in shared | own:
                raise self.wrong(table, f"every [[runs]] table needs a family; {instead('', registry.families())}")
            block = self._block(table, own, shared | own)
            if alone := next((key for key in _FOR_MODELS if key in own and not block.models), ""):
                raise self.wrong((*table, alone), f"'{alone}' needs the key 'models', which this table lacks")
            key = "data"
            try:
                for word in block.data:
                    instance_files.matching(word, self.path.parent)
                key = "check"
                if block.check:
                    instance_files.matching(block.check, self.path.parent)
                key = "models" if block.models else "instances"
                block.read_files(self.path.parent, names)
            except UserError as error:
                raise self.wrong((*table, key) if key in own else (key,), str(error)) from None
            for path, message in unmatched(block, set(own)):
                raise self.wrong((*table, *path) if path[0] in own else path, message)
            blocks.append(block)
        return Suite(name=self.path.stem, description=description, blocks=blocks)

    @staticmethod
    def _defaults(given: dict[str, Any]) -> dict[str, Any]:
        """The defaults of a table of models; a count is among its goals if it is expected."""
        expect = given.get("expect")
        counted = isinstance(expect, dict) and any("count" in each for each in (expect, *by_data(expect).values()))
        return (_OF_MODELS | (_COUNTED if counted else {})) if "models" in given else {}

    def _like(self, shared: dict[str, Any]) -> list[Block]:
        """The blocks of another suite, with the keys above the tables of this one."""
        other, named = self.data["like"], files()
        if not isinstance(other, str) or named.get(other, self.path) in self.within:
            words = f"'like' takes the name of another suite, not {shown(other)}"
            raise self.wrong(("like",), f"{words}; {instead(str(other), named)}")
        return [block.model_copy(update=shared) for block in load(other, self.within).blocks]

    def wrong(self, path: KeyPath, message: str) -> UserError:
        """An error at a key of the file or of one of its tables."""
        place = f"[[runs]] number {int(path[1]) + 1}: " if path[:1] == ("runs",) and len(path) > 1 else ""
        keys = [str(key) for key in path if isinstance(key, str) and key != "runs"]
        named = f"{keys[0]}: " if keys and f"'{keys[0]}'" not in message else ""
        return UserError(f"{self.path}:{line_of(path, self.lines)}: {place}{named}{message}")

    def _block(self, table: KeyPath, own: dict[str, Any], given: dict[str, Any]) -> Block:
        """The block of the given keys and values, of which the table has its own; raises UserError at the first
        error."""
        try:
            return Block(**given)
        except ValidationError as error:
            first = error.errors()[0]
        key, *within = first["loc"]
        path = (*(table if key in own else ()), key, *within)
        if key in _ABOVE:
            raise self.wrong(path, f"'{key}' belongs above the [[runs]] tables, not in one")
        if key not in Block.model_fields:
            known = [*Block.model_fields, *(() if table else _ABOVE)]
            raise self.wrong(path, f"unknown key '{key}'; {instead(str(key), known)}")
        if first["type"] == TWICE:
            value = first["ctx"]["value"]
            raise self.wrong(path, f"{shown(value)} is listed twice in '{path[-1]}'")
        if key == "expect" and first["type"] == "value_error":
            raise self.wrong(path, str(first["ctx"]["error"]))
        field = Block.model_fields[str(key)]
        takes = f"it takes {field.description}, such as {(field.examples or [''])[0]}"
        raise self.wrong(path, f"'{key}' cannot be {shown(given[str(key)])}: {takes}")


def unmatched(block: Block, own: set[str]) -> Iterator[Unmatched]:
    """Entries of a block that match nothing. own: its own keys; a key above all blocks may be for others."""
    if block.family not in registry.families():
        yield ("family",), f"unknown family '{block.family}'; {instead(block.family, registry.families())}"
        return
    for key, kind in _KINDS.items():
        known = known_names(kind, [block.family] if key in own else None)
        for number, pattern in enumerate(getattr(block, key)):
            if kind == "instance" and _is_given(pattern, block.family if key in own else ""):
                continue
            if complaint := unknown(kind, pattern, known):
                yield (key, number), complaint
    yield from _instances(block, own)
    stated = registry.formulations(block.family).values()
    chosen = [formulation for formulation in stated if block.has(formulation.name)]
    if block.models:
        given: list[Any] = [registry.load_instance(entry.path)[1] for entry in block.given]
        chosen = [formulation for formulation in chosen if any(map(formulation.takes, given))]
        stems = {PurePosixPath(name).stem for each in given for name in each.data}
        if strange := sorted(by_data(block.expect).keys() - stems):
            yield ("expect", strange[0]), f"no data file of this table is named {strange[0]}; {instead('', stems)}"
    yield from _configurations(block, own, chosen)
    yield from _options(block, chosen)


def _is_given(word: str, family: str) -> bool:
    """Whether an entry of `instances` is a path or a name that a rule understands."""
    return instance_files.is_path(word) or manifest.find(family, word) is not None


def _instances(block: Block, own: set[str]) -> Iterator[Unmatched]:
    """Classes that the family does not have, and keys that together leave no instance, or no ladder of a climb."""
    rising = ladders.of(block.family)
    entries = [entry for entry in manifest.shipped() if entry.family == block.family]
    for number, pattern in enumerate(block.classes if "classes" in own else ()):
        if complaint := unknown("class", pattern, [*known_names("class", [block.family]), "*"]):
            yield ("classes", number), complaint
    key = next((key for key in ("sizes", "classes") if key in own), "instances")
    if block.climb:
        if not any(matches(ladder.name, block.classes) and {*ladder.goals} & {*block.goals} for ladder in rising):
            yield ("classes" if "classes" in own else "climb",), "no ladder of these classes has these goals"
    elif not any(map(block.holds, [*entries, *block.given])):
        yield (key,), f"the table has no run: no instance of {block.family} fits"


def _configurations(block: Block, own: set[str], formulations: list[Formulation]) -> Iterator[Unmatched]:
    """Configurations that do not exist, and keys that together leave none."""
    adapters = solver.adapters(name for name in block.solvers if solver.listed(name))
    pairs = [(adapter.name, formulation.name) for adapter in adapters for formulation in formulations
             if solver.takes(adapter, formulation)]  # fmt: skip
    for number, pattern in enumerate(block.configurations if "configurations" in own else ()):
        if complaint := unknown("configuration", pattern, ["/".join(pair) for pair in pairs]):
            yield ("configurations", number), complaint
    offered = known(adapter for adapter in adapters if any(block.pairs(adapter.name, other) for _, other in pairs))
    for number, pattern in enumerate(block.presets if "presets" in own else ()):
        if complaint := unknown("preset", pattern, offered):
            yield ("presets", number), complaint
    for number, pattern in enumerate(block.solvers if block.models else ()):
        if not any(fnmatchcase(name, pattern) for name, _ in pairs):
            yield ("solvers", number), f"{pattern} takes none of these models"
    if not any(block.pairs(*pair) for pair in pairs):
        languages = ", ".join(sorted({formulation.language for formulation in formulations})) or "there are none"
        key = next((key for key in ("configurations", "solvers") if key in own), "formulations")
        yield (key,), f"no solver of this table takes its formulations ({languages})"


def _options(block: Block, formulations: list[Formulation]) -> Iterator[Unmatched]:
    known = {option for formulation in formulations for option in formulation.options}
    named: list[Unmatched] = [(("options", name), name) for name in block.options]
    for path, option in named + [(("alone", number), option) for number, option in enumerate(block.alone)]:
        if not any(fnmatchcase(name, option) for name in known):
            words = f"no formulation of {block.family} in this table has an option '{option}'"
            yield path, f"{words}; {instead(option, known)}"
    for option, values in block.options.items():
        for number, value in enumerate(values):
            for formulation in formulations:
                if complaint := _refused(formulation, option, value):
                    yield ("options", option, number), complaint


def _refused(formulation: Formulation, option: str, value: str) -> str:
    """Why a formulation refuses a value of an option; empty where it has no such option or takes the value."""
    try:
        formulation.settings({option: value} if option in formulation.options else {})
    except UserError as error:
        return f"{error}{near(value, formulation.options[option])}"
    return ""
