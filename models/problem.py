"""The vocabulary that every layer shares: instances, solutions, violations, problems.

A *solution* is a tuple of *items*; an item is one placed thing as a plain tuple (a square, a tile, a piece
with its cells). Solutions are stored as JSON, compared as sets and mapped by symmetries item by item.
An *atom* is a formulation's output, which its family decodes: a name and integer arguments, ``square(0,3,5)``, in
every paradigm.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from tilings.models.terminal.ansi import printable

Item = tuple[Any, ...]
Solution = tuple[Item, ...]
Atom = tuple[str, tuple[int, ...]]
Symmetry = Callable[[Item], Item]

GOALS = ("first", "count", "optimum")
CONVENTIONS = ("raw", "rotations", "reflections")


class UserError(Exception):
    """Bad input. The message is one line with the fault and its remedy.

    Quoted input is shortened and cleaned: a message has no line breaks and no control characters.
    """

    def __init__(self, message: str) -> None:
        super().__init__(_one_line(message))


_LONGEST = 2000


def _one_line(message: str) -> str:
    """The message in printable characters; a long one is cut to its beginning and its end."""
    cut = message if len(message) <= _LONGEST else f"{message[: _LONGEST - 500]} … {message[-400:]}"
    return printable(cut)


class NotApplicable(UserError):
    """A formulation or engine does not apply to an instance."""


class Violation(NamedTuple):
    """A broken rule: its short name, and the place in the solution that breaks it."""

    rule: str
    detail: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.detail}"


class Instance(Protocol):
    """What the instances of all families have. Each family's class is a NamedTuple with these fields and its own, which
    it validates in ``parse``.

    presentation: the number of the order in which it is given to solvers (models.presentation); 0 for the original.
    """

    @property
    def name(self) -> str: ...
    @property
    def presentation(self) -> int: ...


def under_convention(instance: Any, convention: str) -> Any:
    """The instance with another convention; raises UserError for a family without conventions."""
    if not hasattr(instance, "convention"):
        raise UserError("--convention: this family has no conventions; it counts all solutions")
    return instance._replace(convention=convention)


class Problem(NamedTuple):
    """A family of instances: how they are read and given to formulations, and how solutions are decoded and checked.

    goals: for an instance, the goals that make sense for it.
    sense: ``min`` or ``max``, the direction of goal ``optimum``; empty without that goal.
    parse: JSON object -> Instance; raises UserError.
    to_json: Instance -> the JSON object that ``parse`` reads back.
    check: (instance, solution, goal) -> the rules that the solution breaks; empty means valid.
    objective: (instance, solution) -> the value of goal ``optimum``; None where only the solver computes it.
    decode: (instance, atoms) -> the solution of a formulation's atoms; raises UserError.
    symmetries: instance -> the maps on items under which goal ``count`` counts one solution; identity first;
        ``Generators`` of models.classes where they are too many to list.
    parameters: instance -> names and values of the MiniZinc data (``.dzn``).
    facts: instance -> (predicate, arguments) of the ASP data (``.lp``).
    measures: instance -> size measures for the report, such as board area and number of tiles.
    notes: instance -> lines to print before it is solved, such as a proof that there is no solution.
    under_convention: (instance, convention) -> the instance in which other solutions count as one; raises UserError.
    levels: for goal ``optimum``, instance -> each value that the objective may have, the best first, with the instance
        whose solutions are those of that value or better; None: the family has no such decisions.
    keep: (instance, solution, pieces) -> the instance in which these pieces, by their names, are fixed as they lie in
        the solution; raises UserError for an unknown name. None: the family has no fixed pieces.
    preferred: the default formulations, the fastest of each language; others follow by name.
    files: (instance, folder) -> writes a user's own model into the folder; returns the files for the solver.
        None: formulations state the problem.
    checker: instance -> for the record, what checks its solutions, such as ``rows of the file``; empty if ``check``
        does not know the rules and a second program checks them (runners.execute.second_check).
    expected: instance -> the known answers that it states, by goal: ``sat``, ``unsat`` or a number.
    place: the place of the family among others in a report; families of one place are ordered by name.
    """

    family: str
    goals: Callable[[Any], tuple[str, ...]]
    sense: str
    parse: Callable[[Mapping[str, Any]], Any]
    to_json: Callable[[Any], dict[str, Any]]
    check: Callable[[Any, Solution, str], list[Violation]]
    objective: Callable[[Any, Solution], int | float | None]
    decode: Callable[[Any, Iterable[Atom]], Solution]
    symmetries: Callable[[Any], Sequence[Symmetry]]
    parameters: Callable[[Any], dict[str, Any]]
    facts: Callable[[Any], list[Atom]]
    measures: Callable[[Any], dict[str, float | str]]
    notes: Callable[[Any], list[str]] = lambda _: []
    preferred: tuple[str, ...] = ()
    under_convention: Callable[[Any, str], Any] = under_convention
    levels: Callable[[Any], Iterable[tuple[int, Any]]] | None = None
    keep: Callable[[Any, Solution, Iterable[str]], Any] | None = None
    files: Callable[[Any, Path], list[Path]] | None = None
    expected: Callable[[Any], Mapping[str, Any]] = lambda _: {}
    checker: Callable[[Any], str] = lambda _: "the family's checker"
    place: int = 100

    def of(self, instance: Any) -> Self:
        """The problem with the sense of the instance, where instances have their own."""
        return self._replace(sense=instance.sense) if hasattr(instance, "sense") else self


class Encoding(NamedTuple):
    """The result of a CP-SAT, MIP or CPMpy formulation.

    model: the solver library's model object.
    atoms: given ``value`` (variable -> its value in a solution), the atoms of that solution.
    objective: whether the model carries an objective (goal ``optimum``).
    variables: in CPMpy, the solution's variables, also those in no constraint. Other libraries know all variables.
    """

    model: Any
    atoms: Callable[[Callable[[Any], float]], list[Atom]]
    objective: bool = False
    variables: tuple[Any, ...] = ()

    @classmethod
    def of_binaries(cls, model: Any, binaries: Mapping[Atom, Any], objective: bool = False) -> Self:
        """The encoding whose solutions consist of the atoms whose binary variables are 1."""
        return cls(model, lambda value: [atom for atom, var in binaries.items() if round(value(var))], objective)


class Cover(NamedTuple):
    """The result of an exact-cover formulation: items, options, and the atom of each option.

    primary: the number of primary items, numbered from 0; each is covered exactly once.
    capacities: for each secondary item, numbered from ``primary``, the largest number of options that cover it.
    options: the items of each option.
    atoms: the atom of each option.
    """

    primary: int
    capacities: tuple[int, ...]
    options: tuple[tuple[int, ...], ...]
    atoms: tuple[Atom, ...]


class ColouredCover(NamedTuple):
    """The result of an exact-cover formulation with multiplicities, colours and costs.

    bounds: for each primary item, numbered from 0, the least and the largest number of options that cover it.
    secondary: the number of further items; each is covered at most once, or by options that give it one colour.
    options: the items of each option.
    colours: for each option, the colours (from 1) that it gives to items.
    costs: the cost of each option, whose sum is minimised; empty without an objective.
    atoms: the atoms of the options; options beyond the last atom have none.
    symmetries: a group, without the identity, under which covers count as one: for each symmetry the image of each
        option, -1 for an option that was left out; empty if all covers are to be found.
    most: if the objective is maximised, its value at cost 0; None if the objective is the cost itself.
    """

    bounds: tuple[tuple[int, int], ...]
    secondary: int
    options: tuple[tuple[int, ...], ...]
    colours: tuple[Mapping[int, int], ...]
    costs: tuple[int, ...]
    atoms: tuple[Atom, ...]
    most: int | None = None
    symmetries: tuple[tuple[int, ...], ...] = ()

    def objective(self, cost: int) -> int:
        """The objective of a cover of some cost."""
        return cost if self.most is None else self.most - cost


class Packing(NamedTuple):
    """An exact cover with its geometry, pieces that fill cells, for the native engines that use both.

    engine: an engine of ``runners.native``; only ``states`` supports `least` and bounds other than (0, 1).
    settings: the engine's options, as text.
    box: the extents in x, y and z.
    cells: the coordinates of each cell to fill; each is covered exactly once, but for the last ones.
    names, copies: each piece's name and number of copies, which are interchangeable.
    piece, covers: each placement's piece and cells (indices, ascending).
    symmetries: for each symmetry under which solutions count as one, identity first, the image of each placement.
    atoms: the atom of each placement.
    bounds: of the last cells, how many placements cover each at least and at most; (0, 1) if it may stay open.
    least: how many copies of each piece are used at least; if it is not given, all are used.
    """

    engine: str
    settings: Mapping[str, str]
    box: tuple[int, int, int]
    cells: tuple[tuple[int, int, int], ...]
    names: tuple[str, ...]
    copies: tuple[int, ...]
    piece: tuple[int, ...]
    covers: tuple[tuple[int, ...], ...]
    symmetries: tuple[tuple[int, ...], ...]
    atoms: tuple[Atom, ...]
    bounds: tuple[tuple[int, int], ...] = ()
    least: tuple[int, ...] = ()

    @property
    def once(self) -> tuple[bool, ...]:
        """Whether each piece is used exactly once."""
        return tuple(bounds == (1, 1) for bounds in zip(self.least or self.copies, self.copies, strict=True))


class Choice(NamedTuple):
    """A problem to be counted, stated for counting by states and for a search; the engine is chosen on the way."""

    states: Packing
    search: Packing | Cover | ColouredCover

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms of the search, as only a search finds solutions."""
        return self.search.atoms


class SquareTilingModel(NamedTuple):
    """The input of the native search for tilings of a board by squares.

    width, height: the board's extents.
    copies: the largest number of squares of each side, from side 1 on.
    symmetry: whether one tiling of each class under the board's symmetries suffices.
    """

    width: int
    height: int
    copies: tuple[int, ...]
    symmetry: bool

    def option(self, x: int, y: int, side: int) -> int:
        """The number of a square in its place."""
        return (side * self.height + y) * self.width + x

    def atom(self, option: int) -> Atom:
        """The atom of a square in its place, by `option`."""
        rest, x = divmod(option, self.width)
        side, y = divmod(rest, self.height)
        return "square", (x, y, side)


class EdgeMatchingModel(NamedTuple):
    """The input of the native search for boards whose tiles show equal values where they touch.

    rows, cols: the board's extents.
    blocked: the cells that must stay free, numbered in reading order.
    layouts: the ways of laying a tile along an axis: its class, and the values from left to right or top to bottom.
    names: for the atoms, each layout's tile and whether it is mirrored.
    copies: the number of tiles of each class.
    budgets: (weights, total, each): if a board of k tiles is wanted, the weights of the cells left empty, on it or on
        an image of it, sum up to at most total - each * k.
    wanted: the least number of tiles.
    every: whether to find all boards of exactly this many tiles; else one board, and better ones.
    connected: whether the tiles must form one group.
    """

    rows: int
    cols: int
    blocked: tuple[int, ...]
    layouts: tuple[tuple[int, tuple[int, ...]], ...]
    names: tuple[tuple[int, int], ...]
    copies: tuple[int, ...]
    budgets: tuple[tuple[tuple[int, ...], int, int], ...]
    wanted: int
    every: bool
    connected: bool

    def atom(self, option: int) -> Atom:
        """The atom of a tile in its place, by its number: (layout * 2 + (0 across | 1 down)) * cells + cell."""
        rest, cell = divmod(option, self.rows * self.cols)
        layout, orientation = divmod(rest, 2)
        tile, mirror = self.names[layout]
        return "tile", (tile, *divmod(cell, self.cols), orientation, mirror)


class Fields(dict[str, Any]):
    """A JSON object in a solution, hashable: a record, a set or a member of an enumeration, in MiniZinc's form."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


def solution_from_json(items: Any) -> Solution:
    """The solution in a JSON array: at every depth arrays become tuples, and objects Fields, whose keys are sorted."""

    def freeze(value: Any) -> Any:
        if isinstance(value, dict):
            return Fields((key, freeze(value[key])) for key in sorted(value))
        return tuple(freeze(part) for part in value) if isinstance(value, list | tuple) else value

    return freeze(items)
