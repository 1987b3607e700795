"""The command ``python -m studies.busche.search``: one puzzle by M. Busche's solver, or an estimate of the search.

The statistics count attempts and fits by the number of remaining pieces. The trace has the steps of the search that
place or remove a piece.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Packing, Problem, Solution, UserError
from tilings.models.terminal.arguments import seconds, setting, whole
from tilings.models.terminal.command import ANSWERED, UNANSWERED, Parser, run, show
from tilings.models.terminal.phrases import counted
from tilings.runners.confine.scratch_dirs import Scratch
from tilings.runners.drawing.picture import Picture
from tilings.runners.plan import instance_files
from tilings.runners.solve.solution_writers import find_sheet, say_written, write_pages
from tilings.studies.busche import formulation
from tilings.studies.busche.engine import Classic, estimate

RATE_NODES = SLICE = 50_000
MOST_LINES, FEW_BOARDS, BOARDS_ON_A_PAGE = 10_000, 60, 60
MOST_BOARDS = {".png": 120, ".pdf": 600}


def main() -> int:
    """Search, or estimate the search, within the time limit."""
    given = parser().parse_args()
    with Scratch() as folder:
        source = instance_files.source(given.instance, folder)
    if not isinstance(source.instance, PolycubesInstance):
        raise UserError(f"{given.instance} is not a box of polycubes, which M. Busche's solver packs")
    packing = formulation.build(source.instance, settings="estimated", **dict(given.option))
    return _estimated(given, packing) if given.estimate else _searched(given, source, packing)


def _estimated(given: argparse.Namespace, packing: Packing) -> int:
    """Estimate the search; the exit code."""

    def late(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, given.timeout)
    text = None
    with suppress(TimeoutError):
        text = forecast(packing, given.estimate)
    signal.setitimer(signal.ITIMER_REAL, 0)
    words = f"no estimate from {given.estimate} descents within {given.timeout:g} s; ask for fewer"
    show(given, {"estimate": text}, text or words)
    return ANSWERED if text else UNANSWERED


def _searched(given: argparse.Namespace, source: Any, packing: Packing) -> int:
    """Search to the end or the limit, and print the statistics and the number of solutions; the exit code."""
    search, trace, end = Classic(packing), None, time.monotonic() + given.timeout
    if given.trace:
        search.record(*_steps(given))
        trace = Trace(given.trace, source.problem, source.instance)
    began, sent = time.monotonic(), 0
    while not search.finished and time.monotonic() < end:
        search.advance(max_nodes=SLICE, collect=False)
        if trace:
            trace.add(search.trace[sent:])
            sent = len(search.events)
    if trace:
        trace.close()
    table = statistics(search, time.monotonic() - began)
    trials = table["trials"] or int(packing.settings.get("trials", "0"))
    found = counted(search.solutions, "solution")
    whole = search.finished and not trials
    words = (
        f"{found} up to symmetry" if whole else f"{found} found; {'random trials' if trials else 'the limit'}: not all"
    )
    show(given, table, "\n".join([*lines(table), words]))
    return ANSWERED if whole else UNANSWERED


def statistics(search: Classic, solve_s: float) -> dict[str, Any]:
    """The statistics of a search of so many seconds, by name; attempts and fits are lists by remaining pieces."""
    trials = int(search.packing.settings.get("trials", "0"))
    return {
        "seconds": solve_s, "nodes": search.nodes, "updates": search.updates, "solutions": search.solutions,
        "attempts": search.attempts, "fits": search.fits, "removed": search.removed,
        "trials": round(trials * search.progress),
    }  # fmt: skip


def lines(statistics: dict[str, Any]) -> list[str]:
    """The statistics as lines of text: a table by the number of remaining pieces, and the totals."""
    attempts, fits, trials = statistics["attempts"], statistics["fits"], statistics["trials"]
    titles = ["remaining", "attempts", "fits"]
    if trials:
        titles += ["attempts a trial", "fits a trial"]

    def row(label: str, numbers: tuple[int, int]) -> list[str]:
        means = [f"{number / trials:,.2f}" for number in numbers] if trials else []
        return [label, *(f"{number:,}" for number in numbers), *means]

    rows = [titles] + [row(str(n), (attempts[n], fits[n])) for n in range(len(attempts) - 1, 0, -1)]
    rows.append(row("all", (sum(attempts), sum(fits))))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    removed = ", ".join(f"{number} by {name}" for name, number in statistics["removed"].items())
    return [
        *("  ".join(map(str.rjust, cells, widths)) for cells in rows),
        *([f"means over {trials:,} trials"] if trials else []),
        f"images removed before the first piece: {removed}",
        f"{statistics['nodes']:,} nodes, {statistics['updates']:,} updates in {statistics['seconds']:.2f} s",
    ]


def forecast(packing: Packing, probes: int) -> str:
    """A paragraph with Knuth's estimate of the tree, and the time that it takes at the speed measured here.

    Raises UserError for an invalid packing or settings, or if there are no probes.
    """
    tree = estimate(packing, probes)
    search = Classic(packing)
    start = time.monotonic()
    search.advance(max_nodes=RATE_NODES, collect=False)
    rate = search.nodes / (time.monotonic() - start)
    solutions = f"{_plus_minus(tree.solutions)} solutions" if tree.solutions[0] else "and no solution met"
    return (
        f"Knuth's estimate from {probes} random descents: {_plus_minus(tree.nodes)} nodes, "
        f"{solutions} (mean ± standard error); about {_time(tree.nodes[0] / rate)} at the "
        f"{rate:.2g} nodes a second of the search's start. Few descents miss rare large parts of the tree; "
        "then the standard errors are too small as well."
    )


def _plus_minus(mean: tuple[float, float]) -> str:
    return f"{mean[0]:.4g} ± {mean[1]:.2g}"


def _time(seconds: float) -> str:
    for unit, length in (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.2g} seconds"


class Trace:
    """Writes the steps of a search to a file: a .txt file has their lines, a .png or .pdf file a board for each step.

    The lines are those of ``Classic.trace``. A board shows the pieces in the box after the step, except those that were
    placed before the traced depth was reached.
    """

    def __init__(self, path: Path, problem: Problem, instance: Any) -> None:
        """Raises UserError for an unknown format, or for a picture if the family has no small boards."""
        self.drawn = path.suffix in MOST_BOARDS
        if not (self.drawn or path.suffix == ".txt") or not path.parent.is_dir():
            raise UserError(f"--trace takes a .txt, .png or .pdf file in a folder that exists, not {path}")
        if self.drawn and find_sheet(problem.family) is None:
            raise UserError(f"--trace: {problem.family} has no small boards to draw: use a .txt file")
        self._path, self._problem, self._instance = path, problem, instance
        self._lines: list[str] = []
        self._file = None if self.drawn else path.open("w", encoding="utf-8")

    def add(self, lines: list[str]) -> None:
        """Adds further steps."""
        if self._file is None:
            self._lines += lines
        else:
            self._file.write("".join(f"{line}\n" for line in lines))
            self._file.flush()

    def close(self) -> None:
        """Closes the text file, or draws the picture."""
        if self._file is not None:
            self._file.close()
        elif not self._lines:
            say_written(self._path, "the search reported no step")
            return
        else:
            titles, boards = replay(self._lines, self._problem.decode(self._instance, ()))
            sheet = find_sheet(self._problem.family)
            assert sheet is not None
            if self._path.suffix == ".png":
                Picture(sheet(self._instance, boards, titles)).save(self._path, dpi=150)
            else:
                write_pages(self._path, sheet, self._instance, boards, titles, BOARDS_ON_A_PAGE)
        say_written(self._path)


def replay(lines: Sequence[str], start: Solution) -> tuple[list[str], list[Solution]]:
    """The title of each step of a trace, and the board after it; start: the board before the first step."""
    board = list(start)
    titles, boards = [], []
    for line in lines:
        remaining, step, *words = line.split()
        item = (step[1:], tuple(tuple(map(int, word.split(","))) for word in words))
        if step[0] == "+":
            board.append(item)
        elif item in board:
            board.remove(item)
        titles.append(f"{remaining} {step}")
        boards.append(tuple(board))
    return titles, boards


def _steps(given: argparse.Namespace) -> tuple[int, int, int]:
    """The numbers of remaining pieces from and down to which steps are traced, and the most steps."""
    if (given.trace_from or sys.maxsize) < (given.trace_to or 1):
        raise UserError("--trace-from and --trace-to are numbers of remaining pieces: from the larger to the smaller")
    drawn = given.trace.suffix in MOST_BOARDS
    limit = given.trace_limit or (FEW_BOARDS if drawn else MOST_LINES)
    most = MOST_BOARDS.get(given.trace.suffix, limit)
    if limit > most:
        raise UserError(f"--trace-limit: at most {most} steps are drawn in a {given.trace.suffix} file")
    return given.trace_from or 1_000_000, given.trace_to or 1, limit


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m studies.busche.search",
        "Search one box of polycubes by M. Busche's solver, or estimate the search.",
        [
            "pentominoes6x10 --trace steps.png",
            "tetris-cube --estimate 1000",
            "tetris-cube --option order=f --timeout 60",
        ],
        "docs/engines.md",
        {ANSWERED: "the search or the estimate is complete", UNANSWERED: "it reached its limit"},
    )
    command.add_argument("instance", metavar="INSTANCE", help=instance_files.HELP)
    command.add_argument("--timeout", type=seconds, default=300.0, metavar="S", help="wall seconds (%(default)g)")
    command.add_argument(
        "--option", action="append", default=[], type=setting, metavar="KEY=VALUE", help="a setting of the solver"
    )
    command.add_argument("--estimate", type=whole, metavar="PROBES", help="estimate the search by random descents")
    command.add_argument(
        "--trace", type=Path, metavar="FILE", help="write the steps of the search: .txt, or drawn .png or .pdf"
    )
    command.add_argument(
        "--trace-from", type=whole, metavar="N", help="first step: with N remaining pieces (default: all)"
    )
    command.add_argument("--trace-to", type=whole, metavar="N", help="last step: with N remaining pieces (default: 1)")
    command.add_argument(
        "--trace-limit", type=whole, metavar="N",
        help=f"at most N steps (default: {MOST_LINES}; drawn: {FEW_BOARDS})",
    )  # fmt: skip
    return command


if __name__ == "__main__":
    run(main)
