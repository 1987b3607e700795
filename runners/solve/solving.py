"""Solves one instance: from a run to an answer."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from tilings.models import registry
from tilings.models.problem import Solution, UserError
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import SOUND, RunRecord
from tilings.runners.solve import answer_text
from tilings.runners.solve.puzzle import Puzzle

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tilings.runners.confine import Backend
    from tilings.runners.execute.attempt import Observer


FRAME_S = 0.8  # of a command's limit: the time for starting and ending the solver's processes, and for the output


class Answer(NamedTuple):
    """The answer of a run.

    record: the run's row (docs/record.md).
    solution: the best or last solution, a tuple of items such as (x, y, side) of a square (see the family's README);
        None if none was found.

    A notebook shows the board with `words` below it; `print` shows the answer as the command does.

    Documentation: docs/python.md
    """

    puzzle: Puzzle
    record: RunRecord
    solution: Solution | None

    def __repr__(self) -> str:
        return f"<Answer to {self.puzzle.family}/{self.puzzle.name}: {answer_text.line(self.record)}>"

    def __str__(self) -> str:
        text = io.StringIO()
        answer_text.show(self.puzzle.problem, self.puzzle.instance, self.record, self.solution, text)
        return text.getvalue().rstrip()

    @property
    def proven(self) -> bool:
        """Whether the goal was reached, also by a proof that there is no solution, and no check failed."""
        return self.record.proven

    @property
    def status(self) -> str:
        """The result in a word.

        - ``sat``: there is a solution, with goal ``optimum`` not proved the best, with goal ``count`` not all counted;
        - ``unsat``: proved that there is none;
        - ``optimal``: proved the best;
        - ``unbounded``: the objective has no bound;
        - ``counted``: all are counted;
        - ``unknown``: neither a solution nor a proof, or a check failed.
        """
        record = self.record
        if record.check not in SOUND:
            return "unknown"
        if record.answer == "none":
            return "sat" if record.solutions else "unknown"
        return "sat" if record.answer == "feasible" else record.answer

    @property
    def objective(self) -> int | float | None:
        """The value of the solution for goal ``optimum``; None without a solution or for another goal."""
        return self.record.objective

    @property
    def words(self) -> str:
        """The result, whether it is proved, and the time."""
        return answer_text.words(self.puzzle.problem, self.puzzle.instance, self.record)

    @property
    def reason(self) -> str:
        """The result and the error, if any, in one line."""
        return "; ".join(self.words.splitlines()[:-1])

    def text(self) -> str:
        """The solution as text, one character or word a cell; empty without a solution."""
        if self.solution is None:
            return ""
        return str(registry.screen(self.puzzle.family).text(self.puzzle.instance, self.solution))

    def figure(self) -> Figure | None:
        """The solution as a matplotlib figure; None without a solution."""
        if self.solution is None:
            return None
        figure: Figure = registry.drawing(self.puzzle.family).figure(self.puzzle.instance, self.solution)
        return figure

    def _repr_svg_(self) -> str | None:
        from tilings.runners.drawing import picture

        figure = self.figure()
        return None if figure is None else picture.Picture(figure).svg()

    def _repr_html_(self) -> str:
        from tilings.runners.drawing import picture

        return picture.figure(self._repr_svg_() or "", self.words.splitlines())


def answered(
    run: Run,
    observer: Observer | None = None,
    backend: Backend | None = None,
    provenance: bool = False,
    before_s: float = 0.0,
) -> Answer:
    """Makes a run. Arguments: see `answers`. Raises UserError if the formulation does not state the instance.

    The solver's libraries are loaded within the time of the run, unless that takes hardly any time.
    """
    (answer,) = answers([run], observer, backend, provenance, before_s, start="light")
    if answer.record.ended == "not_applicable" and answer.record.encode_s is None:
        raise UserError(answer.record.message)
    return answer


def at_a_time(runs: Sequence[Run]) -> int:
    """The number of these runs that are made in parallel."""
    return min(len(runs), max(1, len(os.sched_getaffinity(0)) // max(run.threads for run in runs)))


def answers(
    runs: Sequence[Run],
    observer: Observer | None = None,
    backend: Backend | None = None,
    provenance: bool = False,
    before_s: float = 0.0,
    start: str = "warm",
) -> Iterator[Answer]:
    """Makes runs in parallel on the available cores; yields their answers as they come, compared with the known one.

    The wall limit of a run holds for its search, the checks and the command around them together.

    observer: watches each run in its process.
    backend: enforces limits (None: the best one).
    provenance: whether records name the run, the sources and the machine, which takes longer than a small search.
    before_s: the seconds that the command has taken so far.
    start: see runners.execute.scheduler.WarmStarts.
    """
    from tilings.runners.campaign.cross_check import CrossCheck
    from tilings.runners.execute.attempt import Session
    from tilings.runners.execute.scheduler import execute
    from tilings.runners.plan import manifest

    check = CrossCheck(manifest.shipped(sha256=runs[0].source.sha256))
    session = Session(backend=backend, start=start, provenance=provenance, frame_s=FRAME_S, before_s=before_s)
    outcomes = execute(list(runs), session, at_a_time(runs), observer)
    with closing(outcomes):
        for run, outcome in outcomes:
            record = check.against_known(outcome.record)
            if run.source.expected:
                record = _as_expected(record, run.source.instance)
            yield Answer(Puzzle(run.family, run.source.instance), record, outcome.solution)


def _as_expected(record: RunRecord, instance: Any) -> RunRecord:
    """The record, judged by the expected answers of a user's own model; its message says so where these are wrong."""
    from tilings.runners.record import same_problem

    (judged,), wrong = same_problem.compared([record], lambda _: instance)
    return judged._replace(message="; ".join(filter(None, [*wrong, judged.message])))
