"""The cover for the native engine that suits it: bit masks if it is a packing, else dancing links or sparse sets.

Items: those of dlx_bits, or else those of dlx_general.
Options: as given.
Objective: as of dlx_general.
Symmetry breaking: by the engines (see dlx_bits and dlx_general).
Source: runners/native/bits, runners/native/dlx, runners/native/general.

Goals: first, count, optimum
Engines: bits, dlx, general
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from models.covers import dlx_bits, dlx_general
from models.covers.instance import CoversInstance
from models.problem import ColouredCover, NotApplicable, Packing

# With more cells a mask costs more to look at than its option to unlink: of covers by 50 to 270 pieces, those of 192
# cells were searched at 1.7 times the nodes a second of dancing links, those of 320 cells at 0.8 times.
MOST_CELLS = 256


def build(instance: CoversInstance, goal: str) -> Packing | ColouredCover:
    """The packing if there is one that is not too large, else the cover."""
    try:
        packing = dlx_bits.build(instance, goal)
    except NotApplicable:
        return dlx_general.build(instance, goal)
    return packing if len(packing.cells) <= MOST_CELLS else dlx_general.build(instance, goal)
