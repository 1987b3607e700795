"""The instances with a name, and their known answers, for comparison only.

The shipped ones and their answers are in instances/manifest.csv. Those of a plug-in are the files
``instances/FAMILY/NAME.json``; it may have a manifest with any of these columns, for some of its instances. Any
instance of a ladder has a name, too (generators/ladders.py).
"""

import csv
import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import plugins, presentation, registry
from tilings.models.plugins import ModulePath
from tilings.models.problem import GOALS, Problem, UserError
from tilings.models.terminal.command import SHIPPED
from tilings.runners.plan import temporary

INSTANCES = SHIPPED
MANIFEST = INSTANCES / "manifest.csv"
_COLUMNS = ("class", "size", *(f"known_{goal}" for goal in GOALS), "source")


class Shipped(NamedTuple):
    """An instance of the catalogue.

    file: the JSON file. An instance made by a rule need not have it; `path` then writes it.
    known: the goals, and for each the known answer: ``sat``, ``unsat`` or a number.
    source: where the known answers come from.
    ladder_class, size: the place on a ladder (see runners.plan.ladders); empty and None without one.
    """

    family: str
    name: str
    file: Path
    sha256: str
    known: dict[str, str]
    source: str
    ladder_class: str = ""
    size: float | None = None

    @property
    def path(self) -> Path:
        """The JSON file; raises UserError where it cannot be made."""
        if not self.file.exists() and (entry := made(self.name, self.family)):
            return entry.file
        return self.file

    @property
    def on_ladder(self) -> bool:
        """Whether it has a place on a ladder, which is both a class and a size."""
        return bool(self.ladder_class) and self.size is not None


class InstanceFile:
    """An instance's JSON file. sha256: the file's hash, which identifies the instance."""

    def __init__(self, path: Path, sha256: str, family: str) -> None:
        self.path, self.sha256, self.family = path, sha256, family

    @property
    def problem(self) -> Problem:
        """The instance's family; a model of the user's own has its own sense."""
        return self._read()[0]

    @property
    def instance(self) -> Any:
        """The content; this and `problem` raise UserError where the file can no longer be read."""
        return self._read()[1]

    @property
    def expected(self) -> Mapping[str, Any]:
        """The known answers that the instance itself states, by goal."""
        problem, instance = self._read()
        return problem.expected(instance)

    def _read(self) -> tuple[Problem, Any]:
        kept = _PARSED.get(self.sha256)
        return kept[1] if kept else _keep(self.sha256, self.path, registry.load_instance(self.path))


class NamedInstance(InstanceFile):
    """The instance of a name, which is made when its file or hash is first asked for: few rungs of a ladder are run."""

    def __init__(self, family: str, name: str) -> None:
        self.family, self._name = family, name

    @cached_property
    def _entry(self) -> Shipped:
        return entry(self.family, self._name)

    @property
    def path(self) -> Path:  # type: ignore[override]
        return self._entry.path

    @property
    def sha256(self) -> str:  # type: ignore[override]
        return self._entry.sha256


# hash of a file -> its size and content. A climb names instances of gigabytes: only the last ones read are kept.
_PARSED: dict[str, tuple[int, tuple[Problem, Any]]] = {}
_MOST_BYTES = 32_000_000  # of the files; the objects take ten times as much


def _keep(sha256: str, path: Path, content: tuple[Problem, Any]) -> tuple[Problem, Any]:
    _PARSED[sha256] = path.stat().st_size, content
    while len(_PARSED) > 1 and sum(size for size, _ in _PARSED.values()) > _MOST_BYTES:
        _PARSED.pop(next(iter(_PARSED)), None)
    return content


def read_instance(path: Path) -> InstanceFile:
    """Read and parse an instance's JSON file; raises UserError where that fails."""
    return parsed(path, *registry.load_instance(path))


def parsed(path: Path, problem: Problem, instance: Any) -> InstanceFile:
    """An instance's JSON file whose content is known."""
    source = InstanceFile(path, file_sha256(path), problem.family)
    _keep(source.sha256, path, (problem, instance))
    return source


def entry(family: str, name: str) -> Shipped:
    """The instance of this name, made by a rule or a file; raises UserError where there is none.

    Its name may differ in leading zeros.
    """
    if found := find(family, name):
        return found
    raise UserError(f"there is no instance {name} of {family}")


def find(family: str, name: str) -> Shipped | None:
    """The instance of this name as for ``entry``; None where there is none."""
    return next(iter(_all_named(name, family=family)), None)


@cache
def made(name: str, family: str = "") -> Shipped | None:
    """The instance that a rule makes from its name, of one family or any; None where no rule has such names.

    Raises UserError for an instance that is impossible or too large.
    """
    from tilings.generators import ladders

    for candidate in [family] if family else _families_of(name):
        if found := ladders.entry(name, candidate):
            problem = registry.problem(candidate)
            path, sha256 = temporary.written(problem, found.instance)
            _keep(sha256, path, (problem, found.instance))
            known = {goal: str(answer) for goal, answer in found.known.items()}
            place = (found.ladder_class, found.size)
            return Shipped(candidate, found.instance.name, path, sha256, known, found.source, *place)
    return None


def _families_of(name: str) -> Iterable[str]:
    """The families that may have a rule for a name; those that ship instances with such names come first."""
    from tilings.generators import ladders

    return dict.fromkeys([*(entry.family for entry in shipped(_form(name, r"\d+"))), *ladders.families()])


def has_rule(family: str, name: str, sha256: str) -> bool:
    """Whether a rule makes the instance with this hash from its name."""
    try:
        found = made(name, family)
    except UserError:
        return False
    return found is not None and found.sha256 == sha256


def named(name: str) -> list[Shipped]:
    """The instances of this name, shipped or made by a rule; else those whose names differ in leading zeros.

    Raises UserError for an impossible or too large one.
    """
    padded = shipped(_form(name, "0*{}"))
    exact = [entry for entry in padded if entry.name == name]
    return exact or (padded if len(padded) == 1 else _all_named(name))


def _form(name: str, number: str) -> re.Pattern[str]:
    """The form of a name, with this pattern for each of its numbers, in which {} stands for the number itself."""
    pattern = re.sub(
        r"\d+", lambda digits: number.format(digits[0].lstrip("0") or "0"), re.escape(name), flags=re.ASCII
    )
    return re.compile(pattern, re.ASCII)


def _all_named(name: str, **family: str) -> list[Shipped]:
    """The instances of this name: one that a rule makes, else shipped ones, or presentations of these."""
    if found := made(name, **family):
        return [found]
    original, number = presentation.split(name)
    return [_presented(entry, number) if number else entry for entry in shipped(name=original, **family)]


def _presented(entry: Shipped, number: int) -> Shipped:
    """A presentation of a shipped instance, which inherits its answers."""
    problem, original = registry.load_instance(entry.path)
    instance = presentation.of(original, number)
    path, sha256 = temporary.written(problem, instance)
    return entry._replace(name=instance.name, file=path, sha256=sha256)


def shipped(form: re.Pattern[str] | None = None, /, **wanted: str) -> list[Shipped]:
    """All instances of the catalogue, in its order, then those of plug-ins; raises UserError where files are missing.

    form: only the instances whose names have this form.
    wanted: only the instances with these cells in the manifest, such as a name.

    With a plug-in's instances, the catalogue's own may be missing.
    """
    folders = [root / "instances" for root in plugins.active().roots if (root / "instances").is_dir()]
    more = [entry for folder in folders for entry in _added(folder, form, wanted)]
    try:
        changed_ns = MANIFEST.stat().st_mtime_ns
        if wanted or form:
            entries = [_read(row) for row in _rows(changed_ns) if _is_wanted(row, form, wanted)]
        else:
            entries = list(_catalogue(changed_ns))
    except FileNotFoundError:
        if not more:
            raise UserError(f"{MANIFEST} is missing; write the instances with: make instances") from None
        entries = []
    except KeyError as field:
        raise UserError(f"{MANIFEST} lacks the column {field}; write it with: make instances") from None
    if more:
        named = [(f"{entry.family}/{entry.name}", ModulePath("", entry.path)) for entry in entries + more]
        plugins.unique("instance", named)
    return entries + more


@lru_cache(maxsize=1)
def _catalogue(changed_ns: int) -> list[Shipped]:
    """The instances of the catalogue that was changed at this time; a plan asks for them often."""
    return list(map(_read, _rows(changed_ns)))


@lru_cache(maxsize=1)
def _rows(changed_ns: int) -> list[dict[str, str]]:
    """The rows of the catalogue that was changed at this time."""
    del changed_ns  # the key of the cache
    with MANIFEST.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return [dict(zip(names, row, strict=False)) for row in rows]


def _is_wanted(row: Mapping[str, str], form: re.Pattern[str] | None, wanted: Mapping[str, str]) -> bool:
    return wanted.items() <= row.items() and (form is None or form.fullmatch(row["name"]) is not None)


def _added(folder: Path, form: re.Pattern[str] | None, wanted: Mapping[str, str]) -> Iterator[Shipped]:
    """The instances in a plug-in's folder that ``shipped`` is asked for, in the order of their names."""
    listed = folder / "manifest.csv"
    rows: dict[tuple[str, str], dict[str, str]] = {}
    if listed.exists():
        for number, row in enumerate(_cells(listed), start=2):
            if None in row or None in row.values() or not (row.get("family") and row.get("name")):
                raise UserError(
                    f"{listed}:{number}: a row has as many cells as the first line, family and name among them"
                )
            rows[row["family"], row["name"]] = row
    for path in sorted(folder.glob("*/*.json")):
        row = dict.fromkeys(_COLUMNS, "") | rows.pop((path.parent.name, path.stem), {})
        row |= {"family": path.parent.name, "name": path.stem, "sha256": file_sha256(path)}
        if _is_wanted(row, form, wanted):
            yield _read(row, folder)
    for family, name in rows:
        raise UserError(f"{listed} names the instance {family}/{name}, and there is no {folder / family / name}.json")


def _cells(listed: Path) -> Iterator[dict[str, str]]:
    """The rows of a plug-in's manifest, by the names of its columns."""
    try:
        yield from csv.DictReader(registry.read_text(listed).splitlines())
    except csv.Error as error:
        raise UserError(f"{listed} cannot be read: {error}") from None


def file_sha256(path: Path) -> str:
    """The hash that identifies an instance: that of its JSON file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read(row: dict[str, str], folder: Path = INSTANCES) -> Shipped:
    known = {goal: row[f"known_{goal}"] for goal in GOALS if row[f"known_{goal}"]}
    path = folder / row["family"] / f"{row['name']}.json"
    try:
        size = float(row["size"]) if row["size"] else None
    except ValueError:
        size = math.nan
    if size is not None and not math.isfinite(size):
        raise UserError(
            f"{folder / 'manifest.csv'}: the size of {row['family']}/{row['name']} is not a number: '{row['size']}'"
        )
    return Shipped(row["family"], row["name"], path, row["sha256"], known, row["source"], row["class"], size)
