"""Draws covers: the chosen options as the rows of a small matrix, and as lines in Knuth's format."""

from __future__ import annotations

from matplotlib import colormaps
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from models.covers.instance import CoversInstance, Option
from models.problem import Solution


def figure(instance: CoversInstance, solution: Solution) -> Figure:
    """A column for each item that is covered, a row for each chosen option, with its cost before it.

    Colours are written in the fields. The primary items stand left of the thick line.
    """
    options = _options(instance, solution)
    covered = {item for option in options for item, _ in option.items}
    primary = [item.name for item in instance.primary if item.name in covered]
    columns = primary + [item for item in instance.secondary if item in covered]
    place = {item: column for column, item in enumerate(columns)}
    wide, high = max(1, len(columns)), max(1, len(options))
    size = min(0.3, 12 / wide, 12 / high)  # of a field, in inches
    made = Figure(figsize=(size * wide + 1.2, size * high + 1.0), layout="constrained")
    axes = made.add_subplot(aspect="equal", xlim=(0, wide), ylim=(high, 0))
    for row, option in enumerate(options):
        for item, colour in option.items:
            shade = colormaps["tab20"](row % 20)
            axes.add_patch(Rectangle((place[item], row), 1, 1, facecolor=shade, edgecolor="white"))
            axes.text(place[item] + 0.5, row + 0.5, colour, ha="center", va="center", fontsize=20 * size)
    if len(primary) < len(columns):
        axes.axvline(len(primary), color="black", linewidth=1.5)
    axes.set_xticks([column + 0.5 for column in range(len(columns))], columns, rotation=90, fontsize=24 * size)
    costs = [f"{option.cost}" if option.cost else "" for option in options]
    axes.set_yticks([row + 0.5 for row in range(len(options))], costs, fontsize=24 * size)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    axes.set_title(f"{instance.name}: {len(options)} of {len(instance.options)} options", fontsize=9)
    return made


def text(instance: CoversInstance, solution: Solution) -> str:
    """The chosen options, one a line, in Knuth's format."""
    return "\n".join(map(str, _options(instance, solution)))


def _options(instance: CoversInstance, solution: Solution) -> list[Option]:
    return [instance.options[number] for _, number in sorted(solution)]
