"""Boards of coloured blocks as text for a terminal: square tilings, tiles with values, boxes layer by layer."""

from collections.abc import Iterable, Sequence
from itertools import groupby, product, zip_longest
from math import ceil
from operator import itemgetter
from typing import NamedTuple

from tilings.models.palette import Cell, distinct, is_dark
from tilings.models.terminal.ansi import nearest, paint

Glyph = tuple[str, str, str]  # a character, its colour and the one behind it

_SIZES = (6, 4, 2)  # columns of a cell; it has half as many lines, as a character is about twice as high as wide
_GAP = 2  # columns between layers
_WORDS = 5  # lines of a terminal reserved for the words below the board


class Room(NamedTuple):
    """The size of a terminal in characters."""

    columns: int
    lines: int


class Block(NamedTuple):
    """Cells that lie together: a square, a tile, a piece. A cell is its layer, row from the top, and column.

    colour: as ``#rrggbb``; replaced if a neighbour has it.
    labels: one for each cell, or one for the middle of the block.
    """

    cells: tuple[Cell, ...]
    colour: str
    labels: tuple[str, ...] = ()


class BlockBoard(NamedTuple):
    """Blocks on some layers of rows and columns; cells that no block covers are open."""

    layers: int
    rows: int
    columns: int
    blocks: Sequence[Block]


def shown(board: BlockBoard, room: Room) -> str:
    """The board in colours, as large as fits; a line instead of a board that is too wide.

    Only if the board would be too wide otherwise, two cells share a character, and the cells' labels are left out.
    Layers stand side by side, the first on the left, and in several rows if the terminal is too narrow.
    """
    colours = distinct([(block.cells, block.colour) for block in board.blocks], nearest)
    longest = max((len(label) for block in board.blocks if len(block.labels) > 1 for label in block.labels), default=1)
    sizes = [size for size in _SIZES if size > longest] or [longest + 1]
    size = next((size for size in sizes if _high(board, size, room) <= room.lines - _WORDS), sizes[-1])
    if across := _across(board, size, room):
        return "\n".join(_large(board, colours, size, across))
    if across := _across(board, 1, room):
        return "\n".join(_small(board, colours, across))
    return too_wide(board.columns, room)


def too_wide(columns: int, room: Room) -> str:
    """The line instead of a board that is wider than the terminal."""
    return f"the board takes {columns} columns, too wide for {room.columns}: --draw FILE.png draws it"


def _across(board: BlockBoard, size: int, room: Room) -> int:
    """The number of layers that fit side by side with cells of `size` columns; may be 0."""
    return min(board.layers, (room.columns + _GAP) // (board.columns * size + _GAP))


def _high(board: BlockBoard, size: int, room: Room) -> float:
    """The number of lines of the board with cells of `size` columns; infinite if it is too wide."""
    across = _across(board, size, room)
    return ceil(board.layers / across) * (board.rows * max(1, size // 2) + 1) if across else float("inf")


def _large(board: BlockBoard, colours: Sequence[str], size: int, across: int) -> list[str]:
    """The lines of a board with cells of `size` columns and their labels; a dot in an open cell."""
    high = max(1, size // 2)
    canvas = _Canvas(board, size, high, across)
    for cell in product(range(board.layers), range(board.rows), range(board.columns)):
        canvas.fill(cell, "")
        canvas.write([cell], "·")
    canvas.paint(board.blocks, colours, of_cells=True)
    return [
        _line((letter, _ink(ground), ground) for letter, ground in zip(*row, strict=True))
        for row in zip(canvas.letters, canvas.grounds, strict=True)
    ]


def _small(board: BlockBoard, colours: Sequence[str], across: int) -> list[str]:
    """The lines of a board with two cells on each character, one above the other; labels of cells are left out."""
    canvas = _Canvas(board, 1, 1, across)
    canvas.paint(board.blocks, colours, of_cells=False)
    rows = [list(zip(*row, strict=True)) for row in zip(canvas.letters, canvas.grounds, strict=True)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[(" ", "")] * len(rows[0]))
    return [_line(_halves(*cells) for cells in zip(*pair, strict=True)) for pair in pairs]


def _halves(above: tuple[str, str], below: tuple[str, str]) -> Glyph:
    """The character for two cells, each a letter and a colour; the letter is shown where the cells have one colour."""
    (upper, top), (lower, bottom) = above, below
    if top == bottom:
        return max(upper, lower), _ink(top), top
    return ("▀", top, bottom) if top else ("▄", bottom, "")


class _Canvas:
    """The letters of a board, line by line, and their backgrounds, empty without a colour."""

    def __init__(self, board: BlockBoard, size: int, high: int, across: int) -> None:
        self._board, self._size, self._high, self._across = board, size, high, across
        bands = ceil(board.layers / across)
        wide, lines = across * (board.columns * size + _GAP) - _GAP, bands * (board.rows * high + 1) - 1
        self.letters = [[" "] * wide for _ in range(lines)]
        self.grounds = [[""] * wide for _ in range(lines)]

    def paint(self, blocks: Sequence[Block], colours: Sequence[str], of_cells: bool) -> None:
        """Colour the blocks and write their labels, also those of cells or not."""
        for block, colour in zip(blocks, colours, strict=True):
            for cell in block.cells:
                self.fill(cell, colour)
            if len(block.labels) == 1:
                self.write(block.cells, block.labels[0])
            elif of_cells:
                for cell, label in zip(block.cells, block.labels, strict=False):
                    self.write([cell], label)

    def fill(self, cell: Cell, colour: str) -> None:
        """Colour a cell and clear its letters."""
        top, left = self._corner(cell)
        for line in range(top, top + self._high):
            self.grounds[line][left : left + self._size] = [colour] * self._size
            self.letters[line][left : left + self._size] = " " * self._size

    def write(self, cells: Sequence[Cell], label: str) -> None:
        """Write a label in the middle of a rectangle of cells, unless it is too long."""
        (top, left), (bottom, right) = self._corner(min(cells)), self._corner(max(cells))
        wide = right - left + self._size
        start = left + (wide - len(label)) // 2
        if len(label) <= wide:
            self.letters[(top + bottom + self._high - 1) // 2][start : start + len(label)] = label

    def _corner(self, cell: Cell) -> tuple[int, int]:
        layer, row, column = cell
        band, place = divmod(layer, self._across)
        return (
            band * (self._board.rows * self._high + 1) + row * self._high,
            place * (self._board.columns * self._size + _GAP) + column * self._size,
        )


def _line(glyphs: Iterable[Glyph]) -> str:
    """The characters, with one code for each run of equal colours."""
    parts = []
    for (ink, ground), stretch in groupby(glyphs, key=itemgetter(1, 2)):
        text = "".join(letter for letter, _, _ in stretch)
        parts.append(paint(text, ink, ground) if ink or ground else text)
    return "".join(parts).rstrip()


def _ink(ground: str) -> str:
    return "" if not ground else "#ffffff" if is_dark(ground) else "#000000"
