"""What is certain of h(n), the least number of copies of one side that tile the n x n board by smaller squares.

The rows are those that `studies.hn` writes: a `Shard` for each part of an exhaustive search that was run to its
end, and a `Tiling` for each tiling found. The command and the report both ask this module what the rows prove.

- h(n) is at most k if there is a tiling with k copies that the independent checker accepts, whoever found it.
- h(n) is more than k if all parts of one search for k copies are there, by one version of the engine and in one
  division, none with a solution. Parts of different versions or divisions are parts of different trees, and are never
  put together; so is a search of which two records of one part differ no refutation.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from models.problem import Solution, UserError
from models.squares import check
from models.squares.instance import SquaresInstance
from runners.record.csv_log import rows


@dataclass(frozen=True)
class Shard:
    """One part of an exhaustive search for tilings of a square, searched to its end.

    size: side of the board. copies: how often a side may be used. part: from 0, of so many parts. nodes, solutions:
    of the part; digest: the engine's hash over its nodes, 16 hexadecimal digits. cpu_s: CPU seconds of the search.
    engine: the engine's version. The other fields say where and when.
    """

    size: int
    copies: int
    part: int
    parts: int
    nodes: int
    solutions: int
    digest: str
    cpu_s: float
    engine: str
    host: str
    cpu_model: str
    git_commit: str
    started_at: str

    def __post_init__(self) -> None:
        """Raises ValueError for fields that no search has."""
        _require_search(self)
        if not 0 <= self.part < self.parts or self.solutions < 0:
            raise ValueError(f"part {self.part} of {self.parts}, {self.solutions} solutions")
        if not re.fullmatch("[0-9a-f]{16}", self.digest):
            raise ValueError(f"digest '{self.digest}'")

    def __str__(self) -> str:
        return f"part {self.part} of {self.parts} of the {_board(self.size)} with {_copies(self.copies)}"


@dataclass(frozen=True)
class Tiling:
    """A tiling of a square.

    size: side of the board. copies: how often a side may be used. tiling: its squares, ``x:y:side`` separated by
    spaces. nodes, cpu_s: what finding it took, all attempts together. The other fields are those of ``Shard``.
    """

    size: int
    copies: int
    tiling: str
    nodes: int
    cpu_s: float
    engine: str
    host: str
    cpu_model: str
    git_commit: str
    started_at: str

    def __post_init__(self) -> None:
        """Raises ValueError for fields that no search has."""
        _require_search(self)

    @property
    def squares(self) -> Solution:
        """The squares (x, y, side); raises ValueError where the text is not that of squares."""
        if not re.fullmatch(r"\d+:\d+:\d+( \d+:\d+:\d+)*", self.tiling):
            raise ValueError(f"these are no squares: '{self.tiling[:20]}'")
        return tuple(tuple(map(int, square.split(":"))) for square in self.tiling.split())

    @property
    def board(self) -> SquaresInstance:
        """The board with the copies of each side that may be used."""
        return SquaresInstance("board", self.size, self.size, self.copies)


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
    more copies than were refuted that lacks some. objections: what speaks against rows, in words.
    """

    refutations: dict[int, Refutation] = field(default_factory=dict)
    tilings: dict[int, Tiling] = field(default_factory=dict)
    incomplete: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    objections: list[str] = field(default_factory=list)

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


Row = Shard | Tiling  # without a common base class, whose fields would come first among the columns
Kind = TypeVar("Kind", bound=Row)
# Size, copies, engine and number of parts: what the parts of one search have in common.
Search = tuple[int, int, str, int]
PATTERNS = ("shards-*.csv", "tilings-*.csv")


class ProofState:
    """Takes rows one by one; ``certified`` is what they prove so far."""

    def __init__(self, found: Iterable[Row] = ()) -> None:
        self.certified = Certified()
        self._shards: dict[Search, dict[int, Shard]] = {}
        self._refused: set[Search] = set()
        for row in found:
            self.add(row)

    def add(self, row: Row) -> list[str]:
        """Take a row; the new objections to it, in the light of the others."""
        found = self._add_shard(row) if isinstance(row, Shard) else self._add_tiling(row)
        best = self.certified.tilings.get(row.size)
        if not found and best and best.copies <= self.certified.refuted(row.size):
            found = [f"the {_board(row.size)} has a tiling with {_copies(best.copies)}, which were refuted"]
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
        name = f"a tiling of the {_board(row.size)} with {_copies(row.copies)}"
        try:
            squares = row.squares
        except ValueError as error:
            return [f"{name} is none: {error}"]
        if broken := check.check(row.board, squares, "first"):
            return [f"{name} is none: {broken[0]}"]
        used = check.objective(row.board, squares)
        best = self.certified.tilings.get(row.size)
        if best is None or used < best.copies:
            self.certified.tilings[row.size] = replace(row, copies=used)
        return []


def read(home: Path) -> list[Row]:
    """All rows in a folder, of all machines. Raises UserError for a file that is foreign or broken."""
    return [*read_files(home, "shards-*.csv", Shard), *read_files(home, "tilings-*.csv", Tiling)]


def read_files(home: Path, pattern: str, kind: type[Kind]) -> list[Kind]:
    """The rows of the files of one kind in a folder. Raises UserError as ``read`` does."""
    types = get_type_hints(kind)
    found = []
    for path in sorted(home.glob(pattern)):
        for number, row in enumerate(rows(path, tuple(types)), start=2):
            cells: dict[str, Any] = dict(row)
            try:
                found.append(kind(**{name: types[name](cell) for name, cell in cells.items()}))
            except ValueError as error:
                advice = "move the file away or use --fresh"
                raise UserError(f"{path}:{number}: a row is broken ({error}): {advice}") from None
    return found


def _require_search(row: Row) -> None:
    if row.size < 2 or row.copies < 1 or row.nodes < 0 or not 0 <= row.cpu_s < math.inf:
        raise ValueError(f"size {row.size}, copies {row.copies}, {row.nodes} nodes, {row.cpu_s} s")


def _board(size: int) -> str:
    return f"{size} x {size} board"


def _copies(number: int) -> str:
    return f"{number} {'copy' if number == 1 else 'copies'} of a side"


def _figures(shard: Shard) -> str:
    return f"{shard.nodes:,} nodes, {shard.solutions} solutions, digest {shard.digest}"
