"""Colours of pieces and values in pictures and on terminals: light, so that black letters can be read on them."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence

Cell = tuple[int, int, int]

# They differ in lightness, and can be told apart in colour blindness. The first are from P. Tol's scheme "light".
TINTS = ("#77AADD", "#EE8866", "#EEDD88", "#FFAABB", "#99DDFF", "#44BB99", "#CCBBEE", "#BBCC33", "#DDB892",
         "#D5D5D5", "#AAAA00", "#C77D8E", "#A57FB5")  # fmt: skip
_SHADES = (("#000000", 0.18), ("#ffffff", 0.5), ("#000000", 0.32), ("#ffffff", 0.25))
BLOCKED, FIXED = "#404040", "#999999"


def distinct(blocks: Sequence[tuple[Sequence[Cell], str]], seen: Callable[[str], Hashable] = str) -> list[str]:
    """A colour for each block of cells: its own, or a shade of it or another colour if a block that it touches has it.

    seen: a colour as it is displayed.
    """
    owner = {cell: number for number, (cells, _) in enumerate(blocks) for cell in cells}
    chosen: list[str] = []
    for number, (cells, own) in enumerate(blocks):
        touching = {owner[near] for cell in cells for near in _beside(cell) if near in owner}
        taken = Counter(seen(chosen[other]) for other in touching if other < number)
        shades = [own, *(mixed(own, other, share) for other, share in _SHADES)]
        chosen.append(min([*shades, *TINTS], key=lambda colour: taken[seen(colour)]))
    return chosen


def _beside(cell: Cell) -> Iterator[Cell]:
    x, y, z = cell
    for step in (-1, 1):
        yield x + step, y, z
        yield x, y + step, z
        yield x, y, z + step


def mixed(colour: str, other: str, share: float) -> str:
    """A mixture of two colours ``#rrggbb``. share: the share of the other colour, from 0 to 1."""
    parts = [(int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one * (1 - share) + two * share):02x}" for one, two in parts)


def is_dark(colour: str) -> bool:
    """Whether white letters are easier to read on a colour than black ones, by its luma (ITU-R BT.601)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 110
