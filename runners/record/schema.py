"""The only schema of a run: RunRecord <-> one CSV row. Its fields are the columns, in their order.

Three axes say how a run went, and are never folded into one: `answer` (what was proven or found), `ended` (what
ended the run), `check` (what became of the answer when it was checked). The CSV files are the record: each has one
writer, each row is on disk before the next run starts, and a torn last row is dropped on reading (see csv_log.py).
Of several rows of one run runners.record.attempts says which counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, cast, get_args, get_type_hints

from models.problem import UserError
from runners.record import csv_log
from runners.record.csv_log import rows

ANSWERS = ("sat", "unsat", "optimal", "feasible", "counted", "none")
GIVEN_UP = "given_up"  # the ending of a run that was not made, as smaller ones of its ladder were not solved
ENDINGS = (
    "finished", "wall", "cpu", "memory", "output", "processes", "crash",
    "not_applicable", "not_installed", GIVEN_UP, "interrupted", "harness_error",
)  # fmt: skip
CHECKS = ("valid", "invalid", "contradicts_known", "unchecked")
REFUTED = ("invalid", "contradicts_known")  # checks of a wrong answer
RETRIED_ENDINGS = ("interrupted", "harness_error")  # a run that ended so is made again
NOT_TRIED = (*RETRIED_ENDINGS, "not_applicable", "not_installed", GIVEN_UP)  # no solver was called to the end
# No proof was written (none); it was written and not checked to the end; checked; found wrong; too large to be kept.
PROOFS = ("none", "kept", "verified", "refuted", "too_large")
PROVEN = ("sat", "unsat", "optimal", "counted")


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run. Times in seconds, memory in MB (10^6 bytes); None (an empty field) where it is not known.

    run_id: see plan/identity.py. options: those that are not at their default, as key=value. phase:
    encode or solve, in which a run that did not finish was. sense: min or max. encode_s: building, flattening or
    grounding the model; solve_s: the search. first_s, best_s: when the first and the last solution came, and wall_s,
    counted from the start of the process; the former are empty for solvers that report solutions only at their end.
    failures: conflicts. effort: a count of the solver's own, in effort_unit. cores: the numbers of the cores that the
    run was pinned to. load_start: the machine's load average before it; foreign_start: the cores that other programs
    than this harness and its runs kept busy just before it; disturbed: whether its times are not to be trusted, by
    runners.record.disturbance. foreign_s, stolen_s: the CPU seconds that other programs and the hypervisor took from
    its cores while it was made. machine: the hash under which machines/ of the campaign describes where
    it ran. command: the command lines that were called. log: the file of the solver's output. message: what went wrong.
    defaults: the options that are at their default. adapter_sha256: the digest of the sources that call the solver.
    paradigm: that of the formulation, or of the solver where the formulation's language suits several. ladder, rung:
    the class and side of the instance, and its size there; a run that ended as given_up was not made, because its
    configuration solved nothing on two rungs in a row below. attempt: the number of the try, where a disturbed run was
    made again. start: cold or warm, by which the solver's process came to be. The wall time divides into startup_s,
    until the process runs; load_s, until the solver's library and the instance are there; encode_s, of it flatten_s
    for flattening or grounding; solve_s, of it presolve_s where the solver tells it; and the reading of the answer.
    proof: one of PROOFS, of a refutation (answer unsat or optimal) by a solver that writes proofs; else empty.
    proof_bytes: its size as text; proof_sha256: of the texts of the formula and the proof, one behind the other;
    proof_check_s: the wall seconds that checking both took, which are no part of wall_s. count_check: how a count is
    known, one of runners.record.counts.COUNT_CHECKS; empty without a count. stalled_s: the seconds in which nothing of
    the run could go on because processors or memory were short, as the kernel counts them for its cgroup of version 2,
    or with limit_backend procfs for what is around it; empty where they are not counted.
    """

    run_id: str
    campaign: str
    family: str
    instance: str
    instance_sha256: str
    formulation: str
    formulation_sha256: str
    solver: str
    solver_version: str
    options: str
    goal: str
    seed: int
    repetition: int
    threads: int
    wall_limit_s: float
    cpu_limit_s: float
    mem_limit_mb: int
    limit_backend: str = ""
    answer: str = "none"
    ended: str = "finished"
    check: str = "unchecked"
    phase: str = ""
    exit_code: int | None = None
    signal: int | None = None
    solutions: int | None = None
    sense: str = ""
    objective: int | float | None = None
    bound: float | None = None
    wall_s: float | None = None
    cpu_s: float | None = None
    encode_s: float | None = None
    solve_s: float | None = None
    first_s: float | None = None
    best_s: float | None = None
    peak_mb: float | None = None
    mem_method: str = ""
    variables: int | None = None
    constraints: int | None = None
    nonzeros: int | None = None
    nodes: int | None = None
    failures: int | None = None
    effort: float | None = None
    effort_unit: str = ""
    host: str = ""
    cpu_model: str = ""
    cores: str = ""
    load_start: float | None = None
    foreign_start: float | None = None
    disturbed: bool = False
    started_at: str = ""
    git_commit: str = ""
    dirty: bool = False
    machine: str = ""
    command: str = ""
    log: str = ""
    message: str = ""
    defaults: str = ""
    adapter_sha256: str = ""
    paradigm: str = ""
    ladder: str = ""
    rung: float | None = None
    attempt: int | None = None
    start: str = ""
    startup_s: float | None = None
    load_s: float | None = None
    flatten_s: float | None = None
    presolve_s: float | None = None
    foreign_s: float | None = None
    stolen_s: float | None = None
    proof: str = ""
    proof_bytes: int | None = None
    proof_sha256: str = ""
    proof_check_s: float | None = None
    count_check: str = ""
    stalled_s: float | None = None

    @property
    def answer_words(self) -> str:
        """The answer with its value, such as ``counted 480``; for a count that was cut off ``at least 12``."""
        value = self.solutions if self.goal == "count" else self.objective
        if value is None:
            return self.answer
        return f"at least {value}" if (self.goal, self.answer) == ("count", "none") else f"{self.answer} {value}"

    @property
    def cells(self) -> tuple[Any, ...]:
        """The values of all columns, in their order."""
        return _cells(self)

    @property
    def proven(self) -> bool:
        """Whether the goal was reached, and nothing speaks against it."""
        return self.answer in PROVEN and self.check not in REFUTED


COLUMNS = tuple(field.name for field in fields(RunRecord))
_cells = attrgetter(*COLUMNS)
TRACE_COLUMNS = ("run_id", "t_s", "objective", "bound", "attempt")
# A row for each time that a campaign's command was started; the rest as in machine.py.
SESSION_COLUMNS = ("started_at", "host", "machine", "shard", "suite", "git_commit", "dirty", "diff_sha256", "command")


def from_row(row: Mapping[str, str]) -> RunRecord:
    """The record that a CSV row holds; raises ValueError where a cell is not of its column's type."""
    return RunRecord(**{name: convert(row[name]) for name, convert in _CONVERTERS.items()})


def read_runs(path: Path) -> list[RunRecord]:
    """The records of one file; a torn end is dropped. Raises UserError for a file of another schema."""
    header, found = csv_log.read(path, COLUMNS)
    return [RunRecord(**dict(zip(header, values, strict=True))) for values in _converted(path, header, found)]


def read_traces(path: Path) -> list[dict[str, str]]:
    """The rows of a trace file (cells as text); a torn end is dropped."""
    return list(rows(path, TRACE_COLUMNS))


def trace_attempt(cells: Sequence[str]) -> int:
    """The attempt that a row of a trace belongs to. cells: that of the column `attempt`, if there is one."""
    return int("".join(cells) or 1)


def _converted(path: Path, header: Sequence[str], found: Iterable[Sequence[str]]) -> Iterator[list[Any]]:
    """The values of rows."""
    converters = [_CONVERTERS[name] for name in header]
    for line, row in enumerate(found, 2):
        try:
            yield [convert(text) for convert, text in zip(converters, row, strict=True)]
        except ValueError as error:
            raise UserError(
                f"{path}:{line}: this row is not of the schema ({error}): mend or remove the line"
            ) from None


def _converter(kind: Any) -> Callable[[str], Any]:
    """From a cell to a value of a column's type."""
    if kind is bool:
        return _truth
    if isinstance(kind, UnionType):  # with None, for which an empty cell stands
        known, *more = (part for part in get_args(kind) if part is not NoneType)
        convert = _number if more else known
        return lambda text: convert(text) if text else None
    return cast("Callable[[str], Any]", kind)


def _number(text: str) -> int | float:
    """A whole number, or one with a point."""
    try:
        return int(text)
    except ValueError:
        return float(text)


def _truth(text: str) -> bool:
    """A cell of true or false, which spreadsheets write in capitals; empty where it is not known."""
    if text.lower() not in ("true", "false", ""):
        raise ValueError(f"neither true nor false: '{text}'")
    return text.lower() == "true"


_CONVERTERS = {name: _converter(kind) for name, kind in get_type_hints(RunRecord).items()}
