"""Prints an answer: what was found and proved, and on a terminal the solution."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any, TextIO

from models import parts, registry
from models.blocks import Room
from models.terminal import colours

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
        print(board(problem.family, instance, solution, out))


def board(family: str, instance: Any, solution: Solution, out: TextIO) -> str:
    """The solution as text: in colours and as large as it fits where `out` shows colours, else plain."""
    screen = registry.screen(family)
    if colours(out) and hasattr(screen, "coloured"):
        return str(screen.coloured(instance, solution, Room(*shutil.get_terminal_size())))
    return str(screen.text(instance, solution))
