"""The C++ of all engines on random puzzles, compiled with the sanitizers of addresses and undefined behaviour."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path("build/sanitized")
PROBE = "int main() { return 0; }"


def has_sanitizers(folder: Path) -> bool:
    """Whether the compiler and its libraries can build and run a program with sanitizers."""
    source, program = folder / "probe.cpp", folder / "probe"
    source.write_text(PROBE)
    command = [os.environ.get("CXX", "c++"), "-fsanitize=address,undefined", source, "-o", program]
    built = subprocess.run(command, capture_output=True, check=False)
    return built.returncode == 0 and subprocess.run([program], capture_output=True, check=False).returncode == 0


@pytest.mark.machine  # the compiler uses all cores
def test_engines_agree_and_touch_nothing_that_is_not_theirs(tmp_path: Path) -> None:
    if not has_sanitizers(tmp_path):
        pytest.skip("the compiler has no address and undefined-behaviour sanitizers (libasan, libubsan)")
    configure = ["cmake", "-S", "runners/native", "-B", BUILD, "-G", "Ninja", "-DTILINGS_SANITIZE=ON"]
    tools = os.environ | {"PATH": f"{Path('.venv/bin').resolve()}:{os.environ['PATH']}"}
    for command in (configure, ["cmake", "--build", BUILD]):
        done = subprocess.run(command, capture_output=True, text=True, env=tools, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    ran = subprocess.run([BUILD / "sanitized"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.endswith(" puzzles\n")
