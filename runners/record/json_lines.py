"""Files of JSON objects, one a line, that one writer appends to, each on disk before the writer goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners.record import appended
from tilings.runners.record.appended import AppendedFile

opened = partial(AppendedFile, whole=partial(appended.whole, header=False))  # by its path


class Line(NamedTuple):
    """The place of an object, which is read again when it is used: those of a campaign may not fit into memory."""

    path: Path
    offset: int

    def content(self) -> dict[str, Any]:
        """The object; raises UserError or OSError where the file was changed meanwhile."""
        with files.opened(self.path) as file:
            file.seek(self.offset)
            try:
                content: dict[str, Any] = json.loads(file.readline())
            except (ValueError, RecursionError):
                raise UserError(f"{self.path} was changed while it was read") from None
        return content


def encoded(content: dict[str, Any]) -> bytes:
    """An object as a line."""
    return json.dumps(content).encode() + b"\n"


def read(path: Path, keys: Sequence[str]) -> Iterator[tuple[Line, dict[str, Any]]]:
    """The objects of a file; a torn end is dropped. Raises UserError for a line without an object with these texts."""
    with files.opened(path) as file:
        for number, (offset, text) in enumerate(appended.lines(path, file, header=False), 1):
            try:
                content = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise appended.broken(path, number, f"it is not JSON: {error}") from None
            if not isinstance(content, dict) or not all(isinstance(content.get(key), str) for key in keys):
                raise appended.broken(path, number, f"it is not an object with the texts {', '.join(keys)}")
            yield Line(path, offset), content


def of_folder(folder: Path, kind: str, keys: Sequence[str], faults: list[str]) -> Iterator[tuple[Line, dict[str, Any]]]:
    """The objects of a campaign's files of a kind. A fault is noted, and the rest of its file is left out."""
    for path in sorted(folder.glob(f"{kind}-*.jsonl")):
        try:
            yield from read(files.inside(folder, path), keys)
        except UserError as error:
            faults.append(str(error))
        except OSError as error:
            faults.append(f"{path}: cannot be read: {error.strerror}")
