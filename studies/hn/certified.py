"""What is certain of h(n), the least number of copies of one side that tile the n x n board by smaller squares.

The command and the report both ask this module what the rows (`studies.hn.rows`) prove.

- h(n) is at most k if there is a tiling with k copies that the independent checker accepts, whatever found it.
- h(n) is more than k if all parts of one search for k copies are there, by one version of the engine and in one
  division, none with a solution. Parts of different versions or divisions are parts of different trees, and are never
  put together. A search of which two records of one part differ is not a refutation.
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
    """What rows prove, by n.

    refutations: those of the most copies. tilings: valid ones of the fewest copies, whose `copies` are those of the
    side that is used most. incomplete: the copies, the parts that are there and the number of parts of a search for
    more copies than were refuted that lacks some. objections: what speaks against rows, in words. sources: engine,
    host, processor and commit of the rows. confirmed: the results of the plain search that are the same as certain
    values.
    """

    refutations: dict[int, Refutation] = field(default_factory=dict)
    tilings: dict[int, Tiling] = field(default_factory=dict)
    incomplete: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    objections: list[str] = field(default_factory=list)
    sources: list[tuple[str, ...]] = field(default_factory=list)
    confirmed: list[PlainResult] = field(default_factory=list)

    @property
    def sizes(self) -> range:
        """From the least n that there is anything of to the greatest."""
        known = {*self.refutations, *self.tilings, *self.incomplete}
        return range(min(known, default=0), max(known, default=-1) + 1)

    def refuted(self, n: int) -> int:
        """The largest number of copies that were refuted; 0 for none."""
        return self.refutations[n].copies if n in self.refutations else 0

    def value(self, n: int) -> int | None:
        """h(n) where it is certain: a tiling with so many copies, and a refutation of one copy less."""
        found = self.tilings[n].copies if n in self.tilings else None
        return found if found == self.refuted(n) + 1 else None

    @property
    def certain(self) -> dict[int, int]:
        """h(n) by n, where it is certain."""
        return {n: value for n in self.sizes if (value := self.value(n)) is not None}

    def confirmed_by(self, result: PlainResult) -> bool:
        """Whether h(n) is certain without this result, and the same."""
        return not self.contradiction(result) and self.value(result.size) == result.copies

    def contradiction(self, result: PlainResult) -> str:
        """What speaks against a result of the plain search or against what is certified; empty if nothing does."""
        if objections := ProofState([result]).certified.objections:
            return objections[0]
        n, best = result.size, self.tilings.get(result.size)
        if result.copies <= self.refuted(n):
            return f"the plain search finds a tiling for n = {n} with copies {result.copies}, which are refuted"
        if best and best.copies < result.copies:
            return f"the plain search misses the tiling for n = {n} with copies {best.copies}"
        return ""


# Size, copies, engine and number of parts: what the parts of one search have in common.
Search = tuple[int, int, str, int]


class ProofState:
    """Takes rows one by one; ``certified`` is what they prove so far."""

    def __init__(self, found: Iterable[Shard | Tiling] = ()) -> None:
        self.certified = Certified()
        self._shards: dict[Search, dict[int, Shard]] = {}
        self._refused: set[Search] = set()
        for row in found:
            self.add(row)

    def add(self, row: Shard | Tiling) -> list[str]:
        """Take a row; the new objections to it, in the light of the others."""
        found = self._add_shard(row) if isinstance(row, Shard) else self._add_tiling(row)
        best = self.certified.tilings.get(row.size)
        if not found and best and best.copies <= self.certified.refuted(row.size):
            fewest = f"{copies(best.copies)} of a side"
            found = [f"the {row.size} x {row.size} board has a tiling with {fewest}, which were refuted"]
        found = [objection for objection in found if objection not in self.certified.objections]
        self.certified.objections.extend(found)
        return found

    def shards(self, size: int, copies: int, engine: str, parts: int) -> dict[int, Shard]:
        """The shards of one search that are there, by part."""
        return self._shards.get((size, copies, engine, parts), {})

    def cost(self, sizes: Iterable[int]) -> tuple[int, float]:
        """Nodes and CPU seconds of all shards and of the best tilings of some sizes."""
        meant = set(sizes)
        found: list[Row] = [row for size, row in self.certified.tilings.items() if size in meant]
        found += [row for search, parts in self._shards.items() if search[0] in meant for row in parts.values()]
        return sum(row.nodes for row in found), math.fsum(row.cpu_s for row in found)

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
        self._refute_anew(row.size)
        return [wrong] if wrong else []

    def _refute_anew(self, size: int) -> None:
        """Find the strongest refutation of a size, and what is under way beyond it."""
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
    """What the files in a results folder, or in its folder `certify`, prove; None where there are none.

    A contradiction between the rows and the plain search is an objection. Raises UserError for a file that is foreign
    or broken.
    """
    patterns = [f"{KINDS[kind]}-*.csv" for kind in (Shard, Tiling)]
    places = (folder / "certify", folder)
    home = next((place for place in places if any(any(place.glob(pattern)) for pattern in patterns)), folder)
    if not (found := read_rows(home)):
        return None
    proven, plain = ProofState(found).certified, read(home, PlainResult)
    proven.sources.extend(sorted({(row.engine, row.host, row.cpu_model, row.git_commit) for row in found}))
    proven.objections.extend(filter(None, map(proven.contradiction, plain)))
    proven.confirmed.extend(filter(proven.confirmed_by, plain))
    return proven


def _figures(shard: Shard) -> str:
    return f"{shard.nodes:,} nodes, {shard.solutions} solutions, digest {shard.digest}"
