"""Emitted files are the same bytes each time, are written whole or not at all, and read back as their instance."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tilings.generators import emit
from tilings.generators.all import families
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners.plan import manifest


def sample() -> list[manifest.Shipped]:
    """The smallest instance of each family."""
    return [min(manifest.shipped(family=family), key=lambda entry: entry.path.stat().st_size) for family in families()]


def test_an_instance_of_each_family_is_written_as_the_same_bytes_each_time(tmp_path: Path) -> None:
    for entry in sample():
        problem, instance = registry.load_instance(entry.path)
        first = {path.name: path.read_bytes() for path in emit.write(problem, instance, tmp_path / "one")}
        second = {path.name: path.read_bytes() for path in emit.write(problem, instance, tmp_path / "two")}
        assert first == second
        assert set(first) == {instance.name + ending for ending in emit.ENDINGS}
        assert gzip.decompress(first[f"{instance.name}.mps.gz"]).rstrip().endswith(b"ENDATA")


def test_every_shipped_file_equals_what_its_instance_writes() -> None:
    for entry in manifest.shipped():
        problem, instance = registry.load_instance(entry.path)
        assert registry.instance_json(problem, instance) == entry.path.read_text(encoding="utf-8"), entry.name
        assert manifest.file_sha256(entry.path) == entry.sha256, f"{entry.name}: run make instances"


def test_every_known_answer_has_a_source() -> None:
    assert all(entry.source for entry in manifest.shipped() if entry.known)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    problem, instance = registry.load_instance(sample()[0].path)
    with pytest.raises(UserError, match="cannot write into"):
        emit.write(problem, instance, blocked / "below")
