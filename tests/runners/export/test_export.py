"""`runners.export` writes the same bytes each time, and refuses in one line what it cannot write."""

import re
from pathlib import Path

import pytest

from tests.called import called, typed
from tests.models.solving import installed
from tilings.models import registry
from tilings.models.problem import Encoding
from tilings.models.terminal.command import ROOT
from tilings.runners.export.writers import meanings


@pytest.mark.parametrize("ending", ["opb", "mps"])
def test_equal_input_gives_equal_bytes_without_the_machines_folders(ending: str) -> None:
    words = ("tilings.runners.export", "dominoes4x4", "--format", ending)
    first, second = typed(*words), typed(*words)
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    assert re.match(r"(\* #.*\n)?\S polycubes/dominoes4x4 goal=first \w+", first.stdout)
    assert str(ROOT) not in first.stdout


def test_flatzinc_comes_with_the_file_that_prints_its_solutions(tmp_path: Path) -> None:
    installed("minizinc")
    path = tmp_path / "model.fzn"
    done = called("tilings.runners.export", "h04", "--out", path)
    assert done.stdout.splitlines() == [str(path), str(path.with_suffix(".ozn"))]
    assert str(ROOT) not in path.read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8").startswith("% squares/h04 goal=optimum cp_diffn symmetry=all ")


def test_flatzinc_keeps_the_global_constraints_that_a_solver_has(tmp_path: Path) -> None:
    installed("fzn-gecode")
    words = ("tilings.runners.export", "h04", "--formulation", "cp_diffn", "--format", "fzn")
    assert "gecode_nooverlap" in called(*words, "--solver", "gecode").stdout
    assert "nooverlap" not in called(*words).stdout


def test_options_are_those_of_the_formulation() -> None:
    words = ("tilings.runners.export", "h04", "--formulation", "mip_placement", "--format", "lp")
    plain, free = called(*words), called(*words, "--option", "board=none")
    assert "board=none" in free.stdout
    assert len(free.stdout) < len(plain.stdout)


def test_a_model_of_the_users_own_is_flattened(tmp_path: Path) -> None:
    installed("minizinc")
    model, data = tmp_path / "own.mzn", tmp_path / "own.dzn"
    model.write_text("int: n; var 1..n: x; constraint x * x > n; solve minimize x;", encoding="utf-8")
    data.write_text("n = 9;", encoding="utf-8")
    assert "minimize x;" in called("tilings.runners.export", model, data, "--format", "fzn").stdout
    refused = called("tilings.runners.export", model, data, "--format", "opb")
    assert refused.returncode == 2 and "as .fzn only, not as .opb" in refused.stderr


def test_variables_are_named_only_where_each_stands_for_an_atom() -> None:
    class Variable:
        name = "v"

    one, placed = Variable(), Variable()
    assert meanings(Encoding.of_binaries(None, {("square", (0, 1)): one})) == {"v": "square(0,1)"}
    assert meanings(Encoding(None, lambda value: [("tile", (int(value(placed)),))])) == {}
    absent = Encoding(None, lambda value: [("tile", (int(value(one)),))] if value(placed) else [])
    assert meanings(absent) == {}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["h04"], "--format, or the ending of --out, is one of mzn, fzn, cnf, wcnf, opb, xml, mps, lp, asp, dlx"),
        (["h04", "--out", "h04.txt"], "is one of mzn, fzn, cnf, wcnf, opb, xml, mps, lp, asp, dlx, not 'txt'"),
        (["h04", "--format", "cnf"], ".cnf cannot state the goal optimum: write one of .mzn, .fzn, .wcnf, .opb"),
        (["h04", "--format", "fzn", "--goal", "count"], "this instance has no goal 'count'; its goals are optimum"),
        (["h04", "--format", "mps", "--formulation", "cp_diffn"], ".mps is written from mip_"),
        (["h04", "--format", "opb", "--formulation", "asp_tiles"], "asp_tiles can be written as .asp"),
        (["h04", "--format", "opb", "--formulation", "cpmpy_magic"], "unknown formulation 'cpmpy_magic'"),
        (["h04", "--format", "opb", "--option", "board=some"], "board"),
        (["h04", "--format", "opb", "--option", "optimum=levels"], "several models"),
        (["h04", "--format", "opb", "--solver", "gecode"], "--solver"),
        (["h04", "--format", "fzn", "--solver", "oracle"], "unknown solver 'oracle'"),
        (["h04", "--format", "fzn", "--solver", "clingo"], "clingo takes formulations in asp"),
        (["h04", "--out", "/nowhere/h04.opb"], "/nowhere/h04.opb"),
        (["nothing", "--format", "opb"], "no shipped instance of that name"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: list[str], complaint: str) -> None:
    done = called("tilings.runners.export", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_each_family_is_written_in_each_format() -> None:
    from tilings.runners.export.formats import FORMATS

    languages = {
        family: {formulation.language for formulation in registry.formulations(family).values()}
        for family in ("squares", "triominoes", "polycubes", "covers")
    }
    assert all(set(entry.writers) & languages[family] for family in languages for entry in FORMATS.values())
