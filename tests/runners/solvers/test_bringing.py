"""What is told about a missing solver: a target of the Makefile in a clone, elsewhere what pip or Debian installs."""

from __future__ import annotations

import pytest

from models.terminal import command
from runners.record import machine
from runners.solvers.interface import bringing, solver

PROGRAMS = "sudo apt-get install minizinc"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project stands in site-packages, with PySAT, and without CPMpy and what it calls."""
    versions = {"python-sat": "1.9", "pindakaas": "0.6"}
    monkeypatch.setattr(bringing, "IN_REPOSITORY", False)
    monkeypatch.setattr(command, "IN_REPOSITORY", False)
    monkeypatch.setattr(bringing, "INSTALL_PROGRAMS", PROGRAMS)
    monkeypatch.setattr(machine, "package_version", versions.get)


@pytest.mark.parametrize(
    ("name", "language", "command"),
    [
        ("clingo", "asp", "pip install clingo"),
        ("choco", "cpmpy", "pip install pychoco cpmpy"),
        ("ganak", "sat", "pip install pyganak"),
        ("kissat", "sat", PROGRAMS),  # PySAT and Pindakaas, which write its formula, are there
        ("gecode", "cp", PROGRAMS),
    ],
)
def test_an_installation_names_the_packages_or_programs_that_are_missing(
    installed: None, name: str, language: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter = solver.find(name, language)
    monkeypatch.setattr(type(adapter), "version", lambda *_: None)
    assert bringing.bringing(adapter) == command


def test_a_clone_names_a_target_of_the_makefile() -> None:
    assert bringing.bringing(solver.find("choco", "cpmpy")) == "make extras"
    # `make setup` leaves programs alone that it could not install once.
    for name, language in (("gecode", "cp"), ("highs", "cp"), ("kissat", "sat"), ("cadical", "sat")):
        assert bringing.bringing(solver.find(name, language)) == "make solvers"
