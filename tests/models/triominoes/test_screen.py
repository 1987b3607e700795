"""Triomino boards as text show each tile's values, blocked cells and the tiles that are left out."""

from hypothesis import given
from hypothesis import strategies as st

from tilings.models.triominoes import screen
from tilings.models.triominoes.instance import TriominoesInstance

INSTANCE = TriominoesInstance("t", 4, 5, ((1, 2, 3), (3, 2, 1), (1, 4, 1), (2, 1, 9)))
BOARD = ((0, 0, 0, "h", 0), (1, 0, 3, "v", 0), (2, 1, 0, "v", 0), (3, 1, 4, "v", 0))
DOMINOES = TriominoesInstance("d", 2, 3, ((1, 2), (2, 12), (5, 6)), length=2, blocked=((1, 2),))


def test_a_board_is_drawn_as_text_with_joined_values_and_blocked_cells() -> None:
    assert screen.text(INSTANCE, BOARD).splitlines() == [
        "1-2-3 3 .",
        "      |",
        "1 . . 2 2",
        "|     | |",
        "4 . . 1 1",
        "|       |",
        "1 . . . 9",
    ]
    assert screen.text(INSTANCE._replace(blocked=((3, 2),)), BOARD).endswith("1 . # . 9")


def test_text_aligns_dominoes_and_values_of_two_digits() -> None:
    board = ((0, 0, 0, "v", 1), (1, 0, 1, "h", 0))
    assert screen.text(DOMINOES, board) == " 2  2-12\n |\n 1  . ##\n\nleft out: 5-6"


@st.composite
def boards(draw: st.DrawFn) -> tuple[TriominoesInstance, tuple]:
    """Tiles of any values on a board, which need not match where they touch."""
    rows, cols, length = draw(st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(2, 4)))
    values = st.lists(st.integers(0, 120), min_size=length, max_size=length).map(tuple)
    tiles = draw(st.lists(values, min_size=1, max_size=6))
    instance = TriominoesInstance("t", rows, cols, tuple(tiles), length=length)
    taken: set[tuple[int, int]] = set()
    laid = []
    for tile in range(len(tiles)):
        item = (
            tile,
            *(draw(st.integers(0, most - 1)) for most in (rows, cols)),
            draw(st.sampled_from("hv")),
            draw(st.integers(0, 1)),
        )
        ((cells, _),) = screen.placed(instance, (item,))
        if not taken & set(cells) and cells[-1][0] < rows and cells[-1][1] < cols:
            taken |= set(cells)
            laid.append(item)
    return instance, tuple(laid)


@given(boards())
def test_the_plain_drawing_says_which_values_each_tile_shows_where(board: tuple[TriominoesInstance, tuple]) -> None:
    instance, solution = board
    wide = max(len(str(value)) for tile in instance.tiles for value in tile)
    lines = [line.ljust(instance.cols * (wide + 1)) for line in screen.text(instance, solution).splitlines()]
    found = []
    for row in range(instance.rows):
        for col in range(instance.cols):
            starts = not (col and lines[2 * row][col * (wide + 1) - 1] == "-")
            starts &= not (row and lines[2 * row - 1][col * (wide + 1) + wide - 1] == "|")
            cells = [(row, col)]
            while lines[2 * cells[-1][0]][cells[-1][1] * (wide + 1) + wide] == "-":
                cells.append((row, cells[-1][1] + 1))
            while len(cells) < instance.length and cells[-1][0] < instance.rows - 1:
                if lines[2 * cells[-1][0] + 1][col * (wide + 1) + wide - 1] != "|":
                    break
                cells.append((cells[-1][0] + 1, col))
            values = [lines[2 * down][right * (wide + 1) :][:wide].strip(" -") for down, right in cells]
            if starts and values[0] != ".":
                found.append((cells, tuple(map(int, values))))
    assert sorted(found) == sorted(screen.placed(instance, solution))
