"""The interface of readers of files or lines, and the sources of sound inputs."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilings.models.terminal.command import ROOT
from tools.fuzz.hostile_files import remove

PUBLISHED = ROOT / "results/published"
PROVEN = PUBLISHED / "proven"
_MOST = 6000  # bytes of a seed
Seeds = Callable[[], Sequence[bytes]]


@dataclass(frozen=True)
class Reader:
    """A reader under test.

    name: the name of the file that it reads.
    read: takes the path of the input, and returns or raises UserError. Any other exception is a find.
    seeds: makes sound inputs.
    stream: whether the input comes from a pipe and not from a file.
    """

    name: str
    read: Callable[[Path], object]
    seeds: Seeds
    stream: bool = False


def files(*patterns: str, most: int = 12) -> Callable[[], list[bytes]]:
    """The first files of each pattern that are small."""

    def read() -> list[bytes]:
        matches = [itertools.islice(small(sorted(ROOT.glob(pattern))), most) for pattern in patterns]
        return list(itertools.chain(*matches))

    return read


def small(paths: Iterable[Path]) -> Iterable[bytes]:
    """The files that are small enough."""
    return (data for path in paths if len(data := path.read_bytes()) <= _MOST)


def blocks(language: str) -> Callable[[], list[bytes]]:
    """The documents' code blocks in a language."""

    def read() -> list[bytes]:
        texts = [path.read_text() for path in [*ROOT.glob("docs/*.md"), *ROOT.glob("models/*/README.md")]]
        fence = f"```{language}\n"
        return [part.partition("```")[0].encode() for text in texts for part in text.split(fence)[1:]]

    return read


def heads(*names: str) -> Callable[[], list[bytes]]:
    """The heads of published CSV files, with some of their rows."""
    return lambda: [head(PUBLISHED / name) for name in names]


def head(path: Path, most: int = 6) -> bytes:
    """The first lines of a file."""
    with path.open("rb") as file:
        return b"".join(itertools.islice(file, most))


def lone(path: Path, name: str) -> Path:
    """A folder with the input as its only file, under that name."""
    folder = path.parent / "folder"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        remove(old)
    placed(path, folder / name)
    return folder


def placed(path: Path, place: Path) -> None:
    """Put the input at a place of a campaign's folder, in which a symbolic link to it would be refused."""
    if path.is_dir() and not path.is_symlink():
        place.mkdir(exist_ok=True)
    else:
        os.link(path, place, follow_symlinks=False)
