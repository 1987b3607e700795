"""Solvers that run inside Python: each in a child process that writes its events as JSON lines.

A cold start is the command ``python -m tilings.runners.solvers NAME LANGUAGE job.json`` (ChildSolver.command): the
same adapter reads the job in the child (ChildSolver.serve). A warm start is a fork of a process that has called
ChildSolver.load; the fork calls ChildSolver.start. Both hand the job to the solver's own function; the adapter reads
the lines back (ChildSolver.parse). The child measures its times: startup_s from the call of the process to its first
statement, load_s until the solver's library and the instance are loaded, then encode_s and solve_s.
"""

import importlib
import json
import os
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, get_args

from tilings.models import presentation, registry
from tilings.models import problem as vocabulary
from tilings.models.formulation import OF_LANGUAGE
from tilings.models.plugins import PluginError, error_message
from tilings.models.registry import Formulation
from tilings.models.search_parts import Part
from tilings.models.terminal.command import install_command
from tilings.runners import solvers
from tilings.runners.confine import CALLED_AT
from tilings.runners.install.packages import package_version
from tilings.runners.solvers.interface.events import Event, Failed, Found, MalformedLine, Measured, NotApplicable
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.solver import Job, OutputRequests

_KINDS = {kind.__name__: kind for kind in get_args(Event) if kind is not MalformedLine}


class ChildSolver:
    """An adapter for a Python package.

    package: its name on PyPI; if empty, the version is "unversioned", and the sources alone identify the solver.
    solve: the function that solves a task.
    modules: the modules that `solve` imports, for a warm start.
    paradigm: needed only in a language of several paradigms.
    colour: a plug-in's colour in reports, ``#rrggbb``; by default its paradigm's.
    needs: further packages on PyPI that it needs.
    presets: the presets by name.
    unlimited: see Solver.
    reads_files: whether `solve` reads the files of a user's own model, which ``job.problem.files`` writes.
    """

    install_command = "make setup"
    light = False  # whether it loads in hardly any time and without starting threads
    unlimited: Collection[str] = ()

    def __init__(
        self,
        name: str,
        accepts: str,
        package: str,
        solve: Callable[["Task"], None],
        modules: Iterable[str] = (),
        parallel: bool = True,
        paradigm: str = "",
        enumerates: bool = True,
        colour: str = "",
        needs: Iterable[str] = (),
        presets: Mapping[str, Preset] | None = None,
        reads_files: bool = False,
    ) -> None:
        self.reads_files = reads_files
        self.name = name
        self.accepts = accepts
        self.parallel = parallel
        self.enumerates = enumerates
        self.colour = colour
        self.paradigm = paradigm or OF_LANGUAGE.get(accepts, "")
        self.solve = solve
        self.package = package
        self.needs = tuple(needs)
        self.presets = presets or {}
        self._modules = tuple(modules)

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The versions of the solver and of the packages that call it, for any formulation; None if one is missing."""
        own, callers = self.own_version(), self.callers()
        if not own or callers is None:
            return None
        return f"{own} ({callers})" if callers else own

    def own_version(self) -> str | None:
        """The version of the solver alone; None if it is missing."""
        return package_version(self.package) if self.package else "unversioned"

    def callers(self) -> str | None:
        """The versions of the packages that call the solver; None if one is missing."""
        return ""

    def command(self, job: Job) -> list[str]:
        """Python, this adapter, and the job as a file."""
        fields = {key: value for key, value in job._asdict().items() if key not in ("problem", "instance")}
        fields |= {"path": str(job.path), "work": str(job.work), "part": job.part._asdict()}
        fields |= {"requests": job.requests._asdict(), "formulation": [job.formulation.family, job.formulation.name]}
        path = job.work / "job.json"
        path.write_text(json.dumps(fields), encoding="utf-8")
        return [sys.executable, "-P", "-m", "tilings.runners.solvers", self.name, self.accepts, str(path)]

    def parse(self, line: str) -> list[Event]:
        """The event that the child wrote; other lines are the library's output, and ignored."""
        if not line.startswith('{"event": '):
            return []
        fields = json.loads(line)
        kind = _KINDS[fields.pop("event")]
        if kind is Found:
            atoms = tuple(_atom(name, arguments) for name, arguments in fields["atoms"])
            return [Found(atoms, fields["objective"], bool(fields.get("late")))]
        event: Event = kind(**fields)
        return [event]

    def load(self, formulations: Iterable[Formulation]) -> None:
        """Import the solver's library and formulations; raises what an import raises.

        Pandas, which OR-Tools imports, would import PyArrow if installed, whose threads a fork would lack.
        """
        sys.modules.setdefault("pyarrow", None)  # type: ignore[arg-type]  # so that importing it raises
        with warnings.catch_warnings(action="ignore"):  # of a library, about its own code
            for name in self._modules:
                importlib.import_module(name)
        for formulation in formulations:
            if formulation.path.suffix == ".py":
                formulation.module()

    def start(self, job: Job) -> None:
        """Solve a job, in a child with all modules loaded."""
        begun = time.monotonic()
        with _reported():
            self._solve(job, begun)

    def serve(self, path: Path) -> None:
        """Load the modules, read the job, and solve it, in a new child."""
        with _reported():
            fields = json.loads(path.read_text(encoding="utf-8"))
            formulation: Formulation = registry.formulation(*fields["formulation"])
            fields |= {key: Path(fields[key]) for key in ("path", "work")}
            fields |= {"requests": OutputRequests(**fields["requests"]), "part": Part(**fields["part"])}
            self.load([formulation])
            problem, instance = registry.load_instance(fields["path"])
            fields |= {"formulation": formulation, "problem": problem, "instance": instance}
            self._solve(Job(**fields), solvers.IMPORTED_AT)

    def _solve(self, job: Job, begun: float) -> None:
        task = Task(job, time.monotonic())
        emit(Measured({"startup_s": max(0.0, begun - called_at()), "load_s": task.started - begun}))
        signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_REAL, task.remaining_s())
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # PYTHONWARNINGS may raise them
            self.solve(task)


def _out_of_time(*_: object) -> None:
    """End the child at the limit, while it builds the model."""
    os.write(1, b'\n{"event": "OutOfTime"}\n')
    os._exit(0)


@contextmanager
def _reported() -> Iterator[None]:
    """Report errors as events, with exit code 1."""
    try:
        yield
    except PluginError as error:
        fail(str(error))
    except vocabulary.UserError as reason:  # invalid options for this instance
        emit(NotApplicable(str(reason)))
    except MemoryError as error:
        fail(str(error) or "out of memory", ended="memory")
    except Exception as error:  # errors of libraries become rows, not tracebacks
        if package := _missing_package(error):
            message = f"the Python package {package} is missing; to install: {install_command(package)}"
            fail(message, "encode", "not_installed")
        fail(error_message(error) or f"{type(error).__name__}: {error}")


_LACKING = r"[Pp]ackage '?([\w.-]+)'? is (?:unavailable|missing|not installed)|pip install '?([\w.-]+)"


def _missing_package(error: Exception) -> str:
    """The missing package that an error names; empty for any other error.

    PySAT asserts that a package is there, and CPMpy raises an Exception with the command that installs it.
    """
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        return "" if package == "tilings" else package  # a missing module of ours is a fault
    match = re.search(_LACKING, str(error))
    return (match[1] or match[2]) if match else ""


def _atom(name: Any, arguments: Any) -> vocabulary.Atom:
    """An atom that the child wrote; raises ValueError for anything else."""
    if not isinstance(name, str) or any(type(argument) is not int for argument in arguments):
        raise ValueError("an atom is a name with whole numbers")
    return name, tuple(arguments)


class Task(NamedTuple):
    """A job in the child. started: the time at which its encoding began, after loading (time.monotonic)."""

    job: Job
    started: float

    @property
    def optimum(self) -> bool:
        """Whether the goal is the optimum."""
        return self.job.goal == "optimum"

    def build(self, goal: str | None = None) -> Any:
        """The model that the Python formulation builds for this instance."""
        module, job = self.job.formulation.module(), self.job
        return presentation.built(module, job.instance, goal or job.goal, job.options)

    def encoded(self, **measured: float) -> float:
        """Report that the model is built, with its sizes and other measures; returns the time of the search's start."""
        signal.setitimer(signal.ITIMER_REAL, 0)  # the search has the solver's own limit
        now = time.monotonic()
        emit(Measured({"encode_s": now - self.started, **measured}))
        return now

    def remaining_s(self) -> float:
        """Seconds left of the limit, counted from the call of this process; a hundredth where it is over."""
        return max(0.01, self.job.wall_s - (time.monotonic() - called_at()))


def emit(*events: Event) -> None:
    """Write events to standard output, at once."""
    lines = (json.dumps({"event": type(event).__name__} | vars(event)) for event in events)
    print("".join(f"{line}\n" for line in lines), end="", flush=True)


def fail(message: str, phase: str = "solve", ended: str = "crash") -> None:
    """Report a failure and end the child; phase, ended: see Failed."""
    emit(Failed(" ".join(message.split())[:500], phase, ended))
    sys.exit(1)


def called_at() -> float:
    """The time of the call of this process on the monotonic clock, from the harness; else of its start."""
    if called := os.environ.get(CALLED_AT):
        return float(called)
    ticks = int(Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()[19])
    since_boot = time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic() - (since_boot - ticks / os.sysconf("SC_CLK_TCK"))
