"""The instances that a suite names by files: JSON, puzzle files of other programs, models of the user's own.

Paths are relative to the suite, and may be shell patterns. What is not an instance's JSON yet is written as such into a
temporary folder, which lasts as long as the process.
"""

import atexit
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from glob import glob
from itertools import product
from pathlib import Path
from typing import Any

from models import foreign, registry
from models.own import reader as own
from models.problem import UserError
from models.puzzle_file import exists
from runners.plan.manifest import Shipped, file_sha256


def is_path(word: str) -> bool:
    """Whether a word in a list of instances is a path, and no name: names have no slash."""
    return "/" in word


def matching(word: str, home: Path) -> list[Path]:
    """The files that a path or a pattern stands for, in the order of their names; raises UserError for none."""
    found = sorted(map(Path, glob(str(home / word))))  # noqa: PTH207 - the word may be an absolute path
    if not found and exists(home / word):  # FILE#2 is the second puzzle of a file
        found = [home / word]
    if not found:
        raise UserError(f"there is no file {word} in {home}")
    return found


def instances(words: Iterable[str], home: Path) -> Iterator[Shipped]:
    """The instances in files; raises UserError for a file that cannot be read."""
    for path in (path for word in words for path in matching(word, home)):
        found = foreign.read(path)
        yield _entry(path.resolve()) if found is None else _written(found.instance, path)


def models(words: Iterable[str], data: Iterable[str], check: str, home: Path) -> Iterator[Shipped]:
    """The instances that models make, each with each of the data files, or by itself where there are none."""
    checkers = matching(check, home) if check else []
    files = [[path] for word in data for path in matching(word, home)] or [[]]
    for model, given in product([path for word in words for path in matching(word, home)], files):
        yield _written(own.read([model, *given, *checkers]), model)


def _entry(path: Path) -> Shipped:
    problem, instance = registry.load_instance(path)
    return Shipped(problem.family, instance.name, path, file_sha256(path), {}, "")


def _written(instance: Mapping[str, Any], source: Path) -> Shipped:
    """An instance that was read from a file of another format, as a JSON file."""
    problem, parsed = registry.parse_instance(json.dumps(instance), str(source))
    content = registry.instance_json(problem, parsed).encode()
    sha256 = hashlib.sha256(content).hexdigest()
    path = _folder() / f"{sha256}.json"
    path.write_bytes(content)
    return Shipped(problem.family, parsed.name, path, sha256, {}, "")


@cache
def _folder() -> Path:
    """The temporary folder; a forked process does not remove it."""
    folder, owner = Path(tempfile.mkdtemp(prefix="tilings-given-")), os.getpid()
    atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == owner else None)
    return folder
