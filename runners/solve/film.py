"""Writes the film of a search to the file of ``--film``; ``models.film`` defines what a film holds."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from models import film
from models.problem import Problem, UserError

ENDINGS = (".gif", ".png", ".svg", ".pdf", ".json")


class FilmWriter:
    """Takes the films that a search reports and writes the last one at the end."""

    def __init__(self, path: Path, problem: Problem, instance: Any, what: str) -> None:
        """Raises UserError for an unknown format or a file that cannot be written. It is called before the search."""
        if path.suffix not in ENDINGS or not path.parent.is_dir():
            raise UserError(f"--film takes a {', '.join(ENDINGS)} file in a folder that exists, not {path}")
        try:
            new = not path.exists()
            path.open("ab").close()
            path.unlink() if new else None
        except OSError as error:
            raise UserError(f"--film cannot write {path}: {error.strerror}") from None
        self._path, self._problem, self._instance, self._what = path, problem, instance, what
        self._reported: dict[str, Any] = {}

    def take(self, payload: dict[str, Any]) -> None:
        """Take a film from the search; it replaces the one before."""
        self._reported = payload

    def close(self) -> None:
        """Write the last film, or a message on standard error if there was none."""
        if not self._reported:
            print(f"no film was made: the search told of no node; {self._path} is not written", file=sys.stderr)
            return
        parts: dict[str, Any] = {part: tuple(self._frames(self._reported[part])) for part in film.PARTS}
        made = film.Film(self._problem.family, self._instance.name, self._what, self._reported["solved"], **parts)
        film.save(made, self._instance, self._path)

    def _frames(self, told: Iterable[Any]) -> Iterable[film.Frame]:
        for nodes, atoms in told:
            yield film.Frame(nodes, self._problem.decode(self._instance, [(name, tuple(of)) for name, of in atoms]))
