"""Which cbc is called, and that looking for it takes no Ctrl-C from anybody."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from runners.solvers import cbc


class AtImport:
    """Presses Ctrl-C, once, while a module is imported."""

    def __init__(self, name: str) -> None:
        self._names = [name]

    def find_spec(self, name: str, *_: object) -> None:
        if name in self._names:
            self._names.remove(name)
            signal.raise_signal(signal.SIGINT)


def test_the_system_s_cbc_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cbc").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cbc.executable() == str(tmp_path / "cbc")


def test_ctrl_c_while_pulp_is_imported_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    for name in [name for name in sys.modules if name.partition(".")[0] in ("pulp", "highspy")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [AtImport("highspy.highs"), *sys.meta_path])
    with pytest.raises(KeyboardInterrupt):
        cbc.executable()
