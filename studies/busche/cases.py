"""The cases of M. Busche's Table 2 with the figures that he published, and how the classic engine runs them again.

Source: M. Busche, "Solving Polyomino and Polycube Puzzles: Algorithms, Software, and Solutions", 2011, Table 2; its
rows are in ``table2.csv`` beside this file. Cases P, OP and TC ran on a 2.5 GHz Pentium 4, the others on a Core 2 Quad.

>>> case = cases()["P-13"]
>>> case.instance, case.options
('pentominoes6x10', {'order': 'f=12', 'bruijn': '11', 'constrain': 'auto', 'volume_filter': '12'})
>>> case.attempts, case.fits, case.unique, case.seconds
(15198004, 2091215, 2339, 0.51)
"""

import csv
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Packing, UserError
from tilings.models.registry import load_instance
from tilings.models.terminal.command import SHIPPED
from tilings.studies.busche import formulation
from tilings.studies.busche.engine import Classic, estimate

PUBLISHED = Path(__file__).with_name("table2.csv")
INSTANCES = SHIPPED / "polycubes"
PUZZLES = {
    "P": "pentominoes6x10",
    "OP": "one-sided-pentominoes3x30",
    "TC": "tetris-cube",
    "HP": "hexomino-parallelogram",
    "HBD": "box-in-a-diamond",
}
_OFF = "OFF"
_SAMPLING = {"trials": "mc_trials", "stop": "mc_stop_remaining", "seed": "mc_seed"}
SLICE = 500_000  # nodes
PROBES = 200_000
TRIALS = 100
_LONG_S = 7000  # complete searches that took longer in 2011 are estimated by default

Tell = Callable[[float], None]


@dataclass(frozen=True)
class Case:
    """A row of the table.

    options: the options of the formulation, without the sampling.
    trials: the number of trials of the Monte-Carlo sampling whose sums are the figures; 0 for a complete search.
    stop, seed: the other settings of the sampling.
    unique: the number of solutions up to symmetry.
    seconds: the published run time.
    """

    name: str
    instance: str
    options: dict[str, str] = field(repr=False)
    trials: int
    stop: int
    seed: int
    attempts: int
    fits: int
    unique: int
    seconds: float

    def packing(self, **options: str) -> Packing:
        """The puzzle with the row's settings and further ones."""
        _, instance = load_instance(INSTANCES / f"{self.instance}.json")
        assert isinstance(instance, PolycubesInstance)
        return formulation.build(instance, **self.options, **options)


def cases() -> dict[str, Case]:
    """All rows by name, in the order of the table; raises UserError where a row cannot be understood."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        return {row["case"]: _case(row) for row in csv.DictReader(file)}


def _case(row: Mapping[str, str]) -> Case:
    puzzle = row["case"].partition("-")[0]
    if puzzle not in PUZZLES:
        raise UserError(f"{PUBLISHED}: the case {row['case']} is not of a puzzle {', '.join(PUZZLES)}")
    trials, stop, seed = (_whole(row[column] or "0") for column in _SAMPLING.values())
    return Case(
        row["case"], PUZZLES[puzzle], _options(row), trials, stop, seed,
        _whole(row["attempts"]), _whole(row["fits"]), _whole(row["unique_solutions"]), _seconds(row["run_time"]),
    )  # fmt: skip


def _options(row: Mapping[str, str]) -> dict[str, str]:
    """A row's settings: the algorithms' thresholds, as in ``35x 20f 0 0 0``, then the filters and triggers used."""
    *orders, mch, emch, bruijn = row["algorithms_dlx_mch_emch_debruijn"].split()
    options = {"order": ",".join(_order(word) for word in orders), "mch": mch, "emch": emch, "bruijn": bruijn}
    options = {name: value for name, value in options.items() if value not in ("0", "")}
    if row["filter_R"] != _OFF:
        options["constrain"] = "auto"
    for name, column in (("parity_filter", "filter_P"), ("volume_filter", "filter_V"), ("fit_filter", "filter_F")):
        if row[column] != _OFF:
            options[name] = row[column]
    for name, column in (("parity_trigger", "trigger_P"), ("volume_trigger", "trigger_V")):
        if row[column] != _OFF:
            options[name] = "1"
    return options


def _order(word: str) -> str:
    """``35x`` as ``x=35``, ``35a@160`` as ``a@160=35``; nothing for ``0``, where DLX is not used."""
    threshold = word[: len(word) - len(word.lstrip("0123456789"))]
    heuristic = word[len(threshold) :]
    return f"{heuristic}={threshold}" if heuristic else ""


def _seconds(text: str) -> float:
    hours, minutes, seconds = text.split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


@dataclass(frozen=True)
class Figures:
    """The result of a case.

    attempts, fits, unique: a complete search's numbers; or sums over the trials; or estimates for a complete search,
        where attempts are None.
    errors: the standard errors of fits and unique; None for a complete search.
    remaining: attempts and fits by the number of remaining pieces; only a complete search has them.
    user_s: CPU seconds.
    """

    attempts: float | None
    fits: float
    unique: float
    errors: tuple[float, float] | None
    remaining: list[tuple[int, int]]
    user_s: float


@dataclass(frozen=True)
class Scale:
    """The scale of a run: ``complete``, or a number of ``trials`` or ``probes``."""

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
    figures = {"complete": _complete, "trials": _trials, "probes": _probes}[how.kind](case, packing, how.size, tell)
    tell(1.0)
    return replace(figures, user_s=_user_s() - before)


def _complete(case: Case, packing: Packing, size: int, tell: Tell) -> Figures:
    engine = Classic(packing)
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
        engine = Classic(packing._replace(settings={**packing.settings, **sampling}))
        while not engine.finished:
            engine.advance(max_nodes=SLICE, collect=False)
        rows.append((sum(engine.attempts), sum(engine.fits), engine.solutions))
        tell((number + 1) / size)
    attempts, fits, unique = (list(column) for column in zip(*rows, strict=True))
    return Figures(sum(attempts), sum(fits), sum(unique), (_error(fits), _error(unique)), [], 0.0)


def _probes(case: Case, packing: Packing, size: int, tell: Tell) -> Figures:
    estimated = estimate(packing, size)
    fits = estimated.nodes[0] - 1  # all nodes but the root are fits
    return Figures(None, fits, estimated.solutions[0], (estimated.nodes[1], estimated.solutions[1]), [], 0.0)


def _error(values: list[int]) -> float:
    """The standard error of a sum of independent values; 0 for a single value."""
    return statistics.stdev(values) * len(values) ** 0.5 if len(values) > 1 else 0.0


def _user_s() -> float:
    import resource  # Windows has none, where the command gets as far as its refusal

    return resource.getrusage(resource.RUSAGE_SELF).ru_utime
