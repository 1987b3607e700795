"""The adapter of CBC takes the CBC in PuLP last, and its import of PuLP swallows no Ctrl-C."""

import subprocess
import sys
from pathlib import Path

import pytest

from tilings.models.terminal.command import ROOT
from tilings.runners.install import programs
from tilings.runners.solvers import cbc

CTRL_C_AT_IMPORT = """
import pathlib, signal, sys
from tilings.runners.install import programs
from tilings.runners.solvers import cbc
programs.PROGRAMS = pathlib.Path("/nowhere")
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore Ctrl-C
class Pressed:
    left = ["highspy.highs"]
    def find_spec(self, name, *_):
        if name in self.left:
            self.left.remove(name)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Pressed())
try:
    cbc.executable()
except KeyboardInterrupt:
    sys.exit(7)
"""


def test_the_cbc_in_pulp_is_the_last_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PROGRAMS", tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pulp" in (cbc.executable() or "")
    (tmp_path / "cbc").touch(mode=0o755)
    assert cbc.executable() == str(tmp_path / "cbc")


def test_ctrl_c_while_pulp_is_imported_is_not_swallowed() -> None:
    command, environment = [sys.executable, "-c", CTRL_C_AT_IMPORT], {"PATH": "/nowhere", "PYTHONPATH": str(ROOT)}
    assert subprocess.run(command, cwd=ROOT, env=environment, check=False, timeout=60).returncode == 7


@pytest.mark.parametrize("number", ["9" * 400, "nan", "-inf", "two"])
def test_a_number_in_the_log_that_is_none_is_left_out(number: str) -> None:
    log = f"Upper bound:       {number}\nEnumerated nodes:    {number}\nTotal iterations:   {number}\n"
    ending = cbc._ending(log, f"Optimal - objective value {number}")
    assert (ending.objective, ending.bound, ending.nodes, ending.iterations) == (None, None, 0, None)
