"""The rows that `studies.hn` writes: the parts of exhaustive searches, tilings, and results of the plain search."""

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TypeVar, get_type_hints

from tilings.models.problem import Solution, UserError
from tilings.models.squares.instance import SquaresInstance
from tilings.reports.english import copies
from tilings.runners.record import csv_log


@dataclass(frozen=True)
class Row:
    """A search for tilings of a square by smaller squares, and where and when it ran.

    size: side of the board. copies: how often a side may be used. nodes, cpu_s: nodes and CPU seconds of the search.
    engine: the version of the engine. COLUMNS: of the file, in their order.
    """

    size: int
    copies: int
    nodes: int
    cpu_s: float
    engine: str
    host: str
    cpu_model: str
    git_commit: str
    started_at: str

    COLUMNS: ClassVar[tuple[str, ...]]
    _ORIGIN: ClassVar = ("cpu_s", "engine", "host", "cpu_model", "git_commit", "started_at")

    def __post_init__(self) -> None:
        """Raises ValueError for fields that no search has."""
        if self.size < 2 or self.copies < 1 or self.nodes < 0 or not 0 <= self.cpu_s < math.inf:
            raise ValueError(f"size {self.size}, copies {self.copies}, {self.nodes} nodes, {self.cpu_s} s")

    @property
    def case(self) -> str:
        """The board and the copies of a side, in words."""
        return f"the {self.size} x {self.size} board with {copies(self.copies)} of a side"


@dataclass(frozen=True)
class Shard(Row):
    """One part of an exhaustive search, searched to its end.

    part: from 0, of so many parts. nodes, solutions: of the part. digest: the engine's hash over its nodes, 16
    hexadecimal digits.
    """

    part: int
    parts: int
    solutions: int
    digest: str

    COLUMNS: ClassVar = ("size", "copies", "part", "parts", "nodes", "solutions", "digest", *Row._ORIGIN)

    def __post_init__(self) -> None:
        """Raises ValueError for fields that no search has."""
        super().__post_init__()
        if not 0 <= self.part < self.parts or self.solutions < 0:
            raise ValueError(f"part {self.part} of {self.parts}, {self.solutions} solutions")
        if not re.fullmatch("[0-9a-f]{16}", self.digest):
            raise ValueError(f"digest '{self.digest}'")

    def __str__(self) -> str:
        return f"part {self.part} of {self.parts} of {self.case}"


@dataclass(frozen=True)
class Tiling(Row):
    """A tiling of a square: its squares ``x:y:side``, separated by spaces. nodes, cpu_s: of all attempts together."""

    tiling: str

    COLUMNS: ClassVar[tuple[str, ...]] = ("size", "copies", "tiling", "nodes", *Row._ORIGIN)

    @property
    def squares(self) -> Solution:
        """The squares (x, y, side); raises ValueError where the text is not that of squares."""
        if not re.fullmatch(r"\d+:\d+:\d+( \d+:\d+:\d+)*", self.tiling):
            raise ValueError(f"not a list of squares: '{self.tiling[:20]}'")
        return tuple(tuple(map(int, square.split(":"))) for square in self.tiling.split())

    @property
    def sides(self) -> int:
        """The number of different sides."""
        return len({side for _, _, side in self.squares})

    @property
    def board(self) -> SquaresInstance:
        """The board with the copies of each side that may be used."""
        return SquaresInstance("board", self.size, self.size, self.copies)


@dataclass(frozen=True)
class PlainResult(Tiling):
    """h(n) by the plain search: the first tiling with so many copies, and none with a copy less.

    copies: h(n). nodes, cpu_s: of the search for the tiling. refuted_nodes, refuted_cpu_s: of the search to its end
    with a copy less; 0 where h(n) = 1.
    """

    refuted_nodes: int
    refuted_cpu_s: float

    COLUMNS: ClassVar = (*Tiling.COLUMNS, "refuted_nodes", "refuted_cpu_s")


KINDS: dict[type[Row], str] = {Shard: "shards", Tiling: "tilings", PlainResult: "plain"}  # in files so named
Kind = TypeVar("Kind", bound=Row)


def text(squares: Solution) -> str:
    """Squares as the column `tiling` has them."""
    return " ".join(":".join(map(str, square)) for square in squares)


def read(home: Path, kind: type[Kind]) -> list[Kind]:
    """The rows of a kind in a folder, of all machines. Raises UserError for a file that is foreign or broken."""
    types = get_type_hints(kind)
    found = []
    for path in sorted(home.glob(f"{KINDS[kind]}-*.csv")):
        for number, row in enumerate(csv_log.rows(path, kind.COLUMNS), start=2):
            cells: dict[str, Any] = dict(row)
            try:
                found.append(kind(**{name: types[name](cell) for name, cell in cells.items()}))
            except ValueError as error:
                advice = "move the file away or use --fresh"
                raise UserError(f"{path}:{number}: a row is broken ({error}): {advice}") from None
    return found
