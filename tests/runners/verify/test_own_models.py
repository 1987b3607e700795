"""A campaign of a user's own models passes the audit, unchecked where there is no checker."""

from pathlib import Path

from tests.called import typed
from tilings.runners.record.rows import runs
from tilings.runners.record.same_problem import judged
from tilings.runners.record.schema import read_runs


def test_negative_objectives_are_in_order(tmp_path: Path) -> None:
    (tmp_path / "p.lp").write_text("1 { p(1..3) } 1. #minimize { -X : p(X) }.\n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text('[[runs]]\nmodels = ["./p.lp"]\nsolvers = ["clingo"]\n', encoding="utf-8")
    made = typed(
        "tilings.runners.all", "--suite", tmp_path / "mine.toml", "--results", tmp_path / "results", "--attempts", 1
    )
    (row,) = read_runs(tmp_path / "results" / "runs-1of1.csv")
    assert (row.answer, row.objective, row.check) == ("optimal", -3, "valid"), made.stderr
    done = typed("tilings.runners.verify", tmp_path / "results")
    assert done.returncode == 0 and "nothing wrong, 0 remarks" in done.stdout, done.stdout


def test_models_disagree_until_an_answer_is_expected_and_a_corrected_model_is_right(tmp_path: Path) -> None:
    suite, folder, other = tmp_path / "mine.toml", tmp_path / "results", tmp_path / "b.lp"
    text = '[[runs]]\nmodels = ["./*.lp"]\nproblem = "p"\nsolvers = ["clingo"]\n'
    right = "1 { p(1..3) } 1. #minimize { -X : p(X) }.\n"

    def made() -> int:
        words = ["--suite", suite, "--results", folder, "--attempts", 1]
        return typed("tilings.runners.all", *words).returncode

    (tmp_path / "a.lp").write_text(right, encoding="utf-8")
    other.write_text(right + ":- p(3).\n", encoding="utf-8")
    suite.write_text(text, encoding="utf-8")
    assert made() == 3
    assert {row.check for row in read_runs(folder / "runs-1of1.csv")} == {"valid"}
    done = typed("tilings.runners.verify", folder)
    assert done.returncode == 3 and done.stdout.count("; one of the answers is wrong\n") == 2
    assert "p-b clingo/asp_file optimum: the optimum -2, but a (clingo) has the optimum -3; one of" in done.stdout
    assert typed("tilings.runners.status", folder).stdout.count("one of the answers is wrong") == 2

    suite.write_text(text + "expect = { optimum = -3 }\n", encoding="utf-8")
    assert made() == 3
    checks = {row.instance: row.check for row in judged(runs(folder), folder).records}
    assert checks == {"p-a": "valid", "p-b": "contradicts_known"}

    other.write_text(right + "% corrected\n", encoding="utf-8")
    assert made() == 0
    done = typed("tilings.runners.verify", folder)
    assert done.returncode == 0 and "nothing wrong" in done.stdout, "the former version is compared with nothing"
