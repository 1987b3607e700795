"""Ganak, an exact model counter, which reports the number of solutions and shows none.

Models that differ in auxiliary variables alone count once; a formula of goal count has each solution once in its named
variables. Solutions up to symmetry are counted by Burnside's lemma: their number is the mean, over the group of
symmetries, of the number of solutions that a symmetry fixes. A model is fixed if it has each placement together with
its image, or neither; the clauses that break symmetries are left out.

Ganak identifies components of a formula that it has counted by their hashes. It does not report its effort. Source:
S. Sharma, S. Roy, M. Soos and K. S. Meel, "GANAK: A scalable probabilistic exact model counter", 2019.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tilings.models.classes import Generators
from tilings.models.formula import Formula
from tilings.models.problem import Item, NotApplicable, Symmetry
from tilings.runners.solvers.interface.child_process import Task, emit
from tilings.runners.solvers.interface.events import Measured, SearchComplete
from tilings.runners.solvers.interface.sat import FormulaSolver

Pairs = frozenset[tuple[int, int]]


class ModelCounter(FormulaSolver):
    """An adapter for a package that only counts."""

    goals = unlimited = ("count",)


def solve(task: Task) -> None:
    """Build the formula and count its models, up to the symmetries of the instance."""
    formula, symmetries = task.build(), task.job.problem.symmetries(task.job.instance)
    if isinstance(symmetries, Generators):
        raise NotApplicable(
            "there are too many symmetries for Burnside's lemma: take --convention raw, or another solver"
        )
    clauses, equal = formula.clauses, Counter([Pairs()])
    if len(symmetries) > 1:
        clauses, equal = formula.rules(), Counter(_moved(task, formula, symmetries))
    started = task.encoded(variables=formula.variables, constraints=len(clauses))
    named, seed = list(formula.named.values()), task.job.seed
    fixed = sum(often * _models(clauses, pairs, named, seed) for pairs, often in equal.items())
    emit(Measured({"solve_s": time.monotonic() - started}))
    classes, rest = divmod(fixed, len(symmetries))
    if rest:
        raise ArithmeticError(f"{len(symmetries)} symmetries fix {fixed} solutions in all, not a multiple of them")
    emit(SearchComplete(classes, computed=True))


def _models(clauses: Sequence[Sequence[int]], equal: Pairs, named: list[int], seed: int) -> int:
    """The number of models, by the named variables, in which the variables of each pair are equal."""
    from pyganak import Counter as Models

    if not all(clauses):
        return 0  # pyganak passes over an empty clause
    models = Models(seed=seed)
    models.add_clauses([list(clause) for clause in clauses])
    models.add_clauses([clause for one, other in equal for clause in ([-one, other], [one, -other])])
    models.set_sampling_set(named)
    return int(models.count())


def _moved(task: Task, formula: Formula, symmetries: Iterable[Symmetry]) -> Iterator[Pairs]:
    """For each symmetry, the pairs of the variables of a placement and its image. A symmetry and its inverse have the
    same pairs."""
    items = {variable: _item(task, formula, variable) for variable in formula.named.values()}
    placed = {item: variable for variable, item in items.items() if item is not None}
    for symmetry in symmetries:
        images = {variable: placed.get(symmetry(item), 0) for item, variable in placed.items()}
        if not images or 0 in images.values():
            raise NotApplicable("counts up to symmetry need a variable for each placement: --formulation sat_cover")
        yield frozenset((min(pair), max(pair)) for pair in images.items() if pair[0] != pair[1])


def _item(task: Task, formula: Formula, variable: int) -> Item | None:
    """The item placed if only this variable is true, besides fixed ones; None unless it is a single one."""
    problem, instance = task.job.problem, task.job.instance
    fixed = problem.decode(instance, [])
    try:
        atoms = formula.atoms({variable})
    except (LookupError, StopIteration, ValueError):  # it is not the variable of a placement
        return None
    items = [item for item in problem.decode(instance, atoms) if item not in fixed]
    return items[0] if len(items) == 1 else None


SAT = ModelCounter("ganak", "pyganak", solve, ["pyganak"], enumerates=True)
