"""The description of the machine of a run, and the short name by which rows refer to it."""

from __future__ import annotations

import importlib.metadata
import subprocess
from pathlib import Path

import pytest

from runners.record import machine


def commit(monkeypatch: pytest.MonkeyPatch, clone: Path) -> dict[str, object]:
    monkeypatch.setattr(machine, "ROOT", clone)
    machine.describe.cache_clear()
    try:
        found = machine.describe()
    finally:
        machine.describe.cache_clear()
    return {key: found[key] for key in ("git_commit", "dirty", "diff_sha256")}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with one committed file."""
    (tmp_path / "file").write_text("one\n", encoding="utf-8")
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "file"], [*who, "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_each_key_of_the_description_has_its_meaning_in_the_docstring() -> None:
    assert machine.__doc__
    described = " ".join(line.split("|")[1] for line in machine.__doc__.splitlines() if line.startswith("|"))
    words = described.replace(",", " ").split()
    assert sorted(words[2:]) == sorted(machine.describe())


def test_the_versions_are_those_of_our_own_dependencies() -> None:
    libraries = machine.describe()["libraries"]
    assert libraries["ortools"] == importlib.metadata.version("ortools")
    assert "numpy" in libraries and "pytest" not in libraries


def test_two_dirty_states_differ_and_a_clean_one_has_no_hash(monkeypatch: pytest.MonkeyPatch, clone: Path) -> None:
    clean = commit(monkeypatch, clone)
    assert (clean["dirty"], clean["diff_sha256"]) == (False, "")
    states = []
    for content in ("two\n", "three\n"):
        (clone / "file").write_text(content, encoding="utf-8")
        states.append(commit(monkeypatch, clone))
    assert all(state["dirty"] and state["git_commit"] == clean["git_commit"] for state in states)
    assert len({state["diff_sha256"] for state in states}) == 2


def test_a_folder_that_is_no_clone_has_no_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert commit(monkeypatch, tmp_path) == {"git_commit": "", "dirty": False, "diff_sha256": ""}


def test_the_name_of_a_machine_depends_on_its_software_and_not_on_the_commit() -> None:
    here = machine.describe()
    assert machine.identity(here | {"git_commit": "other", "dirty": not here["dirty"]}) == machine.identity(here)
    others = [{"host": "other"}, {"core_count": 64}, {"libraries": {"ortools": "0"}}, {"solvers": {"x": "1"}}]
    assert len({machine.identity(here | other) for other in [{}, *others]}) == 5
