"""Reads the copies of its instances in a campaign's folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from models.problem import Instance, Problem, UserError
from models.registry import load_instance

Name = tuple[str, str]  # a family and an instance of it


def copies(folder: Path, names: Iterable[Name]) -> tuple[dict[Name, tuple[Problem, Instance]], list[str]]:
    """The problem and the instance of each name whose copy can be read, and why another's cannot, one line each."""
    found, unreadable = {}, []
    for name in sorted(names):
        try:
            found[name] = load_instance(folder / "instances" / name[0] / f"{name[1]}.json")
        except UserError as error:
            unreadable.append(str(error).replace(f"{folder}/", ""))
    return found, unreadable
