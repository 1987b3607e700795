"""The manifest holds what the catalogues of the families define."""

from __future__ import annotations

import csv
import importlib

import pytest

from tilings.generators import all as command
from tilings.generators import emit
from tilings.models import registry


@pytest.mark.parametrize("family", command.families())
def test_the_shipped_manifest_equals_what_the_generators_write(family: str) -> None:
    with (emit.INSTANCES / "manifest.csv").open(encoding="utf-8", newline="") as file:
        shipped = [row for row in csv.DictReader(file) if row["family"] == family]
    problem = registry.problem(family)
    rows = [
        command._row(problem, entry) for entry in importlib.import_module(f"tilings.generators.{family}").catalogue()
    ]
    texts = [{key: "" if row.get(key) is None else str(row[key]) for key in command.COLUMNS} for row in rows]
    assert shipped == texts, "run make instances and commit what it changed"
