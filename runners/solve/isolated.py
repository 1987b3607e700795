"""Solves in a process of its own, for programs that have threads and children, as notebooks do.

The harness forks workers, so its process must have one thread; it ends all its children; and it handles signals.
The process that is started here ends with the thread that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilings.models.problem import UserError
from tilings.runners.confine.stopping import follow_parent
from tilings.runners.plan.manifest import InstanceFile, read_instance
from tilings.runners.solve.choosing import choose
from tilings.runners.solve.puzzle import Puzzle
from tilings.runners.solve.racing import Race, entered, race
from tilings.runners.solve.solving import Answer, answered


def solved(puzzle: Puzzle, **wishes: Any) -> Answer:
    """The answer of the run that `choosing.choose` chooses by the same wishes; raises UserError as it does.

    Raises RuntimeError where the process fails, whose message is on standard error then. On Ctrl-C the run is ended.
    """
    answer: Answer = _called(_solve, puzzle, wishes)
    return answer


def raced(puzzle: Puzzle, **wishes: Any) -> Race:
    """The race that `racing.entered` and `racing.race` make with the same wishes; raises what `solved` does."""
    race: Race = _called(_race, puzzle, wishes)
    return race


def _solve(source: InstanceFile, **wishes: Any) -> Answer:
    return answered(choose(source, **wishes))


def _race(source: InstanceFile, **wishes: Any) -> Race:
    return race(entered(source, **wishes))


def _called(work: Callable[..., Any], puzzle: Puzzle, wishes: dict[str, Any]) -> Any:
    with started("tilings.runners.solve.isolated", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        reply, _ = process.communicate(pickle.dumps((os.getpid(), work.__name__, puzzle.json(), wishes)))
    if process.returncode or not reply:
        raise RuntimeError(f"the process that solves ended with status {process.returncode}")
    refusal, outcome = pickle.loads(reply)
    if refusal:
        raise UserError(refusal)
    return outcome


@contextmanager
def started(module: str, *words: str, **settings: Any) -> Iterator[subprocess.Popen[Any]]:
    """A module of this project as a command in a process of its own; Ctrl-C and any error within this context end it.

    settings: of subprocess.Popen.
    """
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", module, *words], start_new_session=True, **settings
    )  # -P: the current folder may hold modules with names of packages that are imported
    try:
        yield process
    except BaseException:
        process.terminate()
        process.wait()
        raise


def main() -> None:
    """The life of the process: a request from standard input, the reply to standard output."""
    starter, work, text, wishes = pickle.load(sys.stdin.buffer)
    follow_parent(signal.SIGTERM)
    if os.getppid() != starter:
        return
    reply = os.dup(1)
    os.dup2(2, 1)  # what a library prints must not get into the reply
    refusal, outcome = "", None
    try:
        with tempfile.TemporaryDirectory(prefix="solve-") as folder:
            path = Path(folder) / "instance.json"
            path.write_text(text, encoding="utf-8")
            outcome = {"_solve": _solve, "_race": _race}[work](read_instance(path), **wishes)
    except UserError as error:
        refusal = str(error)
    except KeyboardInterrupt:
        sys.exit(1)
    with os.fdopen(reply, "wb") as file:
        pickle.dump((refusal, outcome), file)


if __name__ == "__main__":
    main()
