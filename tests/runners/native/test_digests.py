"""A digest of an engine changes with every source that the engine is built from, and with no other."""

import shutil
from pathlib import Path

import pytest

from tilings.runners.native import digests
from tilings.runners.native._engine import digests as built

NATIVE = Path(digests.__file__).parent
ALL = {"bits", "budget", "dlx", "general", "skyline", "states"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the engines' sources."""
    return Path(shutil.copytree(NATIVE, tmp_path / "native"))


def taken(root: Path, options: str = "-O3") -> dict[str, str]:
    return {engine: digests.digest(root, engine, options) for engine in digests.engines(root)}


@pytest.mark.parametrize(
    ("edited", "changed"),
    [
        ("search_engine.hpp", ALL),
        ("CMakeLists.txt", ALL),
        ("resumable.hpp", ALL),
        ("partition.hpp", {"bits", "dlx", "general", "skyline"}),
        ("partition.cpp", {"bits", "dlx", "general", "skyline"}),
        ("general/problem.cpp", {"general"}),
        ("skyline/supply.hpp", {"skyline"}),
        ("skyline/supply.cpp", {"skyline"}),
        ("bits/core.cpp", {"bits"}),
        ("bits/lanes.hpp", {"bits"}),
        ("bits/puzzle.cpp", {"bits"}),
        ("bindings.cpp", set()),
        ("bits/__init__.py", set()),
    ],
)
def test_a_comment_in_a_source_changes_the_engines_that_are_built_from_it(
    tree: Path, edited: str, changed: set[str]
) -> None:
    before = taken(tree)
    assert set(before) == ALL
    with (tree / edited).open("a", encoding="utf-8") as file:
        file.write("// a comment\n")
    after = taken(tree)
    assert {engine for engine in ALL if before[engine] != after[engine]} == changed


def test_compiler_options_change_every_digest(tree: Path) -> None:
    one, other = taken(tree), taken(tree, options="-O2")
    assert all(one[engine] != other[engine] for engine in ALL)


def test_an_included_file_that_is_missing_is_an_error(tree: Path) -> None:
    (tree / "skyline" / "supply.hpp").unlink()
    with pytest.raises(FileNotFoundError):
        digests.digest(tree, "skyline", "")


def test_the_extension_has_the_digests_of_its_engines() -> None:
    assert set(built) == ALL
    assert len(set(built.values())) == len(ALL)
    assert all(len(digest) == 16 and set(digest) <= set("0123456789abcdef") for digest in built.values())
