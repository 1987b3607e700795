"""Writes the instance in which some pieces are fixed where a solution has them: ``--keep`` and ``--out``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from models import fields, registry
from models.problem import Problem, UserError
from runners.solve.solving import Answer


def check(pieces: Sequence[str] | None, out: Path | None, problem: Problem, instance: Any) -> None:
    """Raises UserError, before the search, where --keep or --out cannot be followed."""
    if pieces is None and out is None:
        return
    if pieces is None or out is None:
        raise UserError("--keep and --out go together: the pieces to keep, and the file for the sub-puzzle")
    if problem.keep is None:
        raise UserError(f"--keep: {problem.family} has no pieces that can be fixed")
    if out.suffix != ".json" or not out.parent.is_dir():
        raise UserError(f"--out takes a .json file in a folder that exists, not {out}")
    problem.keep(instance, (), pieces)


def write(pieces: Sequence[str], out: Path, answer: Answer) -> None:
    """Writes the instance in which these pieces are fixed where they lie in the answer's solution."""
    problem, instance = answer.puzzle.problem, answer.puzzle.instance
    if answer.solution is None or problem.keep is None:
        print(f"{out} is not written: the run left no solution to keep pieces of", file=sys.stderr)
        return
    kept = replace(problem.keep(instance, answer.solution, pieces), name=fields.as_name(out.stem))
    out.write_text(registry.instance_json(problem, kept), encoding="utf-8")
