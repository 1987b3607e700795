"""A program is the one that was installed for the project, before one of the system's."""

from __future__ import annotations

from pathlib import Path

import pytest

from runners.install import programs


def test_an_installed_program_comes_before_one_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, systems = tmp_path / "own", tmp_path / "systems"
    for folder in (own, systems):
        folder.mkdir()
        (folder / "kissat").touch(mode=0o755)
    monkeypatch.setattr(programs, "PROGRAMS", own)
    monkeypatch.setenv("PATH", str(systems))
    assert programs.program("kissat") == str(own / "kissat")
    (own / "kissat").unlink()
    assert programs.program("kissat") == str(systems / "kissat")
    (systems / "kissat").unlink()
    assert programs.program("kissat") is None
