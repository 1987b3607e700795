"""Solves one instance with one solver: its JSON file, a foreign puzzle file, or the name of a shipped instance.

Exit code: 0 answered (also a proven "no solution"), 1 no answer within the limits, 2 bad input, 3 a wrong answer.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, run
from models.problem import UserError

PICTURES = (".png", ".svg", ".pdf")
OFFERS = ("solutions", "statistics", "trace", "film", "estimate")

if TYPE_CHECKING:
    from runners.plan.manifest import InstanceFile


def main() -> int:
    """The command ``python -m runners.solve``."""
    from runners import confine
    from runners.record.schema import REFUTED
    from runners.solve import answer_text, choosing, keeping, solution_writers, solving
    from runners.solve.observer import RunObserver, validate_options

    given = _parser().parse_args()
    backend = confine.choose(given.confine)
    if given.draw and (given.draw.suffix not in PICTURES or not given.draw.parent.is_dir()):
        raise UserError(f"--draw takes a {', '.join(PICTURES)} file in a folder that exists, not {given.draw}")
    with tempfile.TemporaryDirectory(prefix="solve-") as folder:
        source = _source(given, Path(folder))
        problem, instance = source.problem, source.instance
        keeping.check(given.keep, given.out, problem, instance)
        for note in problem.notes(instance):
            print(f"note: {note}", file=sys.stderr)
        run = choosing.choose(
            source, given.solver, given.formulation, given.goal,
            options=dict(given.option), timeout=given.timeout, memory=given.memory, threads=given.threads,
            seed=given.seed, offering=[each for each in OFFERS if getattr(given, each)],
        )  # fmt: skip
        adapter: Any = run.adapter
        validate_options(given, adapter, run.formulation)
        if given.estimate:
            print(adapter.estimate(run.formulation, instance, run.options, given.estimate))
            return ANSWERED
        observer = RunObserver(given, problem, instance, run.goal, f"{run.solver}/{run.formulation.name}")
        answer = solving.answered(run, observer, backend, provenance=given.json)
    record = answer.record
    if given.json:
        print(json.dumps(asdict(record) | {"solution": answer.solution}))
    else:
        out = sys.stderr if given.solutions == solution_writers.STDOUT else sys.stdout
        if given.quiet:
            print(answer_text.line(record), file=out)
        else:
            answer_text.show(problem, instance, record, answer.solution if out is sys.stdout else None, out)
    if given.draw and (figure := answer.figure()):
        figure.savefig(given.draw, bbox_inches="tight")
    if record.check in REFUTED:
        print(f"WRONG ANSWER: {record.message}", file=sys.stderr)
        return WRONG_ANSWER
    if given.keep:
        keeping.write(given.keep, given.out, answer)
    return ANSWERED if record.proven else UNANSWERED


def _source(given: argparse.Namespace, folder: Path) -> InstanceFile:
    """The instance that the command line names, under the convention that it names."""
    from runners.plan import instance_argument, manifest
    from runners.solve.puzzle import Puzzle

    source = manifest.read_instance(instance_argument.path(given.instance, folder, given.files))
    if not given.convention:
        return source
    return Puzzle(source.problem.family, source.instance).under(given.convention).stored(folder)


def _parser() -> argparse.ArgumentParser:
    from models.arguments import positive, seed, setting, whole
    from runners.confine.choice import confinement
    from runners.plan import instance_argument
    from runners.solve import observer

    parser = Parser(
        "python -m runners.solve",
        "Solve one puzzle.",
        ["h19 --solver clingo"],
        "README.md",
        {
            ANSWERED: "answered, also by a proof that there is no solution",
            UNANSWERED: "no answer within the limits",
            WRONG_ANSWER: "a wrong answer",
        },
    )
    parser.add_argument("instance", help=instance_argument.HELP)
    parser.add_argument("files", nargs="*", help="of a model of your own: its data, and a checker (.py or .mzc.mzn)")
    parser.add_argument("--solver", help="see python -m runners.doctor (default: the preferred one that is installed)")
    parser.add_argument("--formulation", help="a file of models/FAMILY/ (default: the family's preferred one)")
    parser.add_argument("--goal", help="first, count or optimum (default: optimum where there is one, else first)")
    parser.add_argument(
        "--convention",
        help="which solutions count as one: raw, rotations, reflections; of covers raw, symmetries, automorphisms "
        "(default: the instance's own)",
    )
    parser.add_argument(
        "--option", action="append", default=[], type=setting, metavar="KEY=VALUE", help="of the formulation"
    )
    parser.add_argument("--timeout", type=positive, default=300.0, metavar="S", help="wall seconds (%(default)s)")
    parser.add_argument("--memory", type=whole, default=4000, metavar="MB", help="of all its processes (%(default)s)")
    parser.add_argument("--threads", type=whole, default=1, help="of the solver (%(default)s)")
    parser.add_argument("--seed", type=seed, default=1, help="of the solver (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the run's record and solution as one JSON object")
    parser.add_argument("--quiet", action="store_true", help="print the answer in one line, without board and words")
    parser.add_argument("--draw", metavar="FILE", type=Path, help="draw the solution into a .png, .svg or .pdf file")
    parser.add_argument(
        "--keep", type=lambda names: names.split(","), metavar="A,B", help="with --out: fix these pieces where they lie"
    )
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="the file for the puzzle that --keep leaves")
    confinement(parser)
    observer.arguments(parser)
    return parser


if __name__ == "__main__":
    run(main)
