"""clingo, inside Python, in a child process (its grounder cannot be interrupted)."""

import math
import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tilings.models import encoding, presentation
from tilings.models.own import asp_program
from tilings.models.own.instance import OwnInstance
from tilings.models.problem import Atom, NotApplicable
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit, fail
from tilings.runners.solvers.interface.events import Bounded, Found, Measured, OutOfTime, SearchComplete
from tilings.runners.solvers.interface.presets import Preset


def solve(task: Task) -> None:
    """Ground the formulation with the instance's facts, then search."""
    import clingo

    job = task.job
    users_files = job.problem.files
    named = {} if users_files else {"goal": job.goal} | job.options
    constants = [word for key, value in named.items() for word in ("-c", f"{key}={value}")]
    models = "1" if job.goal == "first" else "0"
    if isinstance(job.instance, OwnInstance) and (reason := asp_program.refusal(job.instance)):
        raise NotApplicable(reason)
    messages: list[str] = []
    settings = [f"--models={models}", f"--seed={job.seed}", f"--parallel-mode={job.threads}", "--warn=none"]
    if users_files and not task.optimum:
        settings.append("--opt-mode=ignore")
    objective = _Objective()
    control = clingo.Control([*constants, *settings, *job.settings], logger=lambda _, text: messages.append(text))
    control.register_observer(objective)  # type: ignore[arg-type]  # it has the only method that it needs
    paths = users_files(job.instance, job.work) if users_files else [job.formulation.path]
    try:
        for path in paths:
            control.load(str(path))
        control.add("base", [], encoding.facts(presentation.facts(job.instance, job.problem.facts(job.instance))))
        read = time.monotonic()
        control.ground([("base", [])])
    except RuntimeError as error:  # the reason is in the log only
        fail((" ".join(messages) or str(error)).replace(f"{paths[0].parent}/", ""), phase="encode")
    if next(control.theory_atoms, None):
        raise NotApplicable(f"{paths[0].name} has theory atoms (&), which mean nothing to clingo alone")
    started = task.encoded(flatten_s=time.monotonic() - read)  # if read before the search, clingo's statistics stay 0
    sign = -1 if job.problem.sense == "max" else 1

    number = 0

    def report(model: Any) -> None:
        nonlocal number
        number += 1
        atoms = model.symbols(shown=True)
        shown = tuple((str(atom), ()) for atom in atoms) if users_files else tuple(map(_atom, atoms))
        emit(Found(shown, sign * objective.of(model) if task.optimum else None))

    def lower(bounds: Any) -> None:
        if bounds and not objective.wide:
            emit(Bounded(sign * bounds[0]))

    try:
        with control.solve(on_model=report, on_unsat=lower if task.optimum else None, async_=True) as handle:
            # Repeated, because a wait may end before its time: one of 440 counts of a millisecond did, 14 s early.
            if not (handle.wait(task.remaining_s()) or handle.wait(task.remaining_s())):
                handle.cancel()
                emit(OutOfTime())
            result = handle.get()
    except RuntimeError as error:  # clasp's, with its own function's name before it
        fail(f"clingo: {str(error).rpartition(': ')[2]}")
    _statistics(control, time.monotonic() - started)
    if result.exhausted:
        emit(SearchComplete(number if users_files and job.goal == "count" else None))


class _Objective:
    """The weights of the highest priority in the ground program.

    wide: whether costs may not fit into 32 bits; the costs of clingo's interface wrap around there.
    """

    def __init__(self) -> None:
        self._priority: float = -math.inf
        self._weights: list[tuple[int, int]] = []

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        """Called by clingo."""
        if priority > self._priority:
            self._priority, self._weights = priority, []
        if priority == self._priority:
            self._weights += literals

    @cached_property
    def wide(self) -> bool:
        return sum(abs(weight) for _, weight in self._weights) >= 2**31

    def of(self, model: Any) -> int:
        """The cost of a model; 0 without an objective."""
        if self.wide:
            return sum(weight for atom, weight in self._weights if model.is_true(atom))
        return int(model.cost[0]) if model.cost else 0


def _atom(symbol: Any) -> Atom:
    """An atom of a model of our formulations, which has numbers as arguments."""
    return symbol.name, tuple(argument.number for argument in symbol.arguments)


def _statistics(control: Any, solve_s: float) -> None:
    """Report the measurements; a variable is an atom of the ground program, a constraint one of its rules."""
    statistics = control.statistics
    solvers, program = statistics["solving"]["solvers"], statistics["problem"]["lp"]
    conflicts = int(solvers["conflicts"])
    measured: dict[str, float | int | str] = {
        "solve_s": solve_s, "variables": int(program["atoms"]), "constraints": int(program["rules"]),
        "nodes": int(solvers["choices"]), "failures": conflicts, "effort": conflicts, "effort_unit": "conflicts",
    }  # fmt: skip
    emit(Measured(measured))


_CONFIGURATIONS = {
    "frumpy": "Use conservative defaults",
    "jumpy": "Use aggressive defaults",
    "tweety": "Use defaults geared towards asp problems",
    "handy": "Use defaults geared towards large problems",
    "crafty": "Use defaults geared towards crafted problems",
    "trendy": "Use defaults geared towards industrial problems",
}
_HELP = "python -m clingo --help=2"
PRESETS = {name: Preset(words, _HELP, (f"--configuration={name}",)) for name, words in _CONFIGURATIONS.items()}
ASP = ChildSolver(
    "clingo", accepts="asp", package="clingo", solve=solve, modules=["clingo"], presets=PRESETS, reads_files=True
)
