"""Checks what the changed files can break, in about a minute of processor time: ``make check``.

First ruff and, for changed sources of the package, mypy, and clang-tidy for changed C++; then the tests that belong to
the changed files (changed.py), those that name a changed file first. When the time is used up, the tests that are left
are counted and not run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import changed

BUDGET_S = 50.0  # after which no further test starts
PACKAGES = ("models", "generators", "runners", "reports", "studies", "tilings")


def main() -> int:
    """The exit code: 0 if nothing that was run has a fault."""
    files = changed.changed()
    if not files:
        print("no file differs from main")
        return 0
    if not lint({path for path in files if path.exists()}):
        return 1
    tests = sorted((changed.ROOT / "tests").rglob("test_*.py"))
    choice = Choice(files, tests)
    words = [str(path) for path in tests if path in choice.files]
    if not words:
        return 0
    code = pytest.main(["-rfE", "-m", "not machine and not nightly", *words], plugins=[choice])
    print(f"make check: {choice.run} tests of {len(files)} changed files, {used():.0f} s of processor time", end="")
    print(f"; {choice.left} more are left to make test" if choice.left else "")
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else int(code)


def lint(files: set[Path]) -> bool:
    """Whether the changed files have no fault of layout or types."""
    python = [str(path) for path in files if path.suffix == ".py"]
    native = [str(path) for path in files if path.suffix in (".cpp", ".hpp")]
    typed = [path for path in python if Path(path).relative_to(changed.ROOT).parts[0] in PACKAGES]
    commands = [
        (python, ["ruff", "check", *python]),
        (python, ["ruff", "format", "--check", *python]),
        (typed, ["mypy"]),
        (native, ["tools.lint_cpp", *native]),
    ]
    ran = [
        subprocess.run([sys.executable, "-m", *command], cwd=changed.ROOT, check=False)
        for needed, command in commands
        if needed
    ]
    return not any(done.returncode for done in ran)


def used() -> float:
    """The processor time of this process and of those that it has waited for, in seconds."""
    return sum(os.times()[:4])


class Choice:
    """A plug-in of pytest that chooses the tests, brings them into order and ends at the limit."""

    def __init__(self, files: set[Path], tests: list[Path]) -> None:
        self.run = self.left = 0
        self._named = changed.names(files)
        self._whole, self._beside = changed.whole(files, tests), changed.beside(files)
        self.files = self._whole | self._beside | {test for test in tests if changed.readers(test)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that belong to the changed files; the most closely related come first."""
        ranks = {item: self._rank(item) for item in items}
        most = 2 if 0 in ranks.values() else 3
        items[:] = sorted((item for item in items if ranks[item] <= most), key=ranks.__getitem__)

    def _rank(self, item: pytest.Item) -> int:
        case = getattr(item, "callspec", None)
        if case and self._named.search(case.id):
            return 0
        if item.path in self._whole:
            return 1
        beside = item.path in self._beside
        if not case and (beside or getattr(item, "originalname", "") in changed.readers(item.path)):
            return 2
        return 3 if beside else 4

    def pytest_runtest_setup(self) -> None:
        """Leave a test out once the time is used up."""
        if used() > BUDGET_S:
            self.left += 1
            pytest.skip("left to make test")
        self.run += 1


if __name__ == "__main__":
    sys.exit(main())
