"""The catalogues of the generators, each made once for a process of tests: the ladders of covers take a second."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tilings.generators.emit import Entry


@cache
def entries(family: str) -> dict[str, Entry]:
    """The entries of the catalogue of ``generators.FAMILY``, by the names of their instances."""
    return {entry.instance.name: entry for entry in import_module(f"tilings.generators.{family}").catalogue()}


def instances(family: str) -> dict[str, Any]:
    """The instances of the same, by name."""
    return {name: entry.instance for name, entry in entries(family).items()}
