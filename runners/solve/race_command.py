"""Several solvers at once on the command line: ``--solver clingo,cpsat,gecode``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from models.command import ANSWERED, UNANSWERED, WRONG_ANSWER
from models.problem import UserError
from models.terminal import colours, paint
from runners.solve import racing
from runners.solve.solving import Answer

if TYPE_CHECKING:
    from runners.confine import Backend
    from runners.plan.manifest import InstanceFile

_OF_ONE = ("solutions", "most", "statistics", "trace", "film", "estimate", "keep", "out")


def wanted(solver: str | None) -> bool:
    """Whether what ``--solver`` names is a race."""
    return solver is not None and (solver == racing.ALL or any(mark in solver for mark in ",/"))


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

    def seen(answer: Answer) -> None:
        found.append(answer)
        progress(answer)

    try:
        race = racing.race(runs, seen, backend, provenance=given.json)
    except KeyboardInterrupt:
        close()
        if found:
            _show(racing.Race.of(found), given.json)
        raise
    close()
    _show(race, given.json)
    if given.draw and race.first and (figure := race.first.figure()):
        figure.savefig(given.draw, bbox_inches="tight")
    if race.disagreements:
        return WRONG_ANSWER
    return ANSWERED if race.first else UNANSWERED


def _show(race: racing.Race, as_json: bool) -> None:
    if as_json:
        print(json.dumps([asdict(each.record) | {"solution": each.solution} for each in race.answers]))
    else:
        heads, *rows = str(race).splitlines()[: len(race.answers) + 1]
        first = rows[0] if race.first else None
        shown = [paint(row, "green", bold=True) if row is first and colours(sys.stdout) else row for row in rows]
        print(paint(heads, faint=True) if colours(sys.stdout) else heads, *shown, sep="\n")
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
