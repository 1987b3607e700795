"""Records a film of a native search, which halts at every node and reports its path.

Filming does not change the search: its nodes are those of a search that is not filmed. Only its times are longer.
"""

import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from models.film import spread
from runners.native import engines
from runners.solvers.interface.child_process import emit
from runners.solvers.interface.events import Telemetry

FRAMES = 40  # of each of the three parts
INTERVAL_S = 2.0
Path = Sequence[int]  # the options chosen on the way from the root to a node


class Camera:
    """Films a search that is advanced node by node while `rolling`, and sends the film out.

    ends: whether the first solution ends the film; else each further one is where a longer film ends.
    """

    def __init__(self, search: Any, model: engines.EngineModel, ends: bool) -> None:
        self.rolling = True
        self._search, self._model, self._ends = search, model, ends
        self._recorder = Recorder()
        self._recorder.see(0, search.path)
        self._solved = False
        self._sent = time.monotonic()

    def halted(self, found: list[list[int]]) -> None:
        """Look where the search stands, and now and then send out the film so far, lest the run is cut off."""
        if not self.rolling:
            return
        if found:
            self._solved, self.rolling = True, not self._ends
            self._send((self._search.nodes, found[-1]))
        else:
            self._recorder.see(self._search.nodes, self._search.path)
            if not self._solved and time.monotonic() > self._sent + INTERVAL_S:
                self._send()

    def close(self) -> None:
        """Send out the film of a search that found nothing."""
        if not self._solved:
            self._send()

    def _send(self, solution: tuple[int, Path] | None = None) -> None:
        parts = self._recorder.parts(solution).items()
        payload = {name: [(nodes, engines.atoms(self._model, path)) for nodes, path in part] for name, part in parts}
        emit(Telemetry("film", payload | {"solved": solution is not None}))
        self._sent = time.monotonic()


class Recorder:
    """Keeps the first paths of a search, some on the way, and the last ones; see ``models.film``."""

    def __init__(self, frames: int = FRAMES) -> None:
        self._frames = frames
        self._first: list[tuple[int, Path]] = []
        self._between: list[tuple[int, Path]] = []
        self._last: deque[tuple[int, Path]] = deque(maxlen=frames)
        self._every, self._seen = 1, 0

    def see(self, nodes: int, path: Path) -> None:
        """Take where the search stands after so many nodes. Paths on the way are thinned out as they become many."""
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
