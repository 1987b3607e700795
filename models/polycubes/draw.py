"""Draws solutions: layers side by side, the bottom layer first (Busche's slice convention), and as a solid."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
from matplotlib.colors import hsv_to_rgb
from matplotlib.figure import Figure

from models.polycubes.instance import Cell, PolycubesInstance
from models.problem import Solution

Colour = tuple[float, float, float]


def figure(instance: PolycubesInstance, solution: Solution) -> Figure:
    """The layers of the box, each cell with its piece's name; boxes of several layers also as a solid."""
    width, depth, layers = instance.box
    owner = owners(solution)
    solid = min(instance.box) > 1
    figure = Figure(figsize=(max(3.2, min(12.0, 0.32 * (width + 1) * layers)) + 3 * solid, 3.0))
    grid = figure.add_gridspec(1, layers + solid, width_ratios=[1] * layers + [1.4] * solid, wspace=0.08)
    for layer in range(layers):
        axes = figure.add_subplot(grid[0, layer])
        _draw_layer(axes, instance, solution, owner, layer)
        if layers > 1:
            axes.set_title(f"layer {layer + 1}", fontsize=8)
    if solid:
        _draw_solid(figure.add_subplot(grid[0, layers], projection="3d"), instance, solution)
    return figure


def text(instance: PolycubesInstance, solution: Solution) -> str:
    """The layers side by side, the bottom layer on the left, as rows of piece names; ``*`` is a blocked cell."""
    width, depth, layers = instance.box
    names = {cell: solution[placed][0] for cell, placed in owners(solution).items()}
    wide = max(map(len, names.values()), default=1)
    rows = []
    for y in reversed(range(depth)):
        slices = [" ".join(names.get((x, y, z), "*").ljust(wide) for x in range(width)) for z in range(layers)]
        rows.append("   ".join(slices).rstrip())
    return "\n".join(rows)


def definition(instance: PolycubesInstance, solution: Solution) -> str:
    """The layers as a puzzle definition of M. Busche's (models/polycubes/definition.py), each piece where it lies.

    Pieces have names of their own there: further copies are numbered, and a name that cannot stand in such a file is
    replaced by P. and a number.
    """
    seen: Counter[str] = Counter()
    placed, stationary = [], ["*"] if instance.blocked else []
    fixed = {piece.name for piece in instance.pieces if piece.fixed}
    for number, (name, cells) in enumerate(solution, start=1):
        seen[name] += 1
        plain = re.fullmatch(r"[^#,:=.*]+", name) is not None or name in fixed & {"*"}
        word = f"P.{number}" if not plain else name if seen[name] == 1 else f"{name}.{seen[name]}"
        placed.append((word, cells))
        if name in fixed and word not in stationary:
            stationary.append(word)
    axes = zip(("xDim", "yDim", "zDim"), instance.box, strict=True)
    box = ":".join(f"{axis}={size}" for axis, size in axes)
    one_side = ":oneSide" if instance.box[2] == 1 and not instance.reflect else ""
    lying = f":stationary={' '.join(stationary)}" if stationary else ""
    return f"D:{box}{one_side}\nL{lying}\n{text(instance, tuple(placed))}\n~L\n~D"


def owners(solution: Solution) -> dict[Cell, int]:
    """For each covered cell, the position in the solution of what covers it."""
    return {cell: placed for placed, (_, cells) in enumerate(solution) for cell in cells}


def colours(solution: Solution) -> dict[str, Colour]:
    """A colour for each piece: hues by the golden ratio, in three strengths, so that neighbours in the list differ."""
    found = {}
    for number, name in enumerate(sorted({name for name, _ in solution})):
        hue, strength = (number * 0.618034) % 1.0, number % 3
        red, green, blue = hsv_to_rgb((hue, (0.45, 0.7, 0.3)[strength], (0.95, 0.85, 0.75)[strength]))
        found[name] = (float(red), float(green), float(blue))
    return found


def _draw_layer(axes: Any, instance: PolycubesInstance, solution: Solution, owner: dict[Cell, int], layer: int) -> None:
    """One layer, with a thick line wherever two different pieces meet."""
    width, depth, _ = instance.box
    colour_of = colours(solution)
    size = 8 if max(width, depth) <= 12 else 5
    for x, y in product(range(width), range(depth)):
        cell = (x, y, layer)
        placed = owner.get(cell)
        name = "" if placed is None else solution[placed][0]
        face = colour_of.get(name, (0.25, 0.25, 0.25))
        axes.fill([x, x + 1, x + 1, x], [y, y, y + 1, y + 1], color=face, linewidth=0)
        if name:
            axes.text(x + 0.5, y + 0.5, name, ha="center", va="center", fontsize=size)
        if owner.get((x - 1, y, layer), -1) != owner.get(cell, -1) or x == 0:
            axes.plot([x, x], [y, y + 1], color="black", linewidth=1.2)
        if owner.get((x, y - 1, layer), -1) != owner.get(cell, -1) or y == 0:
            axes.plot([x, x + 1], [y, y], color="black", linewidth=1.2)
    axes.plot([0, width, width], [depth, depth, 0], color="black", linewidth=1.2)
    axes.set_xlim(-0.1, width + 0.1)
    axes.set_ylim(-0.1, depth + 0.1)
    axes.set_aspect("equal")
    axes.axis("off")


def _draw_solid(axes: Any, instance: PolycubesInstance, solution: Solution) -> None:
    colour_of = colours(solution)
    filled = np.zeros(instance.box, dtype=bool)
    faces = np.zeros((*instance.box, 3))
    for name, cells in solution:
        for cell in cells:
            filled[cell] = True
            faces[cell] = colour_of[name]
    axes.voxels(filled, facecolors=faces, edgecolor=(0.2, 0.2, 0.2), linewidth=0.4)
    axes.set_aspect("equal")
    axes.set_axis_off()
