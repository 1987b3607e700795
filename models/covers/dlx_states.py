"""The cover counted by states: equal remainders are counted once.

Items: as given, in an order by King's rule. If every option has exactly one of some items, these are pieces, as in
dlx_bits, and ordered behind the others.
Options: as given.
Objective: none.
Symmetry breaking: none; covers up to symmetry are counted by Burnside's lemma (runners/native/states/__init__.py).
Source: the transfer matrices of lattice statistics, also known as the broken-profile or frontier method.

Goals: count
Engines: bits, states
Paradigm: native search
Option choice: order | fewest  (the next to be covered: the next cell, or the cell or piece with the fewest placements)
Option memory: 3000 | <number>      (of the states, in units of 10**6 bytes; the search stops where it needs more)
"""

from tilings.models.covers import packing
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import Packing


def build(instance: CoversInstance, goal: str, memory: str = "3000", choice: str = "order") -> Packing:
    """The cover; raises NotApplicable for colours or too many symmetries to list."""
    del goal
    return packing.counted(instance, {"memory": memory, "choice": choice})
