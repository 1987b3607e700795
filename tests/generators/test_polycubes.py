"""`generators.polycubes` imports puzzle files and cuts random boxes, under the convention that the user chooses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from generators.polycubes import DEFINITIONS
from models import registry
from models.command import ROOT


@pytest.mark.parametrize(
    ("source", "options", "convention"),
    [
        (("--import", DEFINITIONS / "soma-cube.txt"), (), "rotations"),
        (("--import", DEFINITIONS / "soma-cube.txt"), ("--convention", "reflections"), "reflections"),
        (("--import", DEFINITIONS / "soma-cube.txt"), ("--convention", "raw"), "raw"),
        (("--box", 3, 3, 2), (), "raw"),
        (("--box", 3, 3, 2), ("--convention", "rotations"), "rotations"),
    ],
)
def test_an_imported_instance_keeps_its_convention_unless_another_is_given(
    tmp_path: Path, source: tuple[object, ...], options: tuple[str, ...], convention: str
) -> None:
    words = map(str, (*source, *options, "--name", "mine", "--out", tmp_path))
    subprocess.run([sys.executable, "-m", "generators.polycubes", *words], cwd=ROOT, check=True, capture_output=True)
    _, instance = registry.load_instance(tmp_path / "mine.json")
    assert instance.convention == convention  # type: ignore[attr-defined]
