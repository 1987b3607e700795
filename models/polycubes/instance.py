"""The instances of the family polycubes, read and validated."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain, count, permutations, product
from math import prod
from typing import Any, NamedTuple

from tilings.models import fields
from tilings.models.problem import CONVENTIONS, Solution, UserError

Cell = tuple[int, int, int]
FIELDS = {"name", "box", "blocked", "pieces", "gaps", "reflect", "convention"}
PIECE_FIELDS = {"name", "cells", "copies", "fixed", "optional", "one_sided"}
HOLES = "holes"  # stands for gaps in a cover that is made of a puzzle; no piece of it has this name
GAP = ""  # the name of the piece that stands for a gap; no other piece has it
MOST_CELLS = 1_000_000
# All placements are kept in Python with their cells, about 100 bytes for each.
MOST_COVERED = 20_000_000


class Piece(NamedTuple):
    """A piece."""

    name: str
    cells: tuple[Cell, ...]
    copies: int = 1
    fixed: bool = False  # whether it is fixed at its cells
    optional: int = 0  # the number of copies that may be unused
    one_sided: bool = False  # whether it must not be mirrored even if pieces may be

    @property
    def least(self) -> int:
        """The least number of copies that are used."""
        return self.copies - self.optional


class PolycubesInstance(NamedTuple):
    """A box and its pieces."""

    name: str
    box: Cell  # the extents in x, y and z
    blocked: tuple[Cell, ...]  # the cells that stay empty
    pieces: tuple[Piece, ...]
    reflect: bool = False  # whether pieces may be mirrored (flat pieces: turned over)
    convention: str = "raw"  # the symmetric solutions that count as one
    gaps: tuple[int, int] = (0, 0)  # the least and the largest number of other cells that stay empty
    presentation: int = 0

    @property
    def cells(self) -> list[Cell]:
        """The cells that the movable pieces and the gaps fill, in the order of z, then y, then x."""
        taken = set(self.blocked).union(*(piece.cells for piece in self.pieces if piece.fixed))
        x_range, y_range, z_range = map(range, self.box)
        return [cell for z, y, x in product(z_range, y_range, x_range) if (cell := (x, y, z)) not in taken]

    @property
    def tiles(self) -> list[Piece]:
        """The pieces, and if there are gaps, the piece of one cell that stands for a gap; they fill the box."""
        least, most = self.gaps
        return [*self.pieces, *([Piece(GAP, ((0, 0, 0),), most, optional=most - least)] if most else [])]

    @property
    def movable(self) -> list[Piece]:
        """The tiles that are not fixed."""
        return [piece for piece in self.tiles if not piece.fixed]

    @property
    def ranges(self) -> list[Piece]:
        """The tiles whose number is not given."""
        return [piece for piece in self.tiles if piece.optional]


def goals(instance: PolycubesInstance) -> tuple[str, ...]:
    """Goals first and count, and goal optimum, the fewest gaps, if their number is not given."""
    return ("first", "count", "optimum") if instance.gaps[0] < instance.gaps[1] else ("first", "count")


def parse(data: Mapping[str, Any]) -> PolycubesInstance:
    """The instance in a JSON object; raises UserError that names the field."""
    fields.no_others(data, FIELDS)
    sizes = fields.array(fields.need(data, "box"), "box", 3)
    width, depth, height = (fields.integer(size, "box", most=MOST_CELLS) for size in sizes)
    box = (width, depth, height)
    if prod(box) > MOST_CELLS:
        raise UserError(f"the box {_size(box)} has {prod(box)} cells; at most {MOST_CELLS} are supported")
    blocked = sorted({_cell(cell, "blocked", box) for cell in fields.array(data.get("blocked", []), "blocked")})
    pieces = tuple(_piece(piece, box) for piece in fields.array(fields.need(data, "pieces"), "pieces"))
    instance = PolycubesInstance(
        fields.name(fields.need(data, "name")), box, tuple(blocked), pieces,
        fields.boolean(data.get("reflect", False), "reflect"),
        fields.choice(data.get("convention", "raw"), "convention", CONVENTIONS),
        _gaps(data.get("gaps", [0, 0])),
    )  # fmt: skip
    _validate(instance)
    possible = _possible_gaps(instance)
    return instance._replace(gaps=(possible[0], possible[-1]))


def to_json(instance: PolycubesInstance) -> dict[str, Any]:
    """The JSON object that ``parse`` reads back."""
    pieces = [_without(_without(piece._asdict(), "optional", 0), "one_sided", False) for piece in instance.pieces]
    return _without(_without(instance._asdict(), "gaps", (0, 0)), "presentation", instance.presentation) | {
        "pieces": pieces
    }


def _without(values: Mapping[str, Any], key: str, default: Any) -> dict[str, Any]:
    """The fields, without the field `key` if it has its default."""
    return {name: value for name, value in values.items() if name != key or value != default}


def keep(instance: PolycubesInstance, solution: Solution, pieces: Iterable[str]) -> PolycubesInstance:
    """The instance in which the pieces of these names are fixed at their places in the solution.

    All copies of a piece are fixed. They need names of their own: the first keeps the piece's name, the others are
    called name.2, name.3 and so on. Raises UserError for an unknown name.
    """
    chosen = set(pieces)
    names = {piece.name for piece in instance.pieces}
    if unknown := sorted(chosen - names):
        raise UserError(f"there is no piece {unknown[0]!r}; the pieces are {', '.join(sorted(names))}")
    placed: dict[str, list[tuple[Cell, ...]]] = defaultdict(list)
    for name, cells in solution:
        placed[name].append(cells)
    kept: list[Piece] = []
    for piece in instance.pieces:
        if piece.name in chosen:
            numbered = (name for number in count(2) if (name := f"{piece.name}.{number}") not in names)
            placements = zip(chain([piece.name], numbered), placed[piece.name], strict=False)
            kept += [Piece(name, cells, fixed=True) for name, cells in placements]
        else:
            kept.append(piece)
    return instance._replace(pieces=tuple(kept))


def _piece(value: Any, box: Cell) -> Piece:
    if not isinstance(value, Mapping):
        raise UserError(f"'pieces' must hold objects with a name and cells, not {fields.shown(value)}")
    fields.no_others(value, PIECE_FIELDS)
    name = fields.need(value, "name")
    if not isinstance(name, str) or name.split() != [name] or not name.isprintable():
        raise UserError(f"a piece's 'name' must be a word, not {fields.shown(name)}")
    fixed = fields.boolean(value.get("fixed", False), "fixed")
    cells = [
        _cell(cell, f"cells of piece {name}", box if fixed else None)
        for cell in fields.array(fields.need(value, "cells"), f"cells of piece {name}")
    ]
    if not cells:
        raise UserError(f"piece {name} is empty: give it at least one cell")
    if len(set(cells)) < len(cells):
        raise UserError(f"piece {name} names a cell twice")
    copies = fields.integer(value.get("copies", 1), f"copies of piece {name}", most=MOST_CELLS)
    if fixed and copies > 1:
        raise UserError(f"piece {name} is fixed: it can have one copy only")
    optional = fields.integer(value.get("optional", 0), f"optional copies of piece {name}", 0, 0 if fixed else copies)
    one_sided = fields.boolean(value.get("one_sided", False), "one_sided")
    return Piece(name, tuple(sorted(cells)), copies, fixed, optional, one_sided)


def _gaps(value: Any) -> tuple[int, int]:
    least, most = (fields.integer(number, "gaps", 0, MOST_CELLS) for number in fields.array(value, "gaps", 2))
    if least > most:
        raise UserError(f"'gaps' must be the least and the largest number of empty cells, not {least} and {most}")
    return least, most


def _cell(value: Any, field: str, box: Cell | None) -> Cell:
    x, y, z = (
        fields.integer(part, field, least=-1000 if box is None else 0, most=1000 if box is None else size - 1)
        for part, size in zip(fields.array(value, field, 3), box or (0, 0, 0), strict=True)
    )
    return x, y, z


def _validate(instance: PolycubesInstance) -> None:
    if not instance.pieces:
        raise UserError("'pieces' is empty: add at least one piece")
    twice = [name for name, number in Counter(piece.name for piece in instance.pieces).items() if number > 1]
    if twice:
        raise UserError(f"two pieces are named {twice[0]}: give one of them 'copies', or another name")
    taken = list(instance.blocked)
    for piece in instance.pieces:
        if piece.fixed:
            taken += piece.cells
    if len(set(taken)) < len(taken):
        raise UserError("the fixed pieces and the blocked cells overlap")
    if not _possible_gaps(instance):
        raise UserError(_misfit(instance))
    covered = sum(len(piece.cells) * _most_placements(piece, instance) for piece in instance.movable)
    if covered > MOST_COVERED:
        raise UserError(
            f"the box is too large for these pieces: their placements may cover {covered} cells together, "
            f"but at most {MOST_COVERED} fit into memory: leave out pieces, or take a smaller box"
        )


def _movable(instance: PolycubesInstance) -> list[Piece]:
    """The pieces that are not fixed, without the piece that stands for a gap."""
    return [piece for piece in instance.pieces if not piece.fixed]


def _possible_gaps(instance: PolycubesInstance) -> list[int]:
    """The numbers of gaps that the volumes of the pieces leave possible."""
    least, most = instance.gaps
    room = len(instance.cells)
    optional: Counter[int] = Counter()
    for piece in _movable(instance):
        room -= len(piece.cells) * piece.least
        optional[len(piece.cells)] += piece.optional
    filled = sums(optional, room) if room >= 0 else 0
    return [number for number in range(least, min(most, room) + 1) if filled >> room - number & 1]


def _misfit(instance: PolycubesInstance) -> str:
    """The error where the volumes of the pieces leave no number of gaps possible."""
    pieces, room = _movable(instance), len(instance.cells)
    volumes = [(len(piece.cells) * piece.least, len(piece.cells) * piece.copies) for piece in pieces]
    filled = _span(*map(sum, zip(*volumes, strict=True))) if volumes else "0"
    wanted = _span(max(0, room - instance.gaps[1]), room - instance.gaps[0])
    sizes = " or ".join(map(str, sorted({len(piece.cells) for piece in pieces}))) or "no"
    words = f"the pieces, of {sizes} cells each, fill {filled} cells, and {wanted} of {room} are to be filled"
    return f"{words}: add or leave out pieces, allow gaps, or change the box"


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def sums(numbers: Mapping[int, int], most: int) -> int:
    """The sums up to the largest one wanted: bit s is set if some choice of the numbers adds up to s.

    numbers: the largest number of times that each may be chosen. Equal numbers enter in lots of 1, 2, 4, … and a rest.
    """
    reached, mask = 1, (1 << most + 1) - 1
    for number, times in numbers.items():
        left, lot = min(times, most // number) if number else 0, 1
        while left:
            lot = min(lot, left)
            reached |= reached << number * lot & mask
            left -= lot
            lot *= 2
    return reached


def _extents(piece: Piece) -> list[int]:
    return [max(axis) - min(axis) + 1 for axis in zip(*piece.cells, strict=True)]


def fits(piece: Piece, box: Cell) -> bool:
    """Whether the piece fits in some orientation; in a box that is one cell thick it must lie in the box's plane."""
    extents = _extents(piece)
    if box.count(1) == 1 and extents[box.index(1)] > 1:
        return False
    return all(extent <= size for extent, size in zip(sorted(extents), sorted(box), strict=True))


def _most_placements(piece: Piece, instance: PolycubesInstance) -> int:
    """An upper bound on the placements: all orientations counted as different, each at every place in the empty box.

    Only the orientations of a solid block are known to differ by their extents alone.
    """
    box = instance.box
    extents = _extents(piece)
    thin = box.index(1) if box.count(1) == 1 else None
    sides = [
        tuple(extents[axis] for axis in axes) for axes in permutations(range(3)) if thin in (None, axes[thin or 0])
    ]
    turns = (4 if thin is None else 2) * (1 + instance.reflect)
    if len(piece.cells) == prod(extents):
        sides, turns = list(set(sides)), 1
    places = (prod(max(0, size - extent + 1) for size, extent in zip(box, sizes, strict=True)) for sizes in sides)
    return turns * sum(places)


def _size(box: Cell) -> str:
    return "x".join(map(str, box))
