"""Solves one instance with one solver: its JSON file, a foreign puzzle file, or the name of a shipped instance.

Exit code: 0 answered (also a proven "no solution"), 1 no answer within the limits, 2 bad input, 3 a wrong answer.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from models.command import ANSWERED, UNANSWERED, WRONG_ANSWER, Parser, run
from models.problem import UserError

PICTURES = (".png", ".svg", ".pdf")

if TYPE_CHECKING:
    from models.problem import Problem, Solution
    from models.registry import Formulation
    from runners.confine import Backend
    from runners.execute.run_once import Outcome
    from runners.plan.manifest import InstanceFile
    from runners.plan.run import Run
    from runners.record.schema import RunRecord
    from runners.solve.observer import RunObserver


def main() -> int:
    """The command ``python -m runners.solve``."""
    from models import registry
    from runners import confine
    from runners.campaign.cross_check import CrossCheck
    from runners.plan import instance_argument, manifest
    from runners.record.schema import REFUTED
    from runners.solve import solution_writers
    from runners.solve.observer import RunObserver, validate_options

    given = _parser().parse_args()
    backend = confine.choose(given.confine)
    if given.draw and (given.draw.suffix not in PICTURES or not given.draw.parent.is_dir()):
        raise UserError(f"--draw takes a {', '.join(PICTURES)} file in a folder that exists, not {given.draw}")
    with tempfile.TemporaryDirectory(prefix="solve-") as folder:
        source = manifest.read_instance(instance_argument.path(given.instance, Path(folder), given.files))
        if given.convention:
            instance = source.problem.under_convention(source.instance, given.convention)
            path = Path(folder) / f"{instance.name}.json"
            source.problem.parse(source.problem.to_json(instance))
            path.write_text(registry.instance_json(source.problem, instance), encoding="utf-8")
            source = manifest.read_instance(path)
        problem, instance = source.problem, source.instance
        _check_keeping(given, problem, instance)
        for note in problem.notes(instance):
            print(f"note: {note}", file=sys.stderr)
        run, adapter = _run(given, source)
        validate_options(given, adapter, run.formulation)
        if given.estimate:
            print(adapter.estimate(run.formulation, instance, run.options, given.estimate))
            return ANSWERED
        observer = RunObserver(given, problem, instance, run.goal, f"{run.solver}/{run.formulation.name}")
        outcome = _outcome(run, observer, backend, provenance=given.json)
        record = CrossCheck(manifest.shipped(sha256=source.sha256)).against_known(outcome.record)
    if record.ended == "not_applicable" and record.encode_s is None:
        raise UserError(record.message)
    if given.json:
        print(json.dumps(asdict(record) | {"solution": outcome.solution}))
    else:
        out = sys.stderr if given.solutions == solution_writers.STDOUT else sys.stdout
        _print(record, problem, instance, outcome, out)
    if given.draw and outcome.solution is not None:
        drawing = registry.drawing(problem.family)
        drawing.figure(instance, outcome.solution).savefig(given.draw, bbox_inches="tight")
    if record.check in REFUTED:
        print(f"WRONG ANSWER: {record.message}", file=sys.stderr)
        return WRONG_ANSWER
    if given.keep:
        _write_kept(given, problem, instance, outcome.solution)
    return ANSWERED if record.proven else UNANSWERED


def _run(given: argparse.Namespace, source: InstanceFile) -> tuple[Run, Any]:
    """The run that the command line asks for, and its solver's adapter."""
    from models import parts
    from runners.plan.run import Run, limits
    from runners.solvers.interface import solver

    problem, instance = source.problem, source.instance
    goals = problem.goals(instance)
    goal = given.goal or goals[-1 if problem.sense and "optimum" in goals else 0]
    if goal not in goals:
        raise UserError(f"this instance has no goal '{goal}'; its goals are {', '.join(goals)}")
    formulation = _formulation(problem, given.solver, given.formulation, goal, instance)
    adapter = solver.find(given.solver, formulation.language)
    if adapter.version() is None:
        raise UserError(f"{given.solver} is not installed; to install: {adapter.bring}")
    options = formulation.settings(dict(given.option))
    return Run(
        problem.family, instance.name, source, formulation, options, given.solver,
        adapter.version(formulation) or "", goal, given.seed, 1, given.threads,
        limits(given.timeout, given.memory, given.threads),
        formulation.refusal(goal, instance)
        or solver.refusal(adapter, goal, given.threads)
        or parts.refusal(goal, options),
    ), adapter  # fmt: skip


def _outcome(run: Run, observer: RunObserver, backend: Backend, provenance: bool) -> Outcome:
    """Make the run. provenance: whether its record is to name the run, the sources and the machine."""
    from runners.execute.scheduler import execute
    from runners.execute.single_run import SingleRun

    outcomes = execute(
        SingleRun(run), None, jobs=1, observer=observer, backend=backend, start="light", provenance=provenance
    )
    try:
        return next(outcomes)[1]
    finally:
        outcomes.close()


def _formulation(problem: Problem, taker: str, name: str | None, goal: str, instance: Any) -> Formulation:
    """The formulation that is named, or one that states the goal, which the solver of the name `taker` takes.

    That is the family's preferred one in the solver's first language that is installed.
    """
    from models import registry
    from runners.solvers.interface import solver

    languages = solver.languages(taker)
    if name:
        found = registry.formulation(problem.family, name)
        if found.language not in languages:
            raise UserError(f"{taker} takes formulations in {' or '.join(languages)}; {name} is in {found.language}")
        reason = found.refusal(goal, instance)
        if reason:
            raise UserError(f"{name}: {reason}")
        return found
    fitting = [found for found in registry.formulations(problem.family).values() if found.language in languages]
    if fitting and not any(found.takes(instance) for found in fitting):
        raise UserError(f"{taker} takes no models in {instance.format}")
    stating = [found for found in fitting if not found.refusal(goal, instance)]
    if not stating:
        raise UserError(f"{problem.family} has no formulation for {taker} with the goal '{goal}'")

    def rank(found: Formulation) -> tuple[bool, int, bool, str]:
        absent = solver.find(taker, found.language).version(found) is None
        return absent, languages.index(found.language), found.name not in problem.preferred, found.name

    return min(stating, key=rank)


def _check_keeping(given: argparse.Namespace, problem: Problem, instance: Any) -> None:
    """Raises UserError, before the search, where --keep or --out cannot be followed."""
    if (given.keep is None) != (given.out is None):
        raise UserError("--keep and --out go together: the pieces to keep, and the file for the sub-puzzle")
    if given.keep is None:
        return
    if problem.keep is None:
        raise UserError(f"--keep: {problem.family} has no pieces that can be fixed")
    if given.out.suffix != ".json" or not given.out.parent.is_dir():
        raise UserError(f"--out takes a .json file in a folder that exists, not {given.out}")
    problem.keep(instance, (), given.keep)


def _write_kept(given: argparse.Namespace, problem: Problem, instance: Any, solution: Solution | None) -> None:
    """Writes the instance in which the pieces to keep are fixed where they lie in the solution."""
    from models import fields, registry

    if solution is None or problem.keep is None:
        print(f"{given.out} is not written: the run left no solution to keep pieces of", file=sys.stderr)
        return
    kept = replace(problem.keep(instance, solution, given.keep), name=fields.as_name(given.out.stem))
    given.out.write_text(registry.instance_json(problem, kept), encoding="utf-8")


def _print(record: RunRecord, problem: Problem, instance: Any, outcome: Outcome, out: TextIO) -> None:
    """Prints the answer as text; on a terminal the solution follows."""
    from models import parts, registry

    part = parts.of_record(record)
    details = [] if part.whole else [f"part {part} of the search"]
    details += [record.ended, record.check, f"{record.wall_s or 0:.2f} s"]
    if record.proof:
        details.append(f"proof {record.proof.replace('_', ' ')}")
    if record.bound is not None and record.answer != "optimal":
        details.append(f"bound {record.bound:g}")
    print(f"{record.answer_words} ({', '.join(details)})", file=out)
    if record.message:
        print(record.message, file=out)
    if outcome.solution is not None and out is sys.stdout and out.isatty():
        print(registry.drawing(problem.family).text(instance, outcome.solution))


def _parser() -> argparse.ArgumentParser:
    from models.arguments import positive, seed, setting, whole
    from runners.confine.choice import confinement
    from runners.plan import instance_argument
    from runners.solve import observer

    what, *_, codes = (__doc__ or "").split("\n\n")
    parser = Parser(prog="python -m runners.solve", description=what, epilog=codes)
    parser.add_argument("instance", help=instance_argument.HELP)
    parser.add_argument("files", nargs="*", help="of a model of your own: its data, and a checker (.py or .mzc.mzn)")
    parser.add_argument("--solver", required=True, help="see python -m runners.doctor")
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
