"""Counting by states: the cells are covered in a fixed order, and equal remainders are counted once.

Items: each open cell, and each piece within the bounds of its number. Where that is given, a piece is used at most as
often as it has copies, and by the volume just as often.
Options: each placement covers its cells and its piece.
Objective: none.
Symmetry breaking: none; solutions up to symmetry are counted by Burnside's lemma (runners/native/states/__init__.py).
Source: the transfer matrices of lattice statistics, also known as the broken-profile or frontier method.

Goals: count
Engines: bits, states
Paradigm: native search
Option choice: order | fewest  (the next to be covered: the next cell, or the cell or piece with the fewest placements)
Option memory: 3000 | <number>      (of the states, in units of 10**6 bytes; the search stops where it needs more)
"""

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Packing


def build(instance: PolycubesInstance, goal: str, memory: str = "3000", choice: str = "order") -> Packing:
    """All placements; the goal is always count."""
    del goal
    return packing(instance, "states", {"memory": memory, "choice": choice})
