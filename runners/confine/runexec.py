"""BenchExec's runexec as the backend: it limits and measures, we read what the command says.

Always with ``--no-container``: limits and accounting are the same, while a container would hide /tmp, where a run's
own folder is, and cannot be set up everywhere. D. Beyer, S. Löwe, P. Wendler: Reliable Benchmarking (STTT 2019);
https://github.com/sosy-lab/benchexec/blob/main/doc/runexec.md
"""

import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO

from models.terminal import installing
from runners.confine import process_table
from runners.confine.output_reader import Line
from runners.confine.procfs import Descendants
from runners.confine.scratch_dirs import Scratch
from runners.confine.supervise import Relay, supervise
from runners.confine.task import Limits, Task, Usage

# What it says of the end of a command, in our words.
_ENDINGS = {
    "walltime": "wall", "cputime": "cpu", "cputime-soft": "cpu", "memory": "memory", "killed": "interrupted",
}  # fmt: skip
# It notices a limit up to a second late, and may take some time to clear up: we step in only if it hangs.
_PATIENCE_S = 10.0
# It opens one file for both streams, and names the command in it, so the command opens ours; the first, empty line on
# standard output says that it has started.
_REDIRECT = 'exec >"$1" 2>"$2"; shift 2; echo; exec "$@"'
_TRIAL = ("--walltimelimit", "5", "--memlimit", "100000000", "--output", os.devnull, "--", "true")


class Runexec:
    """The program at this path."""

    mem_method = "runexec_cgroup"
    forks = False
    holds = "BenchExec makes a cgroup for each run, and looks at the clock about each second"

    def __init__(self, program: Path, version: str) -> None:
        self.program, self.name = program, f"runexec {version}"

    def run(self, task: Task) -> Generator[Line, None, Usage]:
        """See task.Backend. It takes whole seconds, and does not limit output and processes: we do."""
        limits = task.limits
        ours = Limits(limits.wall_s + _PATIENCE_S, math.inf, sys.maxsize, limits.output_mb, limits.processes + 1)
        with tempfile.TemporaryDirectory(prefix="runexec-") as folder, tempfile.TemporaryFile() as said:
            with _fifos(Path(folder)) as (names, streams), _Guard(ours) as tree:
                guard = replace(task, command=[*self._options(task), *names, *task.command], limits=ours, cores=())
                usage = yield from supervise(guard, tree, Relay(streams, said, b"\n", _PATIENCE_S))
            said.seek(0)
            return mapped(usage, limits, said.read().decode(errors="replace"))

    def _options(self, task: Task) -> list[str]:
        options = {
            "walltimelimit": str(math.ceil(task.limits.wall_s)), "timelimit": str(math.ceil(task.limits.cpu_s)),
            "memlimit": str(task.limits.memory_bytes), "output": os.devnull,
        }  # fmt: skip
        if task.cores:
            options["cores"] = ",".join(map(str, task.cores))
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        return [str(self.program), "--quiet", "--no-container", *words, "--", "sh", "-c", _REDIRECT, "sh"]


class _Guard(Descendants):
    """Runexec and the command below it: runexec is asked to end the command, and both are killed if it does not."""

    def signal(self, number: int) -> None:
        """See tree.Tree."""
        process_table.send((found.pid for found in self.watch.look() if found.parent == os.getpid()), number)


@contextmanager
def _fifos(folder: Path) -> Iterator[tuple[list[str], tuple[IO[bytes], IO[bytes]]]]:
    """The names of two FIFOs and their reading ends."""
    names = [str(folder / name) for name in ("stdout", "stderr")]
    with ExitStack() as stack:
        for name in names:
            os.mkfifo(name)
        ends = [os.fdopen(os.open(name, os.O_RDONLY | os.O_NONBLOCK), "rb", 0) for name in names]
        out, err = (stack.enter_context(end) for end in ends)
        yield names, (out, err)


def mapped(usage: Usage, limits: Limits, said: str) -> Usage:
    """What runexec has measured, where it came to say so. Raises OSError where it could not run the command."""
    lines = [line.strip() for line in said.splitlines()]
    found = dict(line.split("=", 1) for line in lines if "=" in line and " " not in line)
    if "walltime" not in found:
        if usage.ended != "finished":
            return replace(usage, exit_code=None, signal=signal.SIGKILL)
        raise OSError(None, _complaint(said) or "no result", "runexec")
    try:
        return _measured(usage, limits, found)
    except (ValueError, OverflowError) as error:
        raise OSError(None, f"its result cannot be read: {error}"[:300], "runexec") from None


def _measured(usage: Usage, limits: Limits, found: dict[str, str]) -> Usage:
    """The usage with what runexec has measured; raises ValueError or OverflowError where that is no number."""
    ended, wall_s, cpu_s = usage.ended, _seconds(found, "walltime"), _seconds(found, "cputime")
    if ended == "finished" and "terminationreason" in found:
        ended = _ENDINGS.get(found["terminationreason"], "finished")
    if ended == "finished" and (wall_s > limits.wall_s or cpu_s > limits.cpu_s):  # within its last second
        ended = "wall" if wall_s > limits.wall_s else "cpu"
    code, number = found.get("returnvalue"), found.get("exitsignal")
    return replace(
        usage, ended=ended, wall_s=wall_s, cpu_s=cpu_s,
        exit_code=None if code is None else int(code), signal=None if number is None else int(number),
        peak_mb=int(found.get("memory", "0").rstrip("B")) / 1e6,
    )  # fmt: skip


def _complaint(said: str) -> str:
    """Its last error; advice comes below that. Else its last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [
        line.partition(level)[2] for line in lines for level in (" - ERROR - ", " - CRITICAL - ") if level in line
    ]
    return (errors or lines or [""])[-1]


def _seconds(found: dict[str, str], name: str) -> float:
    seconds = float(found.get(name, "0").rstrip("s"))
    if not 0 <= seconds < math.inf:
        raise ValueError(f"{name} is {seconds}")
    return seconds


def find() -> Runexec:
    """The backend; raises OSError that says why there is none."""
    beside = Path(sys.executable).with_name("runexec")
    program = str(beside) if beside.exists() else shutil.which("runexec")
    if program is None:
        raise OSError(None, f"not installed; to install: {installing.packages('benchexec')}")
    with closing(Scratch()) as scratch:  # it leaves a folder where it is killed
        version = _said(scratch, program, "--version")
        result = _said(scratch, program, "--quiet", "--no-container", *_TRIAL)
    if not version.split():
        raise OSError(None, "it does not say its version")
    if "returnvalue=0" not in result or "memory=" not in result:
        raise OSError(None, _complaint(result) or "it does not measure memory")
    return Runexec(Path(program), version.split()[-1])


def _said(scratch: Scratch, *command: str) -> str:
    own = os.environ | {"TMPDIR": str(scratch.folder)}
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=own, check=False)
    return done.stdout
