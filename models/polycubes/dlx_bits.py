"""Pieces that fill a box, for the bit-parallel engine: each placement is a mask of the cells that it covers.

Items: every open cell, covered exactly once, and every piece, all of whose copies are used.
Options: each placement covers its cells and its piece. No options if parity proves that there is no solution.
Objective: none.
Symmetry breaking: by the engine, which keeps one placement of each orbit for one piece (option constrain; auto
estimates which piece is best) and counts one solution of each class of symmetric ones.
Source: this project; runners/native/bits/__init__.py describes the engine.

Goals: first, count
Excludes: ranges
Engines: bits
Paradigm: native search
Option constrain: auto | none | <text>  (a piece's name)
Option registers: auto | avx512 | avx2 | plain
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import Packing


def build(instance: PolycubesInstance, goal: str, **options: str) -> Packing:
    """The placements and the engine's settings; both goals have the same."""
    del goal
    return packing(instance, "bits", options, presolve=True)
