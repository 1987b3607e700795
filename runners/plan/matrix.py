"""From a suite to its plan: the matrix of runs and the climbs of its blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.generators.ladders import SWEEP_S
from tilings.models import registry, search_parts
from tilings.models.registry import Formulation
from tilings.runners.plan import climb, ladders, manifest
from tilings.runners.plan.climb import PlannedClimb, Tries
from tilings.runners.plan.manifest import InstanceFile, NamedInstance
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.plan import of as planned
from tilings.runners.plan.rounds import kept, limits_s, narrow
from tilings.runners.plan.run import Run, limits
from tilings.runners.plan.suite import PREFERRED, Block, Suite, matches, require
from tilings.runners.record.rows import ATTEMPTS
from tilings.runners.solvers.interface import presets, solver
from tilings.runners.solvers.interface.solver import Solver

if TYPE_CHECKING:
    from tilings.generators.ladders import Ladder
    from tilings.runners.confine import Limits

_Pair = tuple[Formulation, Solver, str]  # with the solver's version, empty where it is not installed
_Settings = tuple[dict[str, str], str]  # the formulation's options, and the preset, empty for the solver's defaults


@dataclass(frozen=True)
class Filter:
    """Restricts a suite by names; an empty list allows all."""

    families: Sequence[str] = ()
    instances: Sequence[str] = ()
    formulations: Sequence[str] = ()
    solvers: Sequence[str] = ()
    goals: Sequence[str] = ()
    presets: Sequence[str] = ()
    classes: Sequence[str] = ()


def plan(
    suite: Suite,
    wanted: Filter,
    timeout_s: float | None = None,
    memory_mb: int | None = None,
    divided: int | None = None,
    attempts: int = ATTEMPTS,
) -> Plan:
    """The plan of a suite.

    timeout_s, memory_mb: limits in place of the suite's.
    divided: the number of parts of a count, in place of the suite's.
    attempts: how often a run is made at most, if other programs disturb it.

    A block that climbs makes all runs on the instances that `wanted` names, if it names any. A solver that `wanted`
    names, and no configuration of the suite, runs all formulations that it takes.
    """
    kinds = ("family", "instance", "formulation", "solver", "goal", "preset", "class")
    given_names = [entry.name for block in suite.blocks for entry in block.given]
    for kind, words in zip(kinds, vars(wanted).values(), strict=True):
        require(kind, words, given_names if kind == "instance" else ())
    blocks = [block.model_copy(update={"parts": divided}) if divided else block for block in suite.blocks]
    instead = {"timeout": timeout_s, "memory": memory_mb}
    given = {key: value for key, value in instead.items() if value is not None}
    runs: dict[str, Run] = {}
    climbs: dict[str, PlannedClimb] = {}
    added = [name for name in wanted.solvers if solver.listed(name) or not _named(name, blocks)]
    for block in blocks:
        expansion = _Expansion(block, wanted, given, attempts, added)
        if block.climb and not wanted.instances:
            climbs |= {each.planned_id: each for each in expansion.climbs()}
        else:
            runs |= {run.run_id: run for run in expansion.runs()}
    return planned(runs.values(), climbs.values())


def _named(name: str, blocks: Iterable[Block]) -> bool:
    """Whether a configuration of the blocks is of the solver of this name."""
    own = [adapter for adapter in solver.adapters() if adapter.name == name]
    return any(
        solver.takes(adapter, formulation) and block.pairs(name, formulation.name)
        for block in blocks
        for formulation in registry.formulations(block.family).values()
        for adapter in own
    )


class _Expansion:
    """The runs or the climbs of a block.

    given: limits in place of the block's.
    added: solvers beside the block's.
    """

    def __init__(self, block: Block, wanted: Filter, given: dict[str, float], attempts: int, added: list[str]) -> None:
        self._block, self._wanted, self._attempts = block, wanted, attempts
        self._problem = registry.problem(block.family)
        listed = dict.fromkeys(name for name in (*added, *block.solvers) if solver.listed(name))
        adapters = [adapter for adapter in solver.adapters(listed) if _among(adapter.name, wanted.solvers)]
        self._pairs = [
            (formulation, adapter, solver.version(adapter, formulation) or "")
            for name, formulation in registry.formulations(block.family).items()
            for adapter in adapters
            if block.has(name) and (PREFERRED in wanted.formulations or _among(name, wanted.formulations))
            and solver.takes(adapter, formulation)
            and (adapter.name in added or block.pairs(adapter.name, formulation.name))
        ]  # fmt: skip
        settings = block.limits | given
        rounds = limits_s(settings["timeout"]) if block.climb == "rounds" else (settings["timeout"],)
        self._rounds = tuple(limits(timeout, settings["memory"], block.threads) for timeout in rounds)
        self._of_sweep = limits(min(settings["timeout"], SWEEP_S), settings["memory"], block.threads)

    def runs(self) -> Iterator[Run]:
        """All runs of the block."""
        if not _among(self._block.family, self._wanted.families):
            return
        block, wanted = self._block, self._wanted.instances
        named = [entry for word in wanted if (entry := manifest.find(block.family, word))]
        entries = {entry.name: entry for entry in (*manifest.shipped(), *named, *block.given)}
        for entry in entries.values():
            if not (block.holds(entry) and _among(entry.name, wanted)):
                continue
            if not _among(entry.ladder_class, self._wanted.classes):
                continue
            source = _read(entry.path)
            for goal in self._goals(self._problem.goals(source.instance)):
                ladder = ladders.name(entry, goal)
                for pair, settings in self._configurations(goal, source.instance):
                    yield from self._case(entry.name, source, goal, pair, settings, ladder, entry.size)

    def climbs(self) -> Iterator[PlannedClimb]:
        """The climb of each configuration on each ladder of the block, and all of its runs on each sweep.

        A block that climbs every rung compares sizes alone, and has no runs on sweeps.
        """
        block = self._block
        if not _among(block.family, self._wanted.families):
            return
        tries = Tries.RUNGS if block.climb == "every" else Tries.STEPS
        for ladder in ladders.of(block.family):
            lowest = ladder.rung(0)
            if not matches(ladder.name, block.classes) or lowest is None:
                continue
            if not _among(ladder.name, self._wanted.classes) or (ladder.sweep and block.climb == "every"):
                continue
            example = NamedInstance(block.family, lowest.names[0])
            for goal in self._goals(ladder.goals):
                for pair, settings in self._configurations(goal, example.instance):
                    if ladder.sweep:
                        runs_of = partial(self._of_rung, ladder, goal, pair, settings, self._of_sweep)
                        if (sweep := PlannedClimb(ladder, runs_of, Tries.RUNS, block.sizes)).runs:
                            yield sweep
                        continue
                    for number, limit in enumerate(self._rounds):
                        runs_of = partial(self._of_rung, ladder, goal, pair, settings, limit)
                        rounds = self._rounds[: number + 1] if block.climb == "rounds" else ()
                        most = kept(number, len(self._rounds))
                        yield PlannedClimb(ladder, runs_of, tries, block.sizes, rounds=rounds, kept=most,
                                           narrow=narrow(number))  # fmt: skip

    def _of_rung(
        self, ladder: Ladder, goal: str, pair: _Pair, settings: _Settings, limit: Limits, name: str, size: float
    ) -> list[Run]:
        """The runs of one instance on a ladder; none if the block does not name it."""
        if not matches(name, self._block.instances):
            return []
        source = NamedInstance(self._block.family, name)
        runs = self._case(name, source, goal, pair, settings, climb.name(ladder), size)
        return [run._replace(limits=limit) for run in runs]

    def _goals(self, goals: Iterable[str]) -> list[str]:
        return [goal for goal in goals if goal in self._block.goals and _among(goal, self._wanted.goals)]

    def _configurations(self, goal: str, instance: Any) -> Iterator[tuple[_Pair, _Settings]]:
        """The configurations for an instance and a goal."""
        for pair in self._chosen(goal, [pair for pair in self._pairs if pair[0].takes(instance)], instance):
            for options, preset in product(_option_sets(pair[0], self._block, goal), self._presets(pair[1])):
                yield pair, (options, preset)

    def _chosen(self, goal: str, pairs: list[_Pair], instance: Any) -> list[_Pair]:
        """The pairs in the lists of names; the word PREFERRED stands for each solver's preferred formulation."""
        for names in (self._block.formulations, self._wanted.formulations):
            if PREFERRED in names:
                best: dict[str, _Pair] = {}
                for pair in sorted(pairs, key=lambda pair: self._rank(pair, goal, instance)):
                    best.setdefault(pair[1].name, pair)
                pairs = [pair for pair in pairs if pair in best.values() or matches(pair[0].name, names)]
        return pairs

    def _rank(self, pair: _Pair, goal: str, instance: Any) -> tuple[bool, tuple[Any, ...]]:
        """The preferred pair of a solver has the least: it states the goal, and `tilings solve` takes it."""
        formulation, adapter, _ = pair
        order = solver.rank(adapter, formulation, goal, self._block.threads, self._problem.preferred)
        return bool(formulation.refusal(goal, instance)), order

    def _presets(self, adapter: Solver) -> list[str]:
        chosen = self._wanted.presets or self._block.presets
        names = [name for name in presets.known([adapter]) if matches(name, chosen)]
        return ["" if name == presets.DEFAULT else name for name in names]

    def _case(
        self,
        name: str,
        source: InstanceFile,
        goal: str,
        pair: _Pair,
        settings: _Settings,
        ladder: str,
        size: float | None,
    ) -> Iterator[Run]:
        """The runs of a configuration on one instance: a run for each seed and repetition."""
        formulation, adapter, version = pair
        options, preset = settings
        block = self._block
        for seed, repetition in product(block.seeds, range(1, block.repetitions + 1)):
            yield Run(
                family=block.family, instance=name, source=source, formulation=formulation, options=options,
                solver=adapter.name, version=version, goal=goal, seed=seed, repetition=repetition,
                threads=block.threads, limits=self._rounds[-1], ladder=ladder, rung=size if ladder else None,
                attempts=self._attempts, preset=preset,
            )  # fmt: skip


def _option_sets(formulation: Formulation, block: Block, goal: str) -> list[dict[str, str]]:
    """The settings of a formulation's options that a block runs.

    First come all combinations of the values in the block's `options`. Then, for each option that `alone` names, each
    value follows with the other options at their defaults. A setting for goal ``count`` becomes one setting for each of
    the block's parts, if the formulation has the option ``part``.
    """
    own = {key: values for key, values in block.options.items() if key in formulation.options}
    combined = [dict(zip(own, values, strict=True)) for values in product(*own.values())]
    alone = [
        {key: value}
        for key, values in formulation.options.items()
        if matches(key, block.alone)
        for value in values
        if not value.startswith("<")  # a placeholder for any number or text
    ]
    divisible = block.parts > 1 and goal == "count" and search_parts.PART in formulation.options
    shares = (
        [{search_parts.PART: f"{number}/{block.parts}"} for number in range(1, block.parts + 1)] if divisible else [{}]
    )
    return [formulation.settings(share | chosen) for chosen in combined + alone for share in shares]


@lru_cache(maxsize=2_000)
def _read(path: Path) -> InstanceFile:
    return manifest.read_instance(path)


def _among(value: str, wanted: Sequence[str]) -> bool:
    return not wanted or matches(value, wanted)
