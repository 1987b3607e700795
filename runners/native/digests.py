"""Digests of the sources that each native engine is built from; CMake runs this file when it builds the extension.

An engine is a folder with a ``bindings.cpp``. Its sources are the .cpp files of the folder, ``CMakeLists.txt``, which
sets compiler options, all files included with ``#include "path"``, directly or not, and for each header the .cpp
file of the same name. Paths of includes begin at the folder of this file. A digest also depends on the compiler options
of the environment.
"""

import hashlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
_DIGITS = 16


def engines(root: Path) -> list[str]:
    """The names of the engines in a source tree, sorted."""
    return sorted(path.parent.name for path in root.glob("*/bindings.cpp"))


def sources(root: Path, engine: str) -> list[Path]:
    """The files that an engine is built from, relative to the root of the source tree, sorted.

    Raises FileNotFoundError for an included file that does not exist.
    """
    files: set[Path] = set()
    waiting = [path.relative_to(root) for path in (root / engine).glob("*.cpp")]
    while waiting:
        included = closure(root, waiting) - files
        files |= included
        waiting = [path.with_suffix(".cpp") for path in included if (root / path.with_suffix(".cpp")).exists()]
    return sorted({Path("CMakeLists.txt"), *files})


def closure(root: Path, files: Iterable[Path]) -> set[Path]:
    """The files and all that they include, directly or not, relative to the root of the source tree."""
    closed: set[Path] = set()
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path not in closed:
            closed.add(path)
            waiting += map(Path, _INCLUDE.findall((root / path).read_text(encoding="utf-8")))
    return closed


def digest(root: Path, engine: str, options: str) -> str:
    """The digest of an engine's sources, with their paths, and of the compiler options: 16 hexadecimal digits."""
    hashed = hashlib.sha256(options.encode())
    for path in sources(root, engine):
        content = (root / path).read_bytes()
        hashed.update(f"\0{path.as_posix()}\0{len(content)}\0".encode() + content)
    return hashed.hexdigest()[:_DIGITS]


def main(output: str, options: str) -> None:
    """Write the digests as the C++ initialisers of (name, digest) pairs."""
    root = Path(__file__).parent
    lines = [f'{{"{engine}", "{digest(root, engine, options)}"}},\n' for engine in engines(root)]
    Path(output).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
