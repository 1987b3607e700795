"""Shows what a run does beside its answer, from inside its worker process: solutions, statistics, trace, progress."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.classes import Classes, TooManyImages
from tilings.models.problem import Atom, Problem, Solution, UserError
from tilings.models.registry import Formulation
from tilings.models.terminal.command import Group
from tilings.runners.execute.transcript import measures
from tilings.runners.solve import answer_text, search_report, solution_writers
from tilings.runners.solvers.interface.events import Event, Found, Measured, Telemetry
from tilings.runners.solvers.interface.solver import OutputRequests, Solver, require

if TYPE_CHECKING:
    from tilings.runners.progress import SearchProgress

_BAR_FROM_S = 0.2  # a search that ends before needs no progress bar, nor the time to import it


def arguments(shown: Group, rare: Group) -> None:
    """Adds the command's options that ask for solutions, statistics, a trace, a film or an estimate."""
    from tilings.models.terminal.arguments import whole

    shown.add_argument(
        "--solutions", metavar="FILE",
        help="write them: .txt, .json, .jsonl, .pdf, a folder, board-%%d.png, or - for stdout",
    )  # fmt: skip
    shown.add_argument(
        "--most", type=int, metavar="N",
        help=f"so many of them (default: all, or {solution_writers.MOST_PICTURES} pictures; 0: all)",
    )  # fmt: skip
    rare.add_argument("--statistics", action="store_true", help="print what the search did: nodes, failures, times")
    rare.add_argument(
        "--trace", type=Path, metavar="FILE", help="the steps of the search as .txt, or drawn as .png or .pdf"
    )
    rare.add_argument("--trace-from", type=whole, metavar="N", help="from so many remaining pieces (default: all)")
    rare.add_argument("--trace-to", type=whole, metavar="N", help="down to so many remaining pieces (default: 1)")
    rare.add_argument(
        "--trace-limit", type=whole, metavar="N",
        help=f"at most so many steps (default: {search_report.MOST_LINES}; drawn: {search_report.FEW_BOARDS})",
    )  # fmt: skip
    rare.add_argument(
        "--film", type=Path, metavar="FILE",
        help="boards on the way to the first solution, as an animation (.gif), a strip (.png, .svg, .pdf) or data "
        "(.json); the search halts at every node for it, so that its time says nothing",
    )  # fmt: skip
    rare.add_argument("--estimate", type=whole, metavar="PROBES", help="estimate the search by random descents")


def validate_options(given: argparse.Namespace, adapter: Solver, formulation: Formulation) -> None:
    """Raises UserError for options that exclude each other or that the solver does not support."""
    for option in ("solutions", "statistics", "trace", "film", "estimate"):
        if getattr(given, option):
            require(adapter, formulation, option)
    if given.most is not None and (given.solutions is None or given.most < 0):
        raise UserError("--most takes a whole number from 0, and goes with --solutions")
    if given.trace is None and (given.trace_from or given.trace_to or given.trace_limit):
        raise UserError("--trace-from, --trace-to and --trace-limit go with --trace")
    if given.trace and (given.trace_from or sys.maxsize) < (given.trace_to or 1):
        raise UserError("--trace-from and --trace-to are numbers of remaining pieces: from the larger to the smaller")
    if given.film and given.threads > 1:
        raise UserError("--film follows one thread: leave out --threads")
    if given.solutions == solution_writers.STDOUT and given.json:
        raise UserError("--solutions - and --json both write to standard output: give a file for the solutions")


class RunObserver:
    """An observer of one run (runners.execute.attempt.Observer), as the options of the command ask for it."""

    def __init__(self, given: argparse.Namespace, problem: Problem, instance: Any, goal: str, who: str = "") -> None:
        """Opens the files; raises UserError where one cannot be. who: the run's solver and formulation, for a film."""
        self._problem, self._instance = problem, instance
        self._trace = search_report.Trace(given.trace, problem, instance) if given.trace else None
        what = f"goal {goal}, {who}"
        self._film = search_report.FilmWriter(given.film, problem, instance, what) if given.film else None
        self._writer = solution_writers.writer(given.solutions, problem.family, instance) if given.solutions else None
        few = solution_writers.MOST_PICTURES if given.solutions and solution_writers.pictures(given.solutions) else 0
        self._most = few if given.most is None else given.most
        self._out = sys.stderr if given.json or given.solutions == solution_writers.STDOUT else sys.stdout
        self._quiet = given.json or getattr(given, "quiet", False) or given.solutions == solution_writers.STDOUT
        self._watched = _watched(given)
        self.requests = OutputRequests(
            solutions=self._most if given.solutions else None,
            progress=True,
            statistics=given.statistics,
            trace=_steps(given, self._trace),
            film=given.film is not None,
        )
        self._progress: SearchProgress | None = None
        self._goal, self._distinct = goal, goal != "count"
        self._classes = Classes(problem.symmetries(instance) if goal == "count" else ())
        self._seen: set[bytes] = set()
        self._found = 0
        self._last: tuple[Atom, ...] | None = None
        self._statistics: dict[str, Any] = {}
        self._measured: dict[str, Any] = {}

    def see(self, time_s: float, events: list[Event]) -> None:
        """Handles the solver's next events."""
        if self._watched and self._progress is None and time_s >= _BAR_FROM_S:
            from tilings.runners.progress import SearchProgress

            self._progress = SearchProgress()
        for event in events:
            if isinstance(event, Found):
                self._take(event)
            elif isinstance(event, Measured):
                self._measured |= measures(event.values)
            elif isinstance(event, Telemetry):
                self._hear(event)

    def close(self, ended: str) -> None:
        """Closes the files, prints the statistics, and after Ctrl-C the last solution and the number of them."""
        if self._progress:
            self._progress.close()
        for file in (self._writer, self._trace, self._film):
            if file:
                file.close()
        if self.requests.statistics:
            print(search_report.table(self._measured | self._statistics), file=self._out, flush=True)
        if ended == "interrupted":
            if self._last is not None and not self._quiet:
                self._show_last(self._last)
            print(f"{self._found} solutions found so far", file=sys.stderr, flush=True)

    def _take(self, event: Found) -> None:
        """Counts and writes a solution; where symmetric ones count as one, images of earlier ones are left out."""
        self._last = event.atoms
        if self._writer:
            try:
                solution = self._problem.decode(self._instance, event.atoms)
            except UserError:  # the run's own check says so
                return
            if not self._distinct and not self._is_new(solution):
                return
            if self._most == 0 or self._found < self._most:
                self._writer.write(solution)
        self._found += 1
        if self._progress:
            self._progress.show(self._found)

    def _show_last(self, atoms: tuple[Atom, ...]) -> None:
        """Prints the last solution, which is the best of an optimisation so far, if it is right."""
        try:
            solution = self._problem.decode(self._instance, atoms)
        except UserError:
            return
        if not self._problem.check(self._instance, solution, self._goal):
            answer_text.show_board(self._problem.family, self._instance, solution, ", so far", sys.stdout)
            sys.stdout.flush()

    def _is_new(self, solution: Solution) -> bool:
        try:
            least = self._classes.of(solution)
        except TooManyImages:  # the run's own check says so
            return False
        new = least not in self._seen
        self._seen.add(least)
        return new

    def _hear(self, event: Telemetry) -> None:
        if event.kind == "listed":
            self._distinct = True
        elif event.kind == "statistics":
            self._statistics = event.payload
        elif event.kind == "trace" and self._trace:
            self._trace.add(event.payload)
        elif event.kind == "film" and self._film:
            self._film.take(event.payload)
        elif event.kind == "progress":
            if self._distinct:  # some may be counted without being sent
                self._found = max(self._found, event.payload["solutions"])
            if self._progress:
                self._progress.show(self._found, event.payload["nodes"], event.payload["share"])


def _watched(given: argparse.Namespace) -> bool:
    """Whether a progress bar can be seen and would not mix with solutions on the same terminal."""
    return sys.stderr.isatty() and not (given.solutions == solution_writers.STDOUT and sys.stdout.isatty())


def _steps(given: argparse.Namespace, trace: search_report.Trace | None) -> tuple[int, int, int] | None:
    if trace is None:
        return None
    limit = given.trace_limit or (search_report.FEW_BOARDS if trace.drawn else search_report.MOST_LINES)
    most = search_report.MOST_BOARDS.get(given.trace.suffix, limit)
    if limit > most:
        raise UserError(f"--trace-limit: at most {most} steps are drawn in a {given.trace.suffix} file")
    return given.trace_from or 1_000_000, given.trace_to or 1, limit
