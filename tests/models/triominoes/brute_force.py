"""What is true of a tiny triominoes instance, from its boards listed one by one; shares no code with formulations."""

from collections import Counter
from collections.abc import Iterator

from tilings.models.triominoes.instance import TriominoesInstance

Cell = tuple[int, int]
Values = tuple[int, ...]
Board = dict[Cell, tuple[int, int]]  # a covered cell -> (the number of the tile laid there, the value shown)


def optimum(instance: TriominoesInstance) -> int:
    """The largest number of tiles that a board takes."""
    return max(map(_tiles, boards(instance)))


def count(instance: TriominoesInstance) -> int:
    """The number of boards with all tiles, equal ones not told apart, before symmetries of the board."""
    return sum(_tiles(board) == len(instance.tiles) for board in boards(instance))


def boards(instance: TriominoesInstance) -> Iterator[Board]:
    """Every valid board once, the empty one included: tiles are laid in reading order, equal ones from one stock."""
    stock = Counter(min(tile, tile[::-1]) for tile in instance.tiles)
    places = list(_places(instance))
    for board in _extended({}, stock, places):
        if not instance.connected or _one_group(board):
            yield board


def _places(instance: TriominoesInstance) -> Iterator[tuple[Cell, ...]]:
    length = len(instance.tiles[0])
    for row in range(instance.rows):
        for col in range(instance.cols):
            for down, right in ((0, 1), (1, 0)):
                cells = tuple((row + step * down, col + step * right) for step in range(length))
                inside = cells[-1][0] < instance.rows and cells[-1][1] < instance.cols
                if inside and not set(cells) & set(instance.blocked):
                    yield cells


def _extended(board: Board, stock: Counter[Values], places: list[tuple[Cell, ...]]) -> Iterator[Board]:
    """The board, and all that come of it by tiles of the stock on some of the places, which are free."""
    yield board
    for number, cells in enumerate(places, 1):
        free = [place for place in places[number:] if set(cells).isdisjoint(place)]
        for tile in stock:
            for values in {tile, tile[::-1]}:
                if _agree(board, cells, values):
                    laid = {cell: (_tiles(board), value) for cell, value in zip(cells, values, strict=True)}
                    yield from _extended(board | laid, stock - Counter([tile]), free)


def _agree(board: Board, cells: tuple[Cell, ...], values: Values) -> bool:
    pairs = zip(cells, values, strict=True)
    return all(board[near][1] == value for cell, value in pairs for near in _near(cell, board))


def _near(cell: Cell, board: Board) -> list[Cell]:
    row, col = cell
    return [near for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)) if near in board]


def _tiles(board: Board) -> int:
    return len({number for number, _ in board.values()})


def _one_group(board: Board) -> bool:
    reached: set[Cell] = set()
    front = list(board)[:1]
    while front:
        cell = front.pop()
        reached.add(cell)
        front += [near for near in _near(cell, board) if near not in reached]
    return len(reached) == len(board)
