"""Prints the test files for the files changed since the branch left main, committed or not.

A test file belongs to a changed file
- if it is that file;
- if it mirrors it: `tests/X/test_Y.py` belongs to `X/Y.py` and to all that lies in `X/Y/`; to a file in `X/` that has
  neither belong all tests directly in `tests/X/`;
- if it imports it, or names it in a string as `python -m` does. Only direct imports count, and only of a module that at
  most MOST test files import: `make test` covers the others.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 12


def main() -> None:
    """Print the test files; on standard error, the changed modules of which not all tests are among them."""
    files = changed()
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    imported = {path: names(path) for path in tests}
    selected = files.union(*map(mirrored, files))
    for path in sorted(files):
        users = {test for test in tests if module_names(path) & imported[test]}
        if len(users) <= MOST:
            selected |= users
        else:
            name = path.relative_to(ROOT)
            print(f"{name}: {len(users)} test files import it; only the tests at its place are run", file=sys.stderr)
    print(*(path.relative_to(ROOT) for path in tests if path in selected), sep="\n")


def changed() -> set[Path]:
    """The absolute paths of files that are new or differ from the commit at which this branch left main."""
    upstream = git("rev-parse", "--verify", "--quiet", "origin/HEAD") or ["main"]
    base = git("merge-base", "HEAD", *upstream) or ["HEAD"]
    names = git("diff", "--name-only", *base) + git("ls-files", "--others", "--exclude-standard")
    return {ROOT / name for name in names}


def git(*words: str) -> list[str]:
    """The output lines of git; none if it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def mirrored(path: Path) -> set[Path]:
    """The test files at the place of a file of the project; to a conftest.py belong those beside it."""
    place = path.relative_to(ROOT).parent
    if place.parts[:1] == ("tests",):
        return set(path.parent.glob("test_*.py")) if path.name == "conftest.py" else set()
    folder = ROOT / "tests" / place
    for own in (folder / f"test_{path.stem}.py", folder.with_name(f"test_{folder.name}.py")):
        if own.exists():
            return {own}
    return set(folder.glob("test_*.py"))


def module_names(path: Path) -> set[str]:
    """The names by which a Python file is imported, or started with `python -m`."""
    if path.suffix != ".py":
        return set()
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return {name, name.removesuffix(".__init__").removesuffix(".__main__")}


def names(test: Path) -> set[str]:
    """The modules that a test file imports or names in a string."""
    modules = set()
    for node in ast.walk(ast.parse(test.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            modules |= set(re.findall(r"\b(?:models|generators|runners|reports|studies|tools)(?:\.\w+)+", node.value))
    return {name.removeprefix("tilings.") for name in modules}


if __name__ == "__main__":
    main()
