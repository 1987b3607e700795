"""Pieces that fill a flat or thin box, for the first-hole search: each placement is a mask of the cells that it covers.

Items: every open cell, covered exactly once, and every piece, all of whose copies are used.
Options: each placement covers its cells and its piece.
Objective: none.
Symmetry breaking: by the engine, which keeps one placement of each orbit for one piece (option constrain; auto takes
the one that loses most placements) and counts one solution of each class of symmetric ones.
Source: this project; runners/native/holes/__init__.py describes the engine and its sources.

Goals: first, count
Excludes: ranges
Engines: bits, holes
Paradigm: native search
Option constrain: auto | none | <text>  (a piece's name)
"""

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Packing


def build(instance: PolycubesInstance, goal: str, **options: str) -> Packing:
    """The placements and the engine's settings; both goals have the same."""
    del goal
    return packing(instance, "holes", options)
