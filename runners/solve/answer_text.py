"""Prints an answer: what was found and proved, and on a terminal the solution."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TextIO

from models import parts, registry

if TYPE_CHECKING:
    from models.problem import Problem, Solution
    from runners.record.schema import RunRecord


def words(problem: Problem, instance: Any, record: RunRecord) -> str:
    """The answer in a line, such as ``optimal 2 (finished, valid, 0.06 s)``; a second line says what went wrong."""
    part = parts.of_record(record)
    details = [] if part.whole else [f"part {part} of the search"]
    details += [record.ended, record.check, f"{record.wall_s or 0:.2f} s"]
    if record.proof:
        details.append(f"proof {record.proof.replace('_', ' ')}")
    if record.bound is not None and record.answer != "optimal":
        details.append(f"bound {record.bound:g}")
    return "\n".join(filter(None, [f"{record.answer_words} ({', '.join(details)})", record.message]))


def show(problem: Problem, instance: Any, record: RunRecord, solution: Solution | None, out: TextIO) -> None:
    """Prints the answer; on a terminal the solution follows."""
    print(words(problem, instance, record), file=out)
    if solution is not None and out is sys.stdout and out.isatty():
        print(registry.drawing(problem.family).text(instance, solution))
