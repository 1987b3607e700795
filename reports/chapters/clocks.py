"""What a run's wall time holds beside building and searching, and how solvers were started, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.failing import overhead, split
from reports.english import count, seconds

if TYPE_CHECKING:
    from pandas import DataFrame


def clocks(median: DataFrame) -> str:
    """The seconds that are neither building nor searching, and how many runs started how; empty where not recorded."""
    ran = median[median["ran"]]
    said = []
    if other := list(overhead(split(ran))["seconds"].items()):
        (low, least), (high, most) = other[0], other[-1]
        text = f"What is neither building nor search takes a median of {seconds(least)} s ({low})"
        said.append(text + (f" to {seconds(most)} s ({high})." if len(other) > 1 else "."))
    starts = ran["start"].value_counts()
    if warm := int(starts.get("warm", 0)):
        cold = f", {int(starts.get('cold', 0))} in a new one" * bool(starts.get("cold", 0))
        said.append(f"{count(warm, 'run')} began in a process that had loaded the solver{cold}.")
    return " ".join(said)
