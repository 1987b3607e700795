"""The cover as a packing, for the native search on bit masks: some items are pieces, the others cells.

Items: as given. The pieces are primary items of which every option has exactly one, which packing.py finds. The
formulation is not for multiplicities, colours and costs, nor for covers without such items.
Options: as given.
Objective: none.
Symmetry breaking: of the covers that symmetries take to each other one counts, and a piece that every symmetry takes to
itself is restricted to one option of each orbit.
Source: runners/native/bits.

Goals: first, count
Engines: bits
Paradigm: native search
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from tilings.models.covers import packing
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import Packing


def build(instance: CoversInstance, goal: str) -> Packing:
    """The packing; raises NotApplicable for a cover that is not a packing."""
    return packing.packing(instance, goal)
