"""The copies of its instances in a campaign's folder, read again when they are asked for: all of them take memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from models.problem import Instance, Problem, UserError
from models.registry import load_instance

Name = tuple[str, str]  # a family and an instance of it


class Copies(Mapping[Name, tuple[Problem, Instance]]):
    """The problem and the instance of each name whose copy could be read.

    measures: by name, those of its problem. unreadable: why another's could not be, one line each.
    """

    def __init__(self, folder: Path, names: Iterable[Name]) -> None:
        self._folder = folder
        self.measures: dict[Name, dict[str, float | str]] = {}
        self.unreadable: list[str] = []
        for name in sorted(names):
            try:
                problem, instance = self._read(name)
                self.measures[name] = problem.measures(instance)
            except UserError as error:
                self.unreadable.append(str(error).replace(f"{folder}/", ""))

    def __getitem__(self, name: Name) -> tuple[Problem, Instance]:
        if name not in self.measures:
            raise KeyError(name)
        return self._read(name)

    def __contains__(self, name: object) -> bool:
        return name in self.measures

    def __iter__(self) -> Iterator[Name]:
        return iter(self.measures)

    def __len__(self) -> int:
        return len(self.measures)

    def _read(self, name: Name) -> tuple[Problem, Instance]:
        return load_instance(self._folder / "instances" / name[0] / f"{name[1]}.json")
