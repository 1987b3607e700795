"""A board is drawn with its tiles and blocked cells, and the tiles that were left out lie beside it."""

from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex

from tilings.models.palette import BLOCKED
from tilings.models.triominoes import draw
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.models.triominoes.screen import placed

INSTANCE = TriominoesInstance("t", 4, 5, ((1, 2, 3), (3, 2, 1), (1, 4, 1), (2, 1, 9)))
BOARD = ((0, 0, 0, "h", 0), (1, 0, 3, "v", 0), (2, 1, 0, "v", 0), (3, 1, 4, "v", 0))
DOMINOES = TriominoesInstance("d", 2, 3, ((1, 2), (2, 12), (5, 6)), length=2, blocked=((1, 2),))


def labels(instance: TriominoesInstance, solution: tuple) -> dict[tuple[float, float], str]:
    """The values that are drawn, by their column and row."""
    return {text.get_position(): text.get_text() for text in draw.figure(instance, solution).axes[0].texts}


def test_equal_values_of_touching_tiles_are_joined_and_those_within_a_tile_are_not() -> None:
    bonds = draw.contacts(placed(INSTANCE, BOARD))
    middles = {((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in bonds}
    assert middles == {(3, 0.5), (0.5, 1), (4, 1.5), (4, 2.5)}


def test_every_cell_is_tinted_once_and_every_tile_has_an_outline() -> None:
    figure = draw.figure(INSTANCE._replace(blocked=((3, 1),)), BOARD[:3])
    grid, cells, outlines, _, left_cells, left_outlines = figure.axes[0].collections
    assert len(grid.get_paths()) == 20
    assert [to_hex(face) for face in grid.get_facecolor()].count(BLOCKED) == 1
    assert (len(cells.get_paths()), len(outlines.get_paths())) == (9, 3)
    assert (len(left_cells.get_paths()), len(left_outlines.get_paths())) == (3, 1)
    assert figure.texts[0].get_text() == " t: 3 of 4 tiles on 4 × 5, 1 cell blocked"


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 20), st.integers(1, 20), st.integers(0, 60), st.integers(1, 9))
def test_boards_of_any_size_have_every_tile_and_values_that_fit_their_cells(rows, cols, tiles, digits) -> None:
    instance = TriominoesInstance("t", rows, cols, ((10**digits - 1,) * 3,) * tiles)
    free = [(row, col) for row in range(rows) for col in range(0, cols - 2, 3)][:tiles]
    board = tuple((tile, row, col, "h", 0) for tile, (row, col) in enumerate(free))
    figure = draw.figure(instance, board)
    (axes,) = figure.axes
    outlines = [len(each.get_paths()) for each in axes.collections if isinstance(each, PathCollection)][1::2]
    assert sum(outlines) == tiles
    assert len(axes.texts) == 3 * tiles or digits > 3 or rows < 5, "what cannot be read is left out"
    across = axes.get_xlim()[1] - axes.get_xlim()[0]
    cell = 72 * figure.get_figwidth() / across
    assert all(0.62 * text.get_fontsize() * len(text.get_text()) <= cell for text in axes.texts)
