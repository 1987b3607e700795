"""BenchExec's result files have its structure and its words, and its table-generator makes a table of them."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tilings.reports.data.campaign import read_results
from tilings.reports.export import benchexec
from tilings.reports.export.__main__ import write

UNSOLVED = {"answer": "none", "check": "unchecked", "solutions": None}
# Of a run: what is changed of one that was solved, and BenchExec's status and category.
RUNS = {
    "sat": ({}, ("true", "correct")),
    "unsat": ({"answer": "unsat", "check": "unchecked"}, ("false", "missing")),
    "optimal": ({"answer": "optimal", "goal": "optimum", "objective": 3}, ("true", "correct")),
    "wrong": ({"check": "invalid"}, ("true", "wrong")),
    "timeout": (UNSOLVED | {"ended": "wall"}, ("TIMEOUT", "error")),
    "late": ({"wall_s": 500.0}, ("TIMEOUT (true)", "error")),
    "incumbent": ({"answer": "feasible", "ended": "cpu"}, ("TIMEOUT (feasible)", "error")),
    "memory": (UNSOLVED | {"ended": "memory"}, ("OUT OF MEMORY", "error")),
    "given up": (UNSOLVED | {"ended": "given_up", "wall_s": None}, ("TIMEOUT (given up)", "error")),
    "crash": (UNSOLVED | {"ended": "crash"}, ("ERROR (crash)", "error")),
    "no answer": (UNSOLVED, ("unknown", "unknown")),
}


def exported(folder):
    return benchexec.files(read_results(folder))


def columns(run):
    return {column.get("title"): column.get("value") for column in run}


def test_each_way_to_end_has_benchexecs_status_and_category(folder_of, base):
    rows = [
        base._replace(run_id=name, instance=name, instance_sha256=name, **changes)
        for name, (changes, _) in RUNS.items()
    ]
    absent = [base._replace(run_id=ended, instance=ended, **UNSOLVED | {"ended": ended, "wall_s": None})
              for ended in ("not_installed", "skipped")]  # fmt: skip
    (content,) = exported(folder_of(*rows, *absent)).values()
    found = {run.get("name"): columns(run) for run in ElementTree.fromstring(content).findall("run")}
    assert {name: (each["status"], each["category"]) for name, each in found.items()} == {
        name: words for name, (_, words) in RUNS.items()
    }, "and no run that never took place"
    assert "walltime" not in found["given up"], "it was not made"


def test_a_file_has_the_structure_of_benchexecs_document_type(folder_of, base):
    (content,) = exported(folder_of(base._replace(nodes=7, peak_mb=50.5))).values()
    assert content.split("\n")[1].startswith('<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result')
    root = ElementTree.fromstring(content)
    required = {"benchmarkname", "date", "starttime", "tool", "toolmodule", "version", "generator"}
    assert root.tag == "result" and required <= set(root.attrib)
    assert [child.tag for child in root] == ["columns", "systeminfo", "run"]
    assert [child.tag for child in root.find("systeminfo")] == ["os", "cpu", "ram", "environment"]
    assert (root.get("tool"), root.get("timelimit"), root.get("memlimit")) == ("gecode", "60s", "4000MB")
    run = root.find("run")
    assert (run.get("name"), run.get("properties")) == ("sq4-first", "first")
    assert {name: columns(run)[name] for name in ("walltime", "cputime", "memory", "search", "nodes")} == {
        "walltime": "1.2s", "cputime": "1.1s", "memory": "50500000B", "search": "0.6s", "nodes": "7",
    }  # fmt: skip
    hidden = [column.get("title") for column in run if column.get("hidden")]
    assert hidden == ["category"]


def test_seeds_configurations_and_kinds_of_machines_have_files_of_their_own(folder_of, base):
    rows = [base, base._replace(seed=2), base._replace(options="a=b"), base._replace(options="a-b"),
            base._replace(cpu_model="Other CPU", instance="sq6-first")]  # fmt: skip
    found = exported(folder_of(*rows))
    assert len(found) == 5
    assert sum(len(ElementTree.fromstring(content).findall("run")) for content in found.values()) == 5
    assert {path.partition("/")[0] for path in found} == {"squares"}
    assert any("seed-2" in path for path in found) and any("Other-CPU" in path for path in found)


def test_benchexecs_own_table_generator_makes_a_table(folder_of, base, tmp_path):
    pytest.importorskip("benchexec")
    rows = [base, base._replace(instance="sq6-first", check="invalid"), base._replace(goal="count", answer="counted")]
    rows += [row._replace(solver="clingo", wall_s=0.5) for row in rows]
    write(tmp_path / "out", exported(folder_of(*rows)))
    names = sorted(map(str, (tmp_path / "out").glob("*/*.xml")))
    program = Path(sys.executable).parent / "table-generator"
    words = [program, "--outputpath", tmp_path, "--name", "made", "--format", "csv", "--no-diff", *names]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    with (tmp_path / "made.table.csv").open(newline="") as file:
        found = list(csv.reader(file, delimiter="\t"))
    assert found[0][2] == "clingo 6.3.0" and "gecode 6.3.0" in found[0]
    cells = {(row[0], row[1]): row[2:] for row in found[3:]}
    assert set(cells) == {("sq4-first", "first"), ("sq6-first", "first"), ("sq4-first", "count")}
    assert {row[0] for row in cells.values()} == {"true"} and {row[2] for row in cells.values()} == {"0.5"}
