"""What a solver's output says, in words that all adapters share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from models.problem import Atom


@dataclass(frozen=True)
class Found:
    """A solution as atoms, with the objective that the solver claims for it.

    late: the solver told of it only at its end, so that when it was found is not known.
    """

    atoms: tuple[Atom, ...]
    objective: float | None = None
    late: bool = False


@dataclass(frozen=True)
class Bounded:
    """A proven bound on the objective."""

    bound: float


@dataclass(frozen=True)
class Measured:
    """Numbers for the record's columns: encode_s, solve_s, variables, constraints, nodes, failures, effort, …"""

    values: dict[str, float | int | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Exhausted:
    """The search space is exhausted: the last incumbent is optimal, all solutions were found, or there is none.

    count: the number of solutions, where the solver counts more than it prints.
    """

    count: int | None = None


@dataclass(frozen=True)
class Failed:
    """The solver or the building of the model failed. phase: encode | solve."""

    message: str
    phase: str = "solve"


@dataclass(frozen=True)
class NotApplicable:
    """The formulation does not state this instance."""

    message: str


@dataclass(frozen=True)
class Told:
    """What is said beside the answer, on demand, and not recorded (see runners.solver.Wishes).

    kind and payload: ``listed`` True, the solutions are sent out once up to symmetry; ``progress`` the share of the
    search that is done, from 0 to 1, or None, with the numbers of nodes and solutions; ``statistics`` names and
    values, of which the last word counts; ``trace`` further lines.
    """

    kind: str
    payload: Any


Event = Found | Bounded | Measured | Exhausted | Failed | NotApplicable | Told
