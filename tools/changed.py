"""Which files have changed, and which tests belong to a changed file.

In whole, a test file
- that is the changed file;
- that mirrors it: `tests/X/test_Y.py` belongs to `X/Y.py` and to all that lies in `X/Y/`;
- that imports it, or names it in a string as `python -m` does. Only direct imports count, and only of a module that at
  most MOST test files import.

In part, those directly in `tests/X/` for a file of `X/` that none mirrors, and all that find files, formulations or
solvers by reading the tree (READS): of these the cases that name the changed file (`names`), and the tests without
cases that read the tree themselves, or stand in `tests/X/`; all in `tests/X/` if no case names a changed file.

`make test` covers what this leaves out.
"""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 12
READS = re.compile(r"\b(families|formulations|adapters|documents)\(|\bsolver\.names\(|\bROOT\b.*\br?glob\(")


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


def whole(files: set[Path], tests: list[Path]) -> set[Path]:
    """The test files that are run in whole."""
    found = files.union(*map(mirrors, files))
    for path in files:
        users = {test for test in tests if module_names(path) & imported(test)}
        found |= users if len(users) <= MOST else set()
    return found & set(tests)


def beside(files: set[Path]) -> set[Path]:
    """The test files at the place of the changed files that nothing mirrors."""
    places = {ROOT / "tests" / path.relative_to(ROOT).parent for path in files if not mirrors(path)}
    return {test for place in places for test in place.glob("test_*.py")}


def mirrors(path: Path) -> set[Path]:
    """The test file that mirrors a file of the project; of a conftest.py those beside it."""
    place = path.relative_to(ROOT).parent
    if place.parts[:1] == ("tests",):
        return set(path.parent.glob("test_*.py")) if path.name == "conftest.py" else set()
    folder = ROOT / "tests" / place
    own = folder / f"test_{path.stem}.py", folder.with_name(f"test_{folder.name}.py")
    return {next((test for test in own if test.exists()), path)} - {path}


def names(files: set[Path]) -> re.Pattern[str]:
    """What the identifier of a test's case names a changed file by: its path, or its name without ending."""
    words = {path.relative_to(ROOT).as_posix() for path in files}
    words |= {path.stem for path in files} - {"README", "__init__", "__main__", "conftest"}
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(words)))


def module_names(path: Path) -> set[str]:
    """The names by which a Python file is imported, or started with `python -m`."""
    if path.suffix != ".py":
        return set()
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return {name, name.removesuffix(".__init__").removesuffix(".__main__")}


@cache
def imported(test: Path) -> set[str]:
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


@cache
def readers(test: Path) -> frozenset[str]:
    """The functions and constants of a test file that read the tree, directly or through others of it."""
    text = test.read_text(encoding="utf-8")
    if not READS.search(text):
        return frozenset()
    parts: dict[str, str] = {}
    for node in ast.parse(text).body:
        own = [node.name] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            own = [target.id for target in targets if isinstance(target, ast.Name)]
        parts |= {name: ast.get_source_segment(text, node) or "" for name in own}
    found: set[str] = set()
    while more := {
        name
        for name, part in parts.items()
        if name not in found and (READS.search(part) or found & set(re.findall(r"\w+", part)))
    }:
        found |= more
    return frozenset(found)
