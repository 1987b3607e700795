"""Square tilings as text: plain, and as coloured blocks for terminals."""

from collections import Counter

from tilings.models import palette
from tilings.models.problem import Solution
from tilings.models.squares.instance import SquaresInstance
from tilings.models.terminal import blocks
from tilings.models.terminal.phrases import Phrases, counted

PHRASES = Phrases(
    "tiling",
    "tilings",
    lambda value: f"a tiling with at most {counted(value, 'copy', 'copies')} of a side",
    lambda value: f"no tiling uses fewer than {counted(value, 'copy', 'copies')} of a side",
)


def text(instance: SquaresInstance, solution: Solution) -> str:
    """The tiling in plain characters, three columns and two lines a cell, with each square's side in it."""
    grid = [[" "] * (3 * instance.width + 1) for _ in range(2 * instance.height + 1)]
    for x, y, side in solution:
        left, right = 3 * x, 3 * (x + side)
        top, bottom = 2 * (instance.height - y - side), 2 * (instance.height - y)
        for row in (top, bottom):
            grid[row][left : right + 1] = "-" * (right - left + 1)
        for row in range(top + 1, bottom):
            grid[row][left] = grid[row][right] = "|"
        label = str(side)
        grid[top + 1][left + 1 : left + 1 + len(label)] = label
    for x, y, side in solution:  # corners last, over the lines of neighbours
        for column in (x, x + side):
            for row in (y, y + side):
                grid[2 * (instance.height - row)][3 * column] = "+"
    return "\n".join("".join(line).rstrip() for line in grid)


def coloured(instance: SquaresInstance, solution: Solution, room: blocks.Room) -> str:
    """The tiling in colours, one for each side, with each square's side in it."""
    sides = sorted({side for _, _, side in solution}, reverse=True)
    colour = {side: palette.TINTS[rank % len(palette.TINTS)] for rank, side in enumerate(sides)}
    squares = []
    for x, y, side in solution:
        top = instance.height - y - side
        cells = tuple((0, top + down, x + right) for down in range(side) for right in range(side))
        squares.append(blocks.Block(cells, colour[side], (str(side),)))
    return blocks.shown(blocks.BlockBoard(1, instance.height, instance.width, squares), room)


def words(instance: SquaresInstance, solution: Solution) -> str:
    """The caption: the board, and how often each side is used."""
    return f"{size(instance, solution)}: sides {multiplicities(solution)}"


def size(instance: SquaresInstance, solution: Solution) -> str:
    return f"{instance.width} × {instance.height} in {len(solution)} squares"


def multiplicities(solution: Solution) -> str:
    """The number of copies of each side, the largest side first, and the most frequent sides."""
    times = sorted(Counter(side for _, _, side in solution).items(), reverse=True)
    sides, most = most_used(solution)
    listed = ", ".join(f"{side}\N{NO-BREAK SPACE}×{number}" for side, number in times)
    if not sides:
        return f"{listed}; no side twice"
    names = ", ".join(map(str, sorted(sides, reverse=True)))
    return f"{listed}; most often, {most} times: {names}"


def most_used(solution: Solution) -> tuple[set[int], int]:
    """The most frequent sides and their number of copies; no side if all numbers are 1."""
    times = Counter(side for _, _, side in solution)
    most = max(times.values(), default=0)
    return ({side for side, number in times.items() if number == most} if most > 1 else set()), most
