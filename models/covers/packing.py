"""Covers as packings: some items are taken as pieces, the others as cells.

The native search on bit masks wants pieces: primary items of which every option has exactly one. Most covers have them,
whatever they are about: the number of each piece of a puzzle, the row of each queen, the black cells under dominoes.
To find them is an exact cover itself, of the options by items, which is easy where the answer is not a coincidence.
"""

from collections.abc import Mapping

from tilings.models.covers import symmetry
from tilings.models.covers.data import numbers
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import NotApplicable, Packing

MOST_STEPS = 200  # of the search for pieces


def packing(
    instance: CoversInstance, goal: str, engine: str = "bits", settings: Mapping[str, str] | None = None
) -> Packing:
    """The cover as a packing under the cover's symmetries: of the primary items that are no pieces, and the secondary.

    The cells lie on a diagonal, where no two are neighbours, since nothing is known of their geometry. Raises
    NotApplicable for a cover with multiplicities, colours, equal options or costs to minimise, and if no pieces are
    found.
    """
    if goal == "optimum" or any((item.least, item.most) != (1, 1) for item in instance.primary):
        raise NotApplicable("only covers without multiplicities and costs are packings")
    if any(colour for option in instance.options for _, colour in option.items):
        raise NotApplicable("only covers without colours are packings")
    number = numbers(instance)
    options = [frozenset(number[name] for name, _ in option.items) for option in instance.options]
    if not options or len(set(options)) < len(options):
        raise NotApplicable("a packing needs options, of which no two are equal")
    required = len(instance.primary)
    found = pieces([sum(1 << item for item in option if item < required) for option in options])
    if found is None or any(len(option) == 1 for option in options):
        raise NotApplicable("no primary items were found of which every option has exactly one, beside others")
    number_of = {item: at for at, item in enumerate(found)}
    cells = [item for item in range(len(number)) if item not in number_of]
    cell_of = {item: at for at, item in enumerate(cells)}
    every = tuple(range(len(options)))
    # Where there are too many symmetries to list, every cover counts here, and the runner compares all of them.
    group = (symmetry.group(instance) if goal == "count" else None) or [every]
    return Packing(
        engine=engine,
        settings=settings or {},
        box=(len(cells),) * 3,
        cells=tuple((at, at, at) for at in range(len(cells))),
        names=tuple(instance.primary[item].name for item in found),
        copies=(1,) * len(found),
        piece=tuple(next(number_of[item] for item in option if item in number_of) for option in options),
        covers=tuple(tuple(sorted(cell_of[item] for item in option if item in cell_of)) for option in options),
        symmetries=tuple(group),
        atoms=tuple(("option", (at,)) for at in every),
        spare=len(instance.secondary),
    )


def pieces(options: list[int]) -> list[int] | None:
    """Items of which every option has exactly one, ascending; None if none are found in MOST_STEPS steps.

    An option is given by a mask with a bit for each item.
    """
    beside: dict[int, int] = {}  # for each item, as a bit, the items that options have together with it
    for option in options:
        for bit in _bits(option):
            beside[bit] = beside.get(bit, 0) | option
    # Each entry is a state of the depth-first search: the items chosen, those still allowed, the options without one.
    states = [(0, sum(beside), options)]
    for _ in range(MOST_STEPS):
        if not states:
            return None
        chosen, allowed, left = states.pop()
        if not left:
            return [bit.bit_length() - 1 for bit in _bits(chosen)]
        scarcest = min((option & allowed for option in left), key=int.bit_count)
        # An item with many items beside it is tried first: a piece, rather than a cell.
        for bit in sorted(_bits(scarcest), key=lambda bit: beside[bit].bit_count()):
            states.append((chosen | bit, allowed & ~beside[bit], [option for option in left if not option & bit]))
    return None


def _bits(mask: int) -> list[int]:
    """The bits of a mask, ascending."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return found
