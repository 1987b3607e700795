"""Work folders of a killed harness are removed by the next one; those of a living harness are kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tilings.runners.confine.scratch_dirs import Scratch
from tilings.runners.execute.run_files import holds_more


def test_only_folders_that_no_harness_holds_are_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        (Scratch().folder / "work").mkdir()
        os.write(writing, b"x")
        signal.pause()
    os.read(reading, 1)
    second = Scratch()
    assert len(list(tmp_path.glob("*/work"))) == 1, "its harness lives"
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    third = Scratch()
    assert {path for path in tmp_path.iterdir() if path.is_dir()} == {second.folder, third.folder}
    second.close()
    third.close()
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


def test_the_files_of_given_instances_are_in_such_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    code = "import os; from tilings.runners.plan.manifest import made; print(made('h99').path, flush=True); os.abort()"
    killed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert Path(killed.stdout.strip()).is_relative_to(tmp_path), killed.stderr
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    Scratch().close()
    assert not list(tmp_path.iterdir())


def nested(folder: Path, levels: int) -> None:
    """Make folders nested deeper than Python's own functions can walk, as a faulty solver may."""
    handle = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=handle)  # noqa: PTH102 - no path is that long
        inner = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)


def test_deeply_nested_folders_of_a_killed_run_stop_no_harness(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / f"tilings-{os.getuid()}-scratch-left"
    left.mkdir()
    nested(left, 2500)
    scratch = Scratch()
    assert not left.exists()
    nested(scratch.folder, 2500)
    assert not holds_more(scratch.folder, 10**9)
    scratch.close()
    assert not scratch.folder.exists()
