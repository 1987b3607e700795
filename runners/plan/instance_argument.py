"""The instance that a command is given: a JSON file, a puzzle file of another program, or a shipped instance's name."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models import registry
from models.problem import UserError
from models.puzzle_file import exists
from models.terminal.phrases import near
from runners.plan import manifest

STDIN = "-"
HELP = (
    "a shipped instance's name, a puzzle's file in any known format or drawn in text (FILE#2: the second in it), a "
    "model of your own, or - for standard input"
)


def path(given: str, folder: Path, others: Sequence[str] = ()) -> Path:
    """The instance's JSON file: the given one, a shipped instance's, or one in `folder` made from foreign files.

    others: the data and the checker of a model of the user's own. Prints what the foreign file's reader notes. Raises
    UserError where there is no such instance.
    """
    if given == STDIN:
        if sys.stdin.isatty():
            print("note: type a puzzle, and Ctrl-D at its end (docs/solve.md)", file=sys.stderr)
        return from_text(sys.stdin.buffer.read(), folder, "standard input")
    file = Path(given)
    if others:
        from models.own import reader as own

        return _copy(own.read([file, *map(Path, others)]), file, folder)
    if not given or not exists(file):
        return _shipped(given)
    return _json_file(file, folder)


def from_text(text: bytes, folder: Path, source: str) -> Path:
    """The JSON file of the instance in a text; `source` names it in errors."""
    file = folder / "stdin"
    file.write_bytes(text)
    try:
        found = _json_file(file, folder)
        registry.load_instance(found)
    except UserError as error:
        raise UserError(str(error).replace(str(file), source)) from None
    return found


def _shipped(name: str) -> Path:
    """The file of a shipped instance; the numbers in its name may lack their leading zeros, as in h9."""
    if len(found := manifest.shipped(name=name)) == 1:
        return found[0].path
    every = manifest.shipped()
    found = [entry for entry in every if _unpadded(entry.name) == _unpadded(name)]
    if len(found) != 1:
        perhaps = near(name, (entry.name for entry in every))
        raise UserError(f"there is no file {name}, and no shipped instance of that name{perhaps}")
    return found[0].path


def _unpadded(name: str) -> str:
    return re.sub(r"\d+", lambda digits: digits[0].lstrip("0") or "0", name)


def _json_file(file: Path, folder: Path) -> Path:
    """The file itself, or one in `folder` with the instance that it holds in another format."""
    from models import foreign

    found = foreign.read(file)
    if found is None:
        return file.resolve()
    for note in found.notes:
        print(f"note: {note}", file=sys.stderr)
    return _copy(found.instance, file, folder)


def _copy(instance: dict[str, Any], source: Path, folder: Path) -> Path:
    """The JSON file of an instance that was read from another one."""
    copy = folder / "instance.json"
    content = json.dumps(instance)
    registry.parse_instance(content, str(source))
    copy.write_text(content, encoding="utf-8")
    return copy
