"""The instances of users: files in a suite, and a name or a file on a command line.

A file is an instance's JSON, a puzzle file of another program, or a user's own model. Paths in a suite are relative to
it, and may be shell patterns; other formats are converted to JSON files in a temporary folder, which lasts as long as
the process.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

from tilings.models import files, registry
from tilings.models.problem import UserError
from tilings.models.puzzle_file import exists
from tilings.models.terminal.phrases import near
from tilings.runners.plan import manifest, temporary
from tilings.runners.plan.manifest import InstanceFile, Shipped

STDIN = "-"
HELP = "a shipped name, the file of a puzzle (FILE#2: its second) or of your own model, or - for standard input"


def is_path(word: str) -> bool:
    """Whether a word in a list of instances is a path: names have no slash."""
    return "/" in word


def matching(word: str, home: Path) -> list[Path]:
    """The files of a path or a pattern, in the order of their names; raises UserError without a match."""
    from glob import glob

    paths = sorted(map(Path, glob(str(home / word))))  # noqa: PTH207 - the word may be an absolute path
    if not paths and exists(home / word):  # FILE#2 is the second puzzle of a file
        paths = [home / word]
    if not paths:
        raise UserError(f"there is no file {word} in {home}")
    return paths


def instances(words: Iterable[str], home: Path) -> Iterator[Shipped]:
    """The instances in files; raises UserError for a file that cannot be read."""
    from tilings.models import puzzle_formats

    for path in (path for word in words for path in matching(word, home)):
        puzzle = puzzle_formats.read(path)
        yield _entry(path) if puzzle is None else _written(puzzle.instance, path)


def models(
    words: Iterable[str], data: Iterable[str], check: str, home: Path, problem: str = "", expect: Any = None
) -> Iterator[Shipped]:
    """The instances of models, each with each of the data files, or by itself without data files.

    problem, expect: what they state, and its known answers, as in ``models.own.reader.read``, or these by the names of
    the data files. Models whose files have the same name are named after their folders.
    """
    from tilings.models.own import reader as own

    checkers = matching(check, home) if check else []
    given_data = [[path] for word in data for path in matching(word, home)] or [[]]
    named = by_data(expect)
    paths = [path for word in words for path in matching(word, home)]
    alike = Counter(path.stem for path in paths)
    for model, given in product(paths, given_data):
        known = named.get(given[0].stem if given else "") if named else expect
        name = model.resolve().parent.name if alike[model.stem] > 1 else model.stem
        yield _written(own.read([model, *given, *checkers], problem, known, name), model, *given)


def by_data(expect: Any) -> dict[str, Any]:
    """The known answers by the names of the data files; empty where they hold for all of these."""
    return expect if expect and all(isinstance(answers, dict) for answers in expect.values()) else {}


def _entry(path: Path) -> Shipped:
    found = _of_json(path)
    return Shipped(found.family, found.instance.name, found.path, found.sha256, {}, str(path))


def _of_json(file: Path) -> InstanceFile:
    """The instance of a JSON file; of a packed one with an unpacked file, since programs of others read it, too."""
    problem, instance = registry.load_instance(file.resolve())
    path = temporary.written(problem, instance)[0] if files.packed(file) else file.resolve()
    return manifest.parsed(path, problem, instance)


def _written(instance: Mapping[str, Any], source: Path, *data: Path) -> Shipped:
    """An instance from a file of another format, and from data, written as a JSON file."""
    problem, parsed = registry.parse_object(instance, str(source))
    path, sha256 = temporary.written(problem, parsed)
    return Shipped(problem.family, parsed.name, path, sha256, {}, " with ".join(map(str, (source, *data))))


def printed(note: str) -> None:
    """Print a note of a format's reader on standard error."""
    print(f"note: {note}", file=sys.stderr)


def source(given: str, folder: Path, others: Sequence[str] = (), note: Callable[[str], None] = printed) -> InstanceFile:
    """The instance of a command line, parsed once: a file, also one of another format, which is converted to JSON in
    `folder`, or a shipped name.

    others: the data and the checker of a user's own model.
    note: called with each note of a format's reader.

    Raises UserError for an instance that does not exist or is wrong.
    """
    if given == STDIN:
        if sys.stdin.isatty():
            print("note: type a puzzle, and Ctrl-D at its end (docs/solve.md)", file=sys.stderr)
        return from_text(sys.stdin.buffer.read(), folder, "standard input", note)
    file = Path(given)
    if others:
        from tilings.models.own import reader as own

        return _stored(own.read([file, *map(Path, others)]), file, folder)
    if not given or not exists(file):
        return manifest.read_instance(_shipped(given))
    return _of_file(file, folder, note)


def from_text(text: bytes, folder: Path, source: str, note: Callable[[str], None] = printed) -> InstanceFile:
    """The instance in a text; `source` names it in errors."""
    file = folder / "stdin"
    file.write_bytes(text)
    try:
        return _of_file(file, folder, note)
    except UserError as error:
        raise UserError(str(error).replace(str(file), source)) from None


def _shipped(name: str) -> Path:
    """The file of a shipped instance or one of a ladder."""
    if len(named := manifest.named(name)) == 1:
        return named[0].path
    known = [entry.name for entry in manifest.shipped()]
    with suppress(OSError):  # the path is too long for a folder
        known += [str(file) for file in Path(name).parent.glob("*") if file.is_file()]
    raise UserError(f"there is no file {name}, and no shipped instance of that name{near(name, known)}")


def _of_file(file: Path, folder: Path, note: Callable[[str], None]) -> InstanceFile:
    """The instance of a file of any format."""
    from tilings.models import puzzle_formats

    puzzle = puzzle_formats.read(file)
    if puzzle is None:
        return _of_json(file)
    for words in puzzle.notes:
        note(words)
    return _stored(puzzle.instance, file, folder)


def _stored(instance: dict[str, Any], source: Path, folder: Path) -> InstanceFile:
    """An instance that was read from `source`, with its JSON file in `folder`."""
    problem, parsed = registry.parse_object(instance, str(source))
    path = folder / "instance.json"
    path.write_text(json.dumps(instance), encoding="utf-8")
    return manifest.parsed(path, problem, parsed)
