"""Adapters are found by solver and language, and name what installs them; atoms are parsed in linear time."""

import warnings
from pathlib import Path

import pytest

from tests.waiting import at_once
from tilings.models.formulation import PARADIGMS
from tilings.models.problem import UserError
from tilings.models.terminal import command as commands
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import ChildSolver
from tilings.runners.solvers.interface.solver import parse_atoms

PROGRAMS = "sudo apt-get install minizinc"


def test_an_adapter_has_the_name_of_its_file_and_the_language_of_its_constant() -> None:
    for name in solver.names():
        assert solver.languages(name)
        for language in solver.languages(name):
            adapter = solver.find(name, language)
            assert (adapter.name, adapter.accepts) == (name, language)
            assert adapter.paradigm in PARADIGMS


def test_warnings_of_a_library_that_is_loaded_are_kept_from_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a_library_that_warns.py").write_text("import warnings; warnings.warn('unsafe cast')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with warnings.catch_warnings(action="error"):
        ChildSolver("mine", "dlx", "pytest", print, ["a_library_that_warns"]).load([])


def test_a_solver_or_an_adapter_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(UserError, match="unknown solver 'none'; there are: cadical, cbc, choco, "):
        solver.find("none", "cp")
    with pytest.raises(UserError, match="clingo takes formulations in asp, not in cp"):
        solver.find("clingo", "cp")


def test_atoms_are_found_between_other_words() -> None:
    assert parse_atoms("at square(0,3,-5), then(1)") == (("square", (0, 3, -5)), ("then", (1,)))


def test_a_long_word_is_read_in_linear_time() -> None:
    with at_once():  # from each of its letters on, it takes hours
        assert parse_atoms("a" * 1_000_000) == ()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project stands in site-packages, with PySAT, and without CPMpy and what it calls."""
    versions = {"python-sat": "1.9", "pindakaas": "0.6"}
    monkeypatch.setattr(solver, "IN_REPOSITORY", False)
    monkeypatch.setattr(commands, "IN_REPOSITORY", False)
    monkeypatch.setattr(solver, "INSTALL_PROGRAMS", PROGRAMS)
    monkeypatch.setattr(solver, "package_version", versions.get)


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
    assert solver.installation(adapter) == command


def test_a_clone_names_a_target_of_the_makefile() -> None:
    assert solver.installation(solver.find("choco", "cpmpy")) == "make extras"
    # `make setup` leaves programs alone that it could not install once.
    for name, language in (("gecode", "cp"), ("highs", "cp"), ("kissat", "sat"), ("cadical", "sat")):
        assert solver.installation(solver.find(name, language)) == "make solvers"
