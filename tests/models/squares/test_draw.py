"""A square tiling is drawn with every square once, its side in it where there is room; most used sides stand out."""

from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from tilings.models.problem import Solution
from tilings.models.squares import draw, screen
from tilings.models.squares.instance import SquaresInstance

BOARD = SquaresInstance("a", 3, 2, 2)
TILING = ((0, 0, 2), (2, 0, 1), (2, 1, 1))
QUARTERS = SquaresInstance("q", 4, 4, 4)


def drawn_squares(figure: Figure) -> tuple[list[tuple[float, ...]], list[str]]:
    """The squares as (x, y, side), and their colours."""
    _, squares = figure.axes[0].collections
    corners = [path.get_extents() for path in squares.get_paths()]
    return [(box.x0, box.y0, box.width) for box in corners], [tuple(face) for face in squares.get_facecolor()]


def legend(figure: Figure) -> str:
    return " ".join(text.get_text() for text in figure.texts)


@st.composite
def tilings(draw_: st.DrawFn) -> tuple[SquaresInstance, Solution]:
    """A square board cut into four again and again."""
    side = 2 ** draw_(st.integers(1, 7))
    whole, kept = [(0, 0, side)], []
    while whole:
        x, y, size = whole.pop()
        if size == side or (size > 1 and len(kept) + len(whole) < 60 and draw_(st.booleans())):
            half = size // 2
            whole += [(x, y, half), (x + half, y, half), (x, y + half, half), (x + half, y + half, half)]
        else:
            kept.append((x, y, size))
    return SquaresInstance("t", side, side), tuple(kept)


@settings(max_examples=40, deadline=None)
@given(tilings())
def test_each_square_is_drawn_once_with_its_side_within_it(tiled: tuple[SquaresInstance, Solution]) -> None:
    instance, solution = tiled
    figure = draw.figure(instance, solution)
    assert drawn_squares(figure)[0] == list(solution)
    (axes,) = figure.axes
    cell = 72 * figure.get_figwidth() / instance.width
    for label in axes.texts:
        x, y = label.get_position()
        (side,) = (side for left, low, side in solution if left < x < left + side and low < y < low + side)
        assert label.get_text() == str(side)
        assert draw._LEAST_POINTS <= label.get_fontsize() <= cell * side
    small = [side for _, _, side in solution if cell * side < 0.9 * draw._LEAST_POINTS]
    assert len(axes.texts) <= len(solution) - len(small), "what cannot be read is left out"


@settings(max_examples=40, deadline=None)
@given(tilings())
def test_the_legend_counts_every_square(tiled: tuple[SquaresInstance, Solution]) -> None:
    _, solution = tiled
    listed = screen.multiplicities(solution).split(";")[0].split(", ")
    pairs = [tuple(map(int, word.split("\N{NO-BREAK SPACE}×"))) for word in listed]
    assert sum(side**2 * times for side, times in pairs) == sum(side**2 for _, _, side in solution)
    assert pairs == sorted(pairs, reverse=True)


def test_partial_tilings_and_empty_boards_can_be_drawn() -> None:
    figure = Figure()
    draw.board(figure.add_subplot(), QUARTERS, ())
    assert drawn_squares(figure) == ([], [])
    assert drawn_squares(draw.figure(QUARTERS, ((0, 0, 2),)))[0] == [(0, 0, 2)]
