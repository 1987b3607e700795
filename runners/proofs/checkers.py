"""Has a proof checked by somebody else's program, and the formula by runners.binding, each confined by limits.

A refutation counts as verified if both accept: the checker says that the formula has no model, runners.binding that
each clause of the formula is a consequence of the instance (but for those that break a symmetry).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilings.models.terminal.command import ANSWERED, WRONG_ANSWER
from tilings.runners import confine
from tilings.runners.confine import Limits, StopRequest
from tilings.runners.confine.output_reader import Sink
from tilings.runners.install.programs import program

KEPT, VERIFIED, REFUTED, TOO_LARGE = "kept", "verified", "refuted", "too_large"
# The checker of each format, its options behind the names of the two files, and the line that it prints on success.
CHECKERS = {"drat": ("drat-trim", ("-I",), "s VERIFIED"), "lrat": ("lrat-check", (), "c VERIFIED")}
_TIMES = 20  # a check may take so many times the solver's limit, and so many times its memory:
_MEMORY = 2
_LEAST_S = 60.0
_CHATTER = ("c allocated", "c Added clauses", "c verification time")  # lines behind the checkers' verdicts
_MOST_LINES = 100


@dataclass(frozen=True)
class Refutation:
    """A proof that a formula has no model, and what that says of an instance.

    formula, proof: the files; form: drat or lrat; instance: its JSON file; objective: with goal optimum, the value that
    no solution reaches; None: there is no solution.
    """

    formula: Path
    proof: Path
    form: str
    instance: Path
    objective: int | None = None


@dataclass(frozen=True)
class Place:
    """Where and within what a check runs: the solver's limits, a folder, what takes the output, the cores, and what
    breaks it off."""

    limits: Limits
    work: Path
    log: Sink
    cores: tuple[int, ...] = ()
    backend: confine.Backend | None = None
    stop: StopRequest | None = None


@dataclass(frozen=True)
class Check:
    """What a check came to: kept (not checked to the end), verified or refuted; the seconds; a sentence if it is not
    verified; upset: whether it was ended or held up from outside."""

    state: str
    seconds: float = 0.0
    message: str = ""
    upset: bool = False


def unreached(optimum: float | None, sense: str) -> int | None:
    """The value that no solution reaches, where this is the optimum; None where there is no solution."""
    return None if optimum is None else round(optimum) + (1 if sense == "max" else -1)


def check(refutation: Refutation, place: Place) -> Check:
    """Have the proof and the formula checked."""
    found = _check_proof(refutation, place)
    return found if found.state != VERIFIED else _check_formula(refutation, place, found.seconds)


def _check_proof(refutation: Refutation, place: Place) -> Check:
    """Have the proof checked; none is needed for a formula with an empty clause, which lrat-check does not see."""
    name, options, success = CHECKERS[refutation.form]
    path = program(name)
    if path is None:
        return Check(KEPT, message=f"the proof is not checked: {name} is not installed")
    plain = place.work / "plain.cnf"
    if _copy_without_comments(refutation.formula, plain):
        return Check(VERIFIED)
    said, usage = _run([path, str(plain), str(refutation.proof), *options], place)
    if usage.ended != "finished":
        why = f"met its limit ({usage.ended})"
    elif usage.signal is not None:  # whatever killed it, it did not come to a verdict
        why = f"died by signal {usage.signal}"
    else:
        why = ""
    if why:
        return Check(KEPT, usage.wall_s, f"the proof is not checked: {name} {why}", bool(usage.upset))
    if success not in said:
        return Check(REFUTED, usage.wall_s, f"{name} does not accept the proof: {_complaint(said[-1:], usage)}")
    return Check(VERIFIED, usage.wall_s)


def _check_formula(refutation: Refutation, place: Place, before_s: float) -> Check:
    """Have the formula checked. before_s: the seconds that the check of its proof took."""
    binding = [sys.executable, "-m", "tilings.runners.binding", str(refutation.instance), str(refutation.formula)]
    if refutation.objective is not None:
        binding += ["--objective", str(refutation.objective)]
    told, bound = _run(binding, place)
    seconds = before_s + bound.wall_s
    if bound.ended == "finished" and bound.exit_code == ANSWERED:
        return Check(VERIFIED, seconds)
    if bound.ended == "finished" and bound.exit_code == WRONG_ANSWER:
        return Check(REFUTED, seconds, f"the formula does not follow from the instance: {_complaint(told, bound)}")
    return Check(KEPT, seconds, f"the formula is not checked: {_complaint(told, bound)}", bool(bound.upset))


def _copy_without_comments(formula: Path, plain: Path) -> bool:
    """Copy a formula, as drat-trim takes one with a comment among its clauses for unsatisfiable; whether it has an
    empty clause."""
    empty = False
    with formula.open("rb") as lines, plain.open("wb") as kept:
        for line in lines:
            if not line.startswith(b"c"):
                empty = empty or line.strip() == b"0"
                kept.write(line)
    return empty


def _run(command: Sequence[str], place: Place) -> tuple[list[str], confine.Usage]:
    """The lines that a confined command prints, and what it used."""
    wall_s = max(_LEAST_S, _TIMES * place.limits.wall_s)
    limits = Limits(wall_s, wall_s, _MEMORY * place.limits.memory_mb)
    environment = dict(os.environ)
    confined = confine.Command(command, limits, place.log, place.work, environment, place.cores, place.stop)
    execution, said = confine.run(confined, place.backend), list[str]()
    for _, line in execution:
        if (text := line.strip()) and not text.startswith(_CHATTER):
            said = [*said[:_MOST_LINES], text]  # of many the first ones, and the last
    return said, execution.usage


def _complaint(said: Sequence[str], usage: confine.Usage) -> str:
    """The first of these lines, or what there is to say of a command that printed none of them."""
    ended = f"it ended by {usage.ended}, exit code {usage.exit_code}"
    return usage.complaint or next(iter(said), ended)
