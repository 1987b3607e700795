"""A puzzle for other programs: a shipped instance, or one from a file, a text or a JSON object."""

from __future__ import annotations

import json
import sys
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tilings.models import fields, registry
from tilings.models.problem import Problem, UserError

if TYPE_CHECKING:
    from tilings.runners.plan.manifest import InstanceFile


class Puzzle(NamedTuple):
    """An instance and its family, such as ``squares``. Fields of the instance: the README of ``models/FAMILY``.

    Documentation: docs/python.md
    """

    family: str
    instance: Any

    def __repr__(self) -> str:
        return f"<Puzzle {self.family}/{self.name}, goals: {', '.join(self.goals)}>"

    @property
    def problem(self) -> Problem:
        """The rules of its family."""
        return registry.problem(self.family).of(self.instance)

    @property
    def name(self) -> str:
        """The instance's name."""
        return str(self.instance.name)

    @property
    def goals(self) -> tuple[str, ...]:
        """Its goals: some of ``first``, ``count`` and ``optimum``."""
        return self.problem.goals(self.instance)

    @property
    def goal(self) -> str:
        """The default goal: ``optimum`` if there is one, else ``first``."""
        return self.goals[-1 if self.problem.sense and "optimum" in self.goals else 0]

    def chosen_goal(self, named: str | None) -> str:
        """The named goal, or else `goal`; raises UserError for one that the puzzle does not have."""
        if named and named not in self.goals:
            raise UserError(f"this instance has no goal '{named}'; its goals are {', '.join(self.goals)}")
        return named or self.goal

    def json(self) -> str:
        """Its JSON file as text, for `load`."""
        return registry.instance_json(self.problem, self.instance)

    def under(self, convention: str) -> Puzzle:
        """The puzzle under another convention of symmetry; raises UserError for a family without conventions."""
        problem = self.problem
        instance = problem.under_convention(self.instance, convention)
        problem.parse(problem.to_json(instance))  # refuses an unknown convention
        return self._replace(instance=instance)

    def stored(self, folder: Path) -> InstanceFile:
        """The puzzle as a JSON file in a folder, for a run."""
        from tilings.runners.plan import manifest

        path = folder / f"{self.name}.json"
        path.write_text(self.json(), encoding="utf-8")
        return manifest.read_instance(path)


Given = Puzzle | str | Path | Mapping[str, Any]


def load(given: Given, *files: str | Path) -> Puzzle:
    """The puzzle of a name, a path, a text or a JSON object.

    given: one of these:

    - the name of a shipped instance;
    - the path of a file, with ``#2`` behind it for its second puzzle;
    - the text of a file, with several lines or a brace at its start;
    - the JSON object of an instance as a mapping.

    files: the data and the checker of a user's own model.

    Notes, such as on ignored parts of another program's file or a proof that there is no solution, are warnings
    (`warnings.warn`). Raises UserError for a missing or invalid puzzle.

    Documentation: docs/python.md
    """
    from tilings.runners.plan import instance_files

    if isinstance(given, Puzzle):
        return given
    if not isinstance(given, str | Path | Mapping):
        raise UserError(f"a puzzle is a name, a path, a text or a mapping, not {fields.typed(given)}")
    notes: list[str] = []
    with tempfile.TemporaryDirectory(prefix="puzzle-") as folder:
        if isinstance(given, Mapping):
            problem, instance = registry.parse_instance(_json(given), "the puzzle")
        elif isinstance(given, str) and ("\n" in given or given.lstrip().startswith("{")):
            text = given.encode(errors="surrogatepass")
            source = instance_files.from_text(text, Path(folder), "the text", notes.append)
            problem, instance = source.problem, source.instance
        else:
            others = [str(file) for file in files]
            source = instance_files.source(str(given), Path(folder), others, notes.append)
            problem, instance = source.problem, source.instance
    for note in (*notes, *problem.notes(instance)):
        _warn(note)
    return Puzzle(problem.family, instance)


def _warn(note: str) -> None:
    """Warn at the line of the caller's own program."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals["__name__"].startswith("tilings."):
        level, frame = level + 1, frame.f_back
    warnings.warn(note, stacklevel=level)


def _json(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(dict(data))
    except (TypeError, ValueError, RecursionError) as error:
        raise UserError(f"the puzzle is not a JSON object: {error}") from None
