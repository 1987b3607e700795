"""The data set of the ladders is the same each time, other programs find its known answers, and its checker, which
needs Python alone, accepts their solutions and no others.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.called import called
from tests.models.solving import installed
from tilings.models.terminal.command import ROOT
from tilings.runners.export import dataset, dataset_check
from tilings.runners.export.dataset_check import verdict
from tilings.runners.export.dataset_sheet import Rung
from tilings.runners.record import rows as recorded

FAST = ("squares-near-k3-count", "polycubes-uneven-first", "covers-costs-optimum", "triominoes-d67-v8-optimum")
LADDERS = (
    *FAST, "covers-edges-first", "covers-pigeons-first", "polycubes-mutilated-first", "polycubes-planted-first",
    "polycubes-planted-count", "squares-hn-optimum", "squares-hn-k1-first",
)  # fmt: skip
# Scripts that print the solution of a file as in a competition.
SCIP = """
import pyscipopt, sys
model = pyscipopt.Model()
model.hideOutput()
model.readProblem(sys.argv[1])
model.optimize()
print("s", model.getStatus())
if model.getNSols():
    print("v", *(v.name if model.getVal(v) > 0.5 else "-" + v.name for v in model.getVars()))
"""


def write(folder: Path) -> Path:
    done = called("tilings.runners.export.dataset", "--up-to", "1", "--out", folder, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    return folder


def test_a_ladder_goes_up_to_the_largest_size_of_any_campaign_in_the_folder() -> None:
    every = recorded.by_place(recorded.read_all(ROOT / "results" / "published"))
    runs = [run for run in every if run.ladder in ("near-k3", "planted") and run.goal == "count"]
    short = [run for run in runs if run.wall_limit_s < 1 and run.ladder == "near-k3"]
    (alone,) = dataset.reached(Path("a"), {Path("a"): short})
    (ladder,) = dataset.reached(Path("a"), {Path("a"): short, Path("a/b"): runs})
    assert ladder.name == "near-k3", "a ladder of an inner campaign alone is not written"
    assert ladder.rungs[-1].size > alone.rungs[-1].size


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("data") / "set")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def output(*words: str | Path) -> str:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=120, check=False)
    return done.stdout


def minizinc(path: Path, every: bool) -> str:
    option = ["--all-solutions"] if every else []
    model = path.with_name("model.mzn")
    return output(installed("minizinc"), "--solver", "gecode", *option, model, path.with_suffix(".dzn"))


def clingo(path: Path, every: bool) -> str:
    models = ["--models=0"] if every else []
    return output(sys.executable, "-m", "clingo", *models, path.with_name("model.asp"), path.with_suffix(".lp"))


def kissat(path: Path, every: bool) -> str:
    del every
    return output(installed("kissat"), "-q", path)


def rc2(path: Path, every: bool) -> str:
    del every
    return output(sys.executable, "-m", "pysat.examples.rc2", "-vv", path)


def scip(path: Path, every: bool) -> str:
    del every
    pytest.importorskip("pyscipopt")
    return output(sys.executable, "-c", SCIP, path)


def ace(path: Path, every: bool) -> str:
    spec = find_spec("pycsp3")
    if spec is None or spec.origin is None:
        pytest.skip("pycsp3, which brings ACE, is not installed")
    (jar,) = (Path(spec.origin).parent / "solvers" / "ace").glob("ACE-*.jar")
    return output(installed("java"), "-jar", jar, path, *(["-s=all"] if every else []))


def cbc(path: Path, every: bool) -> str:
    del every
    solution = path.with_suffix(".txt")
    output(installed("cbc"), path, "solve", "solution", solution)
    return solution.read_text(encoding="utf-8")


def miniexact(path: Path, every: bool) -> str:
    text = path.read_text(encoding="utf-8")
    if re.search(r"\d\|i\d| \|\d", text):
        pytest.skip("miniexact's reader knows neither bounds nor costs")
    return output(Path(sys.executable).with_name("miniexact"), "-D", "-c", "-p", *(["-e"] if every else []), path)


READERS = {
    ".mzn": minizinc, ".asp": clingo, ".cnf": kissat, ".wcnf": rc2, ".opb": scip, ".xml": ace, ".mps": cbc,
    ".dlx": miniexact,
}  # fmt: skip
COUNTED = {".asp": r"^Models *: *(\d+)$", ".xml": r"FOUND SOLUTIONS\S* *(\d+)$", ".dlx": r"^Found (\d+) solutions"}


@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize(
    "ladder", [pytest.param(name, marks=[] if name in FAST else [pytest.mark.nightly]) for name in LADDERS]
)
def test_another_program_finds_the_known_answer(data: Path, ladder: str, ending: str) -> None:
    known = next(row for row in rows(data / "answers.csv") if row["ladder"] == ladder)
    path = data / ladder / f"{known['instance']}{ending}"
    model = path.with_name(f"model{ending}") if ending in (".mzn", ".asp") else path
    if not model.exists():
        left_out = [row["file"] for row in rows(data / "MANIFEST.csv") if row["left_out"]]
        assert {f"{ladder}/*{ending}", f"{ladder}/{path.name}"} & set(left_out)
        return
    printed = READERS[ending](path, known["question"] == "count")
    if known["answer"] == "unsat":
        assert re.search("UNSATISFIABLE|[Ii]nfeasible", printed) or (ending, printed) == (".dlx", "")
        return
    right, sentence = verdict(path.with_suffix(".json").read_text(), ending, model.read_text(), printed)
    assert right, sentence
    if known["question"] == "optimum":
        assert sentence.endswith(f"objective {known['answer']}")
    if known["question"] == "count" and ending == ".mzn":
        assert printed.count("-" * 10) == int(known["answer"])
    if known["question"] == "count" and ending in COUNTED:
        assert re.findall(COUNTED[ending], printed, re.MULTILINE) == [known["answer"]]


def test_the_manifest_lists_the_files_and_a_second_data_set_is_equal(data: Path, tmp_path: Path) -> None:
    listed = {row["file"]: row["sha256"] for row in rows(data / "MANIFEST.csv") if row["sha256"]}
    files = {path.relative_to(data).as_posix(): path for path in data.rglob("*") if path.suffix not in ("", ".txt")}
    assert set(listed) == set(files) - {"MANIFEST.csv"} | {"LICENSE"}
    assert all(hashlib.sha256(path.read_bytes()).hexdigest() == listed.get(name, "") for name, path in files.items()
               if name != "MANIFEST.csv")  # fmt: skip
    assert (write(tmp_path / "set") / "MANIFEST.csv").read_bytes() == (data / "MANIFEST.csv").read_bytes()


def test_a_model_that_is_too_large_ends_its_format_and_the_manifest_says_so(tmp_path: Path) -> None:
    ladder = dataset.Ladder("squares", "hn", "optimum", (Rung(4, ("h4",), ()), Rung(6, ("h6",), ())))
    lines = dataset._models(tmp_path, 20_000, (ladder, ("wcnf",)))
    first, second = lines
    assert first.file == "squares-hn-optimum/h04.wcnf" and first.sha256
    assert second.file == "squares-hn-optimum/*.wcnf" and "from h06 on" in second.left_out
    assert not (tmp_path / "squares-hn-optimum" / "h06.wcnf").exists()


def test_the_checker_needs_python_alone_and_refuses_a_wrong_solution(data: Path, tmp_path: Path) -> None:
    folder = data / "covers-costs-optimum"
    known = next(row for row in rows(data / "answers.csv") if row["ladder"] == folder.name)
    instance, model = folder / f"{known['instance']}.json", folder / f"{known['instance']}.dlx"
    options = [line.partition("|")[0] for line in model.read_text().splitlines() if line[0] != "|"][1:]
    covers = json.loads(instance.read_text())
    needed = set(covers["primary"])

    def check(lines: list[str]) -> subprocess.CompletedProcess[str]:
        out = tmp_path / "out"
        out.write_text("\n".join(lines))
        words = [sys.executable, "-I", "-S", str(data / "check.pyz"), str(instance), str(model), str(out)]
        return subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)

    def cover(left: set[str], chosen: list[str]) -> list[str] | None:
        if not left:
            return chosen
        item = min(left)
        for line in options:
            items = set(line.split())
            if item in items and items <= left and (found := cover(left - items, [*chosen, line])):
                return found
        return None

    right = cover({f"i{number}" for number in range(len(needed))}, [])
    assert right is not None
    done = check(right)
    assert (done.returncode, done.stdout[:6]) == (0, "right:"), done.stderr
    done = check(right[1:])
    assert (done.returncode, done.stdout[:6]) == (1, "WRONG:")
    done = check(["nothing"])
    assert (done.returncode, done.stderr) == (2, "error: the output has no solution\n")


@pytest.mark.parametrize(
    ("ending", "output"),
    [
        (".cnf", "c kissat\ns SATISFIABLE\nv 1 -2\nv -3 4 0\n"),
        (".wcnf", "o 3\nv 1001\n"),
        (".opb", "s OPTIMUM FOUND\nv x1 -x2 -x3 x4\n"),
        (".xml", "\x1b[92mv\x1b[0m  <instantiation> <list> x[] </list> <values> 1 0x2 1 </values> </instantiation>"),
        (".xml", "v <list>x[0] x[1] x[2] x[3]</list>\nv <values>1 0 0 1</values>"),
        (".mps", "Optimal - objective value 3\n      0 a   1   0\n** 1 b  0 0\n      3 d  0.99999  2\n"),
        (".mps", "# Columns 4\na 1\nb 0\nc 0\nd 1\n"),
        (".asp", "Answer: 1\ntile(9)\nAnswer: 2 (Time: 0.1s)\ntile(1) tile(4)\nOptimization: 3\nOPTIMUM FOUND\n"),
        (".mzn", "tile(9)\nobjective(4)\n----------\ntile(1)\ntile(4)\nobjective(3)\n----------\n==========\n"),
        (".dlx", "i0 i1:c2;\ni2;\n\nFound 1 solutions!\n"),
        (".dlx", "1:\n i1:c2 i0 (1 of 3)\n i2 (2 of 2)\n"),
    ],
)
def test_what_solvers_print_is_read(ending: str, output: str) -> None:
    atoms = {1: "tile(1)", 2: "tile(2)", 3: "tile(3)", 4: "tile(4)"}
    model = {
        ".cnf": "".join(f"c variable {at} {text}\n" for at, text in atoms.items()),
        ".xml": "".join(f"x[{at - 1}] {text}\n" for at, text in atoms.items()),
        ".opb": "".join(f"* x{at} {text}\n" for at, text in atoms.items()),
        ".mps": "".join(f"* {' abcd'[at]} {text}\n" for at, text in atoms.items()),
        ".dlx": "i0 i1 i2\n| tile(1)\ni0 i1:c2 |7\n| tile(2)\ni0\n| tile(4)\ni2\n",
    }
    found = dataset_check.atoms(ending, model.get(ending.replace("w", ""), ""), output)
    assert list(found) == [("tile", (1,)), ("tile", (4,))]


def test_a_folder_that_is_not_empty_is_refused(data: Path) -> None:
    done = called("tilings.runners.export.dataset", "--out", data)
    assert (done.returncode, done.stderr) == (
        2, f"error: {data} is not empty: remove it, or pass another --out\n"
    )  # fmt: skip
