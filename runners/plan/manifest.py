"""The shipped instances and their known answers (instances/manifest.csv), for comparison only."""

from __future__ import annotations

import csv
import hashlib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from models import registry
from models.command import ROOT
from models.problem import GOALS, Problem, UserError

INSTANCES = ROOT / "instances"
MANIFEST = INSTANCES / "manifest.csv"


@dataclass(frozen=True)
class Shipped:
    """An instance of the catalogue. known: goal -> ``sat``, ``unsat`` or a number; source: who says so.

    ladder_class, size: its place on a ladder (see runners.plan.ladders); empty where it is on none.
    """

    family: str
    name: str
    path: Path
    sha256: str
    known: dict[str, str]
    source: str
    ladder_class: str = ""
    size: float | None = None

    @property
    def on_ladder(self) -> bool:
        """Whether it has a place on a ladder; a class without a size, or a size without a class, is none."""
        return bool(self.ladder_class) and self.size is not None


@dataclass(frozen=True)
class InstanceFile:
    """An instance's JSON file and what it states. sha256: the file's hash, by which the instance is known.

    It is pickled by name: where it is loaded, it is the one that has been read already, else it is read again.
    """

    path: Path
    sha256: str
    problem: Problem
    instance: Any

    def __post_init__(self) -> None:
        _FILES[self.path, self.sha256] = self

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.path, self.sha256)


_FILES: WeakValueDictionary[tuple[Path, str], InstanceFile] = WeakValueDictionary()


def _named(path: Path, sha256: str) -> InstanceFile:
    return _FILES.get((path, sha256)) or read_instance(path)


def read_instance(path: Path) -> InstanceFile:
    """Read and parse an instance's JSON file; raises UserError where that fails."""
    problem, instance = registry.load_instance(path)
    return InstanceFile(path, file_sha256(path), problem, instance)


def shipped() -> list[Shipped]:
    """All instances of the catalogue, in its order; raises UserError where their files are missing."""
    try:
        with MANIFEST.open(encoding="utf-8", newline="") as file:
            return [_read(row) for row in csv.DictReader(file)]
    except FileNotFoundError:
        raise UserError(f"{MANIFEST} is missing; write the instances with: python -m generators.all") from None
    except KeyError as field:
        raise UserError(f"{MANIFEST} lacks the column {field}; write it with: python -m generators.all") from None


def file_sha256(path: Path) -> str:
    """The hash by which an instance is known: that of its JSON file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read(row: dict[str, str]) -> Shipped:
    known = {goal: row[f"known_{goal}"] for goal in GOALS if row[f"known_{goal}"]}
    path = INSTANCES / row["family"] / f"{row['name']}.json"
    try:
        size = float(row["size"]) if row["size"] else None
    except ValueError:
        size = math.nan
    if size is not None and not math.isfinite(size):
        raise UserError(f"{MANIFEST}: the size of {row['family']}/{row['name']} is no number: '{row['size']}'")
    return Shipped(row["family"], row["name"], path, row["sha256"], known, row["source"], row["class"], size)
