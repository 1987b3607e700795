"""The certain values of h(n), the least number of copies of one side that tile the n x n board by smaller squares.

The command and the report both use this module to derive the values from the rows (`studies.hn.rows`).

- h(n) is at most k if there is a tiling with k copies that the independent checker accepts, by any search.
- h(n) is more than k if all parts of one search for k copies are recorded, by one version of the engine and in one
  division, none with a solution. Parts of different versions or divisions belong to different trees and are not
  combined. A search with two different records of one part is not a refutation.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilings.models.squares import check
from tilings.reports.english import copies
from tilings.studies.hn.rows import KINDS, PlainResult, Row, Shard, Tiling, read


@dataclass(frozen=True)
class Refutation:
    """A complete exhaustive search that found no tiling with so many copies of a side. cpu_s: CPU seconds."""

    size: int
    copies: int
    parts: int
    nodes: int
    cpu_s: float
    engine: str


@dataclass(frozen=True)
class Certified:
    """The results that rows prove, by n.

    refutations: the refutation of the most copies.
    tilings: the valid tiling of the fewest copies; its `copies` count the side that is used most.
    incomplete: an incomplete search for more copies than were refuted: the copies, the number of recorded parts, and
        the number of parts.
    objections: contradictions and invalid rows, in words.
    sources: the engine, host, processor and commit of the rows.
    confirmed: the results of the plain search that equal certain values.
    """

    refutations: dict[int, Refutation] = field(default_factory=dict)
    tilings: dict[int, Tiling] = field(default_factory=dict)
    incomplete: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    objections: list[str] = field(default_factory=list)
    sources: list[tuple[str, ...]] = field(default_factory=list)
    confirmed: list[PlainResult] = field(default_factory=list)

    @property
    def sizes(self) -> range:
        """From the least n with a row to the greatest."""
        known = {*self.refutations, *self.tilings, *self.incomplete}
        return range(min(known, default=0), max(known, default=-1) + 1)

    def refuted(self, n: int) -> int:
        """The largest number of copies that were refuted; 0 for none."""
        return self.refutations[n].copies if n in self.refutations else 0

    def value(self, n: int) -> int | None:
        """h(n) where it is certain: a tiling with so many copies, and a refutation of one copy less."""
        fewest = self.tilings[n].copies if n in self.tilings else None
        return fewest if fewest == self.refuted(n) + 1 else None

    @property
    def certain(self) -> dict[int, int]:
        """h(n) by n, where it is certain."""
        return {n: value for n in self.sizes if (value := self.value(n)) is not None}

    def confirmed_by(self, result: PlainResult) -> bool:
        """Whether h(n) is certain without this result, and the same."""
        return not self.contradiction(result) and self.value(result.size) == result.copies

    def contradiction(self, result: PlainResult) -> str:
        """The contradiction between a result of the plain search and the certified rows; empty if there is none."""
        if objections := ProofState([result]).certified.objections:
            return objections[0]
        n, best = result.size, self.tilings.get(result.size)
        if result.copies <= self.refuted(n):
            return f"the plain search finds a tiling for n = {n} with copies {result.copies}, which are refuted"
        if best and best.copies < result.copies:
            return f"the plain search misses the tiling for n = {n} with copies {best.copies}"
        return ""


# Size, copies, engine and number of parts, which the parts of one search have in common.
Search = tuple[int, int, str, int]


class ProofState:
    """Adds rows one by one; ``certified`` is the result so far."""

    def __init__(self, found: Iterable[Shard | Tiling] = ()) -> None:
        self.certified = Certified()
        self._shards: dict[Search, dict[int, Shard]] = {}
        self._refused: set[Search] = set()
        for row in found:
            self.add(row)

    def add(self, row: Shard | Tiling) -> list[str]:
        """Add a row; returns the new objections to it, given the other rows."""
        objections = self._add_shard(row) if isinstance(row, Shard) else self._add_tiling(row)
        best = self.certified.tilings.get(row.size)
        if not objections and best and best.copies <= self.certified.refuted(row.size):
            fewest = f"{copies(best.copies)} of a side"
            objections = [f"the {row.size} x {row.size} board has a tiling with {fewest}, which were refuted"]
        objections = [objection for objection in objections if objection not in self.certified.objections]
        self.certified.objections.extend(objections)
        return objections

    def shards(self, size: int, copies: int, engine: str, parts: int) -> dict[int, Shard]:
        """The recorded shards of one search, by part."""
        return self._shards.get((size, copies, engine, parts), {})

    def cost(self, sizes: Iterable[int]) -> tuple[int, float]:
        """Nodes and CPU seconds of all shards and of the best tilings of some sizes."""
        wanted = set(sizes)
        rows: list[Row] = [row for size, row in self.certified.tilings.items() if size in wanted]
        rows += [row for search, parts in self._shards.items() if search[0] in wanted for row in parts.values()]
        return sum(row.nodes for row in rows), math.fsum(row.cpu_s for row in rows)

    def unfinished(self) -> Iterator[Shard]:
        """The shards of searches that lack a part."""
        for (_, _, _, parts), shards in self._shards.items():
            if len(shards) < parts:
                yield from shards.values()

    def _add_shard(self, row: Shard) -> list[str]:
        search = (row.size, row.copies, row.engine, row.parts)
        parts = self._shards.setdefault(search, {})
        other = parts.setdefault(row.part, row)
        wrong = ""
        if (other.nodes, other.solutions, other.digest) != (row.nodes, row.solutions, row.digest):
            wrong = f"{row} was searched twice: {_figures(other)}, and {_figures(row)}"
        elif row.solutions:
            wrong = f"{row} is recorded as refuted, but with {row.solutions} solutions"
        if wrong:
            self._refused.add(search)
        self._update_refutations(row.size)
        return [wrong] if wrong else []

    def _update_refutations(self, size: int) -> None:
        """Find the strongest refutation of a size, and the incomplete searches for more copies."""
        mine = sorted(search for search in self._shards if search[0] == size and search not in self._refused)
        whole = [search for search in mine if len(self._shards[search]) == search[3]]
        for known in (self.certified.refutations, self.certified.incomplete):
            known.pop(size, None)
        if whole:
            _, copies, engine, parts = max(whole, key=lambda search: search[1])
            shards = self._shards[size, copies, engine, parts].values()
            nodes, cpu_s = sum(shard.nodes for shard in shards), math.fsum(shard.cpu_s for shard in shards)
            self.certified.refutations[size] = Refutation(size, copies, parts, nodes, cpu_s, engine)
        for search in mine:
            if search[1] > self.certified.refuted(size):
                self.certified.incomplete[size] = (search[1], len(self._shards[search]), search[3])

    def _add_tiling(self, row: Tiling) -> list[str]:
        name = f"a tiling of {row.case}"
        try:
            squares = row.squares
        except ValueError as error:
            return [f"{name} is not one: {error}"]
        if broken := check.check(row.board, squares, "first"):
            return [f"{name} is not one: {broken[0]}"]
        used = check.objective(row.board, squares)
        best = self.certified.tilings.get(row.size)
        if best is None or used < best.copies:
            self.certified.tilings[row.size] = replace(row, copies=used)
        return []


def read_rows(home: Path) -> list[Shard | Tiling]:
    """The shards and tilings in a folder, of all machines. Raises UserError for a file that is foreign or broken."""
    return [*read(home, Shard), *read(home, Tiling)]


def load(folder: Path) -> Certified | None:
    """The results in a folder, or in its folder `certify`; None without files.

    A contradiction between the rows and the plain search is an objection. Raises UserError for a file that is foreign
    or broken.
    """
    patterns = [f"{KINDS[kind]}-*.csv" for kind in (Shard, Tiling)]
    places = (folder / "certify", folder)
    home = next((place for place in places if any(any(place.glob(pattern)) for pattern in patterns)), folder)
    if not (rows := read_rows(home)):
        return None
    proven, plain = ProofState(rows).certified, read(home, PlainResult)
    proven.sources.extend(sorted({(row.engine, row.host, row.cpu_model, row.git_commit) for row in rows}))
    proven.objections.extend(filter(None, map(proven.contradiction, plain)))
    proven.confirmed.extend(filter(proven.confirmed_by, plain))
    return proven


def _figures(shard: Shard) -> str:
    return f"{shard.nodes:,} nodes, {shard.solutions} solutions, digest {shard.digest}"
