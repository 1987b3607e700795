"""The picture book: of the certified tilings the prettiest, in the fewest copies and the most different sides."""

from collections.abc import Iterable
from itertools import pairwise

from models.squares import draw
from reports.english import count
from reports.figures.drawing import Drawing
from studies.hn.certified import Tiling
from studies.hn.recorded import Certified

PICTURES, FINEST = 8, 2


def finest(found: Certified) -> list[Tiling]:
    """The valid tilings of the greatest variety."""
    return sorted(found.tilings.values(), key=variety, reverse=True)[:FINEST]


def prettiest(found: Certified) -> list[Tiling]:
    """Of the valid tilings but the finest, in PICTURES parts by size, that of the greatest variety of each part."""
    rest = [tiling for _, tiling in sorted(found.tilings.items()) if tiling not in finest(found)]
    cuts = [number * len(rest) // PICTURES for number in range(PICTURES + 1)]
    return [max(rest[start:end], key=variety) for start, end in pairwise(cuts) if start < end]


def variety(tiling: Tiling) -> tuple[int, int]:
    """A sort key: the fewest copies of a side first, then the most different sides."""
    return -tiling.copies, len({side for _, _, side in tiling.squares})


def draw_all(found: Certified, tilings: Iterable[Tiling]) -> list[Drawing]:
    """A drawing each, which says what it proves."""
    return [_board(found, tiling) for tiling in tilings]


def _board(found: Certified, tiling: Tiling) -> Drawing:
    value = found.value(tiling.size)
    what = f"h({tiling.size}) = {value}" if value else f"h({tiling.size}) ≤ {tiling.copies}"
    sides = len({side for _, _, side in tiling.squares})
    words = f"{what}, {count(len(tiling.squares), 'square')} of {count(sides, 'side')}"
    return Drawing(what, draw.figure(tiling.board, tiling.squares, bare=True), words)
