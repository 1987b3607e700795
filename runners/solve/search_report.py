"""The statistics of a search as text, and its film."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.problem import Problem, UserError
from tilings.runners.solve.solution_writers import say_written

if TYPE_CHECKING:
    from tilings.runners.drawing.film import Frame

FILM_ENDINGS = (".gif", ".png", ".svg", ".pdf", ".json")


def table(statistics: dict[str, Any]) -> str:
    """The statistics of a search as lines of text.

    statistics: the solver's measurements (runners.execute.transcript.MEASURES) with the payload of its telemetry
    ``statistics``.
    """
    rows = []
    sizes = [f"{statistics[name]:,} {name}" for name in ("variables", "constraints", "nonzeros") if name in statistics]
    if "encode_s" in statistics:
        sizes.append(f"{statistics['encode_s']:.2f} s to build it")
    if sizes:
        rows.append(f"model: {', '.join(sizes)}")
    counts = {name: statistics[name] for name in ("nodes", "failures", "updates", "solutions") if name in statistics}
    unit = statistics.get("effort_unit", "conflicts")
    if unit != "conflicts" and "effort" in statistics:  # a conflict is a failure
        counts[unit] = statistics["effort"]
    if counts:  # whole numbers, others to two decimals
        numbers = (
            (f"{value:,.0f}" if value == int(value) else f"{value:,.2f}", name) for name, value in counts.items()
        )
        rows.append(", ".join(map(" ".join, numbers)))
    seconds = statistics.get("solve_s", statistics.get("seconds", 0.0))
    if seconds > 0:
        speeds = [f"{counts[name] / seconds:,.0f} {name}" for name in ("nodes", "solutions") if name in counts]
        rows.append(f"{seconds:.2f} s of search" + (f": {' and '.join(speeds)} a second" if speeds else ""))
    return "\n".join(rows) or "the solver reported no statistics"


class FilmWriter:
    """Writes the last film that a search reports to the file of ``--film`` (runners.drawing.film)."""

    def __init__(self, path: Path, problem: Problem, instance: Any, title: str) -> None:
        """Raises UserError for an unknown format or a file that cannot be written."""
        if path.suffix not in FILM_ENDINGS or not path.parent.is_dir():
            raise UserError(f"--film takes a {', '.join(FILM_ENDINGS)} file in a folder that exists, not {path}")
        try:
            new = not path.exists()
            path.open("ab").close()
            if new:
                path.unlink()
        except OSError as error:
            raise UserError(f"--film cannot write {path}: {error.strerror}") from None
        self._path, self._problem, self._instance, self._title = path, problem, instance, title
        self._reported: dict[str, Any] = {}

    def take(self, payload: dict[str, Any]) -> None:
        """Take a film from the search; it replaces the previous one."""
        self._reported = payload

    def close(self) -> None:
        """Write the last film, or a message on standard error if there was none."""
        if not self._reported:
            say_written(self._path, "the search reported no node")
            return
        from tilings.runners.drawing import film

        parts: dict[str, Any] = {part: tuple(self._frames(self._reported[part])) for part in film.PARTS}
        result = film.Film(self._problem.family, self._instance.name, self._title, self._reported["solved"], **parts)
        film.save(result, self._instance, self._path)
        say_written(self._path)

    def _frames(self, reported: Iterable[Any]) -> Iterable[Frame]:
        from tilings.runners.drawing.film import Frame

        for nodes, atoms in reported:
            yield Frame(nodes, self._problem.decode(self._instance, [(name, tuple(of)) for name, of in atoms]))
