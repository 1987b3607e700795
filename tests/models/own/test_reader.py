"""A user's files become an instance: what they include, the goal that the model states, the kind of an .lp file."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tilings.models import puzzle_formats, registry
from tilings.models.own import reader
from tilings.models.problem import UserError

CLINGO = "{ p(1..3) }.\n:- p(1), not p(2).\n"
CPLEX = "\\ a knapsack\nMaximize\n obj: 3 x + 2 y\nSubject To\n c: x + y <= 4\nBounds\n x <= 3\nEnd\n"


def written(folder: Path, **files: str) -> dict[str, Path]:
    """Files by their names, in which a dot stands as two underscores."""
    found = {}
    for name, text in files.items():
        path = folder / name.replace("__", ".").replace("_in_", "/")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found[name] = path
    return found


def aim(folder: Path, name: str, text: str) -> tuple[str, str, str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    found = reader.read([path])
    return found["format"], found.get("goal", ""), found.get("sense", "")


def test_an_instance_holds_model_data_checker_and_all_that_they_include(tmp_path: Path) -> None:
    files = written(
        tmp_path,
        model_in_m__mzn='include "../lib/part.mzn";\ninclude "globals.mzn";\nsolve satisfy;',
        lib_in_part__mzn="var 1..2: x;",
        data_in_d__dzn="n = 1;",
        model_in_check__py="",
    )
    found = reader.read([files["model_in_m__mzn"], files["data_in_d__dzn"], files["model_in_check__py"]])
    assert (found["name"], found["model"], found["data"]) == ("m-d", "model/m.mzn", ["data/d.dzn"])
    assert found["check"] == "model/check.py"
    assert set(found["files"]) == {"model/m.mzn", "lib/part.mzn", "data/d.dzn", "model/check.py"}


def test_models_and_data_in_latin_1_are_read(tmp_path: Path) -> None:
    (tmp_path / "m.mzn").write_bytes(b"% f\xfcr\nint: n; var 1..n: x; solve satisfy;")
    (tmp_path / "d.dzn").write_bytes(b"n = 2; % gr\xf6\xdfer")
    found = reader.read([tmp_path / "m.mzn", tmp_path / "d.dzn"])["files"]
    assert found["m.mzn"].startswith("% für\n") and found["d.dzn"].endswith("% größer")
    (tmp_path / "m.mzn").write_bytes("solve satisfy;".encode("utf-16"))
    with pytest.raises(UserError, match=r"m\.mzn: not UTF-8 text"):
        reader.read([tmp_path / "m.mzn"])


def test_the_instance_read_is_the_one_that_its_json_states_and_files_are_written_as_they_were(tmp_path: Path) -> None:
    files = written(tmp_path, m__mzn="var 1..2: x; solve maximize x;", d__dzn="% nothing\r\n")
    problem, instance = registry.parse_instance(json.dumps(reader.read(list(files.values()))), "x")
    assert problem.parse(problem.to_json(instance)) == instance
    assert (problem.sense, problem.goals(instance)) == ("max", ("optimum",))
    assert problem.files is not None
    (tmp_path / "copy").mkdir()
    assert [path.read_bytes() for path in problem.files(instance, tmp_path / "copy")] == [
        path.read_bytes().replace(b"\r", b"") for path in files.values()
    ]


def test_models_of_one_problem_share_its_name_which_ends_in_that_of_the_data(tmp_path: Path) -> None:
    files = written(tmp_path, ada__mzn="var 1..2: x; solve maximize x;", n6__dzn="n = 6;")
    found = reader.read(list(files.values()), "golomb", {"optimum": 17})
    assert (found["name"], found["problem"], found["expect"]) == ("golomb-n6-ada", "golomb-n6", {"optimum": 17})
    problem, instance = registry.parse_instance(json.dumps(found), "x")
    assert problem.expected(instance) == {"optimum": 17} and problem.parse(problem.to_json(instance)) == instance
    stated = {"family": "own", "model": "ada.mzn", "problem": "golomb-n6", "expect": {"first": "sat", "count": 2}}
    found = reader.read_json(json.dumps(stated), tmp_path / "mine.json")
    assert found is not None and (found["name"], found["expect"]["count"]) == ("mine", 2)


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("expect", {"least": 2}, "unknown key 'least' in 'expect'; there are: count, first, optimum"),
        ("expect", 2, "'expect' must be an object with first, count, optimum, not 2"),
        ("expect", {"first": True}, "'first' must be one of sat, unsat, not True"),
        ("expect", {"count": 2.5}, "'count' in 'expect' must be a number, not 2.5"),
        ("expect", {"count": -1}, "'count' in 'expect' cannot be -1"),
        ("expect", {"optimum": "17"}, "'optimum' in 'expect' must be a number"),
        ("problem", "8 queens", "'problem' must be letters, digits and . _ + -"),
    ],
)
def test_a_wrong_expectation_is_one_line(tmp_path: Path, field: str, value: Any, complaint: str) -> None:
    files = written(tmp_path, m__mzn="solve satisfy;")
    given = reader.read([files["m__mzn"]]) | {field: value}
    with pytest.raises(UserError, match=re.escape(complaint)):
        registry.parse_instance(json.dumps(given), "x")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("m.mzn", "solve satisfy;", ("mzn", "", "")),
        ("m.mzn", "% solve minimize y;\nsolve :: int_search(x)\n maximize sum(x);", ("mzn", "optimum", "max")),
        ("m.mzn", "/* solve maximize x; */ solve minimize x;", ("mzn", "optimum", "min")),
        ("m.fzn", "var 1..2: x; solve minimize x;", ("fzn", "optimum", "min")),
        ("m.mzn", 'output ["\\(x)% done"]; solve minimize x;', ("mzn", "optimum", "min")),
        ("m.mzn", 'output ["we solve it and minimize: \\(x)"]; solve satisfy;', ("mzn", "", "")),
        ("m.lp", CLINGO, ("asp", "", "")),
        ("m.lp", CLINGO + 'c("100%"). #minimize { 2 : c(X) }.', ("asp", "optimum", "min")),
        ("m.lp", CLINGO + 'c("#minimize"). %* #minimize %* :~ *% #maximize *%', ("asp", "", "")),
        ("m.lp", CLINGO + "#maximize { X : p(X) }.", ("asp", "optimum", "max")),
        ("m.lp", CLINGO + ":~ p(X). [X]", ("asp", "optimum", "min")),
        ("m.lp", "{ p(1..3) } . :~ p(X). [X]", ("asp", "optimum", "min")),
        ("m.lp", CPLEX, ("lp", "optimum", "max")),
        ("m.mps", "NAME x\nROWS\n N cost\n", ("mps", "optimum", "min")),
        ("m.mps", "NAME x\nOBJSENSE\n    MAX\nROWS\n N cost\n", ("mps", "optimum", "max")),
        ("m.cnf", "p cnf 1 1\n1 0\n", ("cnf", "", "")),
        ("m.opb", "* #variable= 1 #constraint= 1\nmin: +1 x1 ;\n+1 x1 >= 1 ;\n", ("opb", "optimum", "min")),
        ("m.xml", '<instance format="XCSP3" type="COP"><maximize> x </maximize>', ("xml", "optimum", "max")),
    ],
)  # fmt: skip
def test_the_model_says_what_is_asked_for(tmp_path: Path, name: str, text: str, expected: tuple[str, str, str]) -> None:
    assert aim(tmp_path, name, text) == expected


def test_what_a_comment_includes_is_not_read(tmp_path: Path) -> None:
    files = written(tmp_path, m__lp='a. b :- a. % #include "costs.lp".\n', costs__lp="#minimize { 1 : a }.\n")
    found = reader.read([files["m__lp"]])
    assert found["files"].keys() == {"m.lp"} and "goal" not in found


@pytest.mark.parametrize("text", ["", "hello there\n"])
def test_an_lp_file_of_neither_kind_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError, match="is neither a program for clingo nor in CPLEX's LP format"):
        aim(tmp_path, "m.lp", text)


def test_a_json_file_names_the_files_by_paths_and_says_what_the_model_does_not(tmp_path: Path) -> None:
    written(tmp_path, m__mzn="solve satisfy;", d__dzn="", c__py="")
    given: dict[str, Any] = {"family": "own", "model": "m.mzn", "data": ["d.dzn"], "check": "c.py", "goal": "count"}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    found = puzzle_formats.read(path)
    assert found is not None
    assert found.instance == given | {
        "name": "mine", "format": "mzn", "files": {"m.mzn": "solve satisfy;", "d.dzn": "", "c.py": ""},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "lacks the field 'model'"),
        ({"model": "none.mzn"}, "none.mzn: No such file"),
        ({"model": "m.mzn", "data": "d.dzn"}, "'data' must be an array"),
        ({"model": "m.mzn", "goals": ["first"]}, "unknown field 'goals'"),
        ({"model": "m.txt"}, "the name of a model ends in"),
    ],
)
def test_a_json_file_that_is_wrong_is_named(tmp_path: Path, given: dict[str, Any], words: str) -> None:
    written(tmp_path, m__mzn="solve satisfy;", m__txt="")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"family": "own"} | given), encoding="utf-8")
    with pytest.raises(UserError) as error:
        puzzle_formats.read(path)
    assert str(error.value).startswith(f"{path}: ") and words in str(error.value)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"files": {"../m.mzn": ""}}, "relative paths"),
        ({"files": {"/m.mzn": ""}}, "relative paths"),
        ({"model": "other.mzn"}, "'model' must name one of 'files'"),
        ({"format": "txt"}, "'format' must be one of"),
        ({"goal": "optimum"}, "'sense' is min or max with the goal optimum"),
    ],
)
def test_an_instance_that_is_wrong_is_refused(changed: dict[str, Any], words: str) -> None:
    given = {"family": "own", "name": "x", "format": "mzn", "model": "m.mzn", "files": {"m.mzn": "solve satisfy;"}}
    with pytest.raises(UserError, match=words):
        registry.parse_instance(json.dumps(given | changed), "x.json")


def test_an_included_file_whose_name_is_too_long_comes_with_the_solver(tmp_path: Path) -> None:
    path = tmp_path / "m.mzn"
    path.write_text(f'include "{"9" * 300}"; solve satisfy;', encoding="utf-8")
    assert list(reader.read([path])["files"]) == ["m.mzn"]


@pytest.mark.parametrize("name", ["m.mps.gz", "M.MPS", "M.Mps.GZ", "link.mps", "link"])
def test_a_packed_file_an_upper_case_ending_and_a_link_are_the_same_model(tmp_path: Path, name: str) -> None:
    text = "NAME\nROWS\n N c\nENDATA\n"
    target = tmp_path / "stored" / {"link.mps": "4f2a", "link": "m.mps"}.get(name, name)
    target.parent.mkdir()
    target.write_bytes(gzip.compress(text.encode()) if name.lower().endswith(".gz") else text.encode())
    path = tmp_path / name
    path.symlink_to(target)
    assert reader.is_model(path)
    found = reader.read([path])
    assert found["format"] == "mps" and Path(found["model"]).suffix == ".mps" and found["files"][found["model"]] == text
    assert found["name"] == {"link": "m"}.get(name, Path(name).stem.partition(".")[0])
