"""Statistics of a search beside its solutions: progress, counts, the steps of a trace, and an estimate of its tree."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tilings.models.problem import Packing
from tilings.runners.native.engines import Search

if TYPE_CHECKING:
    from tilings.runners.native.classic import Classic

RATE_NODES = 50_000


def progress(search: Search) -> dict[str, Any]:
    """The share of the tree that is searched (None for an engine without that figure), nodes and solutions so far."""
    share = getattr(search, "progress", None)
    return {"share": share, "nodes": search.nodes, "solutions": search.solutions}


def statistics(search: Search, solve_s: float) -> dict[str, Any]:
    """The statistics of a search of so many seconds, by name; a classic search adds lists by remaining pieces."""
    from tilings.runners.native.classic import Classic

    values: dict[str, Any] = {"seconds": solve_s, "nodes": search.nodes}
    values |= {"updates": search.updates, "solutions": search.solutions}
    if isinstance(search, Classic):
        trials = int(search.packing.settings.get("trials", "0"))
        values |= {
            "attempts": search.attempts,
            "fits": search.fits,
            "removed": search.removed,
            "trials": round(trials * search.progress),
        }
    return values


def steps(search: Classic, sent: int) -> list[str]:
    """The lines of the trace after those already sent."""
    return search.trace[sent:] if len(search.events) > sent else []


def forecast(packing: Packing, probes: int) -> str:
    """A paragraph with Knuth's estimate of the tree, and the time that it takes at the speed measured here.

    Raises UserError for an invalid packing or settings, or if there are no probes.
    """
    from tilings.runners.native.classic import Classic, estimate

    tree = estimate(packing, probes)
    search = Classic(packing)
    start = time.monotonic()
    search.advance(max_nodes=RATE_NODES, collect=False)
    rate = search.nodes / (time.monotonic() - start)
    solutions = f"{_plus_minus(tree.solutions)} solutions" if tree.solutions[0] else "and no solution met"
    return (
        f"Knuth's estimate from {probes} random descents: {_plus_minus(tree.nodes)} nodes, "
        f"{solutions} (mean ± standard error); about {_time(tree.nodes[0] / rate)} at the "
        f"{rate:.2g} nodes a second of the search's start. Few descents miss rare large parts of the tree; "
        "then the standard errors are too small as well."
    )


def _plus_minus(mean: tuple[float, float]) -> str:
    return f"{mean[0]:.4g} ± {mean[1]:.2g}"


def _time(seconds: float) -> str:
    for unit, length in (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.2g} seconds"
