"""The cover as a packing, counted by states: equal remainders are counted once.

Items: those of dlx_bits. The cells are covered in an order by King's rule.
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

from tilings.models.covers import packing, symmetry
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import NotApplicable, Packing


def build(instance: CoversInstance, goal: str, memory: str = "3000", choice: str = "order") -> Packing:
    """The packing; raises NotApplicable for a cover that is not one, or has too many symmetries to list."""
    if symmetry.group(instance) is None:
        raise NotApplicable("only covers with few symmetries are counted by states")
    return packing.packing(instance, goal, "states", {"memory": memory, "choice": choice})
