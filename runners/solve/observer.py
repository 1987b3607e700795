"""Writes the optional output of a run from its worker process: solutions, statistics, film, progress."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.classes import Classes, TooManyImages
from tilings.models.problem import Atom, Problem, Solution, UserError
from tilings.models.registry import Formulation
from tilings.models.terminal.ansi import passing
from tilings.models.terminal.command import OptionGroup
from tilings.models.terminal.phrases import counted, digits, span
from tilings.runners.execute.transcript import measures
from tilings.runners.solve import answer_text, search_report, solution_writers
from tilings.runners.solvers.interface.events import Event, Found, Measured, OutOfTime, SearchComplete, Telemetry
from tilings.runners.solvers.interface.solver import OutputRequests, Solver, require

if TYPE_CHECKING:
    from tilings.runners.progress import SearchProgress

_LEAST_SHARE = 1e-9  # of the search tree; a smaller share allows no estimate of the whole
_BAR_FROM_S = 0.2  # a shorter search needs neither a progress bar nor the time to import it


def arguments(output: OptionGroup, rare: OptionGroup) -> None:
    """Adds the command's options for solutions, statistics or a film."""
    output.add_argument(
        "--solutions", metavar="FILE",
        help="write all: .txt, .json, .jsonl, .pdf, board-%%d.png, -",
    )  # fmt: skip
    output.add_argument(
        "--most", type=int, metavar="N",
        help=f"write at most N (default: all, or {solution_writers.MOST_PICTURES} pictures; 0: all)",
    )  # fmt: skip
    rare.add_argument("--statistics", action="store_true", help="print nodes, failures and times of the search")
    rare.add_argument(
        "--film", type=Path, metavar="FILE",
        help="boards on the way to the first solution, as an animation (.gif), a strip (.png, .svg, .pdf) or data "
        "(.json); the search stops at every node for it, so its time is not comparable",
    )  # fmt: skip


def validate_options(given: argparse.Namespace, adapter: Solver, formulation: Formulation) -> None:
    """Raises UserError for options that exclude each other or that the solver does not support."""
    for option in ("solutions", "statistics", "film"):
        if getattr(given, option):
            require(adapter, formulation, option)
    if given.most is not None and (given.solutions is None or given.most < 0):
        raise UserError("--most takes a whole number from 0, and goes with --solutions")
    if given.film and given.threads > 1:
        raise UserError("--film follows one thread: leave out --threads")
    if given.solutions == solution_writers.STDOUT and given.json:
        raise UserError("--solutions - and --json both write to standard output: give a file for the solutions")


class NewSolutions:
    """The solutions of a run without those that are images of an earlier one and count as the same."""

    def __init__(self, problem: Problem, instance: Any, goal: str) -> None:
        self.problem, self.instance, self.goal = problem, instance, goal
        self.distinct = goal != "count"  # whether the solver lists one solution of each class
        self._classes = Classes(problem.symmetries(instance) if goal == "count" else ())
        self._seen: set[bytes] = set()

    def take(self, event: Event) -> Solution | None:
        """The new solution in an event; None without one."""
        if isinstance(event, Telemetry) and event.kind == "listed":
            self.distinct = True
        if not isinstance(event, Found):
            return None
        try:
            solution = self.problem.decode(self.instance, event.atoms)
            if self.distinct:
                return solution
            least = self._classes.of(solution)
        except (UserError, TooManyImages):  # the run's own check reports it
            return None
        new = least not in self._seen
        self._seen.add(least)
        return solution if new else None


class RunObserver:
    """An observer of one run (runners.execute.attempt.Observer), by the command's options."""

    def __init__(
        self, given: argparse.Namespace, problem: Problem, instance: Any, goal: str, made_by: str = ""
    ) -> None:
        """Opens the files; raises UserError on failure. made_by: the run's solver and formulation, for a film."""
        self._problem, self._instance = problem, instance
        title = f"goal {goal}, {made_by}"
        self._film = search_report.FilmWriter(given.film, problem, instance, title) if given.film else None
        self._writer = solution_writers.writer(given.solutions, problem.family, instance) if given.solutions else None
        few = solution_writers.MOST_PICTURES if given.solutions and solution_writers.pictures(given.solutions) else 0
        self._most = few if given.most is None else given.most
        self._out = sys.stderr if given.json or given.solutions == solution_writers.STDOUT else sys.stdout
        self._quiet = given.json or getattr(given, "quiet", False) or given.solutions == solution_writers.STDOUT
        # A progress bar must be visible, and not mix with solutions on the same terminal.
        mixed = given.solutions == solution_writers.STDOUT and sys.stdout.isatty()
        self._shows_progress = sys.stderr.isatty() and not mixed
        self.requests = OutputRequests(
            solutions=self._most if given.solutions else None,
            progress=True,
            statistics=given.statistics,
            film=given.film is not None,
        )
        self._progress: SearchProgress | None = None
        self._share = 0.0  # of the search tree
        self._time_s, self._out_of_time = 0.0, False
        self._goal, self._new = goal, NewSolutions(problem, instance, goal)
        self._found = 0
        self._last: tuple[Atom, ...] | None = None
        self._statistics: dict[str, Any] = {}
        self._measurements: dict[str, Any] = {}

    def see(self, time_s: float, events: list[Event]) -> None:
        """Handles the solver's next events."""
        self._time_s = time_s
        if self._shows_progress and self._progress is None and time_s >= _BAR_FROM_S:
            from tilings.runners.progress import SearchProgress

            self._progress = SearchProgress()
        for event in events:
            if isinstance(event, Found):
                self._add_solution(event)
            elif isinstance(event, Measured):
                self._measurements |= measures(event.values)
            elif isinstance(event, OutOfTime):
                self._out_of_time = True
                self._found = max(self._found, event.solutions or 0)
            elif isinstance(event, SearchComplete):
                self._found = max(self._found, event.count or 0)
            elif isinstance(event, Telemetry):
                self._add_telemetry(event)

    def close(self, ended: str) -> None:
        """Closes the files, prints the statistics, and after Ctrl-C the incumbent and the number of solutions."""
        if self._progress:
            self._progress.close()
        for file in (self._writer, self._film):
            if file:
                file.close()
        if self._writer and 0 < self._most < self._found and self._goal == "count":
            print(f"{self._most} of {digits(self._found)} solutions are written: --most N writes more", file=sys.stderr)
        stopped = self._out_of_time or ended in ("wall", "cpu")
        if stopped and _LEAST_SHARE < self._share < 1 and not self._quiet:
            whole = span(self._time_s / self._share)
            print(f"{100 * self._share:.2g} % of the search tree is done; all of it may take {whole}", file=sys.stderr)
        if self.requests.statistics:
            print(search_report.table(self._measurements | self._statistics), file=self._out, flush=True)
        if ended == "interrupted":
            if self._last is not None and self._goal != "count" and not self._quiet:
                self._show_last(self._last)
            print(f"{counted(self._found, 'solution')} found so far", file=sys.stderr, flush=True)

    def checking(self, words: str) -> None:
        """Shows on a terminal that a check goes on; the result replaces the line."""
        if self._shows_progress:
            passing(words)

    def _add_solution(self, event: Found) -> None:
        """Counts and writes a solution, unless it is the image of an earlier one that counts as the same."""
        self._last = event.atoms
        if self._writer:
            solution = self._new.take(event)
            if solution is None:
                return
            if self._most == 0 or self._found < self._most:
                self._writer.write(solution)
        self._found += 1
        if self._progress:
            self._progress.show(self._found)

    def _show_last(self, atoms: tuple[Atom, ...]) -> None:
        """Prints the last solution, of an optimisation the incumbent, if it is valid."""
        try:
            solution = self._problem.decode(self._instance, atoms)
        except UserError:
            return
        if not self._problem.check(self._instance, solution, self._goal):
            answer_text.show_board(self._problem.family, self._instance, solution, ", so far", sys.stdout)
            sys.stdout.flush()

    def _add_telemetry(self, event: Telemetry) -> None:
        if event.kind == "listed":
            self._new.take(event)
        elif event.kind == "statistics":
            self._statistics = event.payload
        elif event.kind == "film" and self._film:
            self._film.take(event.payload)
        elif event.kind == "progress":
            if self._new.distinct:  # the engine may count solutions without sending them
                self._found = max(self._found, event.payload["solutions"])
            self._share = event.payload["share"] or 0.0
            if self._progress:
                self._progress.show(self._found, event.payload["nodes"], event.payload["share"])
