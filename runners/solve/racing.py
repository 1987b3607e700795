"""A race: several solvers on one puzzle in parallel, and whether they agree; ``--solver clingo,cpsat``."""

from __future__ import annotations

import argparse
import fnmatch
import html
import sys
import time
from collections.abc import Iterable, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from tilings.models import fields
from tilings.models.problem import UserError
from tilings.models.terminal.ansi import colours, paint
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, show
from tilings.models.terminal.phrases import digits, span
from tilings.runners.progress import WorkProgress
from tilings.runners.record.schema import REFUTED, RunRecord
from tilings.runners.record.support import Support
from tilings.runners.solve import answer_text, choosing, printing
from tilings.runners.solve.solution_writers import draw
from tilings.runners.solve.solving import Answer, answers, at_a_time

if TYPE_CHECKING:
    from tilings.runners.confine import Backend
    from tilings.runners.plan.manifest import InstanceFile
    from tilings.runners.plan.run import Run

_VALUES = {"count": "solutions", "optimum": "objective"}  # the title of the answer's value, by the goal
# Options of a single solver.
_OF_ONE = ("hint", "preset", "solutions", "most", "statistics", "film", "keep", "out")
_LIMITS = {"wall": "time limit", "cpu": "time limit", "memory": "memory limit"}


class Race(NamedTuple):
    """The result of a race; a notebook shows its table.

    answers: an answer for each solver, proven answers first, by time. A claim that there is no solution is not proven
        if a checked solution refutes it.
    disagreements: sentences on answers that contradict each other or the known answer, so that at least one is wrong.
    left_out: the solvers that a race of all solvers leaves out, with the reasons.

    Documentation: docs/python.md
    """

    answers: tuple[Answer, ...]
    disagreements: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(cls, answers: Iterable[Answer], left_out: Iterable[str] = ()) -> Race:
        """The race of these answers, in any order."""
        from tilings.runners.campaign.cross_check import CrossCheck
        from tilings.runners.record import refuted

        given = list(answers)
        judged = refuted.compared(answer.record for answer in given)
        clashes = [str(clash) for clash in CrossCheck([]).of_all(judged)]
        wrong = [f"{_name(record)}: {record.message}" for record in judged if record.check in REFUTED]
        ordered = [answer._replace(record=record) for answer, record in zip(given, judged, strict=True)]
        ordered.sort(key=lambda each: (not each.proven, each.record.wall_s or 0))
        return cls(tuple(ordered), (*wrong, *clashes), tuple(left_out))

    @property
    def first(self) -> Answer | None:
        """The first proven answer, if any."""
        return self.answers[0] if self.answers and self.answers[0].proven else None

    @property
    def support(self) -> Support:
        """The support of the first answer by all equal proven answers."""
        proven = [answer.record for answer in self.answers if answer.proven]
        return Support(record for record in proven if record.answer_words == proven[0].answer_words)

    def table(self) -> list[tuple[str, ...]]:
        """A row of cells for each answer, below a row of titles."""
        goal = self.answers[0].record.goal if self.answers else ""
        titles = ("solver", "formulation", "answer", _VALUES.get(goal, ""), "time", "check", "")
        rows = [(*_row(answer.record), "first" if answer is self.first else "") for answer in self.answers]
        columns = [column for column in zip(titles, *rows, strict=True) if any(column)]
        return list(zip(*columns, strict=True))

    def lines(self) -> list[str]:
        """The table as text."""
        table = self.table()
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]

    @property
    def remarks(self) -> list[str]:
        """A sentence on each solver that was left out or failed, and each disagreement."""
        records = [answer.record for answer in self.answers]
        failed = [record for record in records if record.message and record.check not in REFUTED]
        return [
            *(f"left out: {words}" for words in self.left_out),
            *(f"{_name(record)}: {record.message}" for record in failed),
            *(f"DISAGREEMENT: {words}" for words in self.disagreements),
        ]

    def __repr__(self) -> str:
        return "\n".join([f"<Race of {len(self.answers)} solvers>", *self.lines(), *self.remarks])

    def _repr_html_(self) -> str:
        def row(cells: Iterable[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        titles, *rows = self.table()
        table = "".join([row(titles, "th"), *(row(cells, "td") for cells in rows)])
        remarks = "".join(f"<p><strong>{html.escape(words)}</strong></p>" for words in self.remarks)
        return f"{remarks}<table>{table}</table>"


def entered(
    source: InstanceFile,
    solvers: str | Sequence[str] = choosing.ALL,
    formulation: str | None = None,
    goal: str | None = None,
    **options: Any,
) -> list[Run]:
    """The runs of a race, one for each solver.

    solvers: names such as ``clingo``, or ``dlx/dlx_cover`` with a formulation, in a list or in a text with commas.
        ``all``, or a pattern such as ``c*``, stands for the installed solvers that reach the goal.
    formulation: the formulation of solvers that are named without one.

    Other arguments and errors: see `choosing.choose`.
    """
    if not isinstance(solvers, str | list | tuple):
        raise UserError(f"'solvers' must be a text or a list, not {fields.typed(solvers)}")
    names = solvers.split(",") if isinstance(solvers, str) else list(solvers)
    for name in names:
        fields.word(name, "solvers")
    names = ["*"] if names == [choosing.ALL] else names
    if any(map(choosing.is_pattern, names)):
        known = choosing.installed(source, goal, formulation, options.get("threads", 1))
        names = [fitting for name in names for fitting in fnmatch.filter(known, name) or [name]]
    if not names or "" in names:
        raise UserError("a race takes the names of solvers, such as clingo,cpsat")
    pairs = [name.partition("/") for name in dict.fromkeys(names)]
    return [choosing.choose(source, name, named or formulation, goal, **options) for name, _, named in pairs]


def others(
    source: InstanceFile,
    solvers: str | Sequence[str] = choosing.ALL,
    formulation: str | None = None,
    goal: str | None = None,
    threads: int = 1,
    **_: Any,
) -> list[str]:
    """The solvers that a race of all solvers leaves out, with the reasons; empty if solvers are named.

    Arguments: see `entered`.
    """
    if solvers not in (choosing.ALL, [choosing.ALL]):
        return []
    return choosing.left_out(source, goal, formulation, threads)


def command(given: argparse.Namespace, source: InstanceFile, backend: Backend, began: float) -> int:
    """Race the solvers of the command line, print a table or JSON, and draw the first answer; returns the exit code.

    began: the start of the command, from which the limit of the first solvers counts.
    """
    if of_one := [f"--{option}" for option in _OF_ONE if getattr(given, option, None)]:
        raise UserError(f"{' and '.join(of_one)} cannot be used with several solvers: name one")
    runs = entered(
        source, given.solver, given.formulation, given.goal, options=dict(given.option), timeout=given.timeout,
        memory=given.memory, threads=given.threads, seed=given.seed,
    )  # fmt: skip
    rounds = ceil(len(runs) / (jobs := at_a_time(runs)))
    if rounds > 1 and sys.stderr.isatty():
        most = span(rounds * given.timeout)
        print(f"{len(runs)} solvers, {jobs} at a time, {given.timeout:g} s each: at most {most}", file=sys.stderr)
    arrived: list[Answer] = []
    interrupted: KeyboardInterrupt | None = None
    progress = WorkProgress(len(runs)) if sys.stderr.isatty() else None
    try:
        for answer in answers(runs, None, backend, given.json, time.monotonic() - began):
            arrived.append(answer)
            if progress:
                progress.step(1, f"{answer.record.solver}: {answer.record.answer_words}")
    except KeyboardInterrupt as error:
        interrupted = error
    finally:
        if progress:
            progress.close()
    race = Race.of(arrived, others(source, given.solver, given.formulation, given.goal, given.threads))
    if arrived:
        _show(race, given)
    if interrupted:
        raise interrupted
    if given.draw:
        draw(given.draw, race.first.figure() if race.first else None)
    if given.stl:
        printing.write(given, source.instance, source.problem.family, race.first.solution if race.first else None)
    if race.disagreements:
        return WRONG_ANSWER
    return ANSWERED if race.first else UNANSWERED


def _show(race: Race, given: argparse.Namespace) -> None:
    """Prints the table and the verdict, and on standard error failures and disagreements."""
    if given.json:
        show(given, [answer.record._asdict() | {"solution": answer.solution} for answer in race.answers], "")
    else:
        coloured = colours(sys.stdout)
        for number, row in enumerate(race.lines()):
            best = number == 1 and race.first is not None
            print(paint(row, "green" if best else "", bold=best, faint=not number) if coloured else row)
        if race.first and not race.disagreements and not given.quiet:
            puzzle = race.first.puzzle
            verdict = answer_text.verdict(puzzle.problem, puzzle.instance, race.first.record, race.support)
            print("", verdict, sep="\n")
    for remark in race.remarks:
        loud = remark.startswith("DISAGREEMENT") and colours(sys.stderr)
        print(paint(remark, "red", bold=True) if loud else remark, file=sys.stderr)


def _name(record: RunRecord) -> str:
    return f"{record.solver}/{record.formulation}"


def _row(record: RunRecord) -> tuple[str, ...]:
    answer = record.answer if record.answer != "none" else "no answer"
    ended = "" if record.ended == "finished" else f" ({_LIMITS.get(record.ended, record.ended.replace('_', ' '))})"
    value = record.solutions if record.goal == "count" else record.objective
    shown = "" if value is None else digits(value)
    if record.goal == "count" and record.answer == "none" and value:
        shown = f"at least {shown}"
    check = record.check.replace("_", " ") if record.answer != "none" else ""
    return record.solver, record.formulation, answer + ended, shown, f"{record.wall_s or 0:.2f} s", check
