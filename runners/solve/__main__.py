"""Solves one instance: its JSON file, a foreign puzzle file, or the name of a shipped instance."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.problem import UserError
from tilings.models.terminal.ansi import alarm, passing
from tilings.models.terminal.command import ANSWERED, BAD_INPUT, UNANSWERED, WRONG_ANSWER, Parser, run, show
from tilings.models.time_limit import TooLong, time_limit

OUTPUTS = ("solutions", "statistics", "film")
FILES = ("solutions", "draw", "film", "out")

if TYPE_CHECKING:
    from tilings.runners.plan.manifest import InstanceFile
    from tilings.runners.plan.run import Run
    from tilings.runners.solve.hints import Hint, Hints


def main() -> int:
    """The command ``python -m runners.solve``."""
    began = time.monotonic()
    # Until the instance is read, which is large and has no cycles: its collection would take a third of the time.
    gc.disable()
    given = parser().parse_args()
    _read_words(given)
    try:
        return _solved(given, began)
    except TooLong:
        return _late(given, time.monotonic() - began)


def _solved(given: argparse.Namespace, began: float) -> int:
    """Solve the puzzle of the command line; returns the exit code. Raises TooLong if the limit ends before the puzzle
    is read.

    began: the start of the command, from which its limit counts.
    """
    from tilings.runners import confine
    from tilings.runners.confine.scratch_dirs import Scratch
    from tilings.runners.record.schema import REFUTED
    from tilings.runners.solve import answer_text, choosing, printing, solution_writers, solving
    from tilings.runners.solve.observer import RunObserver
    from tilings.runners.solvers.interface import solver

    confine.require(jobs=1)
    backend = confine.choose(given.confine)
    if given.draw:
        solution_writers.check_picture(given.draw, "--draw takes")
    with Scratch() as folder:
        with time_limit(given.timeout - (time.monotonic() - began)):
            source = _source(given, folder)
            problem, instance = source.problem, source.instance
            solution_writers.check_keeping(given.keep, given.out, problem, instance)
            printing.check(given, problem.family, instance)
            for note in problem.notes(instance):
                print(f"note: {note}", file=sys.stderr)
        if given.unique:
            from tilings.runners.solve import unique

            return unique.command(given, source)
        if choosing.several(given.solver):
            from tilings.runners.solve import racing

            return racing.command(given, source, backend, began)
        hints = None
        if given.hint:
            from tilings.runners.solve.hints import Hints

            hints = Hints.of(given.instance, problem, instance, source.sha256)
        if hints and (hint := hints.next(None)):
            return _show_hint(hints, hint, given)
        if hints and hints.path.exists():
            print(
                f"note: {hints.path} does not belong to this version of the puzzle: the hints start again",
                file=sys.stderr,
            )
        run = _chosen(source, given)
        for error in solver.broken():
            print(f"note: {error}", file=sys.stderr)
        observer = RunObserver(given, problem, instance, run.goal, f"{run.solver}/{run.formulation.name}")
        answer = solving.answered(run, observer, backend, given.json, time.monotonic() - began)
        passing()
        advice = answer_text.advice(answer.record)
    record, solution = answer.record, answer.solution
    if record.ended == "interrupted":  # by a closed pipe; Ctrl-C raises KeyboardInterrupt
        return ANSWERED
    refuted = record.check in REFUTED
    if hints and solution is not None and not refuted and (hint := hints.next(solution)):
        return _show_hint(hints, hint, given)
    if given.json:
        show(given, record._asdict() | {"solution": solution}, "")
    else:
        out = sys.stderr if given.solutions == solution_writers.STDOUT else sys.stdout
        if given.quiet:
            print(answer_text.line(record), file=out)
        else:
            answer_text.show(problem, instance, record, solution if out is sys.stdout else None, out)
            if advice:
                print(advice, file=sys.stderr)
    if given.draw:
        solution_writers.draw(given.draw, answer.figure())
    if given.stl:
        printing.write(given, instance, problem.family, None if refuted else solution)
    if refuted:
        print(f"{alarm('WRONG ANSWER', sys.stderr)}: {record.message}", file=sys.stderr)
        return WRONG_ANSWER
    if given.keep:
        solution_writers.write_kept(given.keep, given.out, problem, instance, solution)
    if problem.files and (record.ended, record.phase) == ("crash", "encode"):
        return BAD_INPUT  # the solver or its compiler refuses the file
    return ANSWERED if record.proven else UNANSWERED


def _late(given: argparse.Namespace, wall_s: float) -> int:
    """Print that the limit ended before the search; returns the exit code."""
    from tilings.models.fields import as_name
    from tilings.runners.record.schema import RunRecord
    from tilings.runners.solve import answer_text

    record = RunRecord(
        run_id="", campaign="", family="", instance=as_name(Path(given.instance).stem), instance_sha256="",
        formulation=given.formulation or "", formulation_sha256="", solver=given.solver or "", solver_version="",
        options="", goal=given.goal or "", seed=given.seed, repetition=1, threads=given.threads,
        wall_limit_s=given.timeout, cpu_limit_s=given.timeout * given.threads, mem_limit_mb=given.memory,
        ended="wall", phase="encode", wall_s=wall_s,
    )  # fmt: skip
    passing()
    words = f"no answer: the limit of {given.timeout:g} s was reached before the puzzle was read"
    show(given, record._asdict() | {"solution": None}, answer_text.line(record) if given.quiet else words)
    return UNANSWERED


def _read_words(given: argparse.Namespace) -> None:
    """Translate --count and --all; raises UserError for options that exclude each other."""
    if given.count or given.all:
        if given.goal not in (None, "count"):
            raise UserError(f"--count and --all have the goal count, not {given.goal}: leave out one of them")
        given.goal = "count"
    if given.all and given.solutions is None:
        given.solutions = "-"
    files = [(option, Path(file)) for option in FILES if (file := getattr(given, option))]
    for (one, file), (other, same) in combinations(files, 2):
        if file.resolve() == same.resolve():
            raise UserError(f"--{one} and --{other} would both write {file}: give each a file of its own")
    if given.hint and (given.goal == "count" or given.solutions or given.draw or given.stl or given.keep):
        raise UserError("--hint shows a piece and nothing else: leave out the other outputs and the goal count")


def _show_hint(hints: Hints, hint: Hint, given: argparse.Namespace) -> int:
    """Print the board with the pieces shown so far; returns the exit code."""
    words = ": ".join(filter(None, [f"hint {len(hint.shown)} of {hint.of}", hints.piece(hint)]))
    show(given, {"shown": hint.shown, "of": hint.of, "written": hints.path}, f"{hints.text(hint)}\n\n{words}")
    print(f"remembered in {hints.path} (remove it to start again)", file=sys.stderr)
    return ANSWERED


def _chosen(source: InstanceFile, given: argparse.Namespace) -> Run:
    """The run that the command line asks for."""
    from tilings.runners.solve import choosing
    from tilings.runners.solve.observer import validate_options

    run = choosing.choose(
        source, given.solver, given.formulation, given.goal,
        options=dict(given.option), timeout=given.timeout, memory=given.memory, threads=given.threads,
        seed=given.seed, preset=given.preset, outputs=[output for output in OUTPUTS if getattr(given, output)],
    )  # fmt: skip
    validate_options(given, run.adapter, run.formulation)
    return run


def _source(given: argparse.Namespace, folder: Path) -> InstanceFile:
    """The instance of the command line, under its convention."""
    from tilings.runners.plan import instance_files
    from tilings.runners.solve.puzzle import Puzzle

    source = instance_files.source(given.instance, folder, given.files)
    gc.freeze()
    gc.enable()
    if not given.convention:
        return source
    return Puzzle(source.problem.family, source.instance).under(given.convention).stored(folder)


def parser() -> Parser:
    """The command's arguments."""
    from tilings.models.terminal.arguments import millimetres, seconds, seed, setting, whole
    from tilings.runners.confine.choice import confinement
    from tilings.runners.plan import instance_files
    from tilings.runners.solve import observer

    parser = Parser(
        "python -m runners.solve",
        "Solve one puzzle, check the solution and show it.",
        [
            "h19                            # a square of squares",
            "tetris-cube --draw cube.png    # a box of polycubes",
            "soma-rotations --count --solver dlx,clingo",
            "my-puzzle.txt --timeout 60",
        ],
        "docs/solve.md",
        {
            ANSWERED: "answered, also by a proof that there is no solution",
            UNANSWERED: "no answer within the limits",
            WRONG_ANSWER: "a wrong answer",
        },
    )
    parser.add_argument("instance", metavar="INSTANCE", help=instance_files.HELP)
    parser.add_argument(
        "files", nargs="*", default=[], metavar="FILE", help="the data files and the checker of your own model"
    )
    how = parser.group("how to solve it")
    how.add_argument("--solver", metavar="NAME", help="a solver listed by `tilings doctor`; several (A,B) race")
    how.add_argument("--formulation", metavar="NAME", help="a file of models/FAMILY/ (default: the preferred one)")
    how.add_argument("--goal", metavar="NAME", help="first, count or optimum (default: optimum, or first)")
    how.add_argument("--count", action="store_true", help="count all solutions: --goal count")
    how.add_argument("--all", action="store_true", help="print all solutions: --goal count --solutions -")
    how.add_argument(
        "--timeout", type=seconds, default=300.0, metavar="S",
        help="limit of each solver: seconds, 5m or 3h (%(default)g)",
    )  # fmt: skip
    output = parser.group("output")
    output.add_argument("--hint", action="store_true", help="show one more piece of a solution each time")
    output.add_argument("--draw", metavar="FILE", type=Path, help="draw the solution: .png, .svg or .pdf")
    output.add_argument("--quiet", action="store_true", help="print the answer in one line, without the board")
    observer.arguments(output, parser.group("the search", rare=True))
    limits = parser.group("limits and options", rare=True)
    limits.add_argument("--unique", action="store_true", help="end with the second solution: is there exactly one?")
    limits.add_argument(
        "--memory",
        type=whole,
        default=4000,
        metavar="MB",
        help="memory limit in MB, all processes together (%(default)s)",
    )
    limits.add_argument("--threads", type=whole, default=1, metavar="N", help="solver threads (%(default)s)")
    limits.add_argument(
        "--preset", default="", metavar="NAME", help="a named set of solver settings: see tilings doctor"
    )
    limits.add_argument("--seed", type=seed, default=1, metavar="N", help="random seed (%(default)s)")
    limits.add_argument(
        "--option", action="append", default=[], type=setting, metavar="KEY=VALUE", help="a formulation's option"
    )
    limits.add_argument(
        "--convention", metavar="WORD",
        help="symmetric solutions that count as one: raw, rotations, reflections; of covers raw, symmetries, "
        "automorphisms",
    )  # fmt: skip
    confinement(limits)
    rest = parser.group("the pieces", rare=True)
    rest.add_argument(
        "--keep",
        type=lambda names: names.split(","),
        metavar="A,B",
        help="with --out: fix these pieces in their places",
    )
    rest.add_argument("--out", type=Path, metavar="FILE.json", help="write the remaining puzzle")
    rest.add_argument("--stl", metavar="FOLDER", type=Path, help="write the solution and its pieces as STL files")
    rest.add_argument(
        "--edge", type=millimetres, default=10.0, metavar="MM", help="the edge of a cell in mm (%(default)g)"
    )
    rest.add_argument(
        "--gap", type=millimetres, default=0.1, metavar="MM", help="free space at each side of a piece (%(default)g)"
    )
    return parser


if __name__ == "__main__":
    run(main)
