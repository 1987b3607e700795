"""The statistics of a search as text, its trace as text or pictures, and its film."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.notebook import Picture
from tilings.models.problem import Problem, Solution, UserError
from tilings.runners.solve.solution_writers import find_sheet, say_written, write_pages

if TYPE_CHECKING:
    from tilings.models.film import Frame

MOST_LINES, FEW_BOARDS = 10_000, 60
MOST_BOARDS = {".png": 120, ".pdf": 600}
BOARDS_ON_A_PAGE = 60
FILM_ENDINGS = (".gif", ".png", ".svg", ".pdf", ".json")


def table(statistics: dict[str, Any]) -> str:
    """The statistics of a search as lines of text.

    statistics: the solver's measurements (runners.execute.transcript.MEASURES) with the payload of its telemetry
    ``statistics``. Attempts and fits by the number of remaining pieces come first.
    """
    rows = _by_remaining(statistics) if "attempts" in statistics else []
    if "removed" in statistics:
        removed = ", ".join(f"{number} by {name}" for name, number in statistics["removed"].items())
        rows.append(f"images removed before the first piece: {removed}")
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


def _by_remaining(statistics: dict[str, Any]) -> list[str]:
    attempts, fits, trials = statistics["attempts"], statistics["fits"], statistics["trials"]
    titles = ["remaining", "attempts", "fits"]
    if trials:
        titles += ["attempts a trial", "fits a trial"]

    def row(label: str, numbers: tuple[int, int]) -> list[str]:
        means = [f"{number / trials:,.2f}" for number in numbers] if trials else []
        return [label, *(f"{number:,}" for number in numbers), *means]

    rows = [titles] + [row(str(n), (attempts[n], fits[n])) for n in range(len(attempts) - 1, 0, -1)]
    rows.append(row("all", (sum(attempts), sum(fits))))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.rjust, cells, widths)) for cells in rows]
    return lines + ([f"means over {trials:,} trials"] if trials else [])


class Trace:
    """Writes the steps of a search to a file: a .txt file has their lines, a .png or .pdf file a board for each step.

    The lines are those of ``runners.native.classic.Classic.trace``. A board shows the pieces in the box after the step,
    except those that were placed before the traced depth was reached.
    """

    def __init__(self, path: Path, problem: Problem, instance: Any) -> None:
        """Raises UserError for an unknown format, or for a picture if the family has no small boards."""
        self.drawn = path.suffix in MOST_BOARDS
        if not (self.drawn or path.suffix == ".txt") or not path.parent.is_dir():
            raise UserError(f"--trace takes a .txt, .png or .pdf file in a folder that exists, not {path}")
        if self.drawn and find_sheet(problem.family) is None:
            raise UserError(f"--trace: {problem.family} has no small boards to draw: use a .txt file")
        self._path, self._problem, self._instance = path, problem, instance
        self._lines: list[str] = []
        self._file = None if self.drawn else path.open("w", encoding="utf-8")

    def add(self, lines: list[str]) -> None:
        """Adds further steps."""
        if self._file is None:
            self._lines += lines
        else:
            self._file.write("".join(f"{line}\n" for line in lines))
            self._file.flush()

    def close(self) -> None:
        """Closes the text file, or draws the picture."""
        if self._file is not None:
            self._file.close()
        elif not self._lines:
            say_written(self._path, "the search reported no step")
            return
        else:
            titles, boards = replay(self._lines, self._problem.decode(self._instance, ()))
            sheet = find_sheet(self._problem.family)
            assert sheet is not None
            if self._path.suffix == ".png":
                Picture(sheet(self._instance, boards, titles)).save(self._path, dpi=150)
            else:
                write_pages(self._path, sheet, self._instance, boards, titles, BOARDS_ON_A_PAGE)
        say_written(self._path)


def replay(lines: Sequence[str], start: Solution) -> tuple[list[str], list[Solution]]:
    """The title of each step of a trace, and the board after it; start: the board before the first step."""
    board = list(start)
    titles, boards = [], []
    for line in lines:
        remaining, step, *words = line.split()
        item = (step[1:], tuple(tuple(map(int, word.split(","))) for word in words))
        if step[0] == "+":
            board.append(item)
        elif item in board:
            board.remove(item)
        titles.append(f"{remaining} {step}")
        boards.append(tuple(board))
    return titles, boards


class FilmWriter:
    """Writes the last film that a search reports to the file of ``--film`` (models.film)."""

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
        from tilings.models import film

        parts: dict[str, Any] = {part: tuple(self._frames(self._reported[part])) for part in film.PARTS}
        made = film.Film(self._problem.family, self._instance.name, self._title, self._reported["solved"], **parts)
        film.save(made, self._instance, self._path)
        say_written(self._path)

    def _frames(self, reported: Iterable[Any]) -> Iterable[Frame]:
        from tilings.models.film import Frame

        for nodes, atoms in reported:
            yield Frame(nodes, self._problem.decode(self._instance, [(name, tuple(of)) for name, of in atoms]))
