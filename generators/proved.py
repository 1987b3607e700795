"""What solvers have proved of generated instances, in generators/known/FAMILY.csv.

A row names an instance, its count or optimum or both, and the solvers with their formulations that agreed on them.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

KNOWN = Path(__file__).parent / "known"


@dataclass(frozen=True)
class Proved:
    """The answers of an instance by goal, and who agreed on them."""

    answers: dict[str, int]
    solvers: str


def answers(family: str) -> dict[str, Proved]:
    """What is proved of the family's instances, by name."""
    with (KNOWN / f"{family}.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["instance"]: Proved(
                {goal: int(row[goal]) for goal in ("optimum", "count") if row[goal]}, row["solvers"]
            )
            for row in csv.DictReader(file)
        }
