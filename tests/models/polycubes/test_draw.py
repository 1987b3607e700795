"""Packings are drawn as layers, the bottom one first, and as solids in which each visible face is drawn once."""

import json
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tilings.models import registry
from tilings.models.polycubes import draw, solid
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.layers import OPEN, Layers, room

Cell = tuple[int, int, int]

BAR = {"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 4}


def instance(box: list[int], pieces: list[dict], **more: object) -> PolycubesInstance:
    data = {"family": "polycubes", "name": "b", "box": box, "pieces": pieces} | more
    return registry.parse_instance(json.dumps(data), "here")[1]


BOX = instance([2, 2, 2], [BAR])
BARS = tuple(("I", ((0, y, z), (1, y, z))) for y in (0, 1) for z in (0, 1))


@st.composite
def divided(draw_: st.DrawFn) -> list[list[Cell]]:
    """The cells of a box, some left out, in pieces (which need not hold together)."""
    box = [draw_(st.integers(1, 3)) for _ in range(3)]
    pieces: dict[int, list[Cell]] = {}
    for cell in product(*map(range, box)):
        pieces.setdefault(draw_(st.integers(0, 4)), []).append(cell)
    pieces.pop(4, None)
    return list(pieces.values()) or [[(0, 0, 0)]]


def covered(face: solid.Face, at: np.ndarray) -> bool:
    return solid._inside(np.array([face.corners]), at)


def depth(cell: Cell) -> float:
    return float(np.dot(solid._TOWARDS, np.array(cell) + 0.5))


def seen_at(pieces: list[list[Cell]], at: np.ndarray) -> int | None:
    """What a ray through a point of the page meets first, found without faces: the nearest cube that it enters."""
    met = []
    for piece, cells in enumerate(pieces):
        for cell in cells:
            low, high = -np.inf, np.inf
            start = at[0] * solid._RIGHT + at[1] * solid._UP
            for axis in range(3):
                ends = sorted((cell[axis] + side - start[axis]) / solid._TOWARDS[axis] for side in (0, 1))
                low, high = max(low, ends[0]), min(high, ends[1])
            if low < high:
                met.append((high, piece))
    return max(met)[1] if met else None


@settings(deadline=None)
@given(divided(), st.randoms(use_true_random=False))
def test_the_last_face_painted_over_a_point_belongs_to_the_nearest_cube(pieces, random) -> None:
    """Painter's order against a ray: no piece shows where another one is nearer."""
    faces = solid.faces(pieces)
    for face in random.sample(faces, min(12, len(faces))):
        one, other = random.uniform(0.05, 0.95), random.uniform(0.05, 0.95)
        corners = np.array(face.corners)
        at = corners[0] + one * (corners[1] - corners[0]) + other * (corners[3] - corners[0])
        top = [each.piece for each in faces if covered(each, at)][-1]
        assert top == seen_at(pieces, at)


@given(divided())
def test_faces_between_two_cubes_are_not_drawn_and_all_others_are_drawn_once(pieces) -> None:
    taken = {cell for cells in pieces for cell in cells}
    open_faces = sum(
        (x + dx, y + dy, z + dz) not in taken for x, y, z in taken for dx, dy, dz in ((1, 0, 0), (0, -1, 0), (0, 0, 1))
    )
    faces = solid.faces(pieces)
    assert len(faces) == open_faces == len({face.corners for face in faces})


@settings(deadline=None)
@given(divided())
def test_an_exploded_view_moves_each_piece_as_a_whole_and_none_hides_another(pieces) -> None:
    moved = solid.apart(pieces)
    for cells, own in zip(pieces, moved, strict=True):
        steps = np.subtract([face.corners for face in own], [face.corners for face in solid.faces([cells])])
        assert np.allclose(steps, steps[0, 0])
    corners = [np.array([face.corners for face in own]) for own in moved]
    for number, own in enumerate(corners):
        beside = np.concatenate([*corners[:number], *corners[number + 1 :], np.zeros((0, 4, 2))])
        for face in own:
            probes = [0.98 * corner + 0.02 * face.mean(axis=0) for corner in face]
            assert not any(solid._inside(beside, probe) for probe in [*probes, face.mean(axis=0)])


@settings(deadline=None)
@given(st.tuples(*[st.integers(1, 6)] * 3), st.integers(1, 6))
def test_every_cell_of_every_layer_has_its_own_position(box: Cell, across: int) -> None:
    unit = {"name": "I", "cells": [[0, 0, 0]], "copies": box[0] * box[1] * box[2]}
    painted = Layers(instance(list(box), [unit]))
    painted.add((), across=across)
    places = [at for at, _, _ in painted.squares]
    columns, rows = room(box, across)
    assert len(set(places)) == len(places) == box[0] * box[1] * box[2]
    assert all(0 <= x < columns and 0 <= y < rows for x, y in places)


def test_gaps_are_drawn_as_open_cells_and_never_as_cubes() -> None:
    box = instance([2, 2, 2], [BAR | {"copies": 3}], gaps=[2, 2])
    layers, whole, exploded = draw.figure(box, BARS[:3]).axes
    assert [tuple(face[:3]) for face in layers.collections[0].get_facecolor()].count(OPEN) == 2
    assert [text.get_text() for text in exploded.texts] == ["I"] * 3
    assert "3 pieces in 2 × 2 × 2, 2 gaps" in draw.words(box, BARS[:3])
