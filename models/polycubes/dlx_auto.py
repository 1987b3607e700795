"""Pieces that fill a box, for the native engine that suits the puzzle: bit masks, first holes, or counting by states.

Items: every open cell, covered exactly once, and every piece, all of whose copies are used.
Options: each placement covers its cells and its piece. No options if parity proves that there is no solution.
Objective: none.
Symmetry breaking: by the engines (see dlx_bits and dlx_states).
Source: this project; runners/native/auto/__init__.py says how the engine is chosen.

Goals: first, count
Excludes: ranges
Engines: auto, bits, holes, states
Paradigm: native search
"""

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Packing


def build(instance: PolycubesInstance, goal: str) -> Packing:
    """The placements. Goal first always uses bit masks, as counting by states yields no solution."""
    return packing(instance, "bits" if goal == "first" else "auto", {}, presolve=True)
