"""Statistics of a search beside its solutions: progress and counts."""

from __future__ import annotations

from typing import Any

from tilings.runners.native.engines import EngineSearch


def progress(search: EngineSearch) -> dict[str, Any]:
    """The share of the tree that is searched (None for an engine without that figure), nodes and solutions so far."""
    share = getattr(search, "progress", None)
    return {"share": share, "nodes": search.nodes, "solutions": search.solutions}


def statistics(search: EngineSearch, solve_s: float) -> dict[str, Any]:
    """The statistics of a search of so many seconds, by name."""
    return {"seconds": solve_s, "nodes": search.nodes, "updates": search.updates, "solutions": search.solutions}
