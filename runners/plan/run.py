"""A planned run: its inputs, limits and identity."""

from functools import cached_property
from typing import NamedTuple

from tilings.models import search_parts
from tilings.models.registry import Formulation
from tilings.runners.confine import Limits
from tilings.runners.plan import identity
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.record.cells import cell
from tilings.runners.record.rows import ATTEMPTS
from tilings.runners.record.schema import Key
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.solver import Solver


class _Inputs(NamedTuple):
    """The fields of `Run`.

    source: the instance, parsed once for all its runs and inherited by the forked workers.
    version: the solver's version; empty if the solver is not installed.
    ladder: the class and the side of the instance.
    rung: the size of the instance on its ladder.
    attempts: how often the run is made at most, if other programs disturb it.
    preset: the name of the solver's settings; empty for the solver's defaults.
    pair: the number of the instance in a final.
    """

    family: str
    instance: str
    source: InstanceFile
    formulation: Formulation
    options: dict[str, str]
    solver: str
    version: str
    goal: str
    seed: int
    repetition: int
    threads: int
    limits: Limits
    ladder: str = ""
    rung: float | None = None
    attempts: int = ATTEMPTS
    preset: str = ""
    pair: int | None = None


class Run(_Inputs):
    """One planned run. A subclass of a named tuple has room for what is computed once."""

    @property
    def key(self) -> Key:
        """The same as RunRecord.key of its row."""
        return Key(
            self.family, self.source.sha256, self.goal, self.formulation.name, self.option_text, self.solver,
            self.threads, self.preset,
        )  # fmt: skip

    @property
    def adapter(self) -> Solver:
        return solver.find(self.solver, self.formulation.language)

    @property
    def paradigm(self) -> str:
        return solver.paradigm(self.adapter, self.formulation)

    @cached_property
    def refusal(self) -> str:
        """Why the formulation does not apply to the instance and goal, or the solver not to the goal; or empty."""
        return (
            self.formulation.refusal(self.goal, self.source.instance)
            or solver.refusal(self.adapter, self.goal, self.threads, self.formulation)
            or search_parts.refusal(self.goal, self.options)
        )

    @property
    def option_text(self) -> str:
        """The options that are not at their default, as ``key=value`` words."""
        return self._words(at_default=False)

    @property
    def default_text(self) -> str:
        """The options that are at their default, likewise."""
        return self._words(at_default=True)

    def _words(self, at_default: bool) -> str:
        defaults = self.formulation.settings({})
        items = sorted(self.options.items())
        return " ".join(f"{key}={value}" for key, value in items if (defaults.get(key) == value) == at_default)

    @property
    def adapter_sha256(self) -> str:
        return identity.adapter_sha256(self.formulation, self.solver, self.goal, self.options)

    @cached_property
    def run_id(self) -> str:
        """The run's identity, see runners.plan.identity."""
        return identity.of_cells((
            self.family, self.instance, self.source.sha256, self.formulation.name, self.formulation.sha256(),
            self.solver, self.version, self.adapter_sha256, self.goal, *sorted(map("=".join, self.options.items())),
            self.seed, self.repetition, self.threads, *self.limits.identity.values(), *filter(None, [self.preset]),
        ))  # fmt: skip


def limits(wall_s: float, memory_mb: float, threads: int) -> Limits:
    """The limits of a run, rounded as in its row; the CPU limit is the wall limit and its grace times the threads."""
    cpu_s = (wall_s + grace_s(wall_s)) * threads
    return Limits(float(cell(float(wall_s))), float(cell(float(cpu_s))), int(memory_mb))


def grace_s(wall_s: float) -> float:
    """The seconds that a solver with a limit of its own has after it, to report its incumbent and its statistics."""
    return max(1.0, 0.1 * wall_s)
