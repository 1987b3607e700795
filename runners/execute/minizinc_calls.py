"""Calls of MiniZinc that check a run of a user's model, after it and under its limits."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path

from tilings.models.own.instance import OwnInstance
from tilings.models.problem import UserError
from tilings.runners import confine
from tilings.runners.execute.transcript import parsed
from tilings.runners.proofs.context import CheckContext
from tilings.runners.solvers.interface.events import Event
from tilings.runners.solvers.interface.solver import Job, Solver, find, in_preference, languages, shipped

_LEAST_S = 0.1


class Stopped(Exception):
    """A check passed a limit of the run, which is the argument."""


class Calls:
    """The processes of one check, which together have the limits of the run.

    work: a new folder for their files. job: the run's job, without the settings of its solver.
    """

    def __init__(self, job: Job, context: CheckContext, what: str) -> None:
        self.work = context.work / f"check-{'-'.join(what.split())}"
        self.work.mkdir()
        self.job = job._replace(work=self.work, settings=(), threads=1)
        self._context = context
        self._limits = context.begin(what, context.limits)
        self._until = time.monotonic() + self._limits.wall_s

    def events(
        self, solver: Solver, goal: str, *more: Path, instance: OwnInstance | None = None
    ) -> Generator[Event, None, None]:
        """The events of a solver on an instance, by default the run's, with more files of MiniZinc; raises Stopped."""
        job = self.job._replace(goal=goal, wall_s=self._left_s, instance=instance or self.job.instance)
        with closing(self.lines([*solver.command(job), *map(str, more)])) as lines:
            for line in lines:
                yield from parsed(solver, line)

    def lines(self, command: list[str]) -> Generator[str, None, None]:
        """The lines of a process; raises Stopped."""
        limits = self._limits._replace(wall_s=self._left_s)
        confined = confine.Command(command, limits, self._context.log, self.work, cores=self._context.cores)
        execution = confine.run(confined, self._context.backend)
        with closing(iter(execution)) as lines:
            for _, line in lines:
                yield line
        if execution.usage.ended != "finished":
            raise Stopped(execution.usage.ended)

    @property
    def _left_s(self) -> float:
        return max(_LEAST_S, self._until - time.monotonic())


def others(finder: str) -> Iterator[Solver]:
    """The installed solvers of MiniZinc that this project ships, without this one, in the order of preference."""
    with suppress(UserError):
        tag = getattr(find(finder, "cp"), "tag", finder)
        for name in filter(shipped, in_preference()):
            if "cp" in languages(name) and (solver := find(name, "cp")).version() and getattr(solver, "tag", "") != tag:
                yield solver
