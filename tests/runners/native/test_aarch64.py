"""The engines, built for 64-bit ARM as they are shipped, run in an emulator; `make test-cpp` installs both."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.runners.native.building import build, output

BUILD, COMPILER, EMULATOR = Path("build/aarch64"), "aarch64-linux-gnu-g++", "qemu-aarch64"
TARGET = ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", f"-DCMAKE_CXX_COMPILER={COMPILER}"]

pytestmark = pytest.mark.skipif(
    not (shutil.which(COMPILER) and shutil.which(EMULATOR)),
    reason="needs the Debian packages g++-aarch64-linux-gnu and qemu-user: make test-cpp",
)


def test_the_engines_pass_their_tests() -> None:
    """One test, as a second process would wait until the first has built the programs."""
    build(BUILD, ["-DTILINGS_TESTS=ON", *TARGET])
    assert output(EMULATOR, BUILD / "sanitized").endswith(" puzzles\n")
    if not (BUILD / "unit").exists():
        pytest.skip("the header of doctest is not installed (Debian package doctest-dev)")
    assert "Status: SUCCESS!" in output(EMULATOR, BUILD / "unit")
