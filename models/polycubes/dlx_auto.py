"""Pieces that fill a box, for the native engine that suits the puzzle: bit masks, counting by states, or dancing
links where the number of a piece is not given.

Items: every open cell, covered exactly once, and every piece, within the bounds of its number.
Options: each placement covers its cells and its piece. No options if parity proves that there is no solution.
Objective: as of dlx_cover.
Symmetry breaking: by the engines (see dlx_bits, dlx_states and dlx_cover).
Source: this project; runners/native/auto/__init__.py says how the engine is chosen.

Goals: first, count, optimum
Engines: auto, bits, general, states
Paradigm: native search
"""

from tilings.models.polycubes import dlx_cover, notes
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import ColouredCover, Cover, Packing


def build(instance: PolycubesInstance, goal: str) -> Packing | Cover | ColouredCover:
    """The placements. Goal first always uses bit masks, as counting by states yields no solution."""
    if not instance.ranges:
        return packing(instance, "bits" if goal == "first" else "auto", {}, presolve=True)
    if notes.impossible(instance):
        return Cover(primary=len(instance.cells), capacities=(), options=(), atoms=())
    return dlx_cover.build(instance, goal)
