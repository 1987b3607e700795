"""Which tests belong to a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import changed

TREE = {
    "runners/native/bits/search.cpp": "",
    "runners/native/limits.hpp": "",
    "runners/plan/matrix.py": "",
    "tests/runners/native/test_bits.py": "import tilings.runners.native.bits",
    "tests/runners/native/test_parts.py": "from tilings.runners.plan import matrix",
    "tests/runners/plan/test_matrix.py": "",
    "tests/runners/plan/test_other.py": "",
    "tests/test_commands.py": 'called("tilings.runners.solve")',
}


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The test files that are printed where some files of a small tree have changed, and what is said beside them."""
    for name, content in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(changed, "ROOT", tmp_path)

    def run(*names: str) -> tuple[list[str], str]:
        monkeypatch.setattr(changed, "changed", lambda: {tmp_path / name for name in names})
        changed.main()
        out, err = capsys.readouterr()
        return out.split(), err

    return run


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tests/test_commands.py", ["tests/test_commands.py"]),
        ("runners/native/bits/search.cpp", ["tests/runners/native/test_bits.py"]),
        ("runners/native/limits.hpp", ["tests/runners/native/test_bits.py", "tests/runners/native/test_parts.py"]),
        ("runners/plan/matrix.py", ["tests/runners/native/test_parts.py", "tests/runners/plan/test_matrix.py"]),
        ("tests/runners/plan/conftest.py", ["tests/runners/plan/test_matrix.py", "tests/runners/plan/test_other.py"]),
        ("runners/solve/__main__.py", ["tests/test_commands.py"]),
        ("README.md", ["tests/test_commands.py"]),
    ],
)
def test_a_change_takes_the_tests_of_its_place_and_those_that_import_it(
    printed, name: str, expected: list[str]
) -> None:
    assert printed(name) == (expected, "")


def test_of_a_module_that_most_tests_import_those_of_its_place_are_run(
    printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed, "MOST", 0)
    assert printed("runners/plan/matrix.py") == (
        ["tests/runners/plan/test_matrix.py"],
        "runners/plan/matrix.py: 1 test files import it; only the tests at its place are run\n",
    )
