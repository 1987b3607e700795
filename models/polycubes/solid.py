"""Draws solids in parallel projection, seen from the front right above: whole, and with the pieces moved apart.

All cubes lie on one lattice. There a cube can hide another one only if it lies no farther back in each of the three
directions, so that painting in the order of x - y + z is exact. Pieces that are moved apart do not overlap on the page,
so that each is painted by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, isqrt

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
_POINTS, _LETTER = 6.0, 0.6  # the largest size of a piece's name, in points and as a share of a cell's edge
_SPREAD = 1.6  # pieces that are moved apart are at least so many times as far from the centre of the page
_DOT, _STEP, _MARGIN = 0.125, 2, 2  # a dot of the page in cells; steps of a piece and space around it in dots


@dataclass(frozen=True)
class Face:
    """A visible face."""

    piece: int  # the placed piece
    corners: tuple[Point, Point, Point, Point]  # on the page, in cells
    brightness: float
    edges: tuple[tuple[Point, Point], ...]  # where the piece ends or bends, each as two points


def faces(pieces: Sequence[Sequence[Cell]]) -> list[Face]:
    """The faces turned to the viewer that touch no other cube, from back to front."""
    owner = {cell: piece for piece, cells in enumerate(pieces) for cell in cells}
    visible = []
    for cell in sorted(owner, key=lambda cell: (cell[0] - cell[1] + cell[2], cell)):
        for normal, span, corner, brightness in _FACES:
            if _moved(cell, normal) not in owner:
                visible.append(_face(owner, cell, normal, span, corner, brightness))
    return visible


def apart(pieces: Sequence[Sequence[Cell]]) -> list[list[Face]]:
    """The faces of each piece, moved on the page so that no piece hides a part of another one.

    The pieces are spread from the centre of the solid. From the innermost outwards, each takes the free place that is
    nearest to its own.
    """
    alone = [[replace(face, piece=number) for face in faces([cells])] for number, cells in enumerate(pieces)]
    middles = np.array([np.mean([face.corners for face in seen], axis=(0, 1)) for seen in alone])
    shadows = [_dots(seen, middle) for seen, middle in zip(alone, middles, strict=True)]
    homes = np.rint(_SPREAD * (middles - middles.mean(axis=0)) / _DOT).astype(int)
    half = max(np.abs(shadow).max() for shadow in shadows) + _MARGIN
    reach = (2 * isqrt(len(pieces)) + 4) * half  # each piece excludes places of others in a square of four halves
    page = reach + half + np.abs(homes).max()
    steps = np.array(list(product(range(-reach, reach + 1, _STEP), repeat=2)))
    steps = steps[np.argsort(np.linalg.norm(steps, axis=1), kind="stable")]
    taken = np.zeros((2 * page + 1, 2 * page + 1), dtype=bool)
    moved: list[list[Face]] = [[] for _ in pieces]
    for number in np.argsort(np.linalg.norm(homes, axis=1), kind="stable"):
        dots = shadows[number] + homes[number] + page
        step = next(step for step in steps if not taken[tuple((dots + step).T)].any())
        for margin in product(range(-_MARGIN, _MARGIN + 1), repeat=2):
            taken[tuple((dots + step + margin).T)] = True
        by = (homes[number] + step) * _DOT - middles[number]
        moved[number] = [_shifted(face, by) for face in alone[number]]
    return moved


def _dots(seen: Sequence[Face], middle: np.ndarray) -> np.ndarray:
    """The dots that some faces cover, counted from a point on the page."""
    steps = np.linspace(0, 1, ceil(1.5 / _DOT))
    found = []
    for face in seen:
        origin, right, _, up = np.array(face.corners)
        grid = origin + steps[:, None, None] * (right - origin) + steps[None, :, None] * (up - origin)
        found.append(np.rint((grid.reshape(-1, 2) - middle) / _DOT).astype(int))
    return np.unique(np.concatenate(found), axis=0)


def _shifted(face: Face, by: np.ndarray) -> Face:
    def moved(point: Point) -> Point:
        return float(point[0] + by[0]), float(point[1] + by[1])

    one, two, three, four = map(moved, face.corners)
    return replace(face, corners=(one, two, three, four), edges=tuple((moved(a), moved(b)) for a, b in face.edges))


def paint(axes: Axes, solution: Solution, colours: Sequence[Colour], exploded: bool = False) -> None:
    """Paint a solution, or its pieces apart from each other and named, into axes.

    colours: the colour of each placed piece.
    """
    cells = [list(cells) for _, cells in solution]
    seen = [face for piece in apart(cells) for face in piece] if exploded else faces(cells)
    polygons: list[Sequence[Point]] = []
    fills: list[tuple[float, ...]] = []
    strokes: list[tuple[float, ...]] = []
    widths: list[float] = []
    for face in seen:
        fill = tuple(face.brightness * part for part in colours[face.piece])
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


def _labels(seen: Sequence[Face]) -> dict[int, Point]:
    """For each piece the middle of a fully visible face, or else of a face with a visible middle.

    Tops are preferred. Pieces without such a face have no entry.
    """
    labels: dict[int, tuple[tuple[bool, float], Point]] = {}
    corners = np.array([face.corners for face in seen])
    for number, face in enumerate(seen):
        middle = corners[number].mean(axis=0)
        hidden = [_inside(corners[number + 1 :], probe) for probe in (middle, *(0.2 * middle + 0.8 * corners[number]))]
        if hidden[0]:
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


def _moved(cell: Cell, by: Sequence[int]) -> Cell:
    return int(cell[0] + by[0]), int(cell[1] + by[1]), int(cell[2] + by[2])


def _on_page(point: Cell) -> Point:
    return float(np.dot(_RIGHT, point)), float(np.dot(_UP, point))
