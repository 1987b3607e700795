"""Instances are found by a name, by a file or on a terminal; a suite names them by files beside it."""

from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import instance_files, manifest, matrix, suite_reader
from tilings.runners.plan.run import Run


def test_a_number_in_a_name_may_lack_its_leading_zeros(tmp_path: Path) -> None:
    assert instance_files.source("h9", tmp_path).sha256 == instance_files.source("h09", tmp_path).sha256


def test_a_file_that_is_mistyped_is_answered_with_the_nearest_one_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "tray.txt").touch()
    with pytest.raises(UserError, match=f"did you mean '{tmp_path}/tray.txt'"):
        instance_files.source(f"{tmp_path}/trya.txt", tmp_path)
    with pytest.raises(UserError, match="no shipped instance of that name$"):
        instance_files.source(f"{tmp_path}/{'x' * 300}/trya.txt", tmp_path)


ALL = matrix.Filter()
MODEL = "int: n; var 1..n: x; solve minimize x;"


def plan(folder: Path, text: str, wanted: matrix.Filter = ALL) -> list[Run]:
    suite = folder / "mine.toml"
    suite.write_text(f"[[runs]]\n{text}", encoding="utf-8")
    return list(matrix.plan(suite_reader.load(str(suite)), wanted).runs)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A folder with two models and two data files."""
    for name in ("one.mzn", "two.mzn"):
        (tmp_path / name).write_text(MODEL, encoding="utf-8")
    for number in (3, 4):
        (tmp_path / f"n{number}.dzn").write_text(f"n = {number};", encoding="utf-8")
    return tmp_path


def test_each_model_is_run_with_each_data_file_on_each_solver_that_takes_it(bench: Path) -> None:
    runs = plan(bench, 'models = ["./*.mzn"]\ndata = ["./n*.dzn"]\nsolvers = ["gecode", "chuffed"]')
    assert {(run.family, run.instance, run.solver, run.goal) for run in runs} == {
        ("own", f"{model}-{data}", solver, "optimum")
        for model in ("one", "two") for data in ("n3", "n4") for solver in ("gecode", "chuffed")
    }  # fmt: skip
    assert {run.formulation.name for run in runs} == {"cp_file"}


def test_the_runs_of_changed_data_are_others(bench: Path) -> None:
    text = 'models = ["./one.mzn"]\ndata = ["./n3.dzn"]\nsolvers = ["gecode"]'
    (before,) = plan(bench, text)
    (again,) = plan(bench, text)
    (bench / "n3.dzn").write_text("n = 5;", encoding="utf-8")
    (after,) = plan(bench, text)
    assert before.run_id == again.run_id != after.run_id


def test_models_of_a_problem_are_named_after_it_and_counted_where_a_count_is_expected(bench: Path) -> None:
    (bench / "two.mzn").write_text("var 1..2: x; solve satisfy;", encoding="utf-8")
    text = 'models = ["./*.mzn"]\nsolvers = ["gecode"]\nproblem = "p"\nexpect = { first = "sat", count = 2 }'
    runs = plan(bench, text)
    assert {(run.instance, run.goal) for run in runs} == {("p-one", "optimum"), ("p-two", "first"), ("p-two", "count")}
    assert all(run.source.expected == {"first": "sat", "count": 2} for run in runs)
    only = plan(bench, text + '\ngoals = ["first"]')
    assert {(run.instance, run.goal) for run in only} == {("p-two", "first")}


def test_known_answers_may_be_those_of_each_data_file(bench: Path) -> None:
    text = 'models = ["./one.mzn"]\ndata = ["./n*.dzn"]\nproblem = "p"\nsolvers = ["gecode"]\n'
    runs = plan(bench, text + "expect = { n3 = { optimum = 1 } }")
    assert {run.instance: run.source.expected for run in runs} == {"p-n3-one": {"optimum": 1}, "p-n4-one": {}}
    (bench / "one.mzn").write_text("int: n; var 1..n: x; solve satisfy;", encoding="utf-8")
    assert "count" in {run.goal for run in plan(bench, text + "[runs.expect]\nn3.count = 3\nn4.count = 4")}


def test_models_whose_files_have_the_same_name_are_named_after_their_folders(bench: Path) -> None:
    for student in ("anna", "Jürgen"):
        (bench / student).mkdir()
        (bench / student / "model.mzn").write_text(f"{MODEL}%{student}", encoding="utf-8")
    runs = plan(bench, 'models = ["./*/model.mzn", "./one.mzn"]\nproblem = "p"\nsolvers = ["gecode"]')
    assert {run.instance for run in runs} == {"p-anna", "p-Jürgen", "p-one"}


def test_instances_are_shipped_names_and_paths_to_instances_and_foreign_puzzles(tmp_path: Path) -> None:
    shipped = manifest.entry("squares", "h05").path
    (tmp_path / "mine.json").write_text(shipped.read_text(encoding="utf-8").replace("h05", "mine"), encoding="utf-8")
    runs = plan(tmp_path, 'family = "squares"\ninstances = ["h04", "./*.json"]\nformulations = ["cp_diffn"]')
    assert {run.instance for run in runs} == {"h04", "mine"}
    puzzle = ROOT / "generators" / "definitions" / "soma-cube.txt"
    runs = plan(tmp_path, f'family = "polycubes"\ninstances = ["{puzzle}"]\nformulations = ["cp_cover"]')
    assert {run.family for run in runs} == {"polycubes"} and runs


def test_a_filter_knows_the_names_of_given_instances(bench: Path) -> None:
    text = 'models = ["./*.mzn"]\ndata = ["./n*.dzn"]\nsolvers = ["gecode"]'
    only = matrix.Filter([], ["one-*"], [], [], [])
    assert {run.instance for run in plan(bench, text, only)} == {"one-n3", "one-n4"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('models = ["./none*.mzn"]', "mine.toml:2: [[runs]] number 1: models: there is no file ./none*.mzn in "),
        ('models = ["./one.mzn"]\nsolvers = ["clingo"]',
         "mine.toml:3: [[runs]] number 1: solvers: clingo takes none of these models"),
        ('family = "squares"\ninstances = ["./n3.dzn"]', "mine.toml:3: "),
        ('family = "squares"\ninstances = ["./h.json"]',
         "mine.toml:3: [[runs]] number 1: instances: h is an instance of "),
        (
            'models = ["./sub/one.mzn", "./sub/sub/one.mzn"]',
            "mine.toml:2: [[runs]] number 1: models: two different instances are named sub: sub/one.mzn and "
            "sub/sub/one.mzn; rename a file of one",
        ),
        ('models = ["./one.mzn"]\n[[runs]]\nmodels = ["./sub/one.mzn"]',
         "mine.toml:4: [[runs]] number 2: models: two different instances are named one"),
        ('family = "squares"\nproblem = "p"',
         "mine.toml:3: [[runs]] number 1: 'problem' needs the key 'models', which this table lacks"),
        ('models = ["./one.mzn"]\nexpect = { count = -1 }',
         "mine.toml:3: [[runs]] number 1: 'count' in 'expect' cannot be -1"),
        ('models = ["./one.mzn"]\nexpect = { n3 = { cuont = 1 }, n4 = { count = 2 } }',
         "mine.toml:3: [[runs]] number 1: unknown key 'cuont' in 'expect'; there are: count, first, optimum"),
        ('models = ["./one.mzn"]\nexpect = { n3 = { count = 1 }, cuont = 2 }', "unknown key 'cuont' in 'expect'"),
        ('models = ["./one.mzn"]\ndata = ["./m*.dzn"]', "mine.toml:3: [[runs]] number 1: data: there is no file ./m*"),
        ('models = ["./one.mzn"]\ncheck = "./dchek.py"', "mine.toml:3: [[runs]] number 1: check: there is no file ./d"),
        ('models = ["./one.mzn"]\ndata = ["./n3.dzn"]\nexpect = { n5 = { count = 1 } }',
         "mine.toml:4: [[runs]] number 1: expect: no data file of this table is named n5; there are: n3"),
        ('models = ["./one.mzn"]\nproblem = "8 queens"', "'problem' must be letters, digits and . _ + -"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(bench: Path, text: str, words: str) -> None:
    (bench / "h.json").write_text(
        '{"family": "triominoes", "name": "h", "rows": 2, "cols": 2, "tiles": [[1, 2, 3]]}', encoding="utf-8"
    )
    (bench / "sub" / "sub").mkdir(parents=True)
    for number, folder in enumerate(("sub", "sub/sub")):
        (bench / folder / "one.mzn").write_text(f"{MODEL}% another {number}", encoding="utf-8")
    with pytest.raises(UserError) as error:
        plan(bench, text)
    assert words in str(error.value).replace(f"{bench}/", "") and "\n" not in str(error.value)


def test_a_suite_names_instances_that_a_rule_makes(tmp_path: Path) -> None:
    runs = plan(tmp_path, 'family = "squares"\ninstances = ["h04", "h9", "h30"]\nformulations = ["cp_diffn"]')
    assert {run.instance for run in runs} == {"h04", "h09", "h30"}
    with pytest.raises(UserError, match=r"mine.toml:3: .* 'width' must be a whole number from 1 to 250"):
        plan(tmp_path, 'family = "squares"\ninstances = ["h300"]')
