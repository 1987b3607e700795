"""clingo, inside Python, in a child process (its grounder cannot be interrupted)."""

import time
from typing import Any

from tilings.models import encoding
from tilings.models.problem import Atom
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
    messages: list[str] = []
    settings = [f"--models={models}", f"--seed={job.seed}", f"--parallel-mode={job.threads}", "--warn=none"]
    control = clingo.Control([*constants, *settings, *job.settings], logger=lambda _, text: messages.append(text))
    paths = users_files(job.instance, job.work) if users_files else [job.formulation.path]
    try:
        for path in paths:
            control.load(str(path))
        control.add("base", [], encoding.facts(job.problem.facts(job.instance)))
        read = time.monotonic()
        control.ground([("base", [])])
    except RuntimeError as error:  # the reason is in the log only
        fail(" ".join(messages).replace(f"{paths[0].parent}/", "") or str(error), phase="encode")
    started = task.encoded(flatten_s=time.monotonic() - read)  # if read before the search, clingo's statistics stay 0
    sign = -1 if job.problem.sense == "max" else 1

    def report(model: Any) -> None:
        emit(Found(tuple(map(_atom, model.symbols(shown=True))), sign * model.cost[0] if model.cost else None))

    def lower(bounds: Any) -> None:
        emit(Bounded(sign * bounds[0]))

    with control.solve(on_model=report, on_unsat=lower if task.optimum else None, async_=True) as handle:
        # Once more, as a wait may end before its time: seen once in 440 counts of a millisecond, 14 s early.
        if not (handle.wait(task.remaining_s()) or handle.wait(task.remaining_s())):
            handle.cancel()
            emit(OutOfTime())
        result = handle.get()
    _statistics(control, time.monotonic() - started)
    if result.exhausted:
        emit(SearchComplete())


def _atom(symbol: Any) -> Atom:
    """An atom of a model; in a user's own program, one with other arguments than numbers as its text."""
    try:
        return symbol.name, tuple(argument.number for argument in symbol.arguments)
    except RuntimeError:
        return str(symbol), ()


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
ASP = ChildSolver("clingo", accepts="asp", package="clingo", solve=solve, modules=["clingo"], presets=PRESETS)
