"""What the engines tell of a search beside its solutions: how far it is, what it did, how large its tree may be."""

from __future__ import annotations

import time
from typing import Any

from models.problem import Packing
from runners.native.classic import Classic, estimate
from runners.native.engines import Search

RATE_NODES = 50_000


def progress(search: Search) -> dict[str, Any]:
    """The share of the tree that is done (None where the engine does not know), nodes and solutions so far."""
    share = getattr(search, "progress", None)
    return {"share": share, "nodes": search.nodes, "solutions": search.solutions}


def statistics(search: Search, solve_s: float) -> dict[str, Any]:
    """What the search did in so many seconds, by name; classic engines add their lists by remaining pieces."""
    found: dict[str, Any] = {"seconds": solve_s, "nodes": search.nodes}
    found |= {"updates": search.updates, "solutions": search.solutions}
    if isinstance(search, Classic):
        trials = int(search.packing.settings.get("trials", "0"))
        found |= {
            "attempts": search.attempts,
            "fits": search.fits,
            "removed": search.removed,
            "trials": round(trials * search.progress),
        }
    return found


def steps(search: Classic, sent: int) -> list[str]:
    """The lines of the trace after those already sent."""
    return search.trace[sent:] if len(search.events) > sent else []


def forecast(packing: Packing, probes: int) -> str:
    """Knuth's estimate of the tree in a paragraph, with the time that it will take at the speed seen here.

    Raises UserError where packing or settings make no sense, or there are no probes.
    """
    tree = estimate(packing, probes)
    search = Classic(packing)
    begun = time.monotonic()
    search.advance(max_nodes=RATE_NODES, collect=False)
    rate = search.nodes / (time.monotonic() - begun)
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
