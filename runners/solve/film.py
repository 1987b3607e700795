"""A film of a search, written where the command is told to (models.film says what a film is)."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from models import film
from models.problem import Problem, UserError

ENDINGS = (".gif", ".png", ".svg", ".pdf", ".json")


class Reel:
    """Takes what the search told of itself, of which the last word counts, and writes it at the end."""

    def __init__(self, path: Path, problem: Problem, instance: Any, what: str) -> None:
        """Raises UserError, before any search, for a file that cannot be a film or cannot be written."""
        if path.suffix not in ENDINGS or not path.parent.is_dir():
            raise UserError(f"--film takes a {', '.join(ENDINGS)} file in a folder that exists, not {path}")
        try:
            new = not path.exists()
            path.open("ab").close()
            path.unlink() if new else None
        except OSError as error:
            raise UserError(f"--film cannot write {path}: {error.strerror}") from None
        self._path, self._problem, self._instance, self._what = path, problem, instance, what
        self._told: dict[str, Any] = {}

    def take(self, payload: dict[str, Any]) -> None:
        """Take a film from the search."""
        self._told = payload

    def close(self) -> None:
        """Write the film, or say that there is none."""
        if not self._told:
            print(f"no film was made: the search told of no node; {self._path} is not written", file=sys.stderr)
            return
        parts: dict[str, Any] = {part: tuple(self._frames(self._told[part])) for part in film.PARTS}
        made = film.Film(self._problem.family, self._instance.name, self._what, self._told["solved"], **parts)
        film.save(made, self._instance, self._path)

    def _frames(self, told: Iterable[Any]) -> Iterable[film.Frame]:
        for nodes, atoms in told:
            yield film.Frame(nodes, self._problem.decode(self._instance, [(name, tuple(of)) for name, of in atoms]))
