"""The engines, built for 64-bit ARM as they are shipped, run in an emulator; `make test-aarch64` installs both."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.runners.native.building import build, output

BUILD, COMPILER, EMULATOR = Path("build/aarch64"), "aarch64-linux-gnu-g++", "qemu-aarch64"
TARGET = ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", f"-DCMAKE_CXX_COMPILER={COMPILER}"]

pytestmark = [
    pytest.mark.machine,
    pytest.mark.skipif(
        not (shutil.which(COMPILER) and shutil.which(EMULATOR)),
        reason="needs the Debian packages g++-aarch64-linux-gnu and qemu-user: make test-aarch64",
    ),
]


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder of the test programs."""
    build(BUILD, ["-DTILINGS_TESTS=ON", *TARGET])
    return BUILD


def test_the_unit_tests_pass(programs: Path) -> None:
    if not (programs / "unit").exists():
        pytest.skip("the header of doctest is not installed (Debian package doctest-dev)")
    assert "Status: SUCCESS!" in output(EMULATOR, programs / "unit")


def test_the_engines_agree_on_random_puzzles(programs: Path) -> None:
    assert output(EMULATOR, programs / "sanitized").endswith(" puzzles\n")
