"""Draws covers as a small matrix with a row for each chosen option, and those of pieces and cells as boards."""

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from tilings.models.covers import cells
from tilings.models.covers.instance import CoversInstance, Option
from tilings.models.covers.screen import chosen, words
from tilings.models.polycubes import draw as packings
from tilings.models.problem import Solution

_LARGEST, _WIDEST, _HIGHEST = 0.22, 6.5, 8.0  # the sizes of a field and of a figure, in inches
_DOTS = 150  # per inch
_LEAST_POINTS = 2.5
LEGIBLE_IF_LARGE = False  # a matrix with a column for each item soon cannot be read


def figure(instance: CoversInstance, solution: Solution, bare: bool = False) -> Figure:
    """The board of pieces; or the matrix of `board`, with the items' names above it and each option's cost before it.

    bare: without a title.
    """
    if box := cells.box(instance):
        return packings.figure(box, cells.packing(instance, solution), bare)
    options = chosen(instance, solution)
    columns = _columns(instance, {item for option in options for item, _ in option.items})
    costs = [f"{option.cost}" if option.cost else "" for option in options]
    letters = max((len(name) for name in columns), default=1)
    numbers = max(map(len, costs), default=0)
    wide, high = max(1, len(columns)) + 0.7 * numbers + 0.4, max(1, len(options)) + 0.7 * letters + 0.4
    size = min(_LARGEST, _WIDEST / wide, _HIGHEST / high)
    above = 0.0 if bare else 0.25
    picture = Figure(figsize=(max(size * wide, 2.5 * (not bare)), size * high + above), dpi=_DOTS)
    tall, broad = picture.get_figheight(), picture.get_figwidth()
    place = (0.7 * numbers * size / broad, 0, size * max(1, len(columns)) / broad, size * max(1, len(options)) / tall)
    axes = picture.add_axes(place)
    _paint(axes, options, columns, sum(item.name in columns for item in instance.primary), size)
    points = 72 * size * 0.6
    for column, name in enumerate(columns):
        axes.text(column + 0.5, -0.2, name, rotation=90, ha="center", va="bottom", fontsize=points)
    for row, cost in enumerate(costs):
        axes.text(-0.2, row + 0.5, cost, ha="right", va="center", fontsize=points)
    if not bare:
        picture.text(0, 1 - 0.1 / tall, f"{instance.name}: {words(instance, solution)}", va="center", fontsize=8)
    return picture


def board(axes: Axes, instance: CoversInstance, solution: Solution) -> None:
    """A cover, or a part of one, in axes: a column for each item of the instance, a row for each chosen option.

    Colours are written in the fields. The primary items stand left of the thick line. The height has
    room for the largest cover, by the bounds of the primary items.
    """
    columns = _columns(instance, {item.name for item in instance.primary} | set(instance.secondary))
    rows = sum(min(item.most, len(instance.options)) for item in instance.primary)
    options = chosen(instance, solution)
    size = axes.get_figure().get_figwidth() * axes.get_position().width / len(columns)  # type: ignore[union-attr]
    _paint(axes, options, columns, len(instance.primary), size)
    axes.set_ylim(max(len(options), min(rows, len(columns))), 0)


def _paint(axes: Axes, options: list[Option], columns: list[str], primary: int, size: float) -> None:
    """Paint fields of `size` inches, a row in its own shade for each option, and a line behind the primary items."""
    axes.set(aspect="equal", xlim=(0, max(1, len(columns))), ylim=(max(1, len(options)), 0))
    axes.set_axis_off()
    place = {item: column for column, item in enumerate(columns)}
    fields, faces = [], []
    for row, option in enumerate(options):
        for item, colour in option.items:
            left = place[item]
            fields.append([(left, row), (left + 1, row), (left + 1, row + 1), (left, row + 1)])
            faces.append(colormaps["tab20"](2 * row % 20 + 1))
            points = min(72 * size * 0.6, 72 * size / max(1, len(colour)))
            if colour and points >= _LEAST_POINTS:
                axes.text(left + 0.5, row + 0.5, colour, ha="center", va="center_baseline", fontsize=points)
    axes.add_collection(PolyCollection(fields, facecolors=faces, edgecolors="white", linewidths=min(1.0, 5 * size)))
    for row in range(len(options) + 1):
        axes.axhline(row, color="#dddddd", linewidth=0.3, zorder=0)
    if primary < len(columns):
        axes.axvline(primary, color="black", linewidth=1.2)


def _columns(instance: CoversInstance, covered: set[str]) -> list[str]:
    """The names of the items that are covered, the primary ones first."""
    primary = [item.name for item in instance.primary if item.name in covered]
    return primary + [item for item in instance.secondary if item in covered]
