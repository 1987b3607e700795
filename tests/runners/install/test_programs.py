"""A program is the one that was installed for the project, before one of the system's."""

from pathlib import Path

import pytest

from tests.called import script
from tilings.runners.install import programs


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


def test_a_program_that_somebody_kills_is_asked_again(tmp_path: Path) -> None:
    die = f"[ -e {tmp_path}/again ] || {{ touch {tmp_path}/again; kill -9 $$; }}"
    killed, broken = script(tmp_path / "killed", die, 'echo "4.0 $1"'), script(tmp_path / "broken", "kill -SEGV $$")
    assert programs.printed(str(killed), "--version") == "4.0 --version\n"
    assert programs.printed(str(broken)) == ""
    assert programs.printed(str(tmp_path / "missing")) == ""
