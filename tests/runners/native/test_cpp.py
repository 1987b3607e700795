"""The engines' C++ runs random puzzles and unit tests under the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.runners.native.building import build, output

BUILD = Path("build/tests")
PROBE = "int main() { return 0; }"


def has_sanitizers(folder: Path) -> bool:
    """Whether the compiler and its libraries can build and run a program with sanitizers."""
    source, program = folder / "probe.cpp", folder / "probe"
    source.write_text(PROBE)
    command = [os.environ.get("CXX", "c++"), "-fsanitize=address,undefined", source, "-o", program]
    built = subprocess.run(command, capture_output=True, check=False)
    return built.returncode == 0 and subprocess.run([program], capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the test programs."""
    if not has_sanitizers(tmp_path_factory.mktemp("probe")):
        pytest.skip("the compiler has no address and undefined-behaviour sanitizers (libasan, libubsan)")
    build(BUILD, ["-DTILINGS_TESTS=ON"])
    return BUILD


def test_the_engines_agree_on_random_puzzles_under_the_sanitizers(programs: Path) -> None:
    assert output(programs / "sanitized").endswith(" puzzles\n")


def test_the_unit_tests_pass_under_the_sanitizers(programs: Path) -> None:
    if not (programs / "unit").exists():
        pytest.skip("the header of doctest is not installed (Debian package doctest-dev)")
    assert "Status: SUCCESS!" in output(programs / "unit")
