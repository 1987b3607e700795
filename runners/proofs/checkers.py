"""Checks a proof with an independent program, and its formula with runners.binding, each confined by limits.

A refutation is verified if both accept: the formula has no model, and has one if the instance has a solution. It is
verified up to the symmetry breaking if that is not shown for clauses of symmetry breaking alone.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER
from tilings.runners import confine
from tilings.runners.confine import Limits
from tilings.runners.install.programs import program
from tilings.runners.proofs.context import CheckContext
from tilings.runners.record.schema import UP_TO_SYMMETRY

KEPT, VERIFIED, REFUTED = "kept", "verified", "refuted"
# By format: the checker, its options after the names of the two files, and the line that it prints on success.
CHECKERS = {"drat": ("drat-trim", ("-I",), "s VERIFIED"), "lrat": ("lrat-check", (), "c VERIFIED")}
_TIMES, _MEMORY = 20, 2  # the limits of a check, as multiples of the solver's time and memory
_LEAST_S = 60.0
_CHATTER = ("c allocated", "c Added clauses", "c verification time")  # lines after the checkers' verdicts
_MOST_LINES = 100


@dataclass(frozen=True)
class Refutation:
    """A proof that a formula of an instance has no model.

    formula, proof: the files.
    form: drat or lrat.
    instance: the instance's JSON file.
    objective: with goal optimum, the value that no solution reaches; None: there is no solution.
    """

    formula: Path
    proof: Path
    form: str
    instance: Path
    objective: int | None = None


@dataclass(frozen=True)
class Check:
    """The result of a check.

    state: kept (not checked to the end), verified, verified up to the symmetry breaking, or refuted.
    message: a sentence; empty if verified.
    disturbed: whether the check was disturbed or ended from outside.
    """

    state: str
    seconds: float = 0.0
    message: str = ""
    disturbed: bool = False


def unreached(optimum: float | None, sense: str) -> int | None:
    """The next value that is better than the optimum; None without a solution."""
    return None if optimum is None else round(optimum) + (1 if sense == "max" else -1)


def check(refutation: Refutation, context: CheckContext) -> Check:
    """Check the proof and the formula."""
    result = _check_proof(refutation, context)
    return result if result.state != VERIFIED else _check_formula(refutation, context, result.seconds)


def _check_proof(refutation: Refutation, context: CheckContext) -> Check:
    """Check the proof. A formula with an empty clause, which lrat-check overlooks, needs no proof."""
    name, options, success = CHECKERS[refutation.form]
    path = program(name)
    if path is None:
        return Check(KEPT, message=f"the proof is not checked: {name} is not installed")
    plain = context.work / "plain.cnf"
    if _copy_without_comments(refutation.formula, plain):
        return Check(VERIFIED)
    lines, usage = _run("the proof", [path, str(plain), str(refutation.proof), *options], context)
    if usage.ended != "finished":
        failure = f"reached its limit ({usage.ended})"
    elif usage.signal is not None:  # killed before a verdict
        failure = f"died by signal {usage.signal}"
    else:
        failure = ""
    if failure:
        return Check(KEPT, usage.wall_s, f"the proof is not checked: {name} {failure}", bool(usage.distortion))
    if success not in lines:
        return Check(REFUTED, usage.wall_s, f"{name} does not accept the proof: {_complaint(lines[-1:], usage)}")
    return Check(VERIFIED, usage.wall_s)


def _check_formula(refutation: Refutation, context: CheckContext, before_s: float) -> Check:
    """Check the formula. before_s: the seconds of the check of its proof."""
    binding = [sys.executable, "-P", "-m", "tilings.runners.binding", str(refutation.instance), str(refutation.formula)]
    if refutation.objective is not None:
        binding += ["--objective", str(refutation.objective)]
    lines, usage = _run("the proof's formula", [*binding, "--json"], context)
    seconds = before_s + usage.wall_s
    ended = usage.ended == "finished" and usage.exit_code in (ANSWERED, UNANSWERED, WRONG_ANSWER)
    found = _finding(lines) if ended else {}
    if found.get("faults"):
        return Check(REFUTED, seconds, f"the formula does not follow from the instance: {found['faults'][0]}")
    if not found or found["unknown"]:
        why = found["unknown"][0] if found else _complaint(lines, usage)
        return Check(KEPT, seconds, f"the formula is not checked: {why}", bool(usage.distortion))
    if found["unbroken"]:
        return Check(UP_TO_SYMMETRY, seconds, f"the proof is {UP_TO_SYMMETRY}: {found['unbroken'][0]}")
    return Check(VERIFIED, seconds)


def _finding(lines: Sequence[str]) -> dict[str, Any]:
    """The object that runners.binding prints; empty without it."""
    try:
        found = json.loads(lines[-1])
    except (IndexError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _copy_without_comments(formula: Path, plain: Path) -> bool:
    """Copy a formula without its comments, among which drat-trim takes it for unsatisfiable; whether it has an empty
    clause."""
    empty = False
    with formula.open("rb") as lines, plain.open("wb") as kept:
        for line in lines:
            if not line.startswith(b"c"):
                empty = empty or line.strip() == b"0"
                kept.write(line)
    return empty


def _run(what: str, command: Sequence[str], context: CheckContext) -> tuple[list[str], confine.Usage]:
    """The lines that a confined command prints, and its usage of resources."""
    wall_s = max(_LEAST_S, _TIMES * context.limits.wall_s)
    limits = context.begin(what, Limits(wall_s, wall_s, _MEMORY * context.limits.memory_mb))
    environment = dict(os.environ)
    confined = confine.Command(command, limits, context.log, context.work, environment, context.cores, context.stop)
    execution, lines = confine.run(confined, context.backend), list[str]()
    for _, line in execution:
        if (text := line.strip()) and not text.startswith(_CHATTER):
            lines = [*lines[:_MOST_LINES], text]  # if there are too many, the first ones and the last one
    return lines, execution.usage


def _complaint(lines: Sequence[str], usage: confine.Usage) -> str:
    """The error of a command, the first of its lines, or else its ending."""
    ended = f"it ended by {usage.ended}, exit code {usage.exit_code}"
    return usage.complaint or next(iter(lines), ended)
