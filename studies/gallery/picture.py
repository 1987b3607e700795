"""What a picture of the book is, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from models import registry
from models.fields import as_name
from models.problem import Instance, Solution

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Picture:
    """A valid solution and what is told of it.

    title: the instance, or the value that the solution shows. words: what is drawn. proved: sentences on what is known
    of it, and by whom. source: the file that holds the solution, in the folder of results, and what found it.
    """

    instance: Instance
    solution: Solution
    title: str
    words: str
    proved: str
    source: str
    family: str

    @property
    def stem(self) -> str:
        """The name of its file, without a suffix."""
        return as_name(f"{self.family}-{self.instance.name}")

    def figure(self, bare: bool = True) -> Figure:
        """The family's drawing. bare: without a title."""
        made: Figure = registry.drawing(self.family).figure(self.instance, self.solution, bare=bare)
        return made


@dataclass(frozen=True)
class Section:
    """The pictures of a family, and why these were chosen, in a sentence."""

    title: str
    chosen: str
    pictures: tuple[Picture, ...]
