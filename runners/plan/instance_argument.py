"""The instance that a command is given: a JSON file, a puzzle file of another program, or a shipped instance's name."""

import json
import sys
from pathlib import Path

from models import foreign, registry
from models.problem import UserError
from runners.plan import manifest

HELP = "an instance's JSON, a puzzle file of another program (FILE#2: that number), or a shipped instance's name"


def path(given: str, folder: Path) -> Path:
    """The instance's JSON file: the given one, a shipped instance's, or one in `folder` made from a foreign file.

    Prints what the foreign file's reader notes. Raises UserError where there is no such instance.
    """
    file = Path(given)
    if not foreign.exists(file):
        shipped = [entry.path for entry in manifest.shipped() if entry.name == given]
        if len(shipped) != 1:
            raise UserError(f"there is no file {given}, and no shipped instance of that name")
        return shipped[0]
    found = foreign.read(file)
    if found is None:
        return file.resolve()
    for note in found.notes:
        print(f"note: {note}", file=sys.stderr)
    copy = folder / "instance.json"
    content = json.dumps(found.instance)
    registry.parse_instance(content, str(file))
    copy.write_text(content, encoding="utf-8")
    return copy
