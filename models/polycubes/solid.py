"""Draws solids in parallel projection, seen from the front right above: whole, and with the pieces moved apart.

All cubes lie on one lattice, also where pieces have been moved apart, as they are moved by whole cells. There a cube
can hide another one only if it lies no farther back in each of the three directions, so that painting in the order of
x - y + z is exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from tilings.models.polycubes.instance import Cell
from tilings.models.polycubes.layers import Colour
from tilings.models.problem import Solution

Point = tuple[float, float]
Span = tuple[Cell, Cell]

# The visible faces of a cube: the outward normal, the two directions along the face, its corner, and its brightness.
_FACES: tuple[tuple[Cell, Span, Cell, float], ...] = (
    ((0, 0, 1), ((1, 0, 0), (0, 1, 0)), (0, 0, 1), 1.0),
    ((0, -1, 0), ((1, 0, 0), (0, 0, 1)), (0, 0, 0), 0.86),
    ((1, 0, 0), ((0, 1, 0), (0, 0, 1)), (1, 0, 0), 0.7),
)
_TOWARDS = np.array((0.46, -0.72, 0.52))  # the viewer
_RIGHT = np.cross((0, 0, 1), _TOWARDS) / np.linalg.norm(np.cross((0, 0, 1), _TOWARDS))
_UP = np.cross(_TOWARDS, _RIGHT) / np.linalg.norm(np.cross(_TOWARDS, _RIGHT))
_POINTS, _LETTER = 6.0, 0.6  # of a piece's name: at most so many points, and so much of a cell's edge
_APART = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0)


@dataclass(frozen=True)
class Face:
    """A visible face: its placed piece, its four corners on the page in cells, its brightness, its edges.

    edges: those where the piece ends or bends, each as two points.
    """

    piece: int
    corners: tuple[Point, Point, Point, Point]
    brightness: float
    edges: tuple[tuple[Point, Point], ...]


def faces(pieces: Sequence[Sequence[Cell]]) -> list[Face]:
    """The faces turned to the viewer that touch no other cube, from back to front."""
    owner = {cell: piece for piece, cells in enumerate(pieces) for cell in cells}
    visible = []
    for cell in sorted(owner, key=lambda cell: (cell[0] - cell[1] + cell[2], cell)):
        for normal, span, corner, brightness in _FACES:
            if _moved(cell, normal) not in owner:
                visible.append(_face(owner, cell, normal, span, corner, brightness))
    return visible


def apart(pieces: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The pieces moved away from their common centre by whole cells, so that none touches another one.

    They are moved as little as gives each a fully visible face, up to a fixed distance.
    """
    centre = np.mean([cell for cells in pieces for cell in cells], axis=0)
    ways = [np.mean(np.array(cells), axis=0) - centre for cells in pieces]
    best = [list(cells) for cells in pieces]
    for factor in _APART:
        steps = [np.rint(factor * way).astype(int) for way in ways]
        moved = [[_moved(cell, step) for cell in cells] for cells, step in zip(pieces, steps, strict=True)]
        if _meet(moved):
            continue
        best = moved
        if len(_labels(faces(moved), whole=True)) == len(pieces):
            break
    return best


def paint(axes: Axes, solution: Solution, colours: Mapping[str, Colour], exploded: bool = False) -> None:
    """Paint a solution, or its pieces apart from each other and named, into axes of their own."""
    cells = [list(cells) for _, cells in solution]
    seen = faces(apart(cells) if exploded else cells)
    polygons: list[Sequence[Point]] = []
    fills: list[tuple[float, ...]] = []
    strokes: list[tuple[float, ...]] = []
    widths: list[float] = []
    for face in seen:
        fill = tuple(face.brightness * part for part in colours[solution[face.piece][0]])
        polygons += [face.corners, *face.edges]
        fills += [(*fill, 1.0)] + [(0.0, 0.0, 0.0, 0.0)] * len(face.edges)
        strokes += [(*(0.85 * part for part in fill), 1.0)] + [(0.1, 0.1, 0.1, 1.0)] * len(face.edges)
        widths += [0.3] + [0.7] * len(face.edges)
    drawn = PolyCollection(polygons, facecolors=fills, edgecolors=strokes, linewidths=widths, capstyle="round")
    axes.add_collection(drawn)
    corners = np.array([point for face in seen for point in face.corners])
    low, high = corners.min(axis=0) - 0.1, corners.max(axis=0) + 0.1
    axes.set(aspect="equal", xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    axes.set_axis_off()
    place, figure = axes.get_position(), axes.get_figure()
    wide, tall = place.width * figure.get_figwidth(), place.height * figure.get_figheight()  # type: ignore[union-attr]
    cell = min(wide / float(high[0] - low[0]), tall / float(high[1] - low[1]))
    points = min(_POINTS, 72 * _LETTER * cell)
    for piece, at in _labels(seen).items() if exploded else ():
        name = solution[piece][0]
        axes.text(*at, name, ha="center", va="center_baseline", fontsize=points / max(1, len(name) - 1))


def _labels(seen: Sequence[Face], whole: bool = False) -> dict[int, Point]:
    """For each piece the middle of a fully visible face or, unless `whole`, of a face with a visible middle.

    Tops are preferred. Pieces without such a face have no entry.
    """
    labels: dict[int, tuple[tuple[bool, float], Point]] = {}
    corners = np.array([face.corners for face in seen])
    for number, face in enumerate(seen):
        middle = corners[number].mean(axis=0)
        hidden = [_inside(corners[number + 1 :], probe) for probe in (middle, *(0.2 * middle + 0.8 * corners[number]))]
        if hidden[0] or (whole and any(hidden)):
            continue
        rank = (not any(hidden), face.brightness)
        if face.piece not in labels or rank > labels[face.piece][0]:
            labels[face.piece] = rank, (float(middle[0]), float(middle[1]))
    return {piece: at for piece, (_, at) in labels.items()}


def _inside(parallelograms: np.ndarray, point: np.ndarray) -> bool:
    """Whether a point lies in one of these parallelograms, each given by its corners in turn."""
    if not len(parallelograms):
        return False
    origin = parallelograms[:, 0]
    one, other, to = parallelograms[:, 1] - origin, parallelograms[:, 3] - origin, point - origin
    area = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    along = (to[:, 0] * other[:, 1] - to[:, 1] * other[:, 0]) / area
    up = (one[:, 0] * to[:, 1] - one[:, 1] * to[:, 0]) / area
    return bool(((along > 0) & (along < 1) & (up > 0) & (up < 1)).any())


def _face(owner: Mapping[Cell, int], cell: Cell, normal: Cell, span: Span, corner: Cell, brightness: float) -> Face:
    right, up = span
    at = _moved(cell, corner)
    corners = [_on_page(point) for point in (at, _moved(at, right), _moved(_moved(at, right), up), _moved(at, up))]
    back = [tuple(-part for part in direction) for direction in (up, right)]
    beyond = (back[0], right, up, back[1])  # of each edge, in the order of the corners
    edges = tuple(
        (corners[number], corners[(number + 1) % 4])
        for number, direction in enumerate(beyond)
        if not (  # the piece goes on behind the edge, in the face's plane
            owner.get(beside := _moved(cell, direction)) == owner[cell]
            and owner.get(_moved(beside, normal)) != owner[cell]
        )
    )
    return Face(owner[cell], (corners[0], corners[1], corners[2], corners[3]), brightness, edges)


def _meet(pieces: Sequence[Sequence[Cell]]) -> bool:
    """Whether two pieces share a cell or a face of one."""
    owner = {cell: piece for piece, cells in enumerate(pieces) for cell in cells}
    steps = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    touch = (owner.get(_moved(cell, step), piece) != piece for cell, piece in owner.items() for step in steps)
    return len(owner) < sum(map(len, pieces)) or any(touch)


def _moved(cell: Cell, by: Sequence[int]) -> Cell:
    return int(cell[0] + by[0]), int(cell[1] + by[1]), int(cell[2] + by[2])


def _on_page(point: Cell) -> Point:
    return float(np.dot(_RIGHT, point)), float(np.dot(_UP, point))
