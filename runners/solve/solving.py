"""Solves one instance: from an instance and wishes to an answer."""

from __future__ import annotations

import html
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models import registry
from models.problem import Solution, UserError
from runners.plan.run import Run
from runners.record.schema import RunRecord
from runners.solve import answer_text
from runners.solve.puzzle import Puzzle

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from runners.confine import Backend
    from runners.execute.run_once import Observer
    from runners.plan.manifest import InstanceFile


@dataclass(frozen=True, repr=False)
class Answer:
    """What a run of one puzzle left.

    record: the run's row (docs/record.md). solution: the best or last one that was found, a tuple of items, such as
    (x, y, side) of a square, whose meaning the family's README gives; None: none was found. A notebook shows an answer
    as its board, with the words below it.
    """

    puzzle: Puzzle
    record: RunRecord
    solution: Solution | None

    def __repr__(self) -> str:
        return f"<Answer to {self.puzzle.family}/{self.puzzle.name}: {self.words}>"

    @property
    def proven(self) -> bool:
        """Whether the goal was reached and no check speaks against it; also where there is no solution."""
        return self.record.proven

    @property
    def objective(self) -> int | float | None:
        """The value of the solution for goal ``optimum``; None without a solution or for another goal."""
        return self.record.objective

    @property
    def words(self) -> str:
        """What was found and proved, and in what time."""
        return answer_text.words(self.puzzle.problem, self.puzzle.instance, self.record)

    def text(self) -> str:
        """The solution as text, one character or word a cell; empty where there is no solution."""
        if self.solution is None:
            return ""
        return str(registry.screen(self.puzzle.family).text(self.puzzle.instance, self.solution))

    def figure(self) -> Figure | None:
        """The solution as a matplotlib figure; None where there is no solution."""
        if self.solution is None:
            return None
        figure: Figure = registry.drawing(self.puzzle.family).figure(self.puzzle.instance, self.solution)
        return figure

    def _repr_svg_(self) -> str | None:
        figure = self.figure()
        if figure is None:
            return None
        written = io.StringIO()
        figure.savefig(written, format="svg", bbox_inches="tight", metadata={"Date": None})
        text = written.getvalue()
        return text[text.index("<svg") :]

    def _repr_html_(self) -> str:
        words = "<br>".join(html.escape(line) for line in self.words.splitlines())
        return f"<figure>{self._repr_svg_() or ''}<figcaption>{words}</figcaption></figure>"


def solve(source: InstanceFile, **wishes: Any) -> Answer:
    """Solves an instance. The wishes, and the errors that are raised, are those of `choosing.choose`.

    The process that calls this must have one thread and no other children (runners.confine.worker_pool).
    """
    from runners.solve.choosing import choose

    return answered(choose(source, **wishes))


def answered(
    run: Run, observer: Observer | None = None, backend: Backend | None = None, provenance: bool = False
) -> Answer:
    """Makes a run and compares its answer with the known one.

    observer: watches it in its process. backend: what holds its limits (None: the best there is). provenance: whether
    its record is to name the run, the sources and the machine, which takes longer than a small search. Raises
    UserError where the solver's engine does not take the instance.
    """
    from runners.campaign.cross_check import CrossCheck
    from runners.execute.scheduler import execute
    from runners.execute.single_run import SingleRun
    from runners.plan import manifest

    outcomes = execute(
        SingleRun(run), None, jobs=1, observer=observer, backend=backend, start="light", provenance=provenance
    )
    try:
        outcome = next(outcomes)[1]
    finally:
        outcomes.close()
    record = CrossCheck(manifest.shipped(sha256=run.source.sha256)).against_known(outcome.record)
    if record.ended == "not_applicable" and record.encode_s is None:
        raise UserError(record.message)
    return Answer(Puzzle(run.family, run.source.instance), record, outcome.solution)
