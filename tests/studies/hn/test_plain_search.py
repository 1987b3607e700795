"""The plain search finds all tilings, each once, with all their images, and knows nothing of the engine."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilings.models.problem import Solution
from tilings.models.squares import check
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.symmetry import symmetries
from tilings.runners.native import dlx
from tilings.studies.hn import plain_search as plain
from tilings.studies.hn.plain_search import PlainSearch


def tilings(width: int, height: int, copies: list[int]) -> list[Solution]:
    return list(PlainSearch(width, height, copies).tilings())


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, int, list[int]]:
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    return width, height, draw(st.lists(st.integers(0, 4), max_size=8))


def exact_covers(width: int, height: int, copies: list[int]) -> int:
    """The number of tilings, by dancing links: an item for each cell, and one with a capacity for each side."""
    options = [
        [(y + j) * width + x + i for i in range(side) for j in range(side)] + [width * height + side - 1]
        for side in range(1, len(copies) + 1)
        for x in range(width - side + 1)
        for y in range(height - side + 1)
    ]
    return len(dlx.Search(width * height, copies, options).advance())


def test_the_search_imports_nothing_but_the_type_of_a_solution() -> None:
    tree = ast.parse(Path(plain.__file__).read_text(encoding="utf-8"))
    imported = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert imported == ["from collections.abc import Iterator, Sequence", "from tilings.models.problem import Solution"]


@given(boards())
@settings(deadline=None)
def test_there_are_as_many_tilings_as_exact_covers(case: tuple[int, int, list[int]]) -> None:
    found = tilings(*case)
    assert len(set(found)) == len(found) == exact_covers(*case)


@given(boards())
@settings(deadline=None)
def test_tilings_obey_the_rules_and_their_images_are_found_too(case: tuple[int, int, list[int]]) -> None:
    width, height, copies = case
    found = {frozenset(tiling) for tiling in tilings(*case)}
    board = SquaresInstance("a", width, height, max(copies, default=0) or 1, convention="reflections")
    for tiling in found:
        if (0, 0, max(width, height)) not in tiling:
            assert check.check(board, tuple(tiling), "first") == []
        assert {frozenset(map(image, tiling)) for image in symmetries(board)} <= found


@pytest.mark.parametrize(("size", "copies", "count"), [(2, 3, 0), (4, 4, 9), (7, 3, 28), (9, 3, 72), (10, 4, 949)])
def test_known_numbers_of_tilings(size: int, copies: int, count: int) -> None:
    # models/squares/README.md, "Known answers"
    assert len(tilings(size, size, [copies] * (size - 1))) == count
