"""Triomino boards as text: plain, and as coloured blocks for terminals."""

from tilings.models import palette
from tilings.models.problem import Solution
from tilings.models.terminal import blocks
from tilings.models.terminal.phrases import Phrases, counted
from tilings.models.triominoes.instance import Cell, Tile, TriominoesInstance

PHRASES = Phrases(
    "board",
    "boards",
    lambda value: f"a board with {counted(value, 'tile')}",
    lambda value: f"no board holds more than {counted(value, 'tile')}",
)


def text(instance: TriominoesInstance, solution: Solution) -> str:
    """The board in plain characters; a line below names the tiles that are left out."""
    left_out = unplaced(instance, solution)
    return partial(instance, solution) + (f"\n\n{_left_out(left_out)}" if left_out else "")


def partial(instance: TriominoesInstance, shown: Solution) -> str:
    """Some tiles in plain characters: values joined along each tile, '.' for a free cell, '#' for a blocked one."""
    width = max(len(str(value)) for tile in instance.tiles for value in tile)
    canvas = [[".".rjust(width), " "] * instance.cols for _ in range(2 * instance.rows)]
    for line in canvas[1::2]:
        line[:] = [" " * width, " "] * instance.cols
    for row, col in instance.blocked:
        canvas[2 * row][2 * col] = "#" * width
    for cells, values in placed(instance, shown):
        lies = cells[0][0] == cells[-1][0]
        for (row, col), value in zip(cells, values, strict=True):
            canvas[2 * row][2 * col] = str(value).rjust(width, "-" if lies and (row, col) != cells[0] else " ")
        for row, col in cells[:-1]:
            if lies:
                canvas[2 * row][2 * col + 1] = "-"
            else:
                canvas[2 * row + 1][2 * col] = "|".rjust(width)
    return "\n".join("".join(line).rstrip() for line in canvas[:-1])


def coloured(instance: TriominoesInstance, solution: Solution, room: blocks.Room) -> str:
    """The board with its values, neighbouring tiles in different colours; below it the tiles that are left out. Blocked
    cells are dark."""
    tiles = [
        blocks.Block(tuple((0, *cell) for cell in cells), palette.TINTS[number % 8], tuple(map(str, values)))
        for number, (cells, values) in enumerate(placed(instance, solution))
    ]
    blocked = [blocks.Block(tuple((0, *cell) for cell in instance.blocked), palette.BLOCKED)]
    board = blocks.shown(blocks.BlockBoard(1, instance.rows, instance.cols, blocked + tiles), room)
    left_out = unplaced(instance, solution)
    return f"{board}\n\n{_left_out(left_out)}" if left_out else board


def words(instance: TriominoesInstance, solution: Solution) -> str:
    """The caption: the number of tiles placed, and the board."""
    blocked = f", {counted(len(instance.blocked), 'cell')} blocked" if instance.blocked else ""
    return f"{len(solution)} of {len(instance.tiles)} tiles on {instance.rows} × {instance.cols}{blocked}"


def unplaced(instance: TriominoesInstance, solution: Solution) -> list[Tile]:
    """The tiles that are left out."""
    placed = {item[0] for item in solution}
    return [tile for index, tile in enumerate(instance.tiles) if index not in placed]


def placed(instance: TriominoesInstance, solution: Solution) -> list[tuple[list[Cell], Tile]]:
    """The cells of each placed tile, from left to right or top to bottom, and the values that they show."""
    laid = []
    for tile, row, col, orientation, mirrored in solution:
        steps = [(0, step) if orientation == "h" else (step, 0) for step in range(instance.length)]
        values = instance.tiles[tile][::-1] if mirrored else instance.tiles[tile]
        laid.append(([(row + down, col + right) for down, right in steps], values))
    return laid


def _left_out(tiles: list[Tile]) -> str:
    return "left out: " + " ".join("-".join(map(str, tile)) for tile in tiles)
