"""A square tiling on a terminal: a colour for each side, and each side in the middle of its square."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tilings.models.problem import Solution
from tilings.models.squares import screen
from tilings.models.squares.instance import SquaresInstance

INSTANCE = SquaresInstance("s", 5, 4)
TILING = ((0, 0, 3), (3, 0, 2), (3, 2, 2), (0, 3, 1), (1, 3, 1), (2, 3, 1))  # from below: y = 3 is the top row


@st.composite
def quartered(draw: st.DrawFn) -> tuple[int, Solution]:
    """A board and a tiling: squares of even sides, from the whole board on, are cut into four or not."""
    side = draw(st.sampled_from([2, 4, 6, 12, 24]))
    whole, kept = [(0, 0, side)], []
    while whole:
        x, y, size = whole.pop()
        if size == side or (size % 2 == 0 and draw(st.booleans())):
            half = size // 2
            whole += [(x, y, half), (x + half, y, half), (x, y + half, half), (x + half, y + half, half)]
        else:
            kept.append((x, y, size))
    return side, tuple(sorted(kept))


@given(quartered())
def test_the_plain_drawing_says_where_each_square_lies(tiling: tuple[int, Solution]) -> None:
    side, squares = tiling
    lines = screen.text(SquaresInstance("s", side, side), squares).splitlines()
    found = [
        (label.start() // 3, side - row // 2 - int(label[0]), int(label[0]))
        for row, line in enumerate(lines)
        for label in re.finditer(r"\d+", line)
    ]
    assert tuple(sorted(found)) == squares
    for x, y, size in squares:
        top, bottom = lines[2 * (side - y - size)], lines[2 * (side - y)]
        assert all(line[3 * at] == "+" for line in (top, bottom) for at in (x, x + size))
        assert set(top[3 * x : 3 * (x + size)] + bottom[3 * x : 3 * (x + size)]) <= {"+", "-"}
