"""Tile an n x n board with smaller squares, few of each size: an exact cover, by Knuth's Algorithm X."""

import sys

n = 7
cells = {(a, b) for a in range(n) for b in range(n)}
options = {
    (x, y, s): {(a, b) for a in range(x, x + s) for b in range(y, y + s)}
    for s in range(1, n)
    for x in range(n - s + 1)
    for y in range(n - s + 1)
}


def covers(cells, fitting, room):
    """The number of ways to cover each cell once by options that fit, with room for so many of each size."""
    if not cells:
        return 1
    ways = {cell: [option for option in fitting if cell in options[option]] for cell in cells}
    found = 0
    for option in min(ways.values(), key=len):  # those of the cell that has the fewest
        size = option[2]
        left = room | {size: room[size] - 1}
        still = [other for other in fitting if left[other[2]] and not options[other] & options[option]]
        found += covers(cells - options[option], still, left)
    return found


def tilings(most):
    room = dict.fromkeys(range(1, n), most)
    if "corner" not in sys.argv:
        return covers(cells, list(options), room)
    found = 0
    for first in range(1, n):  # the size at (0, 0)
        wrong = {(0, 0, s) for s in range(1, n) if s != first}
        wrong |= {(x, y, s) for x, y, s in options if s > first and x in (0, n - s) and y in (0, n - s)}
        found += covers(cells, [option for option in options if option not in wrong], room)
    return found


most = 1
while not (found := tilings(most)):
    most += 1
print(f"at most {most} of a size: {found} tilings")
