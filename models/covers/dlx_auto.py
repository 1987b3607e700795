"""The cover for the native engine that suits it: bit masks or states if it is a packing, else dancing links.

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

from tilings.models.covers import dlx_general, packing, symmetry
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import ColouredCover, NotApplicable, Packing

# With more cells, testing a mask costs more than unlinking its option: of covers by 50 to 270 pieces, those of 192
# cells were searched at 1.7 times the nodes a second of dancing links, those of 320 cells at 0.8 times.
MOST_CELLS = 256


def build(instance: CoversInstance, goal: str) -> Packing | ColouredCover:
    """The packing if the cover has one of at most MOST_CELLS cells, else the cover.

    Goal first takes bit masks alone, as counting by states yields no solution; so do counts up to symmetries that are
    too many to list, where the runner compares all solutions.
    """
    engine = "auto" if goal == "count" and symmetry.group(instance) is not None else "bits"
    try:
        candidate = packing.packing(instance, goal, engine)
    except NotApplicable:
        return dlx_general.build(instance, goal)
    return candidate if len(candidate.cells) <= MOST_CELLS else dlx_general.build(instance, goal)
