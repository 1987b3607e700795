"""What was certified of h(n), the least number of copies of one side that tile the n x n board, and at which cost.

Its data are CSV files that `runners.certify` writes: shards-*.csv, a row for each part of an exhaustive search that was
run to its end, and tilings-*.csv. Nothing that they say is taken on trust: tilings are checked here, and a search that
lacks a part, or of which two runs differ, refutes nothing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.command import ROOT
from models.problem import Solution, UserError
from models.squares import check
from models.squares.instance import SquaresInstance, parse
from reports.text import english
from runners.record.csv_log import rows

_KINDS = {
    "shards": "size,copies,part,parts,nodes,solutions,digest,cpu_s,engine,host,cpu_model,git_commit,started_at",
    "tilings": "size,copies,tiling,nodes,cpu_s,engine,host,cpu_model,git_commit,started_at",
}
_NUMBERS = {"size": int, "copies": int, "part": int, "parts": int, "nodes": int, "solutions": int, "cpu_s": float}
Row = dict[str, Any]


@dataclass(frozen=True)
class Refutation:
    """A complete exhaustive search that found no tiling with so many copies of a side. cpu_s: CPU seconds."""

    size: int
    copies: int
    parts: int
    nodes: int
    cpu_s: float


@dataclass(frozen=True)
class Tiling:
    """A tiling that was checked. copies: of its most used side; nodes, cpu_s: what finding it took."""

    size: int
    copies: int
    squares: Solution
    nodes: int
    cpu_s: float

    @property
    def board(self) -> SquaresInstance:
        """The board with the copies that it uses."""
        return _board(self.size, self.copies)


@dataclass(frozen=True)
class Certified:
    """What the files prove.

    refutations, tilings: by n, those of the most copies, and of the fewest. incomplete: by n, what an exhaustive search
    lacks. faults: what speaks against a row, in words. sources: engine, host, processor and commit of the rows.
    elsewhere: the folder that they come from, where it is not the campaign's.
    """

    refutations: dict[int, Refutation]
    tilings: dict[int, Tiling]
    incomplete: dict[int, str]
    faults: list[str]
    sources: list[tuple[str, ...]]
    elsewhere: str

    @property
    def sizes(self) -> range:
        """From the least n that there is anything of to the greatest."""
        known = {*self.refutations, *self.tilings, *self.incomplete}
        return range(min(known), max(known) + 1)

    def least(self, n: int) -> int:
        """A proven lower bound on h(n)."""
        return self.refutations[n].copies + 1 if n in self.refutations else 1

    def value(self, n: int) -> int | None:
        """h(n), where it is certain: a tiling with so many copies, and a refutation of one copy less."""
        found = self.tilings[n].copies if n in self.tilings else None
        return found if found == self.least(n) else None

    @property
    def certain(self) -> dict[int, int]:
        """h(n) by n, where it is certain."""
        return {n: value for n in self.sizes if (value := self.value(n)) is not None}


def home(folder: Path) -> Path | None:
    """Where the files of a results folder are, in it or in its folder certify; None where there are none."""
    places = (folder / "certify", folder)
    return next((place for place in places if any(_paths(place, kind) for kind in _KINDS)), None)


def load(folder: Path, published: Path) -> Certified | None:
    """What the files in a results folder prove, else those among the published results; None where there are none.

    Raises UserError for a file that is not of its schema.
    """
    place = home(folder) or home(published)
    if place is None:
        return None
    shards, tilings = ([row for path in _paths(place, kind) for row in _read(path, kind)] for kind in _KINDS)
    if not shards and not tilings:
        return None
    refutations, incomplete, faults = _refutations(shards)
    found, wrong = _tilings(tilings)
    sources = {tuple(row[name] for name in ("engine", "host", "cpu_model", "git_commit")) for row in shards + tilings}
    elsewhere = "" if home(folder) else str(place.relative_to(ROOT) if place.is_relative_to(ROOT) else place)
    clashes = [
        f"n = {n}: a tiling with {english.copies(tiling.copies)}, and a refutation of them."
        for n, tiling in found.items()
        if n in refutations and tiling.copies <= refutations[n].copies
    ]
    return Certified(refutations, found, incomplete, faults + wrong + clashes, sorted(sources), elsewhere)


def _paths(folder: Path, kind: str) -> list[Path]:
    return sorted(folder.glob(f"{kind}-*.csv"))


def _read(path: Path, kind: str) -> list[Row]:
    found = []
    for number, row in enumerate(rows(path, tuple(_KINDS[kind].split(","))), start=2):
        try:
            found.append(_row({name: _NUMBERS.get(name, str)(cell) for name, cell in row.items()}))
        except ValueError as error:
            raise UserError(f"{path}:{number}: a row is broken ({error}): move the file away") from None
    return found


def _row(row: Row) -> Row:
    """The row itself; raises ValueError for figures that no search has."""
    part, parts = row.get("part", 0), row.get("parts", 1)
    least = {"size": 2, "copies": 1, "part": 0, "nodes": 0, "solutions": 0, "cpu_s": 0}
    for name, value in least.items():
        if not value <= row.get(name, value) < math.inf:
            raise ValueError(f"{name} {row[name]}")
    if part >= parts:
        raise ValueError(f"part {part} of {parts}")
    return row


def _refutations(shards: Iterable[Row]) -> tuple[dict[int, Refutation], dict[int, str], list[str]]:
    """The refutation of the most copies for each n, what is not complete beyond it, and faults."""
    searches: dict[tuple[int, int, str, int], dict[int, Row]] = defaultdict(dict)
    faults: dict[tuple[int, int, str, int], list[str]] = defaultdict(list)
    for row in shards:
        key = (row["size"], row["copies"], row["engine"], row["parts"])
        first = searches[key].setdefault(row["part"], row)
        where = f"n = {row['size']}, {english.copies(row['copies'])}, part {row['part']} of {row['parts']}"
        if any(first[name] != row[name] for name in ("nodes", "digest", "solutions")):
            faults[key].append(f"{where}: {_figures(first)}, and when it was run again {_figures(row)}.")
        elif row["solutions"] and row is first:
            faults[key].append(f"{where}: {row['solutions']} solutions, so this refutes nothing.")
    complete: dict[int, Refutation] = {}
    partial: dict[int, tuple[int, str]] = {}
    for key, parts in sorted(searches.items()):
        size, copies, _, number = key
        if faults[key]:
            continue
        if set(parts) == set(range(number)):
            nodes, cpu_s = (sum(row[name] for row in parts.values()) for name in ("nodes", "cpu_s"))
            complete[size] = Refutation(size, copies, number, nodes, cpu_s)
        else:
            partial[size] = (copies, f"{len(parts)} of {number} parts for {english.copies(copies)}")
    beyond = {n: lack for n, (copies, lack) in partial.items() if n not in complete or copies > complete[n].copies}
    return complete, beyond, [fault for of_one in faults.values() for fault in of_one]


def _tilings(found: Iterable[Row]) -> tuple[dict[int, Tiling], list[str]]:
    """The valid tiling of the fewest copies for each n, and what is wrong with the others."""
    best: dict[int, Tiling] = {}
    faults = []
    for row in found:
        try:
            tiling = _tiling(row)
        except (UserError, ValueError) as error:
            faults.append(f"n = {row['size']}: a tiling with {english.copies(row['copies'])} is none: {error}.")
            continue
        best[tiling.size] = min(best.get(tiling.size, tiling), tiling, key=lambda each: each.copies)
    return best, faults


def _tiling(row: Row) -> Tiling:
    """Raises UserError or ValueError for what is none."""
    board, squares = _board(row["size"], row["copies"]), tuple(_square(word) for word in row["tiling"].split())
    if broken := check.check(board, squares, "first"):
        raise ValueError(broken[0])
    return Tiling(row["size"], check.objective(board, squares), squares, row["nodes"], row["cpu_s"])


def _square(word: str) -> tuple[int, int, int]:
    x, y, side = map(int, word.split(":"))
    return x, y, side


def _board(size: int, copies: int) -> SquaresInstance:
    """Raises UserError for a board that cannot be."""
    return parse({"name": f"{size}", "width": size, "height": size, "max_copies": copies})


def _figures(row: Row) -> str:
    return f"{row['nodes']:,} nodes, {row['solutions']} solutions, digest {row['digest']}"
