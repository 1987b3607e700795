"""Several solvers at once on the command line: ``--solver clingo,cpsat,gecode``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from models.notebook import Picture
from models.problem import UserError
from models.terminal.ansi import colours, paint
from models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, show
from runners.solve import answer_text, racing
from runners.solve.solving import Answer, answers

if TYPE_CHECKING:
    from runners.confine import Backend
    from runners.plan.manifest import InstanceFile

_OF_ONE = ("solutions", "most", "statistics", "trace", "film", "estimate", "keep", "out")


def main(given: argparse.Namespace, source: InstanceFile, backend: Backend) -> int:
    """Races the solvers that the command line names, prints a table or JSON, and draws the first answer."""
    if alone := [f"--{option}" for option in _OF_ONE if getattr(given, option, None)]:
        raise UserError(f"{' and '.join(alone)} cannot be had of several solvers at once: name one")
    runs = racing.entered(
        source, given.solver, given.formulation, given.goal, options=dict(given.option), timeout=given.timeout,
        memory=given.memory, threads=given.threads, seed=given.seed,
    )  # fmt: skip
    found: list[Answer] = []
    progress, close = _progress(len(runs))
    try:
        for answer in answers(runs, None, backend, given.json):
            found.append(answer)
            progress(answer)
    except KeyboardInterrupt:
        close()
        if found:
            _show(racing.Race.of(found), given)
        raise
    race = racing.Race.of(found)
    close()
    _show(race, given)
    if given.draw and race.first and (figure := race.first.figure()):
        Picture(figure).save(given.draw)
    if race.disagreements:
        return WRONG_ANSWER
    return ANSWERED if race.first else UNANSWERED


def _show(race: racing.Race, given: argparse.Namespace) -> None:
    """Prints the table, what is proved, and on standard error what went wrong."""
    if given.json:
        show(given, [asdict(each.record) | {"solution": each.solution} for each in race.answers], "")
    else:
        colourful = colours(sys.stdout)
        for number, row in enumerate(race.lines()):
            best = number == 1 and race.first is not None
            print(paint(row, "green" * best, bold=best, faint=not number) if colourful else row)
        if race.first and not race.disagreements and not given.quiet:
            puzzle = race.first.puzzle
            print("", answer_text.verdict(puzzle.problem, puzzle.instance, race.first.record), sep="\n")
    for remark in race.remarks:
        loud = remark.startswith("DISAGREEMENT") and colours(sys.stderr)
        print(paint(remark, "red", bold=True) if loud else remark, file=sys.stderr)


def _progress(total: int) -> tuple[Callable[[Answer], None], Callable[[], None]]:
    """What shows each answer as it comes on a terminal, and what removes the bar."""
    if not sys.stderr.isatty():
        return lambda _: None, lambda: None
    from runners.progress import WorkProgress

    bar = WorkProgress(total)
    return lambda answer: bar.step(1, f"{answer.record.solver}: {answer.record.answer_words}"), bar.close
