"""The table of models: a row for each, with the mark of its worst verdict, and an error that it repeats told once."""

from types import SimpleNamespace

from tilings.reports.chapters import own_models
from tilings.reports.page import core
from tilings.runners.record.verdicts import ModelVerdict


def test_an_error_on_several_problems_stands_once_in_a_row(monkeypatch):
    right, broken = ModelVerdict("right", "first 0.10 s", 0.1), ModelVerdict("failed", "syntax error")
    verdicts = {("own", "p-n5", "ada"): right, ("own", "p-n7", "ada"): right, ("own", "p-n5", "dan"): broken,
                ("own", "p-n7", "dan"): broken, ("own", "p-n7", "eva"): broken}  # fmt: skip
    monkeypatch.setattr(own_models, "found", lambda _: verdicts)
    results = SimpleNamespace(problems={("own", "p-n5"): {}, ("own", "p-n7"): {}})
    (table,) = own_models.tables(results)
    assert table.rows == [
        ["ada", "Right\nfirst 0.10 s", "Right\nfirst 0.10 s"],
        ["dan", "Failed\nsyntax error", "Failed\nas on p-n5"],
        ["eva", "–", "Failed\nsyntax error"],
    ]
    assert core._models(results)["rows"][1] == [
        "dan", [["failed", "#8C8C8C", "syntax error"], ["failed", "#8C8C8C", "as on p-n5"]],
    ]  # fmt: skip
    assert own_models.sentences(results) == [
        "3 models of 2 problems, each by its worst result: 1 right and 2 failed.",
        "The fastest right models: p-n5 and p-n7, ada (0.10 s) alone.",
    ]
