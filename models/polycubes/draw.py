"""Draws solutions: layers side by side, the bottom layer first (Busche's slice convention), and as a solid."""

from math import prod
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from tilings.models.polycubes import screen, solid
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.layers import Layers, most_across, placed_colours, room
from tilings.models.problem import Solution

WIDTH = 3.3  # inches of a figure: two stand side by side on a page
_DOTS = 220  # of a picture, per inch
_LAYERS_HIGH, _LARGEST_CELL = 2.6, 0.3  # the largest height of the layers together, and of a cell, in inches
_LETTERED_CELL = 0.07  # inches: in smaller cells no name can be read
_SOLID_HIGH = 2.0
_MOST_CELLS, _MOST_APART = 1000, 40  # more cells are not drawn as a solid, more pieces are not drawn apart


def figure(instance: PolycubesInstance, solution: Solution, bare: bool = False) -> Figure:
    """The layers of the box; below them, if it has several, the solid, and its pieces moved apart.

    bare: without a title. A solid of very many cells is left out, and the title says so.
    """
    across, cell = most_across(instance.box, WIDTH, _LAYERS_HIGH)
    cell = min(cell, _LARGEST_CELL)
    columns, rows = room(instance.box, across)
    heading = [] if bare else f"{instance.name}: {words(instance, solution)}".split("; ")
    title, flat, deep = 0.14 * len(heading) + 0.08 * (not bare), cell * (rows + 0.2), _SOLID_HIGH * _is_solid(instance)
    high = title + flat + deep
    wide = WIDTH if deep or not bare else min(WIDTH, cell * (columns + 0.2))
    picture = Figure(figsize=(wide, high), dpi=_DOTS)
    board(picture.add_axes((0, deep / high, 1, flat / high)), instance, solution)
    if deep:
        apart = len(solution) <= _MOST_APART
        shown = (False, True) if apart else (False,)
        shares = (0.36, 0.64) if apart else (1.0,)
        for number, exploded in enumerate(shown):
            axes = picture.add_axes((sum(shares[:number]), 0, shares[number], (deep - 0.08) / high))
            solid.paint(axes, solution, placed_colours(instance, solution), exploded)
    for number, line in enumerate(heading):
        down = (0.1 + 0.14 * number) / high
        picture.text(0.5, 1 - down, line, ha="center", va="center", fontsize=6.5 if number else 8)
    return picture


def board(axes: Axes, instance: PolycubesInstance, solution: Solution) -> None:
    """The layers of a solution, or of a part of one, in axes, the bottom layer first."""
    figure, place = axes.get_figure(), axes.get_position()
    wide, high = figure.get_figwidth() * place.width, figure.get_figheight() * place.height  # type: ignore[union-attr]
    across, cell = most_across(instance.box, wide, high)
    columns, rows = room(instance.box, across)
    axes.set(aspect="equal", xlim=(-0.1, columns + 0.1), ylim=(rows + 0.1, -0.1))
    axes.set_axis_off()
    painted = Layers(instance)
    painted.add(solution, across=across)
    painted.paint(axes, min(cell, _LARGEST_CELL), letters=cell >= _LETTERED_CELL)


def words(instance: PolycubesInstance, solution: Solution) -> str:
    """The caption: pieces, box, order of the layers, and whether the solid is left out."""
    large = min(instance.box) > 1 and not _is_solid(instance)
    return f"{screen.words(instance, solution)}{'; too large to be drawn as a solid' if large else ''}"


def _is_solid(instance: PolycubesInstance) -> bool:
    return min(instance.box) > 1 and prod(instance.box) <= _MOST_CELLS


def shapes(instance: PolycubesInstance, solution: Solution) -> dict[str, Any]:
    """The pieces with their colours, and the open cells, as plain values, for programs that draw them themselves."""
    placed = zip(solution, placed_colours(instance, solution), strict=True)
    pieces = [{"name": name, "colour": to_hex(colour), "cells": cells} for (name, cells), colour in placed]
    covered = {cell for _, cells in solution for cell in cells}
    gaps = [cell for cell in instance.cells if cell not in covered]
    return {"kind": "pieces", "box": instance.box, "pieces": pieces, "gaps": gaps}
