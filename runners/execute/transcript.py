"""Reads the output of a solver, and keeps its events in bounded memory."""

import math
import pickle
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from tilings.models.problem import Atom
from tilings.models.terminal.ansi import printable
from tilings.runners.record.schema import RunRecord
from tilings.runners.solvers.interface.events import (  # fmt: skip
    Bounded,
    Event,
    Failed,
    Found,
    MalformedLine,
    Measured,
    NotApplicable,
    OutOfTime,
    Proof,
    SearchComplete,
    Telemetry,
    Unbounded,
)
from tilings.runners.solvers.interface.solver import Solver

IN_MEMORY = 10_000_000
LONGEST_TRACE = 100_000
LONGEST_TEXT = 500
LARGEST = 1e18  # larger values are neither counts nor times
# The columns that a solver may measure itself.
MEASURES = (
    "startup_s", "load_s", "encode_s", "flatten_s", "solve_s", "presolve_s",
    "variables", "constraints", "nonzeros", "nodes", "failures", "effort", "effort_unit",
)  # fmt: skip
BEFORE_SEARCH = ("startup_s", "load_s", "encode_s")  # in this order, without overlap
_TYPES = {name: str(kind) for name, kind in get_type_hints(RunRecord).items() if name in MEASURES}

Improvement = tuple[float, float | str, float | str]


class Transcript:
    """Collects the events of one run; solutions beyond IN_MEMORY bytes go to a temporary file.

    An answer counts if it comes by `until_s`. Later lines count only as measures and bounds, and as the incumbent of a
    solver that reports it at its end, if there are `incumbents`, as in a search for an optimum.

    measured: the last value of each of MEASURES.
    bound: the last proven bound.
    trace: (seconds, objective, bound) of every improvement in order; after LONGEST_TRACE only the last of them.
    first_s, best_s, failed_s: the times of the first and the last solution, and of the failure.
    complete, refused, failed, malformed: the first event of each kind.
    out_of_time, proof: the last event of each kind.
    unbounded: whether the solver reports an unbounded objective.
    contradiction: a contradiction between the solver's events; empty without one.
    silent: whether no event came at all.
    overdue_s: the time of the first solution, or end of the search, that came too late; 0 if none did.
    """

    def __init__(self, until_s: float = math.inf, incumbents: bool = False) -> None:
        self._until_s, self._incumbents = until_s, incumbents
        self.overdue_s = 0.0
        self.measured: dict[str, Any] = {}
        self.bound: float | None = None
        self.trace: list[Improvement] = []
        self.first_s: float | None = None
        self.best_s: float | None = None
        self.complete: SearchComplete | None = None
        self.unbounded = False
        self.refused: NotApplicable | None = None
        self.failed: Failed | None = None
        self.failed_s = 0.0
        self.malformed: MalformedLine | None = None
        self.out_of_time: OutOfTime | None = None
        self.contradiction = ""
        self.proof: Proof | None = None
        self.silent = True
        self._solutions = 0
        self._kept = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - as long as this object

    def add(self, time_s: float, events: list[Event]) -> None:
        """Add the events of one line of output, with its time."""
        self.silent = self.silent and not events
        for event in events:
            if time_s <= self._until_s or self._counts_later(event):
                self._take(time_s, event)
            elif isinstance(event, Found | SearchComplete):
                self.overdue_s = self.overdue_s or time_s

    def solutions(self) -> Iterator[tuple[tuple[Atom, ...], float | None]]:
        """(atoms, claimed objective) of all solutions in order. For use after the last event."""
        self._kept.seek(0)
        for _ in range(self._solutions):
            yield pickle.load(self._kept)

    def _counts_later(self, event: Event) -> bool:
        if isinstance(event, Found):
            return event.late and self._incumbents
        return not isinstance(event, SearchComplete | Unbounded | Proof)

    def _take(self, time_s: float, event: Event) -> None:
        match event:
            case Found():
                self._keep(time_s, event)
            case Bounded(bound=bound) if math.isfinite(bound):
                if bound != self.bound:
                    self._trace(time_s, "", bound)
                self.bound = bound
            case Measured(values=values):
                self.measured |= measures(values)
            case SearchComplete(count=count):
                self.complete = self.complete or event
                if count != self.complete.count:
                    self._object(f"count: the solver reports {self.complete.count}, and then {count}")
            case Unbounded():
                self.unbounded = True
            case Failed():
                if self.failed is None:
                    self.failed, self.failed_s = event, time_s
            case NotApplicable():
                self.refused = self.refused or event
            case MalformedLine():
                self.malformed = self.malformed or event
            case OutOfTime():
                self.out_of_time = event
            case Proof():
                self.proof = event
            case Bounded() | Telemetry():
                pass

    def _keep(self, time_s: float, event: Found) -> None:
        pickle.dump((event.atoms, event.objective), self._kept, pickle.HIGHEST_PROTOCOL)
        self._solutions += 1
        if self.complete:
            self._object("exhausted: a solution came after the end of the search was reported")
        if event.late:
            return
        self.first_s, self.best_s = (time_s if self.first_s is None else self.first_s), time_s
        if event.objective is not None and math.isfinite(event.objective):
            self._trace(time_s, event.objective + 0.0, "")  # no -0

    def _trace(self, time_s: float, objective: float | str, bound: float | str) -> None:
        if len(self.trace) == LONGEST_TRACE:
            self.trace.pop()
        self.trace.append((time_s, objective, bound))

    def _object(self, message: str) -> None:
        self.contradiction = self.contradiction or message


def parsed(adapter: Solver, line: str) -> list[Event]:
    """The events of a line of a solver; a MalformedLine, if the adapter cannot read it."""
    try:
        return adapter.parse(line)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return [MalformedLine(plain(line))]


def measures(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that fit their columns."""
    fitting = {name: _fitting(name, value) for name, value in values.items()}
    return {name: value for name, value in fitting.items() if value is not None}


def _fitting(name: str, value: Any) -> Any:
    """The value for its column, which must be finite, not below 0, and whole in a column of int; else None."""
    kind = _TYPES.get(name)
    if kind is None or ("str" in kind) != isinstance(value, str):
        return None
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < LARGEST:
        return None
    if "int" not in kind:
        return value
    return int(value) if value == int(value) else None


def plain(text: str) -> str:
    """The text as one printable line, cut where it is long."""
    shown = " ".join(printable(text[: 2 * LONGEST_TEXT]).split())
    return shown if len(shown) <= LONGEST_TEXT else shown[:LONGEST_TEXT] + " …"
