"""Several solvers on one puzzle, side by side: which is first, and whether they agree; ``--solver clingo,cpsat``."""

from __future__ import annotations

import argparse
import html
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tilings.models.notebook import Picture
from tilings.models.problem import UserError
from tilings.models.terminal.ansi import colours, paint
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, show
from tilings.runners.record.schema import REFUTED, RunRecord
from tilings.runners.solve import answer_text, choosing
from tilings.runners.solve.solving import Answer, answers

if TYPE_CHECKING:
    from tilings.runners.confine import Backend
    from tilings.runners.plan.manifest import InstanceFile
    from tilings.runners.plan.run import Run

_VALUES = {"count": "solutions", "optimum": "objective"}  # what the value of an answer is, by the goal
# Options that a race does not take.
_OF_ONE = ("solutions", "most", "statistics", "trace", "film", "estimate", "keep", "out")
_LIMITS = {"wall": "time limit", "cpu": "time limit", "memory": "memory limit"}


@dataclass(frozen=True, repr=False)
class Race:
    """What a race of solvers on one puzzle came to; a notebook shows its table.

    answers: one for each solver, those that reached the goal first, by their times. disagreements: sentences on answers
    that contradict each other or the known one; at least one answer is wrong then.
    """

    answers: tuple[Answer, ...]
    disagreements: tuple[str, ...]

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> Race:
        """The race whose answers these are, in any order."""
        from tilings.runners.campaign.cross_check import CrossCheck

        found, check = list(answers), CrossCheck([])
        wrong = [f"{_name(each.record)}: {each.record.message}" for each in found if each.record.check in REFUTED]
        clashes = [str(clash) for each in found for clash in check.against_others(each.record)]
        ordered = sorted(found, key=lambda each: (not each.proven, each.record.wall_s or 0))
        return cls(tuple(ordered), (*wrong, *clashes))

    @property
    def first(self) -> Answer | None:
        """The answer that was proven in the least time; None where none was."""
        return self.answers[0] if self.answers and self.answers[0].proven else None

    def table(self) -> list[tuple[str, ...]]:
        """A row of words for each answer, below a row of heads."""
        goal = self.answers[0].record.goal if self.answers else ""
        heads = ("solver", "formulation", "answer", _VALUES.get(goal, ""), "time", "check", "")
        rows = [(*_row(each.record), "first" if each is self.first else "") for each in self.answers]
        columns = [column for column in zip(heads, *rows, strict=True) if any(column)]
        return list(zip(*columns, strict=True))

    def lines(self) -> list[str]:
        """The table as text."""
        table = self.table()
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]

    @property
    def remarks(self) -> list[str]:
        """A sentence on each solver that failed and each disagreement."""
        failed = [each.record for each in self.answers if each.record.message and each.record.check not in REFUTED]
        failures = [f"{_name(record)}: {record.message}" for record in failed]
        return failures + [f"DISAGREEMENT: {words}" for words in self.disagreements]

    def __repr__(self) -> str:
        return "\n".join([f"<Race of {len(self.answers)} solvers>", *self.lines(), *self.remarks])

    def _repr_html_(self) -> str:
        def row(cells: Iterable[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        heads, *rows = self.table()
        table = "".join([row(heads, "th"), *(row(cells, "td") for cells in rows)])
        remarks = "".join(f"<p><strong>{html.escape(words)}</strong></p>" for words in self.remarks)
        return f"{remarks}<table>{table}</table>"


def entered(
    source: InstanceFile,
    solvers: str | Sequence[str] = choosing.ALL,
    formulation: str | None = None,
    goal: str | None = None,
    **wishes: Any,
) -> list[Run]:
    """The runs of a race, one for each solver.

    solvers: their names, each perhaps with a formulation, as in ``clingo`` or ``dlx/dlx_cover``, as a list or a text
    with commas; ``all``: those that are installed and reach the goal. formulation: of those without one of their own.
    The rest is as in `choosing.choose`, and so is what is raised.
    """
    names = solvers.split(",") if isinstance(solvers, str) else list(map(str, solvers))
    if names == [choosing.ALL]:
        names = choosing.installed(source, goal, formulation, wishes.get("threads", 1))
    if not names or "" in names:
        raise UserError("a race takes the names of solvers, such as clingo,cpsat")
    pairs = [name.partition("/") for name in dict.fromkeys(names)]
    return [choosing.choose(source, name, own or formulation, goal, **wishes) for name, _, own in pairs]


def race(runs: Sequence[Run]) -> Race:
    """Makes the runs side by side; each has its own core, limits and a solver that is loaded, as in a campaign."""
    return Race.of(answers(runs))


def command(given: argparse.Namespace, source: InstanceFile, backend: Backend) -> int:
    """Race the solvers that the command line names, print a table or JSON, and draw the first answer; the exit code."""
    if alone := [f"--{option}" for option in _OF_ONE if getattr(given, option, None)]:
        raise UserError(f"{' and '.join(alone)} cannot be had of several solvers at once: name one")
    runs = entered(
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
            _show(Race.of(found), given)
        raise
    race = Race.of(found)
    close()
    _show(race, given)
    if given.draw and race.first and (figure := race.first.figure()):
        Picture(figure).save(given.draw)
    if race.disagreements:
        return WRONG_ANSWER
    return ANSWERED if race.first else UNANSWERED


def _show(race: Race, given: argparse.Namespace) -> None:
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
    from tilings.runners.progress import WorkProgress

    bar = WorkProgress(total)
    return lambda answer: bar.step(1, f"{answer.record.solver}: {answer.record.answer_words}"), bar.close


def _name(record: RunRecord) -> str:
    return f"{record.solver}/{record.formulation}"


def _row(record: RunRecord) -> tuple[str, ...]:
    answer = record.answer if record.answer != "none" else "no answer"
    ended = "" if record.ended == "finished" else f" ({_LIMITS.get(record.ended, record.ended.replace('_', ' '))})"
    value = record.solutions if record.goal == "count" else record.objective
    shown = "" if value is None else str(value)
    if record.goal == "count" and record.answer == "none" and value:
        shown = f"at least {value}"
    check = record.check.replace("_", " ") if record.answer != "none" else ""
    return record.solver, record.formulation, answer + ended, shown, f"{record.wall_s or 0:.2f} s", check
