"""Solves in a separate process, for programs with threads and child processes, such as notebooks.

The harness forks workers, so its process must have one thread; it ends all its children; and it handles signals.
The separate process ends with the thread that started it.
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
from tilings.runners.solve.racing import Race, entered, others
from tilings.runners.solve.solving import Answer, answered, answers


def solved(puzzle: Puzzle, **options: Any) -> Answer:
    """The answer of the run that `choosing.choose` chooses with these options; raises UserError as it does.

    Raises RuntimeError if the process fails; its message is on standard error. Ctrl-C ends the run.
    """
    answer: Answer = _called(_solve, puzzle, options)
    return answer


def raced(puzzle: Puzzle, **options: Any) -> Race:
    """The race of the runs that `racing.entered` makes with these options; raises as `solved` does."""
    race: Race = _called(_race, puzzle, options)
    return race


def _solve(source: InstanceFile, **options: Any) -> Answer:
    return answered(choose(source, **options))


def _race(source: InstanceFile, **options: Any) -> Race:
    return Race.of(answers(entered(source, **options)), others(source, **options))


def _called(work: Callable[..., Any], puzzle: Puzzle, options: dict[str, Any]) -> Any:
    with started("tilings.runners.solve.isolated", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        reply, _ = process.communicate(pickle.dumps((os.getpid(), work.__name__, puzzle.json(), options)))
    if process.returncode or not reply:
        raise RuntimeError(f"the solving process ended with status {process.returncode}")
    refusal, outcome = pickle.loads(reply)
    if refusal:
        raise UserError(refusal)
    return outcome


@contextmanager
def started(module: str, *arguments: str, **settings: Any) -> Iterator[subprocess.Popen[Any]]:
    """A module of this project as a command in a separate process; Ctrl-C and any error in this context end it.

    settings: of subprocess.Popen.
    """
    # -P: the current folder may contain modules with the names of imported packages.
    process = subprocess.Popen([sys.executable, "-P", "-m", module, *arguments], start_new_session=True, **settings)
    try:
        yield process
    except BaseException:
        process.terminate()
        process.wait()
        raise


def main() -> None:
    """In the process: read a request from standard input, write the reply to standard output."""
    starter, work, text, options = pickle.load(sys.stdin.buffer)
    follow_parent(signal.SIGTERM)
    if os.getppid() != starter:
        return
    reply = os.dup(1)
    os.dup2(2, 1)  # output of libraries must not get into the reply
    refusal, outcome = "", None
    try:
        with tempfile.TemporaryDirectory(prefix="solve-") as folder:
            path = Path(folder) / "instance.json"
            path.write_text(text, encoding="utf-8")
            outcome = {"_solve": _solve, "_race": _race}[work](read_instance(path), **options)
    except UserError as error:
        refusal = str(error)
    except KeyboardInterrupt:
        sys.exit(1)
    with os.fdopen(reply, "wb") as file:
        pickle.dump((refusal, outcome), file)


if __name__ == "__main__":
    main()
