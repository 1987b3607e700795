"""One run in the place of a queue of many."""

from runners.plan.run import Run


class SingleRun:
    """The queue of one run, which is made once. It does without the run's identity, which takes time to compute."""

    def __init__(self, run: Run) -> None:
        self.threads = run.threads
        self._left = [run]

    def __len__(self) -> int:
        return len(self._left)

    def peek(self) -> Run | None:
        """The run, until it is taken."""
        return self._left[0] if self._left else None

    def take(self) -> tuple[Run, int]:
        """The run, and the number of the attempt."""
        return self._left.pop(), 1

    def given_up(self) -> list[tuple[Run, str]]:
        """None, as the run is on no ladder."""
        return []
