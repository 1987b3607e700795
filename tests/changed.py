"""Prints the files of tests that belong to what was changed: since the branch left main, and not yet committed.

A test file belongs to a changed file
- if it is that file;
- if it lies at the same place in `tests/`: `tests/X/test_Y.py` to `X/Y.py` and to each file in `X/Y/` that has no test
  file of its own, such as an engine's `.cpp`; and what lies directly in `tests/X/` to a file in `X/` that has no test
  file of its own, such as `X/__init__.py`, a `.cpp` or a `.mzn`;
- if it is a test of the page and the file a `.js`, whose tests all run from there;
- if it imports it, or starts it with `python -m`. Only direct imports count: nearly all of the project is imported by
  nearly all tests through others.
"""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Print the test files, those that changed themselves first."""
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    files = changed()
    print(*(path.relative_to(ROOT) for path in tests if belongs(path, files)), sep="\n")


def changed() -> set[Path]:
    """What differs from the commit at which this branch left main, and new files; absolute paths."""
    upstream = git("rev-parse", "--verify", "--quiet", "origin/HEAD") or ["main"]
    base = git("merge-base", "HEAD", *upstream) or ["HEAD"]
    names = git("diff", "--name-only", *base) + git("ls-files", "--others", "--exclude-standard")
    return {ROOT / name for name in names}


def git(*words: str) -> list[str]:
    """The lines that git prints; none where it refuses."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def belongs(test: Path, files: set[Path]) -> bool:
    """Whether a test file belongs to one of the changed files."""
    if test in files or any(test in mirrored(path) for path in files):
        return True
    names = {name for path in files for name in module_names(path)}
    return bool(names & mentioned(test))


def mirrored(path: Path) -> set[Path]:
    """The test files at the place of a file of the project, or of a helper or fixture of tests."""
    if path.suffix == ".js":
        return set((ROOT / "tests" / "reports" / "page").glob("test_*.py"))
    place = path.relative_to(ROOT).parent
    if place.parts[:1] != ("tests",):
        there = ROOT / "tests" / place
        for own in (there / f"test_{path.stem}.py", there.with_name(f"test_{there.name}.py")):
            if own.exists():
                return {own}
        return set(there.glob("test_*.py"))
    return set(path.parent.glob("test_*.py")) if path.name == "conftest.py" else set()


def module_names(path: Path) -> set[str]:
    """The names by which a Python file is imported, or started with `python -m`."""
    if path.suffix != ".py":
        return set()
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return {name, name.removesuffix(".__init__").removesuffix(".__main__")}


def mentioned(test: Path) -> set[str]:
    """The modules that a test file imports or names in a string."""
    found = set()
    for node in ast.walk(ast.parse(test.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"\b(?:models|generators|runners|reports)(?:\.\w+)+", node.value))
    return found


if __name__ == "__main__":
    main()
