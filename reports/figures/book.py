"""The picture book: every tiling that was checked, drawn small; the larger the board, the larger the drawing.

Of tilings that are not the campaign's own only some are drawn, as each takes its time.
"""

from collections.abc import Iterator

from models.squares import draw
from reports.data.certified import Certified
from reports.figures.drawing import Drawing
from reports.text.english import count
from runners.record.certified import Tiling

TITLE = "Tilings"
MOST_ELSEWHERE = 12
_COLUMNS = 6, 5  # drawings side by side: of small boards, and of large ones
_LARGE = 50  # side


def grids(found: Certified) -> Iterator[tuple[int, list[Drawing]]]:
    """The drawings by how many of them stand side by side."""
    by_columns: dict[int, list[Tiling]] = {}
    for tiling in _chosen(found):
        by_columns.setdefault(_COLUMNS[tiling.size >= _LARGE], []).append(tiling)
    for columns, tilings in by_columns.items():
        yield columns, [_board(found, tiling) for tiling in tilings]


def sentence(found: Certified) -> str:
    """What is drawn, and that it was checked."""
    if not found.tilings:
        return "No tiling is drawn: there is none that was checked and found valid."
    text = (
        f"{count(len(found.tilings), 'tiling')}, each checked again here, by code that shares nothing with any search: "
        "squares within the board, smaller than it, without gap or overlap, none used more often than is said."
    )
    drawn = len(_chosen(found))
    if drawn < len(found.tilings):
        text += f" Here are {drawn} of them; python -m reports.build --results {found.elsewhere} draws all."
    return text


def _chosen(found: Certified) -> list[Tiling]:
    """All tilings by size, or some spread over the sizes."""
    every = [tiling for _, tiling in sorted(found.tilings.items())]
    if not found.elsewhere or len(every) <= MOST_ELSEWHERE:
        return every
    return [every[round(number * (len(every) - 1) / (MOST_ELSEWHERE - 1))] for number in range(MOST_ELSEWHERE)]


def _board(found: Certified, tiling: Tiling) -> Drawing:
    figure = draw.figure(tiling.board, tiling.squares, bare=True)
    value = found.value(tiling.size)
    what = f"h({tiling.size}) = {value}" if value else f"h({tiling.size}) ≤ {tiling.copies}"
    return Drawing(TITLE, figure, f"{what}, {count(len(tiling.squares), 'square')}")
