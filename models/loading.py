"""Imports modules of plug-ins: an error is one line, the time is bounded, and nothing gets into standard output."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from models import plugins
from models.problem import UserError

LONGEST_IMPORT_S = 20.0


class PluginError(UserError):
    """A module of a plug-in cannot be imported."""


def load(module: str) -> ModuleType:
    """Import a module of this project or of a plug-in.

    What a plug-in prints meanwhile goes to standard error, as standard output may carry a solver's events. Raises
    PluginError where its import fails or takes more than LONGEST_IMPORT_S.
    """
    file = None if module in sys.modules else plugins.module_file(module)
    if file is None:
        return importlib.import_module(module)
    try:
        with _output_to_stderr(), _limited(LONGEST_IMPORT_S):
            return importlib.import_module(module)
    except _TooLong:
        raise PluginError(f"the plug-in {file} is not imported within {LONGEST_IMPORT_S:g} s") from None
    except (Exception, SystemExit) as error:
        raise PluginError(f"the plug-in {file} cannot be imported: {_in_a_line(error)}") from None


def complaint(error: Exception) -> str:
    """What to say of an error that was raised in a plug-in or in what it called; empty where it was not."""
    folders = [folder for _, folder in plugins.found().homes]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if any(Path(frame.filename).is_relative_to(folder) for folder in folders)]
    return f"the plug-in {own[-1].filename}:{own[-1].lineno} failed: {_in_a_line(error)}" if own else ""


class _TooLong(BaseException):
    """Raised in an import; no ``except Exception`` of a plug-in's own catches it."""


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise _TooLong after so many seconds, and again each second; only the main thread can be interrupted so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _output_to_stderr() -> Iterator[None]:
    """Send what is written to standard output, by Python or past it, to standard error."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _in_a_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
