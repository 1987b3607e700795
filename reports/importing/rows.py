"""A row of a table, whoever wrote it, and its record."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tilings.models.problem import GOALS, UserError
from tilings.runners.record.schema import IMPORTED, PROVEN, UNKNOWN_LIMIT, RunRecord

NEEDED = ("solver", "instance", "seconds", "answer")
OPTIONAL = (
    "model", "ladder", "size", "goal", "seed", "value", "limit", "memory_mb", "paradigm", "family", "pair", "version",
    "host", "processor",
)  # fmt: skip
COLUMNS = (*NEEDED, *OPTIONAL)
_PROVEN = {"first": "sat", "optimum": "optimal", "count": "counted"}  # the answer of a solved run, by goal
SOLVED = "solved"
# The other words of the column `answer`: answer, end and check of the record.
ANSWERS = {
    "sat": ("sat", "finished", "unchecked"),
    "unsat": ("unsat", "finished", "unchecked"),
    "optimal": ("optimal", "finished", "unchecked"),
    "counted": ("counted", "finished", "unchecked"),
    "feasible": ("feasible", "wall", "unchecked"),
    "wrong": ("none", "finished", "invalid"),
    "timeout": ("none", "wall", "unchecked"),
    "memory": ("none", "memory", "unchecked"),
    "error": ("none", "crash", "unchecked"),
    "unknown": ("none", "finished", "unchecked"),
}


class Row(NamedTuple):
    """A row. place: file and line, for errors; cells: texts by the names of COLUMNS, without empty ones."""

    place: str
    cells: dict[str, str]


@dataclass(frozen=True)
class Defaults:
    """What holds for rows without a cell of their own. names: a pattern whose named groups are cells (`named`)."""

    goal: str = "first"
    limit_s: float | None = None
    memory_mb: float | None = None
    names: re.Pattern[str] | None = None


def records(rows: Iterable[Row], defaults: Defaults, campaign: str) -> list[RunRecord]:
    """The records of the rows, in their order.

    Raises UserError, which names the line, for an empty cell that is needed, a bad number or word, and a second row of
    one run.
    """
    found: list[RunRecord] = []
    lines: dict[str, str] = {}
    for row in rows:
        try:
            record = _record(named(row.cells, defaults.names), defaults, campaign)
        except UserError as error:
            raise UserError(f"{row.place}: {error}") from None
        if first := lines.get(record.run_id):
            raise UserError(
                f"{row.place}: the run of {first} again: {record.solver} on {record.instance}, goal {record.goal}, "
                f"seed {record.seed}; several runs of one instance have different numbers in a column 'seed'"
            )
        lines[record.run_id] = row.place
        found.append(record)
    return found


def held_out(runs: Sequence[RunRecord], number: int) -> list[RunRecord]:
    """The records, those of the last so many instances and seeds of each size of a ladder numbered as pairs.

    The numbers go round by round over the sizes, in each round in an order by the hash of the names: pairs must not be
    in order of size (`runners.record.paired`). Raises UserError where they leave no instance of a size to a climb.
    """
    if any(run.pair for run in runs):
        raise UserError("the table has a column 'pair': leave out --pairs")
    cases: dict[tuple[str, ...], dict[float, dict[tuple[str, int], None]]] = {}
    for run in runs:
        if run.ladder and run.rung is not None:
            sizes = cases.setdefault((run.family, run.ladder, run.goal), {})
            sizes.setdefault(run.rung, {})[run.instance, run.seed] = None
    pairs: dict[tuple[str, ...], dict[tuple[str, int], int]] = {}
    for ladder, sizes in cases.items():
        if few := next((size for size, own in sizes.items() if len(own) <= number), None):
            raise UserError(
                f"--pairs {number} leaves no instance of size {few:g} of the ladder {ladder[1]}, which has "
                f"{len(sizes[few])}: take a smaller number, or leave it out"
            )
        turns = [sorted((list(own)[-number:][turn] for own in sizes.values()), key=lambda case: _hash(*map(str, case)))
                 for turn in range(number)]  # fmt: skip
        pairs[ladder] = {case: at for at, case in enumerate((case for turn in turns for case in turn), 1)}
    return [
        run._replace(pair=pairs.get((run.family, run.ladder, run.goal), {}).get((run.instance, run.seed)))
        for run in runs
    ]


def named(cells: dict[str, str], names: re.Pattern[str] | None) -> dict[str, str]:
    """The cells, with those that the named groups of a pattern find in the name of the instance.

    Raises UserError for a name that does not fit.
    """
    if names is None:
        return cells
    match = names.search(cells.get("instance", ""))
    if match is None:
        raise UserError(f"the instance '{cells.get('instance', '')}' does not fit --names '{names.pattern}'")
    return {name: text for name, text in match.groupdict().items() if text} | cells


def _record(cells: dict[str, str], defaults: Defaults, campaign: str) -> RunRecord:
    goal = cells.get("goal", defaults.goal)
    if goal not in GOALS:
        raise UserError(f"goal '{goal}' is not one of {', '.join(GOALS)}")
    family, solver, instance = (_name(cells, column) for column in ("family", "solver", "instance"))
    model = _name({"model": "default"} | cells, "model")
    size, pair, seed = _number(cells, "size", 0), _whole(cells, "pair"), _whole(cells, "seed") or 1
    if "ladder" in cells and size is None:
        raise UserError(f"it has the ladder '{cells['ladder']}' and no size")
    memory_mb = _number(cells, "memory_mb", 0, defaults.memory_mb)
    return RunRecord(
        run_id=_hash(family, instance, goal, solver, model, str(seed))[:16], campaign=campaign, family=family,
        instance=instance, instance_sha256=_hash(family, instance), formulation=model, formulation_sha256="",
        solver=solver, solver_version=cells.get("version", "unknown"), options="", goal=goal, seed=seed,
        repetition=1, threads=1, cpu_limit_s=UNKNOWN_LIMIT, mem_limit_mb=int(memory_mb or UNKNOWN_LIMIT),
        limit_backend=IMPORTED, host=cells.get("host", ""), cpu_model=cells.get("processor", ""),
        paradigm=cells.get("paradigm", solver), rung=size, pair=pair,
        ladder="" if size is None else _name({"ladder": family} | cells, "ladder"),
        **_outcome(cells, goal, _number(cells, "limit", 0, defaults.limit_s)),
    )  # fmt: skip


def _outcome(cells: dict[str, str], goal: str, limit_s: float | None) -> dict[str, Any]:
    """The fields of a record that tell what a run found, and in what time."""
    if limit_s is None:
        raise UserError("its limit is not known: name one with --limit, such as --limit 300, or in a column 'limit'")
    word = cells.get("answer", "").lower()
    if word not in (SOLVED, *ANSWERS):
        raise UserError(f"answer '{word}' is not one of {', '.join([SOLVED, *ANSWERS])}" if word else "answer is empty")
    answer, ended, check = ANSWERS[_PROVEN[goal] if word == SOLVED else word]
    value, seconds, message = _number(cells, "value"), _number(cells, "seconds"), ""
    if seconds is not None and seconds < 0:
        raise UserError(f"seconds is negative: {seconds:g}")
    if answer in PROVEN:
        if seconds is None:
            raise UserError("seconds is empty in a solved run")
        if answer in _PROVEN.values() and answer != _PROVEN[goal]:
            raise UserError(f"answer '{answer}' does not fit the goal '{goal}': name another one by --goal")
        if answer == "counted" and (value is None or not value.is_integer()):
            raise UserError("a count needs its number in the column 'value'")
        if seconds > limit_s:
            answer, ended, message = "none", "wall", f"{answer} after the limit, in {seconds:g} s"
    return {
        "answer": answer, "ended": ended, "check": check, "message": message, "wall_limit_s": limit_s,
        "wall_s": limit_s if ended == "wall" else seconds,
        "solutions": int(value) if answer == "counted" and value is not None else None,
        "objective": value if goal == "optimum" else None,
    }  # fmt: skip


def _name(cells: dict[str, str], column: str) -> str:
    """A cell as a name, without what a file's name cannot have."""
    if text := re.sub(r"[/\\\s]+", "-", "".join(filter(str.isprintable, cells.get(column, "")))).lstrip(".-"):
        return text
    raise UserError(f"{column} is empty")


def _number(cells: dict[str, str], column: str, above: float = -math.inf, default: float | None = None) -> float | None:
    """A cell as a number; raises UserError for another text, and for one that is not above a bound."""
    if column not in cells:
        return default
    try:
        value = float(cells[column])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        comma = "; write decimal points" if "," in cells[column] else ""
        raise UserError(f"{column} '{cells[column]}' is not a number{comma}")
    if value <= above:
        raise UserError(f"{column} is {cells[column]}: it must be above {above:g}")
    return value


def _whole(cells: dict[str, str], column: str) -> int | None:
    """A cell as a whole number from 1; raises UserError for another text."""
    value = _number(cells, column, 0)
    if value is not None and not value.is_integer():
        raise UserError(f"{column} is {cells[column]}: it must be a whole number")
    return None if value is None else int(value)


def _hash(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()
