"""Thins the ladders of a plan so that it is expected to fit a budget of core-hours.

All ladders are thinned alike, and for all configurations, so that the same cases compare: first fewer instances a rung,
then every second rung, then fewer seeds and repetitions, at last fewer rungs down to the lowest. What is on no ladder
has fewer seeds, and stays otherwise. The outcome follows from the plan and the published rows alone, not from what a
campaign has recorded, so that it is the same for each shard and each time.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from models.problem import UserError
from runners.confine import Limits
from runners.plan.estimate import Estimator
from runners.plan.run import Run
from runners.record.schema import Key


@dataclass(frozen=True)
class _Level:
    """How much is left: so many instances a rung, every stride-th rung from the lowest, so many seeds."""

    instances: int
    stride: int
    seeds: int


@dataclass(frozen=True)
class _Place:
    """The numbers, from 0, of a run's instance in its rung, of its rung on its ladder, of its seed and repetition."""

    instance: int
    rung: int
    seed: int

    def within(self, level: _Level) -> bool:
        return self.instance < level.instances and self.rung % level.stride == 0 and self.seed < level.seeds


def thin(runs: list[Run], hours: float, known: Estimator) -> tuple[list[Run], str]:
    """The runs that are left, and in words what is left out. Raises UserError where nothing fits."""
    places = dict(zip((run.run_id for run in runs), _places(runs), strict=True))
    most = _Level(*(max(getattr(place, key) for place in places.values()) + 1 for key in ("instance", "rung", "seed")))
    expected = 0.0
    for level in _levels(most):
        left = [run for run in runs if places[run.run_id].within(level)]
        seconds = known.of_plan(left, {})
        expected = sum(seconds.get(run.run_id, 0.0) * run.threads for run in left) / 3600
        if expected <= hours:
            return left, _words(hours, len(runs) - len(left), len(runs), level, most, expected)
    raise UserError(
        f"--budget {hours:g} is too small: one rung of each ladder, with one seed, is expected to take {expected:.3g} "
        "core-hours; --timeout, or names such as --family, make the plan smaller"
    )


def _levels(most: _Level) -> Iterator[_Level]:
    """From the whole plan to one rung."""
    for instances in range(most.instances, 0, -1):
        yield _Level(instances, 1, most.seeds)
    for seeds in range(most.seeds, 0, -1):
        yield _Level(1, 2, seeds)
    stride = 4
    while stride < 2 * most.stride:
        yield _Level(1, stride, 1)
        stride *= 2


def _places(runs: list[Run]) -> Iterator[_Place]:
    rungs = _numbered((_ladder(run), run.rung or 0.0) for run in runs)
    instances = _numbered(((*_ladder(run), run.rung), run.instance) for run in runs)
    seeds = _numbered((_case(run), (run.seed, run.repetition)) for run in runs)
    for run in runs:
        seed = seeds[_case(run), (run.seed, run.repetition)]
        if run.ladder:
            instance = instances[(*_ladder(run), run.rung), run.instance]
            yield _Place(instance, rungs[_ladder(run), run.rung or 0.0], seed)
        else:
            yield _Place(0, 0, seed)


def _numbered(pairs: Iterable[tuple[object, Any]]) -> dict[tuple[object, Any], int]:
    """The number of each value, from 0, among those of its group in their order. pairs: a group and a value."""
    groups: dict[object, set[Any]] = defaultdict(set)
    for group, value in pairs:
        groups[group].add(value)
    return {(group, value): n for group, values in groups.items() for n, value in enumerate(sorted(values))}


def _ladder(run: Run) -> tuple[str, str, str]:
    return run.family, run.goal, run.ladder


def _case(run: Run) -> tuple[Key, Limits]:
    return run.key, run.limits


def _words(hours: float, out: int, of: int, level: _Level, most: _Level, expected: float) -> str:
    kept = [f"{level.instances} of up to {most.instances} instances a rung"] * (level.instances < most.instances)
    kept += [f"one rung in {level.stride}"] * (level.stride > 1)
    kept += [f"{level.seeds} of up to {most.seeds} seeds and repetitions"] * (level.seeds < most.seeds)
    how = f" ({', '.join(kept)} kept)" if kept else ""
    return f"--budget {hours:g}: {out} of {of} runs are left out{how}; expected {expected:.3g} core-hours"
