"""Suites: TOML files of ``runners/suites/`` that say what is run, with which limits; its README has every key.

They are written by hand, so whatever is wrong in one is said with its line: ``suite.toml:12: …``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models import registry
from models.arguments import LARGEST_SEED, LONGEST_S
from models.fields import shown
from models.problem import GOALS, UserError
from models.suggest import instead
from runners.plan.suite import Block, Suite
from runners.plan.suite_check import Fault, misfits
from runners.plan.toml_lines import Key as Way
from runners.plan.toml_lines import Places

HOME = Path(__file__).parent.parent / "suites"
LARGEST_FILE = 64_000  # bytes
MOST = 10_000  # repetitions, threads
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True)
class Key:
    """A key of a ``[[runs]]`` table, which may stand above them all as well: its default, and what it takes.

    takes: in words; example: a value; fits: whether a value (of a list: an item) is of its kind;
    empty: whether an empty list means something.
    """

    default: Any
    takes: str
    example: str
    fits: Callable[[Any], bool]
    empty: bool = False


def _word(value: Any) -> bool:
    return isinstance(value, str)


def _whole(most: int | None) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value >= 1 and (most is None or value <= most)


def _seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 < value <= LONGEST_S


def _value(value: Any) -> bool:
    return type(value) in (str, int)


KEYS = {
    "family": Key(None, "a family's name", '"squares"', _word),
    "instances": Key(["*"], "a list of instances", '["h09", "h1*"]', _word),
    "goals": Key(list(GOALS), "a list of goals", '["first", "count"]', _word),
    "formulations": Key(["*"], "a list of formulations", '["cp_*"]', _word),
    "solvers": Key(["*"], "a list of solvers", '["*"]', _word),
    "options": Key({}, "a table: for each option a list of values", '{ symmetry = ["all", "none"] }', _value),
    "alone": Key([], "a list of options", '["symmetry"]', _word, empty=True),
    "seeds": Key([1], f"a list of seeds (whole, 1 to {LARGEST_SEED})", "[1, 2, 3]", _whole(LARGEST_SEED)),
    "repetitions": Key(1, f"a whole number from 1 to {MOST}", "3", _whole(MOST)),
    "threads": Key(1, f"a whole number from 1 to {MOST}", "2", _whole(MOST)),
    "parts": Key(1, f"a whole number from 1 to {MOST}", "16", _whole(MOST)),
    "timeout": Key(300, f"seconds (above 0, at most {LONGEST_S})", "60", _seconds),
    "memory": Key(4000, "MB (whole, from 1)", "4000", _whole(None)),
}
_LIMITS = ("timeout", "memory")
_ABOVE = ("description", "runs")  # no keys of a table


def names() -> list[str]:
    """The names of the shipped suites."""
    return sorted(path.stem for path in HOME.glob("*.toml"))


def load(name: str) -> Suite:
    """A shipped suite by name, or a suite file by its path; raises UserError that names the file, its line, the key."""
    is_path = name.endswith(".toml") or "/" in name
    path = Path(name) if is_path else HOME / f"{name}.toml"
    if path.is_dir():
        raise UserError(f"{path} is a folder; a suite is a .toml file")
    if not path.is_file():
        missing = f"there is no file {name}" if is_path else f"unknown suite '{name}'"
        raise UserError(f"{missing}; give the path of a .toml file, or a name: {instead(name, names())}")
    if path.stat().st_size > LARGEST_FILE:
        raise UserError(f"{path} is larger than {LARGEST_FILE} bytes: that is no suite")
    return _Reader(path, *_parsed(path, registry.read_text(path))).suite()


def _parsed(path: Path, text: str) -> tuple[dict[str, Any], Places]:
    try:
        return tomllib.loads(text), Places(text)
    except RecursionError:
        raise UserError(f"{path}: its brackets are nested too deeply") from None
    except ValueError as error:
        place = _PLACE.search(str(error))
        words = _PLACE.sub("", str(error)) + (f" (column {place[2]})" if place and place[2] else "")
        if words.startswith("Invalid value"):
            words += '; a text stands in straight quotes, such as "squares"'
        line = place[1] if place and place[1] else len(text.splitlines()) or 1
        raise UserError(f"{path}:{line}: not TOML: {words}") from None


@dataclass(frozen=True)
class _Reader:
    """Turns what a file says into a Suite; `wrong` makes the errors."""

    path: Path
    data: dict[str, Any]
    places: Places

    def suite(self) -> Suite:
        self._keys({key: value for key, value in self.data.items() if key not in _ABOVE}, ())
        blocks = self.data.get("runs")
        if not isinstance(blocks, list) or not blocks or not all(isinstance(block, dict) for block in blocks):
            raise self.wrong(("runs",), "a suite needs at least one [[runs]] table")
        description = self.data.get("description", "")
        if not isinstance(description, str):
            raise self.wrong(("description",), f"'description' takes a text, not {shown(description)}")
        return Suite(self.path.stem, description, [self._block(number) for number in range(len(blocks))])

    def wrong(self, way: Way, message: str, value: Any = None) -> UserError:
        """An error at a key, or at a value of its list."""
        word = None if value is None else str(value)
        return UserError(f"{self.path}:{self.places.line(way, word)}: {message}")

    def _block(self, number: int) -> Block:
        own, table = self.data["runs"][number], ("runs", number)
        self._keys(own, table)
        given = {key: value for key, value in self.data.items() if key in KEYS} | own
        if "family" not in given:
            raise self.wrong(table, f"every [[runs]] table needs a family; {instead('', registry.families())}")
        values = {key: given.get(key, description.default) for key, description in KEYS.items()}
        values["options"] = {name: list(map(str, found)) for name, found in values["options"].items()}
        limits = {key: values.pop(key) for key in _LIMITS}
        block = Block(**values, limits=limits)
        for fault in misfits(block, set(own)):
            raise self.wrong(_stands(fault.way, own, table), fault.message, fault.value)
        return block

    def _keys(self, given: dict[str, Any], table: Way) -> None:
        """Refuse keys that do not exist and values that are not of their kind."""
        for name, value in given.items():
            if table and name in _ABOVE:
                raise self.wrong((*table, name), f"'{name}' stands above the [[runs]] tables, not in one")
            if name not in KEYS:
                known = KEYS if table else (*KEYS, *_ABOVE)
                raise self.wrong((*table, name), f"unknown key '{name}'; {instead(name, known)}")
            for fault in _faults(name, value):
                raise self.wrong((*table, *fault.way), fault.message, fault.value)


def _faults(name: str, value: Any) -> Iterator[Fault]:
    """What is wrong with a key's value in itself."""
    key = KEYS[name]
    wrong = f"'{name}' cannot be {shown(value)}: it takes {key.takes}, such as {key.example}"
    parts: list[tuple[tuple[str, ...], Any]] = [((name,), value)]
    if isinstance(key.default, list | dict):
        if type(value) is not type(key.default) or (value == [] and not key.empty):
            yield Fault((name,), wrong)
            return
        parts = list(_parts(name, value))
    seen = set()
    for part in parts:
        if not key.fits(part[1]):
            yield Fault(part[0], wrong, part[1])
            return
        if part in seen:
            yield Fault(part[0], f"{shown(part[1])} stands twice in '{part[0][-1]}'", part[1])
        seen.add(part)


def _parts(name: str, value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The items of a list, or of the lists in a table, and where they stand."""
    if isinstance(value, list):
        yield from (((name,), item) for item in value)
        return
    for part, items in value.items():
        usable = isinstance(items, list) and items
        yield from (((name, part), item) for item in (items if usable else [[items]]))  # a list is no item


def _stands(way: Way, own: dict[str, Any], table: Way) -> Way:
    """Where a key stands that a block may have from above."""
    return (*table, *way) if way[0] in own else way
