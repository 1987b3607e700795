"""What the rows of a ledger prove about h(n), the least number of copies of one side that tile the n x n square."""

from __future__ import annotations

from collections.abc import Iterable

from models.squares import check
from models.squares.instance import SquaresInstance
from runners.certify.ledger import Row, Shard, Tiling
from runners.certify.search import VERSION, Unit, parts


class Evidence:
    """The rows that count, and the objections to those that cannot be.

    Of shards only those of this engine's version and division count (`aside` is the number of the others): a tree of
    another version is another tree. A tiling counts whatever found it, if the independent checker accepts it.
    """

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.objections: list[str] = []
        self.aside = 0
        self._shards: dict[tuple[int, int], dict[int, Shard]] = {}
        self._tilings: dict[int, Tiling] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> list[str]:
        """Take a row; what speaks against it, in the light of the others."""
        new = self._add_shard(row) if isinstance(row, Shard) else self._add_tiling(row)
        best = self._tilings.get(row.size)
        if not new and best and best.copies <= self.refuted(row.size):
            new = [f"the {_board(row.size)} has a tiling with {best.copies} copies of a side, which were refuted"]
        new = [objection for objection in new if objection not in self.objections]
        self.objections += new
        return new

    def refuted(self, size: int) -> int:
        """The largest number of copies of one side that were refuted; 0 for none."""
        whole = [copies for of, copies in self._shards if of == size and not self.missing(size, copies)]
        return max(whole, default=0)

    def missing(self, size: int, copies: int) -> list[Unit]:
        """The units that a refutation lacks."""
        there = self._shards.get((size, copies), {})
        number = parts(size, copies)
        return [Unit(size, copies, part, number) for part in range(number) if part not in there]

    def shards(self, size: int, copies: int) -> list[Shard]:
        """The shards of a search that are there, by part."""
        return [shard for _, shard in sorted(self._shards.get((size, copies), {}).items())]

    def tiling(self, size: int) -> Tiling | None:
        """The tiling with the fewest copies of one side."""
        return self._tilings.get(size)

    def certain(self, size: int) -> bool:
        """Whether h(size) is certain: a tiling, and one copy less refuted."""
        best = self._tilings.get(size)
        return best is not None and self.refuted(size) == best.copies - 1

    def cost(self, sizes: Iterable[int]) -> tuple[int, float]:
        """Nodes and CPU seconds of the shards and best tilings of some sizes."""
        meant = set(sizes)
        rows: list[Row] = [row for size, row in self._tilings.items() if size in meant]
        rows += [row for (size, _), found in self._shards.items() if size in meant for row in found.values()]
        return sum(row.nodes for row in rows), sum(row.cpu_s for row in rows)

    def settled(self, unit: Unit) -> bool:
        """Whether nothing is to be learnt from a unit any more."""
        best = self._tilings.get(unit.size)
        there = unit.part in self._shards.get((unit.size, unit.copies), {})
        refuted = unit.copies <= self.refuted(unit.size)  # as more copies are
        return there or refuted or (best is not None and best.copies <= unit.copies)

    def _add_shard(self, row: Shard) -> list[str]:
        if row.engine != VERSION or row.parts != parts(row.size, row.copies):
            self.aside += 1
            return []
        name = f"part {row.part} of {row.parts} of the {_board(row.size)} with {row.copies} copies of a side"
        if row.solutions:
            return [f"{name} is recorded as refuted, but with {row.solutions} solutions"]
        found = self._shards.setdefault((row.size, row.copies), {})
        other = found.setdefault(row.part, row)
        if (other.nodes, other.digest) != (row.nodes, row.digest):
            return [f"{name} was searched twice: {_figures(other)} and {_figures(row)}"]
        return []

    def _add_tiling(self, row: Tiling) -> list[str]:
        board = SquaresInstance("board", row.size, row.size, row.copies)
        broken = check.check(board, row.squares, "first")
        if broken:
            return [f"a tiling of the {_board(row.size)} with {row.copies} copies of a side is none: {broken[0]}"]
        best = self._tilings.get(row.size)
        if best is None or row.copies < best.copies:
            self._tilings[row.size] = row
        return []


def _board(size: int) -> str:
    return f"{size} x {size} board"


def _figures(shard: Shard) -> str:
    return f"{shard.nodes} nodes, digest {shard.digest}"
