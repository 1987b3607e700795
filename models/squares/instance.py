"""The instance of a square tiling problem, read from and written to JSON."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tilings.models import fields
from tilings.models.problem import CONVENTIONS, UserError

MOST_CELLS_A_SIDE = 250  # a wider board has millions of placements, too many for every formulation here

_FIELDS = {"name", "width", "height", "max_copies", "all_copies", "sides", "convention"}


class SquaresInstance(NamedTuple):
    """Tile a width x height board by smaller squares of integer side.

    max_copies: the largest number of copies of each side; None: it is the objective, to be minimised.
    all_copies: whether each side has `max_copies` tiles even if the board has no room for all of them.
    sides: a fixed multiset of sides, largest first, to be used exactly instead of `max_copies`; empty: none is given.
    convention: the symmetries of the board under which tilings count as one.
    """

    name: str
    width: int
    height: int
    max_copies: int | None = None
    sides: tuple[int, ...] = ()
    convention: str = "raw"
    all_copies: bool = False
    presentation: int = 0

    @property
    def largest(self) -> int:
        """The side of the largest square that fits and is not the whole board."""
        return min(self.width, self.height) - (self.width == self.height)


def goals(instance: SquaresInstance) -> tuple[str, ...]:
    """Goals first and count if the copies are limited or fixed; else goal optimum."""
    return ("optimum",) if instance.max_copies is None and not instance.sides else ("first", "count")


def parse(data: Mapping[str, Any]) -> SquaresInstance:
    """The instance in a JSON object; raises UserError for a malformed or inconsistent one."""
    fields.no_others(data, _FIELDS)
    width = fields.integer(fields.need(data, "width"), "width", most=MOST_CELLS_A_SIDE)
    height = fields.integer(fields.need(data, "height"), "height", most=MOST_CELLS_A_SIDE)
    if width == height == 1:
        raise UserError("'width' and 'height' must not both be 1: no square is smaller than the 1 x 1 board")
    board = SquaresInstance(fields.name(fields.need(data, "name")), width, height)
    sides: tuple[int, ...] = ()
    copies = None
    if "sides" in data:
        sides = _sides(data["sides"], board)
        if data.get("max_copies") is not None:
            raise UserError("'sides' already fixes the copies: leave out 'max_copies'")
    elif fields.need(data, "max_copies") is not None:
        copies = fields.integer(data["max_copies"], "max_copies")
    all_copies = fields.boolean(data.get("all_copies", False), "all_copies")
    if all_copies:  # each copy is a tile, so their number is bounded
        copies = fields.integer(copies, "max_copies", most=MOST_CELLS_A_SIDE)
    convention = fields.choice(data.get("convention", "raw"), "convention", CONVENTIONS)
    return SquaresInstance(board.name, width, height, copies, sides, convention, all_copies)


def to_json(instance: SquaresInstance) -> dict[str, Any]:
    """The JSON object that `parse` reads back."""
    data: dict[str, Any] = {"name": instance.name, "width": instance.width, "height": instance.height}
    if instance.sides:
        data["sides"] = list(instance.sides)
    else:
        data["max_copies"] = instance.max_copies
    if instance.all_copies:
        data["all_copies"] = True
    if instance.convention != "raw":
        data["convention"] = instance.convention
    return data


def _sides(value: Any, board: SquaresInstance) -> tuple[int, ...]:
    sides = [fields.integer(side, "sides") for side in fields.array(value, "sides")]
    for side in sides:
        if side > board.largest:
            raise UserError(
                f"'sides' has a square of side {side}, but the {board.width} x {board.height} board "
                f"takes squares up to side {board.largest}"
            )
    area = sum(side * side for side in sides)
    if area != board.width * board.height:
        raise UserError(
            f"'sides' has squares of total area {area}, but the board's area is {board.width * board.height}"
        )
    return tuple(sorted(sides, reverse=True))
