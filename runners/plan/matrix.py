"""From a suite to the list of its runs: the matrix, the order of the runs, the shards."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

from tilings.models import registry, search_parts
from tilings.models.registry import Formulation
from tilings.runners.plan import ladders, manifest
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.plan.run import Run, limits
from tilings.runners.plan.suite import Block, Suite, matches, require
from tilings.runners.record.rows import ATTEMPTS
from tilings.runners.record.schema import Key
from tilings.runners.solvers.interface import solver


@dataclass(frozen=True)
class Filter:
    """Restricts a suite by names; an empty list allows all."""

    families: list[str]
    instances: list[str]
    formulations: list[str]
    solvers: list[str]
    goals: list[str]


def plan(
    suite: Suite,
    wanted: Filter,
    timeout_s: float | None = None,
    memory_mb: int | None = None,
    divided: int | None = None,
    give_up: bool = True,
    attempts: int = ATTEMPTS,
) -> list[Run]:
    """The runs of a suite in a fixed shuffled order: a drift of the machine's speed must not follow the matrix.

    timeout_s, memory_mb, divided: instead of the suite's limits and number of parts; give_up: whether the suite's key
    give_up applies; attempts: of each run. Of several blocks with the same run, the one that gives up last decides.
    """
    kinds = ("family", "instance", "formulation", "solver", "goal")
    given_names = [entry.name for block in suite.blocks for entry in block.given]
    for kind, words in zip(kinds, vars(wanted).values(), strict=True):
        require(kind, words, given_names if kind == "instance" else ())
    instances = manifest.shipped()
    instead = {"timeout": timeout_s, "memory": memory_mb}
    given = {key: value for key, value in instead.items() if value is not None}
    changed = {"parts": divided} if divided is not None else {}
    changed |= {} if give_up else {"give_up": 0}
    blocks = [block.model_copy(update=changed) for block in suite.blocks]
    read = cache(manifest.read_instance)
    runs: dict[str, Run] = {}
    for run in (run for block in blocks for run in _expand(block, instances, wanted, given, read)):
        if run.run_id not in runs or (run.give_up or math.inf) > (runs[run.run_id].give_up or math.inf):
            runs[run.run_id] = replace(run, attempts=attempts)
    return [runs[run_id] for run_id in sorted(runs)]


def lowest(runs: Iterable[Run], rungs: int) -> list[Run]:
    """One run for each configuration on each of the lowest rungs of its ladder: the first instance, the first seed.

    Instances on no ladder are a rung of their own for each goal.
    """
    ladders_of: dict[tuple[Key, str], dict[float, Run]] = {}
    for run in sorted(runs, key=lambda run: (run.instance, run.seed, run.repetition)):
        key = (run.key._replace(instance_sha256=""), run.ladder)
        ladders_of.setdefault(key, {}).setdefault(run.rung or 0, run)
    kept = [of_rung[rung] for of_rung in ladders_of.values() for rung in sorted(of_rung)[:rungs]]
    return sorted(kept, key=lambda run: run.run_id)


def shard(runs: Iterable[Run], number: int, count: int) -> list[Run]:
    """The runs of shard `number` of `count` (from 1): the same wherever it is computed."""
    return [run for run in runs if shard_of(run, count) == number]


def shard_of(run: Run, count: int) -> int:
    """The shard of a run, from 1 to `count`; the same for all runs of a configuration on one ladder."""
    return int(ladders.climb_id(run) or run.run_id, 16) % count + 1


def _expand(
    block: Block,
    instances: list[manifest.Shipped],
    wanted: Filter,
    given: dict[str, float],
    read: Callable[[Path], InstanceFile],
) -> Iterable[Run]:
    problem = registry.problem(block.family)
    chosen = [entry for entry in (*instances, *block.given) if block.holds(entry)]
    chosen = [entry for entry in chosen if _among(entry.family, wanted.families)]
    chosen = [entry for entry in chosen if _among(entry.name, wanted.instances)]
    formulations = [
        entry for name, entry in registry.formulations(block.family).items() if matches(name, block.formulations)
    ]
    requested = [name for name in wanted.solvers if solver.listed(name)]  # also without being in the suite
    listed = dict.fromkeys(requested + [name for name in block.solvers if solver.listed(name)])
    adapters = [adapter for adapter in solver.adapters(listed) if _among(adapter.name, wanted.solvers)]
    adapters = [adapter for adapter in adapters if adapter.name in requested or matches(adapter.name, block.solvers)]
    versions = {
        (adapter.name, formulation.name): solver.version(adapter, formulation) or ""
        for adapter, formulation in product(adapters, formulations)
        if adapter.accepts == formulation.language
    }
    settings = block.limits | given
    limited = limits(settings["timeout"], settings["memory"], block.threads)
    for entry in chosen:
        source = read(entry.path)
        goals = [goal for goal in problem.goals(source.instance) if goal in block.goals and _among(goal, wanted.goals)]
        for goal, formulation in product(goals, formulations):
            ladder = ladders.name(entry, goal)
            if not _among(formulation.name, wanted.formulations) or not formulation.takes(source.instance):
                continue
            accepting = [
                adapter for adapter in adapters
                if adapter.accepts == formulation.language
                and (adapter.name in requested or block.pairs(adapter.name, formulation.name))
            ]  # fmt: skip
            stated = formulation.refusal(goal, source.instance)
            for adapter, options in product(accepting, _option_sets(formulation, block, goal)):
                refusal = stated or solver.refusal(adapter, goal, block.threads) or search_parts.refusal(goal, options)
                for seed, repetition in product(block.seeds, range(1, block.repetitions + 1)):
                    yield Run(
                        family=block.family, instance=entry.name, source=source, formulation=formulation,
                        options=options, solver=adapter.name, version=versions[adapter.name, formulation.name],
                        goal=goal, seed=seed, repetition=repetition, threads=block.threads, limits=limited,
                        refusal=refusal, ladder=ladder, rung=entry.size if ladder else None,
                        give_up=block.give_up if ladder else 0,
                    )  # fmt: skip


def _option_sets(formulation: Formulation, block: Block, goal: str) -> list[dict[str, str]]:
    """Every combination of a block's values for the formulation's options, then each value of the options in `alone`.

    For goal count each is divided into the block's parts, if the formulation has the option.
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


def _among(value: str, wanted: list[str]) -> bool:
    return not wanted or matches(value, wanted)
