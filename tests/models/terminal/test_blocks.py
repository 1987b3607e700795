"""Boards of blocks on a terminal: neighbours differ in colour, labels can be read, and boards fit."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tests.models.screens import glyphs, plain
from tilings.models.palette import TINTS
from tilings.models.terminal.blocks import Block, BlockBoard, Room, shown


def row(*colours: str) -> BlockBoard:
    """A board of one row, a cell for each colour, lettered A, B, …"""
    return BlockBoard(1, 1, len(colours), [Block(((0, 0, at),), each, ("ABC"[at],)) for at, each in enumerate(colours)])


@st.composite
def boards(draw: st.DrawFn) -> BlockBoard:
    """Boxes whose cells are shared out at random among pieces of few colours; the last piece stands for open cells."""
    layers, rows, columns = draw(st.tuples(st.integers(1, 3), st.integers(1, 5), st.integers(1, 5)))
    pieces = draw(st.integers(1, 9))
    cells: dict[int, list[tuple[int, int, int]]] = {}
    for cell in product(range(layers), range(rows), range(columns)):
        cells.setdefault(draw(st.integers(0, pieces)), []).append(cell)
    cells.pop(pieces, None)
    colours = st.sampled_from(TINTS[:2])
    blocks = [Block(tuple(own), draw(colours), (str(piece),) * len(own)) for piece, own in cells.items()]
    return BlockBoard(layers, rows, columns, blocks)


@given(boards())
def test_every_cell_shows_its_piece_and_pieces_that_touch_have_different_colours(board: BlockBoard) -> None:
    shown_cells = glyphs(shown(board, Room(200, 1)))  # no room for cells wider than two columns
    ground = {}
    for block in board.blocks:
        for (layer, line, column), label in zip(block.cells, block.labels, strict=True):
            letter, _, ground[layer, line, column] = shown_cells[line][layer * (2 * board.columns + 2) + 2 * column]
            assert letter == label
        assert len({ground[cell] for cell in block.cells}) == 1
    owner = {cell: number for number, block in enumerate(board.blocks) for cell in block.cells}
    for layer, line, column in ground:
        for near in ((layer + 1, line, column), (layer, line + 1, column), (layer, line, column + 1)):
            if near in ground and owner[near] != owner[layer, line, column]:
                assert ground[near] != ground[layer, line, column]


@given(boards(), st.integers(1, 60), st.integers(1, 60))
def test_no_line_is_wider_than_the_terminal(board: BlockBoard, columns: int, lines: int) -> None:
    text = plain(shown(board, Room(columns, lines)))
    if "too wide for" not in text:
        assert max(map(len, text.splitlines()), default=0) <= columns
    else:
        assert board.columns > columns
