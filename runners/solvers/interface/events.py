"""The events into which adapters translate their solvers' output.

A field of another type raises ValueError: output is not trusted.
"""

from dataclasses import dataclass, field
from typing import Any

from tilings.models.problem import Atom


@dataclass(frozen=True)
class Found:
    """A solution as atoms, with the objective that the solver claims for it.

    late: printed at the solver's end, so that the time at which it was found is unknown.
    """

    atoms: tuple[Atom, ...]
    objective: float | None = None
    late: bool = False

    def __post_init__(self) -> None:
        if self.objective is not None:
            _require_number(self.objective)


@dataclass(frozen=True)
class Bounded:
    """A proven bound on the objective."""

    bound: float

    def __post_init__(self) -> None:
        _require_number(self.bound)


@dataclass(frozen=True)
class Measured:
    """Numbers for the record's columns: encode_s, solve_s, variables, constraints, nodes, failures, effort, …"""

    values: dict[str, float | int | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.values, dict):
            raise ValueError("not names and values")


@dataclass(frozen=True)
class SearchComplete:
    """The search space is exhausted: the last incumbent is optimal, all solutions were found, or there is none.

    count: the number of solutions, if the solver counts more than it prints. computed: whether it was counted without
    enumerating the solutions.
    """

    count: int | None = None
    computed: bool = False

    def __post_init__(self) -> None:
        _require_count(self.count)
        if type(self.computed) is not bool:
            raise ValueError(f"neither true nor false: {self.computed!r}")


@dataclass(frozen=True)
class Unbounded:
    """The objective has no bound: there is a better solution than any. A solver that stops at a limit of its own on an
    unbounded variable has not shown this."""


@dataclass(frozen=True)
class Failed:
    """The solver or the building of the model failed.

    phase: encode | solve. ended: crash | memory (exhausted) | not_installed (a missing package).
    """

    message: str
    phase: str = "solve"
    ended: str = "crash"

    def __post_init__(self) -> None:
        if not isinstance(self.message, str) or self.phase not in ("encode", "solve"):
            raise ValueError("no message, or of no phase")
        if self.ended not in ("crash", "memory", "not_installed"):
            raise ValueError("no such ending")


@dataclass(frozen=True)
class NotApplicable:
    """The formulation does not state this instance."""

    message: str

    def __post_init__(self) -> None:
        if not isinstance(self.message, str):
            raise ValueError("no message")


@dataclass(frozen=True)
class OutOfTime:
    """The solver reports that its time limit ended the search.

    solutions: the number found, if it counts more than it prints.
    """

    solutions: int | None = None

    def __post_init__(self) -> None:
        _require_count(self.solutions)


@dataclass(frozen=True)
class Proof:
    """The solver's proof that a formula has no model. If there are several, the last one counts."""

    formula: str  # the formula's file
    path: str  # the proof's file
    form: str  # the proof's format, drat or lrat
    bytes: int  # the proof's size
    whole: bool  # whether the proof is in its file; one that is too large is discarded

    def __post_init__(self) -> None:
        texts = (self.formula, self.path, self.form)
        if not all(isinstance(text, str) for text in texts) or type(self.bytes) is not int:
            raise ValueError("no files, or no size")


@dataclass(frozen=True)
class MalformedLine:
    """A line that should be an event and cannot be read. text: its beginning."""

    text: str


@dataclass(frozen=True)
class Telemetry:
    """Optional output of a search, not recorded (see OutputRequests in solver.py).

    The payload of each kind:

    - ``listed``: True if solutions are sent once up to symmetry.
    - ``progress``: the completed share of the search, from 0 to 1, or None, with the numbers of nodes and solutions.
    - ``statistics``: names and values; the last ones count.
    - ``film``: the whole film so far.
    """

    kind: str
    payload: Any


Event = (
    Found
    | Bounded
    | Measured
    | SearchComplete
    | Unbounded
    | Failed
    | NotApplicable
    | OutOfTime
    | Proof
    | MalformedLine
    | Telemetry
)


def _require_count(value: object) -> None:
    """Raise ValueError unless it is a number of solutions, or None."""
    if value is not None and (type(value) is not int or value < 0):
        raise ValueError(f"{value!r} is not a number of solutions")


def _require_number(value: object) -> None:
    """Raise ValueError unless it is a number that a float can hold (NaN and infinity are)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{value!r} is not a number")
    try:
        float(value)
    except OverflowError:
        raise ValueError("a number too large") from None
