"""The example of triangles and hexagons: its pieces, its covers and its pictures."""

from __future__ import annotations

import importlib.util
import re
from itertools import product
from math import sqrt
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import tilings
from tilings.models.terminal.command import ROOT

FILE = ROOT / "examples" / "polyforms" / "polyforms.py"
AREAS = {"triangles": 30**2 * sqrt(3) / 4, "hexagons": 30**2 * sqrt(3) / 2}  # of a cell, in units of the page


@pytest.fixture(scope="module")
def polyforms() -> ModuleType:
    spec = importlib.util.spec_from_file_location("polyforms", FILE)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize(
    ("kind", "numbers"), [("triangles", [1, 1, 1, 3, 4, 12, 24]), ("hexagons", [1, 1, 3, 7, 22])]
)  # https://oeis.org/A000577, https://oeis.org/A000228
def test_there_are_as_many_pieces_as_published(polyforms: ModuleType, kind: str, numbers: list[int]) -> None:
    assert [len(polyforms.pieces(kind, size)) for size in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize("kind", ["triangles", "hexagons"])
def test_cells_that_share_an_edge_are_beside_each_other(polyforms: ModuleType, kind: str) -> None:
    board = polyforms.board(kind, 4, 4)
    corners = {cell: set(polyforms._polygon(kind, cell)) for cell in board}
    for one, other in product(board, board):
        shared = sum(any(abs(x - a) + abs(y - b) < 0.1 for a, b in corners[other]) for x, y in corners[one])
        assert (shared == 2) == (other in polyforms.beside(kind, one))


@pytest.mark.parametrize(("kind", "size", "extents", "count"), [("triangles", 6, "4x9", 74), ("hexagons", 4, "4x7", 9)])
def test_the_cover_has_the_published_number_of_solutions(
    polyforms: ModuleType, tmp_path: Path, kind: str, size: int, extents: str, count: int
) -> None:
    """As D. Goodger's Polyform Puzzler counts them; a picture of one has every cell once."""
    puzzle = tmp_path / "puzzle.dlx"
    puzzle.write_text(polyforms.main([kind, str(size), extents]), encoding="utf-8")
    assert tilings.count(puzzle, convention="automorphisms") == count
    solution = tmp_path / "solution.txt"
    solution.write_text(tilings.solve(puzzle).text(), encoding="utf-8")
    drawn = ElementTree.fromstring(polyforms.main([kind, str(solution)]))
    fills = [path.get("d", "") for path in drawn if path.get("fill") != "none"]
    cells = [[(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", path)] for path in fills]
    assert len({frozenset(cell) for cell in cells}) == len(cells) == len(polyforms.board(kind, *_extents(extents)))
    for cell in cells:
        around = zip(cell, cell[1:] + cell[:1], strict=True)
        assert abs(sum(x * b - a * y for (x, y), (a, b) in around)) / 2 == pytest.approx(AREAS[kind], rel=0.01)


def _extents(text: str) -> list[int]:
    return [int(number) for number in text.split("x")]


@pytest.mark.parametrize("words", [[], ["squares", "6", "6x6"], ["triangles", "6", "0x6"], ["hexagons", "none.txt"]])
def test_other_words_are_answered_with_the_use(polyforms: ModuleType, words: list[str]) -> None:
    with pytest.raises(SystemExit, match="^expected triangles or hexagons"):
        polyforms.main(words)
