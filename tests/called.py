"""Calls commands with arguments: in this process, which takes a tenth of the time, or as a user's shell does."""

from __future__ import annotations

import gc
import io
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tests.waiting import until
from tilings.models.terminal import command
from tilings.models.terminal.command import ROOT


def typed(module: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Runs `python -m module words` in a process of its own."""
    started = [sys.executable, "-m", module, *map(str, words)]
    return subprocess.run(started, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)


def stopped(
    ready: Callable[[], object], module: str, *words: object, by: int = signal.SIGINT
) -> subprocess.CompletedProcess[str]:
    """The same, stopped by a signal once something is true."""
    started = [sys.executable, "-m", module, *map(str, words)]
    running = subprocess.Popen(started, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert until(ready)
    running.send_signal(by)
    shown, complaint = running.communicate(timeout=60)
    return subprocess.CompletedProcess(started, running.returncode, shown, complaint)


def called(module: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Runs it in this process. What processes below it print to its output directly is not seen."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    arguments = [module, *map(str, words)]
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as ended:
            command.run(command.command_module(module).main)
    gc.enable()  # a command may have turned it off
    code, shown, complaint = ended.value.code, *(text.buffer.getvalue().decode() for text in (out, err))
    return subprocess.CompletedProcess(arguments, int(code or 0), shown, complaint)


def script(path: Path, *lines: str) -> Path:
    """Writes a program of these lines of shell; returns its path."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
    path.chmod(0o755)
    return path
