"""A shell and an interpreter that keep their state from one block of a document to the next."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

TIMEOUT_S = 100
# Both read names of scripts from standard input, execute each with its output in NAME.out, and print its exit code.
_BASH = ["bash", "-c", 'while read -r name; do . "$name" >"$name.out" 2>&1 </dev/null; echo $?; done']
_PYTHON = ["python", str(Path(__file__).with_name("interpreter.py"))]


@dataclass(frozen=True)
class Result:
    """The result of a script. code: its exit code, None after the timeout. output: both of its streams."""

    code: int | None
    output: str


class Session:
    """Executes the scripts of one document in a folder. scripts: an empty folder for them and their output."""

    def __init__(self, folder: Path, scripts: Path, environment: dict[str, str]) -> None:
        self._folder, self._scripts, self._environment = folder, scripts, environment
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes.values():
            _end(process)

    def bash(self, text: str) -> Result:
        return self._execute(_BASH, text)

    def python(self, text: str) -> Result:
        return self._execute(_PYTHON, text)

    def _execute(self, command: list[str], text: str) -> Result:
        process = self._processes.get(command[0])
        if process is None or process.poll() is not None:
            process = self._processes[command[0]] = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=self._folder,
                env=self._environment, start_new_session=True,
            )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        self._count += 1
        script = self._scripts / str(self._count)
        script.write_text(f"{text}\n", encoding="utf-8")
        process.stdin.write(f"{script}\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], TIMEOUT_S)
        if not ready:
            _end(process)
        answer = process.stdout.readline() if ready else ""
        output = script.with_name(f"{script.name}.out").read_text(encoding="utf-8", errors="replace")
        return Result(int(answer) if answer else None, output)


def _end(process: subprocess.Popen[str]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
