"""Writes solutions to files as text, JSON or pictures, and the sub-puzzle that a solution leaves (``--keep``).

Text and JSON files are written as solutions are found.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TextIO

from tilings.models import fields, registry
from tilings.models.problem import Problem, Solution, UserError
from tilings.models.terminal.phrases import counted
from tilings.runners.solve.answer_text import board

MOST_PICTURES = 12
PAGE = 6
STDOUT = "-"
NO_SOLUTION = "there is no solution"
PICTURES = (".png", ".svg", ".pdf")


class Writer(Protocol):
    """Writes solutions one by one. `close` is called last, and prints the name of a file, not of standard output."""

    def write(self, solution: Solution) -> None: ...
    def close(self) -> None: ...


def writer(target: str, family: str, instance: Any) -> Writer:
    """The writer for a file by its name: .txt (or ``-``), .json, .jsonl, .pdf, or a folder or pattern of .png.

    Raises UserError for another name or a missing folder.
    """
    path = Path(target)
    pattern = path if path.suffix == ".png" else path / "%d.png"
    if target != STDOUT and not (path if path.is_dir() else path.parent).is_dir():
        raise UserError(f"--solutions: there is no folder {path.parent}")
    if target == STDOUT or path.suffix == ".txt":
        return _text(sys.stdout if target == STDOUT else path.open("w", encoding="utf-8"), family, instance)
    if path.suffix == ".json":
        return Json(path.open("w", encoding="utf-8"))
    if path.suffix == ".jsonl":
        return Lines(path.open("w", encoding="utf-8"), lambda _, solution: json.dumps(solution))
    if path.suffix == ".pdf":
        path.open("wb").close()
        return Pages(path, family, instance)
    if (path.suffix == ".png" and path.name.count("%d") == 1 == path.name.count("%")) or path.is_dir():
        return Pictures(pattern, family, instance)
    raise UserError(
        f"--solutions takes a .txt, .json, .jsonl or .pdf file, a folder or a pattern like board-%d.png for pictures, "
        f"or - for text on standard output, not {target}"
    )


def say_written(target: str | Path, reason: str = "") -> None:
    """Print on standard error that a file was written, or that it was not and why."""
    print(f"{target} is not written: {reason}" if reason else f"written: {target}", file=sys.stderr, flush=True)


def check_picture(path: Path, opening: str) -> None:
    """Raises UserError, whose text starts with `opening`, unless a picture can be written there."""
    if path.suffix not in PICTURES or not path.parent.is_dir():
        raise UserError(f"{opening} a {', '.join(PICTURES)} file in a folder that exists, not {path}")


def draw(path: Path, figure: Any) -> None:
    """Write the figure of a solution, if there is one, and print so."""
    if figure:
        _save(figure, path)
    say_written(path, "" if figure else NO_SOLUTION)


def _save(figure: Any, path: Path) -> None:
    from tilings.runners.drawing.picture import Picture

    Picture(figure).save(path)


def pictures(target: str) -> bool:
    """Whether the target holds pictures, of which only a few are requested by default."""
    return target != STDOUT and Path(target).suffix not in (".txt", ".json", ".jsonl")


class Lines:
    """Writes solutions one by one as the text that `shown` makes of the number, from 1, and the solution."""

    def __init__(self, stream: TextIO, shown: Callable[[int, Solution], str]) -> None:
        self._stream, self._shown, self._number = stream, shown, 0

    def write(self, solution: Solution) -> None:
        """Write a solution and flush the file."""
        self._number += 1
        print(self._shown(self._number, solution), file=self._stream, flush=True)

    def close(self) -> None:
        """Close the file."""
        if self._stream is not sys.stdout:
            self._stream.close()
            say_written(f"{self._stream.name} ({counted(self._number, 'solution')})")


def _text(stream: TextIO, family: str, instance: Any) -> Lines:
    """Writes solutions as text: boards to standard output, to files in the family's format (``screen.definition``)."""
    screen = registry.screen(family)
    in_file: Callable[[Any, Solution], str] = getattr(screen, "definition", screen.text)

    def shown(number: int, solution: Solution) -> str:
        text = board(family, instance, solution, stream) if stream is sys.stdout else in_file(instance, solution)
        return f"# solution {number}\n{text}\n"

    return Lines(stream, shown)


class Json:
    """Writes one JSON array of all solutions, each on its own line; the array is complete at any time."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._end, self._separator, self._number = stream, 2, "", 0
        stream.write("[\n]\n")
        stream.flush()  # a forked worker would inherit the buffer and write it again

    def write(self, solution: Solution) -> None:
        """Overwrite the end of the array with a solution and a new end."""
        self._number += 1
        self._stream.seek(self._end)
        self._stream.write(f"{self._separator}{json.dumps(solution)}")
        self._stream.flush()
        self._end, self._separator = self._stream.tell(), ",\n"
        self._stream.write("\n]\n")
        self._stream.flush()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()
        say_written(f"{self._stream.name} ({counted(self._number, 'solution')})")


class Pictures:
    """Draws each solution into its own .png file; %d in the name stands for the solution's number, from 1."""

    def __init__(self, pattern: Path, family: str, instance: Any) -> None:
        self._pattern, self._instance, self._number = pattern, instance, 0
        self._drawing = registry.drawing(family)

    def write(self, solution: Solution) -> None:
        """Draw a solution."""
        self._number += 1
        _save(self._drawing.figure(self._instance, solution), self._path(self._number))

    def close(self) -> None:
        """Every picture is complete."""
        last = f" to {self._path(self._number)}" if self._number > 1 else ""
        say_written(f"{self._path(1)}{last}", "" if self._number else NO_SOLUTION)

    def _path(self, number: int) -> Path:
        return self._pattern.with_name(self._pattern.name.replace("%d", str(number)))


class Pages:
    """Draws a .pdf file with six solutions on a page if the family has a ``sheet`` of many boards, else with one."""

    def __init__(self, path: Path, family: str, instance: Any) -> None:
        self._path, self._family, self._instance = path, family, instance
        self._solutions: list[Solution] = []

    def write(self, solution: Solution) -> None:
        """Keep a solution to be drawn."""
        self._solutions.append(solution)

    def close(self) -> None:
        """Draw all pages."""
        if not self._solutions:
            self._path.unlink()
            say_written(self._path, NO_SOLUTION)
            return
        drawing = registry.drawing(self._family)
        sheet = find_sheet(self._family)
        titles = [f"solution {number}" for number in range(1, len(self._solutions) + 1)]

        def single(instance: Any, boards: Sequence[Solution], titles: Sequence[str]) -> Any:
            return drawing.figure(instance, boards[0])

        write_pages(self._path, sheet or single, self._instance, self._solutions, titles, PAGE if sheet else 1)
        say_written(f"{self._path} ({counted(len(self._solutions), 'solution')})")


Sheet = Callable[[Any, Sequence[Solution], Sequence[str]], Any]


def find_sheet(family: str) -> Sheet | None:
    """The family's function that draws many boards on a page, or None."""
    module = registry.module_of(family, "sheet")
    return None if module is None else module.sheet


def write_pages(
    path: Path, sheet: Sheet, instance: Any, boards: Sequence[Solution], titles: Sequence[str], a_page: int
) -> None:
    """Write a .pdf file of boards with their titles, with `a_page` boards on a page."""
    from matplotlib.backends.backend_pdf import PdfPages

    with PdfPages(path) as pages:
        for start in range(0, len(boards), a_page):
            page = slice(start, start + a_page)
            pages.savefig(sheet(instance, boards[page], titles[page]), bbox_inches="tight")


def check_keeping(pieces: Sequence[str] | None, out: Path | None, problem: Problem, instance: Any) -> None:
    """Raises UserError, before the search, for an invalid --keep or --out."""
    if pieces is None and out is None:
        return
    if pieces is None or out is None:
        raise UserError("--keep and --out go together: the pieces to keep, and the file for the sub-puzzle")
    if problem.keep is None:
        raise UserError(f"--keep: {problem.family} has no pieces that can be fixed")
    if out.suffix != ".json" or not out.parent.is_dir():
        raise UserError(f"--out takes a .json file in a folder that exists, not {out}")
    problem.keep(instance, (), pieces)


def write_kept(pieces: Sequence[str], out: Path, problem: Problem, instance: Any, solution: Solution | None) -> None:
    """Writes the instance in which these pieces are fixed where they lie in the solution."""
    if solution is None or problem.keep is None:
        say_written(out, NO_SOLUTION)
        return
    kept = problem.keep(instance, solution, pieces)._replace(name=fields.as_name(out.stem))
    out.write_text(registry.instance_json(problem, kept), encoding="utf-8")
    say_written(out)
