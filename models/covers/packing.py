"""Covers as packings: some items are taken as pieces, the others as cells.

The native search on bit masks needs pieces: primary items of which every option has exactly one, such as the pieces of
a puzzle, the rows of queens, or the black cells under dominoes. Finding them is itself an exact cover, of the options
by items, and easy for structured covers.
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
    """The cover as a packing, with its symmetries; cells are the secondary items and the other primary ones.

    The cells lie on a diagonal, without neighbours, since their geometry is unknown. Raises NotApplicable for a cover
    with multiplicities, colours, equal options or costs to minimise, and if no pieces are found.
    """
    if goal == "optimum" or any((item.least, item.most) != (1, 1) for item in instance.primary):
        raise NotApplicable("only covers without multiplicities and costs are packings")
    if any(colour for option in instance.options for _, colour in option.items):
        raise NotApplicable("only covers without colours are packings")
    number = numbers(instance)
    options = [frozenset(number[name] for name, _ in option.items) for option in instance.options]
    if not options or len(set(options)) < len(options):
        raise NotApplicable("a packing needs at least one option, and no two equal ones")
    required = len(instance.primary)
    piece_items = pieces([sum(1 << item for item in option if item < required) for option in options])
    if piece_items is None or any(len(option) == 1 for option in options):
        raise NotApplicable(
            "no primary items serve as pieces: each option must have exactly one of them, and further items"
        )
    number_of = {item: at for at, item in enumerate(piece_items)}
    cells = [item for item in range(len(number)) if item not in number_of]
    cell_of = {item: at for at, item in enumerate(cells)}
    all_options = tuple(range(len(options)))
    # With too many symmetries to list, the search finds every cover, and the runner compares them.
    group = (symmetry.group(instance) if goal == "count" else None) or [all_options]
    return Packing(
        engine=engine,
        settings=settings or {},
        box=(len(cells),) * 3,
        cells=tuple((at, at, at) for at in range(len(cells))),
        names=tuple(instance.primary[item].name for item in piece_items),
        copies=(1,) * len(piece_items),
        piece=tuple(next(number_of[item] for item in option if item in number_of) for option in options),
        covers=tuple(tuple(sorted(cell_of[item] for item in option if item in cell_of)) for option in options),
        symmetries=tuple(group),
        atoms=tuple(("option", (at,)) for at in all_options),
        spare=len(instance.secondary),
    )


def pieces(options: list[int]) -> list[int] | None:
    """Items of which every option has exactly one, ascending; None if none are found in MOST_STEPS steps.

    An option is given by a mask with a bit for each item.
    """
    beside: dict[int, int] = {}  # the items that share an option with each item, which is a bit
    for option in options:
        for bit in _bits(option):
            beside[bit] = beside.get(bit, 0) | option
    # A state of the depth-first search: the chosen items, the items still allowed, the options without a chosen item.
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
    result = []
    while mask:
        bit = mask & -mask
        result.append(bit)
        mask ^= bit
    return result
