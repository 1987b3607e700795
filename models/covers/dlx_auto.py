"""The cover for the native engine that suits it: bit masks if it is a packing, else dancing links; states to count.

Items: those of dlx_bits, or else those of dlx_general.
Options: as given.
Objective: as of dlx_general.
Symmetry breaking: by the engines (see dlx_bits and dlx_general).
Source: runners/native/auto, runners/native/dlx, runners/native/general.

Goals: first, count, optimum
Engines: auto, bits, dlx, general, states
Option part: 1/1 | <k/n>        (to count: only this part of the search)
Option depth: auto | <number>   (the level of the tree below which parts are split)
"""

from tilings.models.covers import dlx_general, packing
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import Choice, ColouredCover, NotApplicable, Packing

# With more cells, testing a mask costs more than unlinking its option: of covers by 50 to 270 pieces, those of 192
# cells were searched at 1.7 times the nodes a second of dancing links, those of 320 cells at 0.8 times.
MOST_CELLS = 256
MOST_COUNTED = 1500  # items: finding an order of more takes seconds


def build(instance: CoversInstance, goal: str) -> Choice | Packing | ColouredCover:
    """The packing if the cover has one of at most MOST_CELLS cells, else the cover; to count, both engines' problems.

    Counts up to symmetries that are too many to list are left to the search, as the runner compares all solutions.
    """
    search = _searched(instance, goal)
    if goal != "count" or len(instance.primary) + len(instance.secondary) > MOST_COUNTED:
        return search
    try:
        return Choice(packing.counted(instance, {}), search)
    except NotApplicable:
        return search


def _searched(instance: CoversInstance, goal: str) -> Packing | ColouredCover:
    try:
        found = packing.packing(instance, goal)
    except NotApplicable:
        return dlx_general.build(instance, goal)
    return found if len(found.cells) <= MOST_CELLS else dlx_general.build(instance, goal)
