"""The manifest holds what the catalogues of the families define."""

from __future__ import annotations

import csv
import importlib
from pathlib import Path

import pytest

from tests.called import called
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


def test_named_instances_are_written_in_every_format_and_too_large_mip_models_are_named(tmp_path: Path) -> None:
    done = called("tilings.generators.all", "h9", "soma-raw~2", "h60", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    every = {f"{name}{ending}" for name in ("h09", "soma-raw~2", "h60") for ending in emit.ENDINGS}
    assert {path.name for path in tmp_path.iterdir()} == every - {"h60.mps.gz"}
    assert done.stderr.startswith("h60: no .mps.gz is written: its MIP model has about 2.8e+07 entries")


def test_an_unknown_name_is_refused_in_one_line_with_the_most_similar_one() -> None:
    done = called("tilings.generators.all", "soma-rotation")
    assert done.returncode == 2
    assert done.stderr.strip() == "error: there is no instance soma-rotation; did you mean 'soma-rotations'?"
