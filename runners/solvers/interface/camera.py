"""The film of a native search."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from tilings.runners.drawing.film import spread
from tilings.runners.native import engines
from tilings.runners.solvers.interface.child_process import emit
from tilings.runners.solvers.interface.events import Telemetry

FILM_S = 2.0  # the time between two states of a film
FRAMES = 40  # in each of the three parts of a film
Path = Sequence[int]  # the options chosen on the way from the root to a node


class Camera:
    """Films a search that advances node by node while `rolling`, and sends the film.

    Filming makes the search slower, and does not change its nodes. ends: whether the first solution ends the film; else
    each solution ends a longer film.
    """

    def __init__(self, search: Any, model: engines.EngineModel, ends: bool) -> None:
        self.rolling = True
        self._search, self._model, self._ends = search, model, ends
        self._recorder = Recorder()
        self._recorder.see(0, search.path)
        self._solved = False
        self._sent = time.monotonic()

    def halted(self, solutions: list[list[int]]) -> None:
        """Record the state of the search, and every FILM_S seconds send the film so far, in case the run is stopped."""
        if not self.rolling:
            return
        if solutions:
            self._solved, self.rolling = True, not self._ends
            self._send((self._search.nodes, solutions[-1]))
        else:
            self._recorder.see(self._search.nodes, self._search.path)
            if not self._solved and time.monotonic() > self._sent + FILM_S:
                self._send()

    def close(self) -> None:
        """Send the film of a search without a solution."""
        if not self._solved:
            self._send()

    def _send(self, solution: tuple[int, Path] | None = None) -> None:
        parts = self._recorder.parts(solution).items()
        payload = {name: [(nodes, engines.atoms(self._model, path)) for nodes, path in part] for name, part in parts}
        emit(Telemetry("film", payload | {"solved": solution is not None}))
        self._sent = time.monotonic()


class Recorder:
    """Keeps the first paths of a search, some on the way, and the last ones; see ``runners.drawing.film``."""

    def __init__(self, frames: int = FRAMES) -> None:
        self._frames = frames
        self._first: list[tuple[int, Path]] = []
        self._between: list[tuple[int, Path]] = []
        self._last: deque[tuple[int, Path]] = deque(maxlen=frames)
        self._every, self._seen = 1, 0

    def see(self, nodes: int, path: Path) -> None:
        """Record the path after a number of nodes. Paths in the middle are thinned out as they become many."""
        if len(self._first) < self._frames:
            self._first.append((nodes, path))
            return
        self._last.append((nodes, path))
        if self._seen % self._every == 0:
            self._between.append((nodes, path))
            if len(self._between) == 4 * self._frames:
                self._between, self._every = self._between[::2], 2 * self._every
        self._seen += 1

    def parts(self, solution: tuple[int, Path] | None = None) -> dict[str, list[tuple[int, Path]]]:
        """The three parts of the film so far; a solution comes last, in place of the same path before it."""
        first, last = list(self._first), list(self._last)
        if solution is not None:
            first, last = ([frame for frame in frames if frame[1] != solution[1]] for frames in (first, last))
            last.append(solution)
        last = last[-self._frames :]
        between = [frame for frame in self._between if last and frame[0] < last[0][0]]
        return {"first": first, "between": spread(between, self._frames), "last": last}
