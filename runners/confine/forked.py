"""A forked process that calls a function, where another one would become a command.

It differs from a command's process in what it has loaded already: it has a session, streams, signals, a folder and an
environment of its own, and no file of its parent is open in it.
"""

import ctypes
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from runners.confine.stopping import STOPPING

_LIBC = ctypes.CDLL(None)


class Forked:
    """Calls `call` in a process of its own, after `prepare`; its two output streams are pipes, as Popen's can be.

    Raises OSError where it could not be prepared.
    """

    returncode: int | None = None

    def __init__(
        self, call: Callable[[], None], prepare: Callable[[], None], folder: Path, environment: dict[str, str]
    ) -> None:
        out, err, refusal = os.pipe(), os.pipe(), os.pipe()
        _LIBC.fflush(None)  # else what libraries have printed here is printed there as well
        self.pid = os.fork()
        if not self.pid:
            _be(call, prepare, folder, environment, (out[1], err[1]), refusal[1])
        for _, writing in (out, err, refusal):
            os.close(writing)
        self.stdout, self.stderr = os.fdopen(out[0], "rb", 0), os.fdopen(err[0], "rb", 0)
        with os.fdopen(refusal[0], "rb") as file:  # it ends when the call begins
            refused = file.read().decode()
        if refused:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            self.stdout.close()
            self.stderr.close()
            raise OSError(None, f"the process could not be confined ({refused})")


def _be(
    call: Callable[[], None],
    prepare: Callable[[], None],
    folder: Path,
    environment: dict[str, str],
    streams: tuple[int, int],
    refusal: int,
) -> NoReturn:
    """The life of the process. It ends without the parent's clean-up at exit."""
    code = 1
    try:
        try:
            os.setsid()
            for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), *streams)):
                os.dup2(stream, number)
            prepare()
            _own_surroundings(folder, environment)
        except Exception as error:
            os.write(refusal, repr(error).encode(errors="replace"))
            os._exit(1)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        call()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # as the interpreter reports it at its end
        traceback.print_exc()
    finally:
        for printed in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                printed.flush()
        _LIBC.fflush(None)
        os._exit(code)


def _own_surroundings(folder: Path, environment: dict[str, str]) -> None:
    """The folder, environment, signals and streams that a new interpreter would have."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # that of the environment
    for number in STOPPING:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115 - to its end
        for number, mode in enumerate("rww")
    )
