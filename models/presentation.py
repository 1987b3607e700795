"""Presentations of an instance: the same puzzle with what has no order in it written down in another order.

Solvers are sensitive to the order of their input, so their competitions scramble it (T. Weber, "Scrambling and
Descrambling SMT-LIB Benchmarks", 2016). Instance ``h24~2`` is presentation 2 of ``h24``, its JSON that of ``h24`` with
a field ``presentation``. Its rules, solutions, symmetries and answers are those of the original, in the original's
names and coordinates. Permuted at random, always alike for the same name, are:

- exact covers: primary items, secondary items and options;
- clauses: the numbers of all variables, and the constraints (the clauses of one constraint stay together); this takes
  a third of the time of building them, and counts as encoding;
- MIP: columns and rows, whose names are numbered anew;
- CP-SAT: its own parameters permute variables and, in presolve, constraints (``sat_parameters.proto``);
- CPMpy: the constraints, and with them the variables, which it numbers as they come;
- ASP: the facts;
- MiniZinc: in covers items and options, in polycubes cells, pieces and placements, in triominoes the tiles. The data of
  squares have no order of their own: the sides are in the order of the model's search.

Solvers with a seed get another one. Nothing else changes in the packings of the native engines, in the native searches
for squares and triominoes, and in models of squares in MiniZinc with a fixed search: they repeat the original's search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tilings.models.formula import Formula
from tilings.models.problem import Atom, ColouredCover, Cover, Encoding, Instance

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")
_NAME = re.compile(r"(.+)~([1-9]\d{0,3})", re.ASCII)
MOST = 9999


def split(name: str) -> tuple[str, int]:
    """The name of the original and the presentation's number; 0 for the original itself.

    >>> split("h24~2"), split("h24")
    (('h24', 2), ('h24', 0))
    """
    found = _NAME.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 0)


def of(instance: Any, number: int) -> Any:
    """A presentation of an original instance."""
    return instance._replace(name=f"{instance.name}~{number}", presentation=number)


def permutation(instance: Instance, number: int, what: str) -> list[int]:
    """The numbers below `number` in the presentation's order of `what`; ascending for an original."""
    return _shuffled(_random(instance, what), range(number)) if instance.presentation else list(range(number))


def built(module: Any, instance: Instance, goal: str, options: dict[str, str]) -> Any:
    """The model that the module of a formulation builds for an instance."""
    model = module.build(instance, goal, **options)
    return _permuted(model, _random(instance, "model")) if instance.presentation else model


def facts(instance: Instance, listed: Iterable[Atom]) -> list[Atom]:
    """The ASP facts of an instance."""
    return _shuffled(_random(instance, "facts"), listed) if instance.presentation else list(listed)


def _random(instance: Instance, what: str) -> Random:
    from random import Random

    return Random(f"{instance.name} {instance.presentation} {what}")


def _shuffled(rng: Random, given: Iterable[T]) -> list[T]:
    result = list(given)
    rng.shuffle(result)
    return result


def _permuted(model: Any, rng: Random) -> Any:
    if isinstance(model, Cover):
        return _cover(model, rng)
    if isinstance(model, ColouredCover):
        return _coloured(model, rng)
    if isinstance(model, Formula):
        return PermutedFormula(model, rng)
    if isinstance(model, Encoding):
        library = type(model.model).__module__.partition(".")[0]
        if library == "pulp":
            _permute_mip(model.model, rng)
        elif library == "cpmpy":
            rng.shuffle(model.model.constraints)
    return model


def _items(rng: Random, primary: int, secondary: int) -> tuple[list[int], list[int]]:
    """The old number of each new item, and the new one of each old item; primary ones come first."""
    old = _shuffled(rng, range(primary)) + _shuffled(rng, range(primary, primary + secondary))
    return old, _inverse(old)


def _inverse(permutation: Sequence[int]) -> list[int]:
    return sorted(range(len(permutation)), key=permutation.__getitem__)


def _cover(cover: Cover, rng: Random) -> Cover:
    old, new = _items(rng, cover.primary, len(cover.capacities))
    rows = _shuffled(rng, range(len(cover.options)))
    return Cover(
        cover.primary,
        tuple(cover.capacities[item - cover.primary] for item in old[cover.primary :]),
        tuple(tuple(sorted(new[item] for item in cover.options[row])) for row in rows),
        tuple(cover.atoms[row] for row in rows),
    )


def _coloured(cover: ColouredCover, rng: Random) -> ColouredCover:
    old, new = _items(rng, len(cover.bounds), cover.secondary)
    named = len(cover.atoms)  # options beyond the last atom stay the last
    rows = _shuffled(rng, range(named)) + _shuffled(rng, range(named, len(cover.options)))
    place = [*_inverse(rows), -1]  # an image of -1 stays -1
    return cover._replace(
        bounds=tuple(cover.bounds[item] for item in old[: len(cover.bounds)]),
        options=tuple(tuple(sorted(new[item] for item in cover.options[row])) for row in rows),
        colours=tuple({new[item]: colour for item, colour in cover.colours[row].items()} for row in rows),
        costs=tuple(cover.costs[row] for row in rows) if cover.costs else (),
        atoms=tuple(cover.atoms[row] for row in rows[:named]),
        symmetries=tuple(tuple(place[images[row]] for row in rows) for images in cover.symmetries),
    )


class PermutedFormula(Formula):
    """A formula with other numbers for its variables, and its constraints in another order.

    Clauses that `limit` and `costs` add later follow, with the new numbers; variables added later keep theirs.
    """

    def __init__(self, original: Formula, rng: Random) -> None:
        super().__init__()
        self._original = original
        self._new = _shuffled(rng, range(1, original.variables + 1))
        old = [0, *(place + 1 for place in _inverse(self._new))]
        self.atoms = lambda true: original.atoms(
            {old[literal] if literal < len(old) else literal for literal in true if literal > 0}
        )
        self.limit, self.costs = self._limit, self._costs
        table = self._take_over(rng)
        self.named = {atom: table[variable] for atom, variable in original.named.items()}
        self.order(table[literal] for literal in original.ordered)

    def _take_over(self, rng: Random | None = None) -> list[int]:
        """Take the original's clauses. Returns the new literal of each old one, which is an index, also if negative."""
        self.variables = self._original.variables
        new = [*self._new, *range(len(self._new) + 1, self.variables + 1)]
        table = [0, *new, *(-variable for variable in reversed(new))]
        groups = self._original.drained()
        for name, clauses in _shuffled(rng, groups) if rng else groups:
            self.begin(name)
            self.clauses += [tuple(map(table.__getitem__, clause)) for clause in clauses]
        return table

    def _limit(self, value: int) -> object:
        result = self._original.limit(value)
        self._take_over()
        return result

    def _costs(self) -> list[tuple[int, int]]:
        weighted = self._original.costs()
        table = self._take_over()
        return [(weight, table[literal]) for weight, literal in weighted]


def _permute_mip(model: Any, rng: Random) -> None:
    """Permute rows and columns of PuLP's model; PuLP orders columns by their names."""
    variables = list(model.variables())
    for number, variable in enumerate(_shuffled(rng, variables)):
        variable.name = f"v{number:07}"
    rows = _shuffled(rng, model.constraints.values())
    model.constraints.clear()
    model.constraints.update((f"c{number:07}", row) for number, row in enumerate(rows))
