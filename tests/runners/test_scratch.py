"""The work folders of a harness that was killed are removed by the next one, those of a living one are not."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from runners.scratch import Scratch


def test_only_what_nobody_holds_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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
