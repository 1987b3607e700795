"""The events into which adapters translate their solvers' output.

A field of another type raises ValueError: output is not trusted.

The classes are plain, since each start of a solver loads them, and dataclasses take a hundred times as long to make.
"""

from __future__ import annotations

from typing import Any

from tilings.models.problem import Atom


class _Event:
    """Events are equal if they are of one kind and have equal fields."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


class Found(_Event):
    """A solution as atoms, with the objective that the solver claims for it.

    late: printed at the solver's end, so that the time at which it was found is unknown.
    """

    def __init__(self, atoms: tuple[Atom, ...], objective: float | None = None, late: bool = False) -> None:
        if objective is not None:
            _require_number(objective)
        self.atoms, self.objective, self.late = atoms, objective, late


class Bounded(_Event):
    """A proven bound on the objective."""

    def __init__(self, bound: float) -> None:
        _require_number(bound)
        self.bound = bound


class Measured(_Event):
    """Numbers for the record's columns: encode_s, solve_s, variables, constraints, nodes, failures, effort, …"""

    def __init__(self, values: dict[str, float | int | str] | None = None) -> None:
        if not isinstance(values, dict | None):
            raise ValueError("not names and values")
        self.values = values or {}


class SearchComplete(_Event):
    """The search space is exhausted: the last incumbent is optimal, all solutions were found, or there is none.

    count: the number of solutions, if the solver counts more than it prints. computed: whether it was counted without
    enumerating the solutions.
    """

    def __init__(self, count: int | None = None, computed: bool = False) -> None:
        _require_count(count)
        if type(computed) is not bool:
            raise ValueError(f"neither true nor false: {computed!r}")
        self.count, self.computed = count, computed


class Unbounded(_Event):
    """The objective has no bound: there is a better solution than any. A solver that stops at a limit of its own on an
    unbounded variable has not shown this."""


class Failed(_Event):
    """The solver or the building of the model failed.

    phase: encode | solve. ended: crash | memory (exhausted) | not_installed (a missing package).
    """

    def __init__(self, message: str, phase: str = "solve", ended: str = "crash") -> None:
        if not isinstance(message, str) or phase not in ("encode", "solve"):
            raise ValueError("no message, or of no phase")
        if ended not in ("crash", "memory", "not_installed"):
            raise ValueError("no such ending")
        self.message, self.phase, self.ended = message, phase, ended


class NotApplicable(_Event):
    """The formulation does not state this instance."""

    def __init__(self, message: str) -> None:
        if not isinstance(message, str):
            raise ValueError("no message")
        self.message = message


class OutOfTime(_Event):
    """The solver reports that its time limit ended the search.

    solutions: the number found, if it counts more than it prints.
    """

    def __init__(self, solutions: int | None = None) -> None:
        _require_count(solutions)
        self.solutions = solutions


class Proof(_Event):
    """The solver's proof that a formula has no model. If there are several, the last one counts.

    formula: the formula's file.
    path, form, bytes: the proof's file, its format (drat or lrat) and size.
    whole: whether the proof is in its file; one that is too large is discarded.
    """

    def __init__(self, formula: str, path: str, form: str, bytes: int, whole: bool) -> None:
        if not all(isinstance(text, str) for text in (formula, path, form)) or type(bytes) is not int:
            raise ValueError("no files, or no size")
        self.formula, self.path, self.form, self.bytes, self.whole = formula, path, form, bytes, whole


class MalformedLine(_Event):
    """A line that should be an event and cannot be read. text: its beginning."""

    def __init__(self, text: str) -> None:
        self.text = text


class Telemetry(_Event):
    """Optional output of a search, not recorded (see OutputRequests in solver.py).

    The payload of each kind:

    - ``listed``: True if solutions are sent once up to symmetry.
    - ``progress``: the completed share of the search, from 0 to 1, or None, with the numbers of nodes and solutions.
    - ``statistics``: names and values; the last ones count.
    - ``film``: the whole film so far.
    """

    def __init__(self, kind: str, payload: Any) -> None:
        self.kind, self.payload = kind, payload


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
