"""Reads the campaigns that studies are about."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from reports.chapters.machines import kinds
from reports.data.campaign import Results, read_results
from reports.data.rows import holds_runs


def read(folder: Path, names: Collection[str]) -> dict[str, Results]:
    """Those of the named campaigns that lie in folders of their names, or in this one; of each one kind of machine."""
    found = {name: read_results(folder / name) for name in names if _ran(folder / name)}
    if not found and holds_runs(folder):
        own = read_results(folder)
        found = {own.name: own} if own.name in names else {}
    return {name: kinds(each)[0][1] for name, each in found.items() if len(each.runs)}


def _ran(home: Path) -> bool:
    return home.is_dir() and holds_runs(home)
