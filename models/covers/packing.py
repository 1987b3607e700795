"""Covers as packings: some items are taken as pieces, the others as cells.

The native search on bit masks needs pieces: primary items of which every option has exactly one, such as the pieces of
a puzzle, the rows of queens, or the black cells under dominoes. Finding them is itself an exact cover, of the options
by items, and easy for structured covers.
"""

from collections.abc import Iterable, Mapping

from tilings.models.covers import symmetry
from tilings.models.covers.data import bounds, numbers
from tilings.models.covers.instance import CoversInstance
from tilings.models.problem import NotApplicable, Packing

MOST_STEPS = 200  # of the search for pieces


def packing(instance: CoversInstance, goal: str) -> Packing:
    """The cover as a packing for bit masks; cells are the secondary items and the primary ones that are not pieces.

    Raises NotApplicable for a cover with multiplicities, colours, equal options or costs to minimise, and if no pieces
    are found.
    """
    if goal == "optimum" or any((item.least, item.most) != (1, 1) for item in instance.primary):
        raise NotApplicable("only covers without multiplicities and costs are packings")
    options = _options(instance)
    if not options or len(set(options)) < len(options):
        raise NotApplicable("a packing needs at least one option, and no two equal ones")
    piece_items = pieces(_masks(instance, options))
    if piece_items is None or any(len(option) == 1 for option in options):
        raise NotApplicable(
            "no primary items serve as pieces: each option must have exactly one of them, and further items"
        )
    # With too many symmetries to list, the search finds every cover, and the runner compares them.
    group = symmetry.group(instance) if goal == "count" else None
    return _stated(instance, options, piece_items, "bits", {}, group or [tuple(range(len(options)))])


def counted(instance: CoversInstance, settings: Mapping[str, str]) -> Packing:
    """The cover to be counted by states; without pieces, each option is one of any number of copies of one piece.

    Raises NotApplicable for a cover with colours or too many symmetries to list.
    """
    group = symmetry.group(instance)
    if group is None:
        raise NotApplicable("only covers with few symmetries are counted by states")
    options = _options(instance)
    return _by_volume(_stated(instance, options, pieces(_masks(instance, options)) or [], "states", settings, group))


def _by_volume(packing: Packing) -> Packing:
    """The packing without lower bounds for pieces, if they are implied: all copies are needed to cover the cells."""
    exact = len(packing.cells) - len(packing.bounds)
    sizes: list[set[int]] = [set() for _ in packing.names]
    for piece, cells in zip(packing.piece, packing.covers, strict=True):
        sizes[piece].add(sum(cell < exact for cell in cells))
    largest = [max(size, default=0) for size in sizes]
    needed = sum(copies * size for copies, size in zip(packing.copies, largest, strict=True)) == exact
    return packing._replace(least=()) if needed and all(largest) else packing


def _options(instance: CoversInstance) -> list[frozenset[int]]:
    """The items of each option; raises NotApplicable for colours."""
    if any(colour for option in instance.options for _, colour in option.items):
        raise NotApplicable("only covers without colours are packings, or counted by states")
    number = numbers(instance)
    return [frozenset(number[name] for name, _ in option.items) for option in instance.options]


def _masks(instance: CoversInstance, options: list[frozenset[int]]) -> list[int]:
    """The primary items of each option, as bits."""
    return [sum(1 << item for item in option if item < len(instance.primary)) for option in options]


def _stated(
    instance: CoversInstance,
    options: list[frozenset[int]],
    piece_items: list[int],
    engine: str,
    settings: Mapping[str, str],
    symmetries: Iterable[tuple[int, ...]],
) -> Packing:
    """The packing with these items as pieces. The cells lie on a diagonal, as their geometry is unknown."""
    allowed = bounds(instance) + ((0, 1),) * len(instance.secondary)
    number_of = {item: at for at, item in enumerate(piece_items)}
    cells = sorted(set(range(len(allowed))) - number_of.keys(), key=lambda item: allowed[item] != (1, 1))
    cell_of = {item: at for at, item in enumerate(cells)}
    return Packing(
        engine=engine,
        settings=settings,
        box=(len(cells),) * 3,
        cells=tuple((at, at, at) for at in range(len(cells))),
        names=tuple(instance.primary[item].name for item in piece_items) or ("option",),
        copies=tuple(allowed[item][1] for item in piece_items) or (max(1, len(options)),),
        piece=tuple(next((number_of[item] for item in option if item in number_of), 0) for option in options),
        covers=tuple(tuple(sorted(cell_of[item] for item in option if item in cell_of)) for option in options),
        symmetries=tuple(symmetries),
        atoms=tuple(("option", (at,)) for at in range(len(options))),
        bounds=tuple(allowed[item] for item in cells if allowed[item] != (1, 1)),
        least=tuple(allowed[item][0] for item in piece_items) or (0,),
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
