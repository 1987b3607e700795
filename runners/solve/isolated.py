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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tilings.models import plugins
from tilings.models.problem import Solution, UserError
from tilings.models.terminal.phrases import MOST_DIGITS
from tilings.runners.confine.scratch_dirs import Scratch
from tilings.runners.confine.stopping import follow_parent
from tilings.runners.plan.manifest import InstanceFile, read_instance
from tilings.runners.plan.run import Run
from tilings.runners.solve.choosing import choose, several
from tilings.runners.solve.observer import NewSolutions
from tilings.runners.solve.puzzle import Puzzle
from tilings.runners.solve.racing import Race, entered, others
from tilings.runners.solve.solving import Answer, answered, answers
from tilings.runners.solvers.interface.events import Event
from tilings.runners.solvers.interface.solver import OutputRequests

Reply = Callable[[Any], None]


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


def streamed(puzzle: Puzzle, limit: int | None, **options: Any) -> Iterator[Solution]:
    """The solutions of the run that `choosing.choose` chooses with these options, each checked, as they come.

    limit: the most of them (None: all). Raises UserError as it does, and RuntimeError where not all were found within
    the run's limits. The process ends with the iterator.
    """
    if limit == 0:
        return
    with _asked(_list, puzzle, options) as replies:
        for number, found in enumerate(replies, 1):
            if isinstance(found, Answer):
                if not found.proven:
                    raise RuntimeError(f"{puzzle.family}/{puzzle.name}: {found.reason}")
                return
            yield found
            if number == limit:
                return


def _chosen(source: InstanceFile, solver: Any = None, **options: Any) -> Run:
    """The run that `choosing.choose` chooses; raises UserError also where `solver` is for a race."""
    if isinstance(solver, list | tuple) or (isinstance(solver, str) and several(solver)):
        raise UserError(f"'solver' is one name, not {solver!r}; for several use tilings.race")
    return choose(source, solver, **options)


def _solve(source: InstanceFile, reply: Reply, **options: Any) -> None:
    reply(answered(_chosen(source, **options)))


def _race(source: InstanceFile, reply: Reply, **options: Any) -> None:
    reply(Race.of(answers(entered(source, **options)), others(source, **options)))


def _list(source: InstanceFile, reply: Reply, **options: Any) -> None:
    run = _chosen(source, outputs=["solutions"], **options)
    reply(answered(run, _Stream(NewSolutions(source.problem, source.instance, run.goal), reply)))


_WORKS = {work.__name__: work for work in (_solve, _race, _list)}


class _Stream:
    """An observer of a run that replies with each new solution that breaks no rule."""

    requests = OutputRequests(solutions=0)

    def __init__(self, new: NewSolutions, reply: Reply) -> None:
        self.new, self.reply = new, reply

    def see(self, _: float, events: list[Event]) -> None:
        for event in events:
            solution = self.new.take(event)
            if solution is not None and not self.new.problem.check(self.new.instance, solution, self.new.goal):
                self.reply(solution)

    def close(self, ended: str) -> None: ...
    def checking(self, words: str) -> None: ...


def _called(work: Callable[..., None], puzzle: Puzzle, options: dict[str, Any]) -> Any:
    """The only reply of a function in a separate process."""
    with _asked(work, puzzle, options) as replies:
        return next(replies)


@contextmanager
def _asked(work: Callable[..., None], puzzle: Puzzle, options: dict[str, Any]) -> Iterator[Iterator[Any]]:
    """The replies of a function in a separate process, which ends with the context."""
    with started("tilings.runners.solve.isolated", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        asking, answering = process.stdin, process.stdout
        assert asking is not None and answering is not None

        def replies() -> Iterator[Any]:
            while True:
                try:
                    refusal, outcome = pickle.load(answering)
                except EOFError:
                    raise RuntimeError(f"the solving process ended with status {process.wait()}") from None
                if refusal:
                    raise UserError(refusal)
                yield outcome

        pickle.dump((os.getpid(), work.__name__, puzzle.json(), options), asking)
        asking.close()
        yield replies()


@contextmanager
def started(module: str, *arguments: str, **settings: Any) -> Iterator[subprocess.Popen[Any]]:
    """A module of this project as a command in a separate process; Ctrl-C and any error in this context end it.

    settings: of subprocess.Popen.
    """
    # -P: the current folder may contain modules with the names of imported packages.
    process = subprocess.Popen([sys.executable, "-P", "-m", module, *arguments], start_new_session=True, **settings)
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()


def main() -> None:
    """Read a request from standard input, and write the replies to standard output; called in the separate process."""
    plugins.make_absolute()
    sys.set_int_max_str_digits(MOST_DIGITS)
    starter, work, text, options = pickle.load(sys.stdin.buffer)
    follow_parent(signal.SIGTERM)
    if os.getppid() != starter:
        return
    output = os.dup(1)
    os.dup2(2, 1)  # output of libraries must not get into the replies

    def reply(outcome: Any, refusal: str = "") -> None:
        with os.fdopen(output, "wb", closefd=False) as file:
            pickle.dump((refusal, outcome), file)

    try:
        with Scratch() as folder:
            path = folder / "instance.json"
            path.write_text(text, encoding="utf-8")
            _WORKS[work](read_instance(path), reply, **options)
    except UserError as error:
        reply(None, str(error))
    except KeyboardInterrupt:
        sys.exit(1)


if __name__ == "__main__":
    main()
