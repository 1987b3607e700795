"""The locks pin every package that pyproject.toml asks for, each in one version, whichever of them are installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
RUNS, SOLVERS = ("build", "symmetry"), ("solvers",)
LOCKED = {
    "requirements.lock": [*PROJECT["dependencies"], *(each for name in RUNS for each in EXTRAS[name])],
    "requirements-solvers.lock": [each for name in SOLVERS for each in EXTRAS[name]],
    "requirements-development.lock": [each for name in set(EXTRAS) - {"symmetry", *SOLVERS} for each in EXTRAS[name]],
}


def pins(lock: str) -> dict[str, set[str]]:
    """The versions of each package in a lock, with the environments they are for."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==([^\\\n]+)", "\n".join(lines), re.MULTILINE):
        found.setdefault(name, set()).add(version.partition(" ;")[0].strip())
    return found


@pytest.mark.parametrize("lock", LOCKED)
def test_every_package_of_the_project_is_in_its_lock(lock: str) -> None:
    asked = {re.split(r"[^\w.-]", package)[0].lower().replace("_", "-") for package in LOCKED[lock]}
    assert not asked - set(pins(lock)), f"{lock} lacks them: run make lock"


def test_a_package_in_several_locks_has_the_same_versions() -> None:
    first, *others = map(pins, LOCKED)
    for other in others:
        assert not {name for name in first.keys() & other.keys() if not first[name] >= other[name]}, "run make lock"
