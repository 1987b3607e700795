"""The only schema of a run: RunRecord <-> one CSV row. Its fields are the columns, in their order.

Three separate axes describe the result of a run: `answer`, `ended` (the reason for its end) and `check` (the result of
checking the answer). The CSV files are the record: each has one writer, each row is on disk before the next run starts,
and an incomplete last row is dropped on reading (see csv_log.py). runners.record.rows selects one of several rows of a
run.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from tilings.models.formulation import NATIVE, REFERENCE
from tilings.models.problem import UserError
from tilings.models.terminal.phrases import MOST_DIGITS, digits
from tilings.runners.record.csv_log import rows

ANSWERS = ("sat", "unsat", "optimal", "feasible", "counted", "unbounded", "none")
# The endings of runs that a climb did not make: assumed unsolved, assumed solved (runners.plan.climb).
GIVEN_UP, SKIPPED = ASSUMED = ("given_up", "skipped")
OWN_LIMIT = "own_limit"  # the solver ended its search at a limit of its own, which proves nothing
ENDINGS = (
    "finished", "wall", "cpu", "memory", "output", "processes", OWN_LIMIT, "crash",
    "not_applicable", "not_installed", *ASSUMED, "interrupted", "harness_error",
)  # fmt: skip
CHECKER_FAILED = "checker_failed"  # the user's own checker gave no result
CHECKS = ("valid", "invalid", "contradicts_known", "unchecked", CHECKER_FAILED)
REFUTED = ("invalid", "contradicts_known")  # checks of a wrong answer
SOUND = ("valid", "unchecked")  # checks that do not speak against an answer
DISAGREES = "disagrees"  # of a row that was read, never of a file (runners.record.same_problem)
DOUBTFUL = (CHECKER_FAILED, DISAGREES)
RETRIED_ENDINGS = ("interrupted", "harness_error")  # such a run is made again
NOT_TRIED = (*RETRIED_ENDINGS, "not_applicable", "not_installed", *ASSUMED)  # no solver was called to the end
# The proof is missing (none), written but not checked to the end, verified, verified except that clauses which break
# symmetries were not shown to leave a solution, refuted by the checker, too large to keep.
UP_TO_SYMMETRY = "verified up to the symmetry breaking"
PROOFS = ("none", "kept", "verified", UP_TO_SYMMETRY, "refuted", "too_large")
WITH_PROOF = ("kept", "verified", UP_TO_SYMMETRY, "refuted")  # the proof and its hash are stored
PROVEN = ("sat", "unsat", "optimal", "counted", "unbounded")

# Runs that another program made (reports.importing): their limit_backend, and their limits in seconds and MB that the
# table does not have.
IMPORTED, UNKNOWN_LIMIT = "imported", 10**9

_PART = 4000  # digits


class Key(NamedTuple):
    """The common key of runs that differ only in seed, repetition and limits."""

    family: str
    instance_sha256: str
    goal: str
    formulation: str
    options: str
    solver: str
    threads: int
    preset: str = ""


class RunRecord(NamedTuple):
    """One run. Times are in seconds, memory in MB (10^6 bytes); None (an empty cell) where a value is not known."""

    # The run: run_id is its identity (runners.plan.run); options are those that are not at their default, as key=value.
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

    # Its limits. limit_backend: of runners.confine, which enforced them, or IMPORTED.
    wall_limit_s: float
    cpu_limit_s: float
    mem_limit_mb: int
    limit_backend: str = ""

    # The three axes. phase: encode or solve, in which an unfinished run ended.
    answer: str = "none"
    ended: str = "finished"
    check: str = "unchecked"
    phase: str = ""
    exit_code: int | None = None
    signal: int | None = None

    # The answer's value. sense: min or max.
    solutions: int | None = None
    sense: str = ""
    objective: int | float | None = None
    bound: float | None = None

    # Times from the start of the process. encode_s: building, flattening or grounding the model; solve_s: the search;
    # first_s, best_s: of the first and the last solution, empty for solvers that report solutions only at their end.
    wall_s: float | None = None
    cpu_s: float | None = None
    encode_s: float | None = None
    solve_s: float | None = None
    first_s: float | None = None
    best_s: float | None = None
    peak_mb: float | None = None
    mem_method: str = ""

    # Size of the model and of the search. failures: conflicts; effort: a count of the solver's own, in effort_unit.
    variables: int | None = None
    constraints: int | None = None
    nonzeros: int | None = None
    nodes: int | None = None
    failures: int | None = None
    effort: float | None = None
    effort_unit: str = ""

    # Place and time. cores: the numbers of its cores; load_start: the load average before it; foreign_start: the number
    # of cores that other programs kept busy just before it; disturbed: its times are unreliable
    # (runners.record.disturbance); machine: the hash under which the campaign's machines/ describes it.
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

    # For repeating it, and errors. command: the command lines; log: the file of the solver's output.
    command: str = ""
    log: str = ""
    message: str = ""

    # More on the run. defaults: the options at their default; adapter_sha256: the digest of the sources that call the
    # solver; ladder, rung: the class and side of the instance, and its size there; attempt: the number of the try.
    defaults: str = ""
    adapter_sha256: str = ""
    paradigm: str = ""
    ladder: str = ""
    rung: float | None = None
    attempt: int | None = None

    # The parts of wall_s, one after the other: startup_s, until the process runs; load_s, until library and instance
    # are loaded; encode_s, of it flatten_s; solve_s, of it presolve_s; reading the answer. start: cold or warm.
    start: str = ""
    startup_s: float | None = None
    load_s: float | None = None
    flatten_s: float | None = None
    presolve_s: float | None = None

    # CPU seconds that other programs and the hypervisor took from its cores meanwhile.
    foreign_s: float | None = None
    stolen_s: float | None = None

    # The proof of a refutation: one of PROOFS, or empty; its size as text; the hash of the texts of formula and proof;
    # the wall seconds of checking both, which are not part of wall_s.
    proof: str = ""
    proof_bytes: int | None = None
    proof_sha256: str = ""
    proof_check_s: float | None = None

    # The support of a count, also of an unfinished one: one of runners.record.support.COUNT_CHECKS; empty for others.
    count_check: str = ""

    # The seconds without progress because processors or memory were short, by the kernel's counts.
    stalled_s: float | None = None

    # The preset of the solver's settings; empty for its defaults.
    preset: str = ""

    # What checked the solutions, and how, such as "clauses of the file" or "rows of the file, within 1e-6"; empty if
    # nothing did.
    checked_by: str = ""

    # In a final (runners.plan.final) the number of the instance, from 1; empty for the runs of climbs and all others.
    pair: int | None = None

    @property
    def key(self) -> Key:
        return Key(
            self.family, self.instance_sha256, self.goal, self.formulation, self.options, self.solver, self.threads,
            self.preset,
        )  # fmt: skip

    @property
    def settings(self) -> str:
        return settings(self)

    @property
    def answer_words(self) -> str:
        """The answer with its value, such as ``counted 480``, or ``at least 12`` for an unfinished count."""
        value = self.solutions if self.goal == "count" else self.objective
        if value is None:
            return self.answer
        words = "at least" if (self.goal, self.answer) == ("count", "none") else self.answer
        return f"{words} {digits(value)}"

    @property
    def proven(self) -> bool:
        """Whether the goal was reached, and no check speaks against the answer."""
        return self.answer in PROVEN and self.check in SOUND

    @property
    def late(self) -> bool:
        """Whether it took longer than its limit and the time to end it, so that its clock or its row is wrong.

        Runs of this harness end within their limit and its grace.
        """
        phases = (self.encode_s or 0) + (self.solve_s or 0)
        return max(self.wall_s or 0, phases) > 1.1 * self.wall_limit_s + 1


def settings(row: Any) -> str:
    """The options that are not at their default, and the preset, as key=value words; row: with the record's columns."""
    return " ".join(filter(None, [row.options, row.preset and f"preset={row.preset}"]))


def configuration(row: Any) -> str:
    """Solver and formulation, with options, preset and threads that are not the default; row: as in `settings`."""
    chosen = settings(row)
    threads = f" ×{row.threads}" if row.threads > 1 else ""
    return f"{row.solver}/{row.formulation}{f' [{chosen}]' if chosen else ''}{threads}"


COLUMNS = RunRecord._fields
_PARADIGM = COLUMNS.index("paradigm")
TRACE_COLUMNS = ("run_id", "t_s", "objective", "bound", "attempt")
# A row for each start of a campaign's command; keys as in machine.py. rows_before, chain_before: the number of rows in
# the shard's runs-*.csv as the session found it, and the last hash (see csv_log.py); rows_after, chain_after: at its
# end, empty where it was killed.
SESSION_COLUMNS = (
    "started_at", "host", "machine", "shard", "suite", "git_commit", "dirty", "diff_sha256", "command",
    "rows_before", "chain_before", "rows_after", "chain_after",
)  # fmt: skip
# The files of a campaign that are its record, beside the folder `machines`.
FILES = (
    "runs-*.csv*", "trace-*.csv", "sessions-*.csv", "predictions-*.csv", "solutions-*.jsonl", "instances-*.jsonl",
    "proofs-*.tar", "machine.json",
)  # fmt: skip


def from_row(row: Mapping[str, str]) -> RunRecord:
    """The record of a CSV row; raises ValueError where a cell is not of its column's type.

    All rows of the reference are native searches; some older rows name another paradigm.
    """
    cells = [convert(row[name]) for name, convert in _converters().items()]  # faster than by keywords
    if row["solver"] == REFERENCE:
        cells[_PARADIGM] = NATIVE
    return RunRecord(*cells)


def read_runs(path: Path) -> list[RunRecord]:
    """The records of one file; a torn end is dropped. Raises UserError for a file of another schema."""
    records = []
    for number, row in enumerate(rows(path, COLUMNS), 2):
        try:
            records.append(from_row(row))
        except ValueError as error:
            raise UserError(
                f"{path}:{number}: this row does not fit the schema ({error}): correct or remove the line"
            ) from None
    return records


def read_traces(path: Path) -> list[dict[str, str]]:
    """The rows of a trace file (cells as text); a torn end is dropped."""
    return list(rows(path, TRACE_COLUMNS))


def trace_attempt(cells: Sequence[str]) -> int:
    """The attempt of a row of a trace. cells: that of the column `attempt`, if any."""
    return int("".join(cells) or 1)


@cache
def _converters() -> dict[str, Callable[[str], Any]]:
    return {name: _converter(kind) for name, kind in get_type_hints(RunRecord).items()}


def _converter(kind: Any) -> Callable[[str], Any]:
    """Converts a cell to a value of a column's type."""
    if kind is bool:
        return _truth
    if isinstance(kind, UnionType):  # with None, which is an empty cell
        known, *more = (part for part in get_args(kind) if part is not NoneType)
        convert = _number if more else _whole if known is int else known
        return lambda text: convert(text) if text else None
    return cast("Callable[[str], Any]", kind)


def _whole(text: str) -> int:
    """A whole number, also one beyond Python's own limit of 4300 digits, which holds in a user's program."""
    if len(text) <= _PART or not text.isdecimal():
        return int(text)
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number of {len(text):,} digits")
    return _whole(text[:-_PART]) * 10**_PART + int(text[-_PART:])


def _number(text: str) -> int | float:
    """A whole number, or one with a point."""
    try:
        return _whole(text)
    except ValueError:
        return float(text)


def _truth(text: str) -> bool:
    """A cell of true or false, which spreadsheets write in capitals, or empty for unknown."""
    if text.lower() not in ("true", "false", ""):
        raise ValueError(f"neither true nor false: '{text}'")
    return text.lower() == "true"
