"""Runs a case of Table 2 again: completely, by fewer trials, or by an estimate of its tree."""

import resource
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace

from models.problem import Packing
from runners.native.classic import estimate, search
from studies.busche.cases import Case

SLICE = 500_000
PROBES = 200_000
TRIALS = 100
_LONG_S = 7000  # Complete searches that took longer than this in 2011 are estimated unless they are asked for.

Tell = Callable[[float], None]


@dataclass(frozen=True)
class Figures:
    """What a case came to.

    attempts, fits, unique: of a complete search; sums over the trials; or estimates for a complete search, which has
    none of attempts (None). errors: the standard errors of fits and unique, None for a complete search.
    remaining: attempts and fits by the number of remaining pieces, of a complete search only. user_s: CPU seconds.
    """

    attempts: float | None
    fits: float
    unique: float
    errors: tuple[float, float] | None
    remaining: list[tuple[int, int]]
    user_s: float


@dataclass(frozen=True)
class Scale:
    """How much of a case is run: ``complete``, ``trials`` or ``probes``; of the latter two, so many."""

    kind: str
    size: int = 0

    def __str__(self) -> str:
        return f"{self.size} {self.kind}" if self.size else self.kind


def scale(case: Case, full: bool, trials: int = TRIALS) -> Scale:
    """Everything if ``full``; else Monte-Carlo cases with fewer trials, and complete searches of hours as estimates."""
    if case.trials:
        return Scale("trials", case.trials if full else min(trials, case.trials))
    return Scale("probes", PROBES) if case.seconds > _LONG_S and not full else Scale("complete")


def rerun(case: Case, how: Scale, tell: Tell = lambda share: None) -> Figures:
    """The case at a scale; ``tell`` is called with the share that is done."""
    packing = case.packing()
    before = _user_s()
    found = {"complete": _complete, "trials": _trials, "probes": _probes}[how.kind](case, packing, how.size, tell)
    tell(1.0)
    return replace(found, user_s=_user_s() - before)


def _complete(case: Case, packing: Packing, size: int, tell: Tell) -> Figures:
    engine = search(packing)
    while not engine.finished:
        engine.advance(max_nodes=SLICE, collect=False)
        tell(engine.progress)
    remaining = list(zip(engine.attempts, engine.fits, strict=True))
    return Figures(sum(engine.attempts), sum(engine.fits), engine.solutions, None, remaining, 0.0)


def _trials(case: Case, packing: Packing, size: int, tell: Tell) -> Figures:
    """Each trial is a search of its own, with the next seed, so that their spread is known."""
    rows = []
    for number in range(size):
        sampling = {"trials": "1", "stop": str(case.stop), "seed": str(case.seed + number)}
        engine = search(replace(packing, settings={**packing.settings, **sampling}))
        while not engine.finished:
            engine.advance(max_nodes=SLICE, collect=False)
        rows.append((sum(engine.attempts), sum(engine.fits), engine.solutions))
        tell((number + 1) / size)
    attempts, fits, unique = (list(column) for column in zip(*rows, strict=True))
    return Figures(sum(attempts), sum(fits), sum(unique), (_error(fits), _error(unique)), [], 0.0)


def _probes(case: Case, packing: Packing, size: int, tell: Tell) -> Figures:
    found = estimate(packing, size)
    fits = found.nodes[0] - 1  # all nodes but the root are fits
    return Figures(None, fits, found.solutions[0], (found.nodes[1], found.solutions[1]), [], 0.0)


def _error(values: list[int]) -> float:
    """The standard error of a sum of independent values; 0 for a single one, of which it is not known."""
    return statistics.stdev(values) * len(values) ** 0.5 if len(values) > 1 else 0.0


def _user_s() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime
