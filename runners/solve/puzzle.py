"""A puzzle for other programs: a shipped instance, or one from a file, a text or a JSON object."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models import registry
from tilings.models.problem import Problem, UserError

if TYPE_CHECKING:
    from tilings.runners.plan.manifest import InstanceFile


@dataclass(frozen=True, repr=False)
class Puzzle:
    """An instance and its family, such as ``squares``. Fields of the instance: the README of ``models/FAMILY``."""

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
        """The goals that it can be solved for: some of ``first``, ``count`` and ``optimum``."""
        return self.problem.goals(self.instance)

    @property
    def goal(self) -> str:
        """The goal that is taken if none is named: ``optimum`` where there is one, else ``first``."""
        return self.goals[-1 if self.problem.sense and "optimum" in self.goals else 0]

    def chosen_goal(self, named: str | None) -> str:
        """The goal that is named, or else `goal`; raises UserError for one that the puzzle does not have."""
        if named and named not in self.goals:
            raise UserError(f"this instance has no goal '{named}'; its goals are {', '.join(self.goals)}")
        return named or self.goal

    def json(self) -> str:
        """The text of its JSON file, which `load` reads back."""
        return registry.instance_json(self.problem, self.instance)

    def under(self, convention: str) -> Puzzle:
        """The puzzle whose solutions count as one under another convention; raises UserError for one that has none."""
        problem = self.problem
        instance = problem.under_convention(self.instance, convention)
        problem.parse(problem.to_json(instance))  # refuses an unknown convention
        return replace(self, instance=instance)

    def stored(self, folder: Path) -> InstanceFile:
        """The puzzle as a JSON file in a folder, for a run."""
        from tilings.runners.plan import manifest

        path = folder / f"{self.name}.json"
        path.write_text(self.json(), encoding="utf-8")
        return manifest.read_instance(path)


Given = Puzzle | str | Path | Mapping[str, Any]


def load(given: Given, *files: str | Path) -> Puzzle:
    """The puzzle that a name, a path, a text or a JSON object stands for.

    given: the name of a shipped instance; the path of a file, with ``#2`` behind it for the second puzzle in it; the
    text of one, which has several lines or starts with a brace; or the JSON object of an instance as a mapping.
    files: of a model of the user's own, its data and its checker. What the reader of another program's file leaves out
    is printed on standard error. Raises UserError where there is no such puzzle, or it is not right.
    """
    from tilings.runners.plan import instance_files

    if isinstance(given, Puzzle):
        return given
    with tempfile.TemporaryDirectory(prefix="puzzle-") as folder:
        if isinstance(given, Mapping):
            problem, instance = registry.parse_instance(_json(given), "the puzzle")
        elif isinstance(given, str) and ("\n" in given or given.lstrip().startswith("{")):
            path = instance_files.from_text(given.encode(errors="surrogatepass"), Path(folder), "the text")
            problem, instance = registry.load_instance(path)
        else:
            problem, instance = registry.load_instance(
                instance_files.path(str(given), Path(folder), [str(file) for file in files])
            )
    return Puzzle(problem.family, instance)


def _json(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(dict(data))
    except (TypeError, ValueError, RecursionError) as error:
        raise UserError(f"the puzzle is not a JSON object: {error}") from None
