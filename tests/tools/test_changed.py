"""Which tests belong to a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import changed

READER = """
SMALL = 3
def modules(): return [*ROOT.rglob("*.py")]
EVERY = registry.formulations("squares")
def arrows(): return modules()
def test_arrows(): assert arrows()
def test_small(): assert SMALL
"""
TREE = {
    "runners/native/bits/search.cpp": "",
    "runners/native/limits.hpp": "",
    "runners/plan/matrix.py": "",
    "tests/runners/native/test_bits.py": "import tilings.runners.native.bits",
    "tests/runners/native/test_parts.py": "from tilings.runners.plan import matrix",
    "tests/runners/plan/test_matrix.py": "",
    "tests/runners/plan/test_other.py": "",
    "tests/test_commands.py": 'called("tilings.runners.solve")',
    "tests/test_reader.py": READER,
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree."""
    for name, content in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(changed, "ROOT", tmp_path)
    return tmp_path


def whole(tree: Path, name: str) -> set[str]:
    found = changed.whole({tree / name}, sorted(tree.rglob("test_*.py")))
    return {str(path.relative_to(tree / "tests")) for path in found}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tests/test_commands.py", {"test_commands.py"}),
        ("runners/native/bits/search.cpp", {"runners/native/test_bits.py"}),
        ("runners/native/limits.hpp", set()),
        ("runners/plan/matrix.py", {"runners/native/test_parts.py", "runners/plan/test_matrix.py"}),
        ("tests/runners/plan/conftest.py", {"runners/plan/test_matrix.py", "runners/plan/test_other.py"}),
        ("runners/solve/__main__.py", {"test_commands.py"}),
    ],
)
def test_a_change_takes_the_tests_that_mirror_it_and_those_that_import_it(
    tree: Path, name: str, expected: set[str]
) -> None:
    assert whole(tree, name) == expected


def test_of_a_module_that_most_tests_import_the_mirror_is_taken(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed, "MOST", 0)
    assert whole(tree, "runners/plan/matrix.py") == {"runners/plan/test_matrix.py"}


def test_a_file_without_a_mirror_takes_the_tests_at_its_place(tree: Path) -> None:
    assert changed.beside({tree / "runners/native/limits.hpp"}) == {*(tree / "tests/runners/native").glob("test_*")}
    assert not changed.beside({tree / "runners/plan/matrix.py"})


def test_a_test_reads_the_tree_itself_or_through_others(tree: Path) -> None:
    assert changed.readers(tree / "tests/test_reader.py") == {"modules", "EVERY", "arrows", "test_arrows"}
    assert not changed.readers(tree / "tests/test_commands.py")


def test_a_case_names_a_file_by_its_path_or_its_name(tree: Path) -> None:
    named = changed.names({tree / "models/squares/cp_new.mzn", tree / "models/squares/README.md"})
    found = [name for name in ("squares/cp_new", "h04-cp_new-fzn", "models/squares/README.md") if named.search(name)]
    assert len(found) == 3
    assert not [name for name in ("cp_newer", "squares", "models/covers/README.md") if named.search(name)]
