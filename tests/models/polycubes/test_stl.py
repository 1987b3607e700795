"""Pieces for a printer: closed surfaces around the cells, a gap inside their sides."""

import struct
from collections import Counter
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.polycubes.small_box import INSTANCE, PACKED
from tilings.models.polycubes import stl
from tilings.models.polycubes.instance import Cell, Piece, PolycubesInstance

Point = tuple[float, ...]
CELLS = st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1)


def read(content: bytes) -> list[tuple[Point, Point, Point]]:
    """The triangles of a binary STL file."""
    (number,) = struct.unpack("<I", content[80:84])
    assert len(content) == 84 + 50 * number and not content.startswith(b"solid")
    triangles = []
    for _, _, _, *corners, colour in struct.iter_unpack("<12fH", content[84:]):
        assert colour == 0
        one, two, three = (tuple(round(part, 3) for part in corners[at : at + 3]) for at in (0, 3, 6))
        triangles.append((one, two, three))
    return triangles


def volume(triangles: list[tuple[Point, Point, Point]]) -> float:
    """By the divergence theorem: the signed volumes of the tetrahedra between the triangles and the origin."""
    turns = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    return sum(a[x] * (b[y] * c[z] - b[z] * c[y]) for a, b, c in triangles for x, y, z in turns) / 6


@given(CELLS, st.sampled_from([(10, 0.1), (10, 2.5), (3, 1)]))
def test_a_surface_is_closed_and_contains_the_cells_without_the_gap(
    cells: set[Cell], sizes: tuple[float, float]
) -> None:
    edge, gap = sizes
    triangles = read(stl.stl([cells], edge, gap))
    edges = Counter(pair for a, b, c in triangles for pair in ((a, b), (b, c), (c, a)))
    assert set(edges.values()) == {1}, "each edge has one triangle on each side"
    assert all((end, start) in edges for start, end in edges)
    expected = 0.0
    for extents in product((1, 2), repeat=3):  # blocks of one cell, two, four or eight, where these meet
        blocks = sum(
            all((x + dx, y + dy, z + dz) in cells for dx, dy, dz in product(*map(range, extents))) for x, y, z in cells
        )
        expected += blocks * prod(edge - 2 * gap if extent == 1 else 2 * gap for extent in extents)
    assert volume(triangles) == pytest.approx(expected, rel=1e-4)
    low = [min(point[axis] for triangle in triangles for point in triangle) for axis in range(3)]
    assert low == pytest.approx([edge * min(cell[axis] for cell in cells) for axis in range(3)], abs=1e-3)


def test_each_piece_has_a_file_and_the_number_to_print() -> None:
    found = {name: (times, read(content)) for name, times, content in stl.files(INSTANCE, PACKED, 10, 0.1)}
    assert [(name, times) for name, (times, _) in found.items()] == [
        ("I.stl", 2), ("F.stl", 1), ("unnamed.stl", 1), ("solution.stl", 1)
    ]  # fmt: skip
    volumes = {name: volume(triangles) for name, (_, triangles) in found.items()}
    assert volumes["solution.stl"] == pytest.approx(2 * volumes["I.stl"] + volumes["F.stl"] + volumes["unnamed.stl"])


def test_files_of_pieces_whose_names_differ_in_case_alone_are_apart() -> None:
    pieces = tuple(Piece(name, ((0, 0, 0),)) for name in ("l", "L", "L-2", "solution", "../x"))
    instance = PolycubesInstance("x", (5, 1, 1), (), pieces)
    names = [name for name, _, _ in stl.files(instance, tuple((piece.name, piece.cells) for piece in pieces), 10, 0.1)]
    assert names == ["l.stl", "L-2.stl", "L-2-2.stl", "solution.stl", "x.stl", "solution-2.stl"]
