"""Pieces that fill a box, for the native engine that suits the puzzle: bit masks or, where the number of a piece is not
given, dancing links; to count, also states.

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
from tilings.models.problem import Choice, ColouredCover, Cover, Packing


def build(instance: PolycubesInstance, goal: str) -> Choice | Packing | Cover | ColouredCover:
    """The placements for the search and, to count, for both engines; only a search finds solutions."""
    search: Packing | Cover | ColouredCover
    if not instance.ranges:
        search = packing(instance, "bits", {}, presolve=True)
        return Choice(search._replace(engine="states"), search) if goal == "count" else search
    if notes.impossible(instance):
        return Cover(primary=len(instance.cells), capacities=(), options=(), atoms=())
    search = dlx_cover.build(instance, goal)
    return Choice(packing(instance, "states", {}), search) if goal == "count" else search
