"""The commands as a user types them refuse bad input in one clear line with exit code 2, and Ctrl-C loses nothing."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.called import called, stopped, typed
from tests.models.screens import plain
from tests.plugged import ENDLESS, Make, answers
from tilings.runners.record import rows

ROOT = Path(__file__).parent.parent
SQUARE = {"family": "squares", "name": "s", "width": 4, "height": 4, "max_copies": 4}
ONE_RUN = [
    "--suite", "smoke", "--instance", "dominoes4x4", "--formulation", "dlx_cover", "--goal", "count", "--attempts", "1",
]  # fmt: skip
TILES = {"family": "triominoes", "name": "t", "rows": 4, "cols": 4, "tiles": [[1, 2, 3]]}


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Checks for exit code 2 and one line that names the error."""
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert all(word in line for word in words), line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--suite", "smoke", "--family", "spheres"), ("unknown family 'spheres'", "squares")),
        (("--suite", "smoke", "--solver", "oracle"), ("unknown solver 'oracle'", "clingo")),
        (("--suite", "smoke", "--formulation", "magic"), ("unknown formulation 'magic'",)),
        (("--suite", "smoke", "--goal", "fastest"), ("unknown goal 'fastest'", "count")),
        (("--suite", "smoke", "--instance", "h999"), ("unknown instance 'h999'",)),
        (("--timeout", "0"), ("--timeout", "'0'")),
        (("--timeout", "abc"), ("--timeout", "'abc'")),
        (("--timeout", "nan"), ("--timeout", "'nan'")),
        (("--memory", "-3"), ("--memory", "'-3'")),
        (("--jobs", "0"), ("--jobs", "'0'")),
        (("--parts", "0"), ("--parts", "'0'")),
        (("--suite", "smoke", "--results", "/proc/nothing"), ("/proc/nothing", "cannot be written")),
        (("--suite", "smoke", "--family", "squares", "--instance", "dominoes4x4"), ("nothing to run",)),
    ],
)
def test_bad_arguments_for_a_suite_are_refused(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    refused(called("tilings.runners.all", *arguments), *words)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{ not JSON", ("not JSON",)),
        ("[" * 100_000, ("unknown format",)),
        (" \n", ("is empty",)),
        ("{}", ("family",)),
        (SQUARE | {"family": "spheres"}, ("unknown family", "squares")),
        ('{"family": "squares", "width": 4, "width": 5}', ("'width' occurs twice",)),
    ],
)  # fmt: skip
def test_bad_instances_are_refused(tmp_path: Path, content: object, words: tuple[str, ...]) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    refused(called("tilings.runners.solve", path, "--solver", "dlx"), "bad.json", *words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("h04", "--solver", "oracle"), ("unknown solver 'oracle'",)),
        (("h04", "--draw", "a.png", "--film", "./a.png"), ("--draw and --film would both write a.png",)),
        (("h04", "--solver", "clingo", "--option", "symmetry"), ("KEY=VALUE",)),
        (("h04", "--solver", "dlx", "--option", "part=1/2"), ("goal optimum needs the whole",)),
        (("/nowhere.json", "--solver", "clingo"), ("/nowhere.json",)),
        (("**", "--solver", "clingo"), ("no shipped instance",)),
        (("h04", "--solver", "clingo", "--draw", "/tmp/board.xyz"), ("--draw", ".png")),
        (("h04", "--solver", "clingo", "--seed", "0"), ("--seed",)),
        (("h04", "--stl", "parts"), ("--stl writes the pieces of polyomino and polycube puzzles",)),
        (("soma-raw", "--stl", "parts", "--gap", "0"), ("--gap", "millimetres")),
        (("soma-raw", "--stl", "parts", "--edge", "2", "--gap", "1"), ("--gap 1 leaves nothing", "--edge 2")),
        (("soma-raw", "--stl", "/nowhere/parts"), ("--stl takes a folder", "/nowhere/parts")),
        (("h04", "--solver", "clingo", "--timeout", "1e300"), ("--timeout",)),
        (("h04", "--solver", "clingo", "--solutions", "/nowhere/s.txt"), ("--solutions", "/nowhere")),
    ],
)
def test_bad_arguments_for_one_instance_are_refused(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    refused(called("tilings.runners.solve", *arguments), *words)


def test_a_torn_definition_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("D:xDim=2:yDim=2:zDim=1\nC:name=A:type=M:layout=0 0 x\n~D\n", encoding="utf-8")
    refused(called("tilings.runners.solve", path, "--solver", "dlx"), "puzzle.txt:2:", "'x'")
    path.write_text("D:xDim=2:yDim=2:zDim=1\nC:name=A:layout=0 0 0\n", encoding="utf-8")
    refused(called("tilings.runners.solve", path, "--solver", "dlx"), "puzzle.txt:2:", "'~D'")


def test_an_instance_from_a_text_file_of_triominoes_is_solved_by_its_id(tmp_path: Path) -> None:
    path = tmp_path / "input0.txt"
    path.write_text("1, easy, [[1, 2, 3], [3, 2, 1]], 3\n2, easy, [[1, 2, 3]], 2\n", encoding="utf-8")
    refused(called("tilings.runners.solve", path, "--solver", "clingo"), "input0.txt holds 2 instances", "input0.txt#1")
    done = called("tilings.runners.solve", f"{path}#1", "--solver", "clingo", "--quiet")
    assert (done.returncode, done.stdout[:9]) == (0, "optimal 2")
    path.write_text("1, easy, [[1, 2, 3], [3, 2", encoding="utf-8")
    refused(called("tilings.runners.solve", path, "--solver", "clingo"), "input0.txt:1:", "incomplete")
    refused(called("tilings.generators.triominoes", "--read", path, "--out", tmp_path), "input0.txt:1:", "incomplete")


def test_a_puzzle_of_burrtools_is_solved_and_what_was_left_out_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.xmpuzzle"
    path.write_text(
        '<puzzle version="2"><shapes><voxel x="2" y="1" z="1" type="0">##</voxel>'
        '<voxel x="1" y="1" z="1" type="0">_</voxel><voxel x="4" y="2" z="1" type="0">########</voxel></shapes>'
        '<problems><problem><shapes><shape id="0" count="4"/><shape id="1"/></shapes><result id="2"/></problem>'
        "</problems></puzzle>",
        encoding="utf-8",
    )
    done = called("tilings.runners.solve", path, "--solver", "dlx", "--goal", "count", "--quiet")
    notes = "note: assemblies are found; whether they can be taken apart is not checked\n"
    assert (done.returncode, done.stderr) == (0, notes + "note: piece S2 is empty: it is left out\n")
    assert done.stdout.startswith("counted 4 ")
    path.write_text(path.read_text(encoding="utf-8").replace(">########<", ">###++###<"), encoding="utf-8")
    refused(
        called("tilings.generators.polycubes", "--import", path, "--out", tmp_path), "may read it as one of another"
    )
    done = called("tilings.runners.solve", path, "--solver", "clingo", "--goal", "count", "--quiet")
    assert done.stdout.startswith("counted 4 ")


def test_a_proof_by_parity_is_printed_before_solving() -> None:
    done = called("tilings.runners.solve", "tetrominoes4x5", "--solver", "dlx")
    assert done.returncode == 0
    assert done.stderr.startswith("note: no solution, by parity: ")
    assert done.stdout.startswith("there is no packing; not proved here: ")


def test_a_board_without_tiles_is_shown_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(TILES | {"rows": 2, "cols": 2}), encoding="utf-8")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tilings.runners.solve", str(path), "--solver", "dlx"]
    subprocess.run(command, stdout=theirs, stderr=subprocess.DEVNULL, cwd=ROOT, check=True, timeout=120)
    shown = plain(os.read(ours, 4000).decode().replace("\r", "")).splitlines()
    os.close(ours)
    os.close(theirs)
    assert [line.split() for line in shown if "·" in line] == [["·", "·"], ["·", "·"]]
    said = [line.partition(";")[0] for line in shown]
    assert "left out: 1-2-3" in said and "no board holds more than 0 tiles" in said


def without_end(folder: Path) -> list[str]:
    """The first words of a count by enumeration that finds its first packing at once, and its last, of 10^16, never."""
    path = folder / "dominoes.txt"
    path.write_text("box 12x12\n72 of D\n\nDD\n", encoding="utf-8")
    return ["tilings.runners.solve", str(path), "--solver", "dlx", "--formulation", "dlx_cover", "--goal", "count"]


def test_a_count_that_the_limit_ends_is_exit_code_1_and_what_was_found_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    done = called(*without_end(tmp_path), "--timeout", "4", "--solutions", path, "--most", "3")
    assert done.returncode == 1
    assert " packings, up to rotations and reflections, not all counted: the limit of 4 s was reached\n" in done.stdout
    assert len(json.loads(path.read_text(encoding="utf-8"))) == 3


@pytest.mark.parametrize(
    ("solver", "formulation"), [("dlx", "dlx_auto"), ("dlx", "dlx_cover"), ("clingo", "asp_cover")]
)
def test_all_solutions_are_written_also_where_counting_would_not_need_them(
    tmp_path: Path, solver: str, formulation: str
) -> None:
    path = tmp_path / "soma.jsonl"
    words = ("--formulation", formulation, "--goal", "count", "--quiet", "--solutions", path)
    done = called("tilings.runners.solve", "soma-rotations", "--solver", solver, *words)
    assert done.stdout.startswith("counted 480 "), done.stderr
    assert len(set(path.read_text(encoding="utf-8").splitlines())) == 480


def test_solutions_on_standard_output_are_alone_there_and_the_answer_goes_to_standard_error() -> None:
    words = ("--solutions", "-", "--most", "2", "--statistics")
    done = typed("tilings.runners.solve", "t-tetrominoes4x4", "--solver", "dlx", "--goal", "count", *words)
    assert "counted" in done.stderr and "nodes a second" not in done.stdout
    assert done.stdout.count("# solution ") == 2


def test_a_search_in_each_family_can_be_filmed(tmp_path: Path) -> None:
    cases = ("t-tetrominoes4x4", "h04", "b0-1-easy", "langford7")
    for name, ending in zip(cases, (".gif", ".svg", ".png", ".json"), strict=True):
        path = tmp_path / f"film{ending}"
        called("tilings.runners.solve", name, "--solver", "dlx", "--film", path)
        assert path.stat().st_size > 500, name


def test_ctrl_c_reports_how_many_solutions_were_found_and_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    begun = lambda: path.exists() and path.stat().st_size >= 1000  # noqa: E731
    done = stopped(begun, *without_end(tmp_path), "--solutions", path)
    assert done.returncode == 130, done.stderr
    written = len(json.loads(path.read_text(encoding="utf-8")))
    assert written > 0
    assert f"{written} solutions found so far\n" in done.stderr


def test_a_dry_run_shows_the_plan_and_runs_nothing(tmp_path: Path) -> None:
    done = called("tilings.runners.all", "--suite", "smoke", "--dry-run", "--results", tmp_path / "none")
    assert done.returncode == 0
    assert "at most" in done.stdout and "estimate: " in done.stdout.splitlines()[-1]
    assert not (tmp_path / "none").exists()


def test_a_shard_without_runs_ends_with_exit_code_0(tmp_path: Path) -> None:
    done = called("tilings.runners.all", "--suite", "smoke", "--shard", "99999999/99999999", "--results", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("nothing to run: shard 99999999 of 99999999 has no run")


def test_parts_of_a_count_add_up_also_from_several_shards(tmp_path: Path) -> None:
    arguments = [*ONE_RUN, "--parts", "20", "--results", str(tmp_path)]
    one = called("tilings.runners.all", *arguments, "--shard", "1/2")
    assert one.returncode == 0 and " of 20 parts are done" in one.stdout
    assert " to run): at most " in one.stderr.splitlines()[0]
    follow = f"to follow it from elsewhere: tilings status {tmp_path}\n"
    assert f"recorded in {tmp_path}; stop with Ctrl-C, repeat the command to continue\n{follow}" in one.stderr
    assert one.stderr.endswith(f"to read: tilings report --results {tmp_path}; tilings page --results {tmp_path}\n")
    two = called("tilings.runners.all", *arguments, "--shard", "2/2")
    assert "polycubes/dominoes4x4, dlx/dlx_cover[parts=20]: 36 solutions, " in two.stdout, two.stderr
    records = rows.runs(tmp_path)
    assert sorted(record.options for record in records) == sorted(f"part={k}/20" for k in range(1, 21))
    again = called("tilings.runners.all", *arguments)
    assert again.returncode == 0 and ": 36 solutions, " in again.stdout
    assert rows.runs(tmp_path) == records


def test_ctrl_c_keeps_all_records_and_the_same_command_resumes(plug_in: Make, tmp_path: Path) -> None:
    plugged = plug_in({"solvers/endless.py": ENDLESS})
    answers(plugged, 3)
    words = ["--suite", "smoke", "--instance", "dominoes4x4", "--solver", "endless", "--solver", "cbc"]
    arguments = [*words, "--results", str(tmp_path), "--jobs", "1", "--attempts", "1", "--timeout", "300"]
    three = lambda: [row.solver for row in rows.runs(tmp_path)].count("endless") >= 3  # noqa: E731
    done = stopped(three, "tilings.runners.all", *arguments)
    assert done.returncode == 130 and "Traceback" not in done.stderr, done.stderr
    before = rows.runs(tmp_path)
    assert len(before) >= 3
    answers(plugged, 20)
    assert called("tilings.runners.all", *arguments).returncode == 0, (
        "goals that a MIP does not state are no missing answers"
    )
    after = rows.runs(tmp_path)
    assert after[: len(before)] == before
    assert len({record.run_id for record in after}) == len(after) > len(before)


def test_another_division_of_the_same_results_is_refused(tmp_path: Path) -> None:
    import fcntl

    with (tmp_path / ".lock-1of2").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        refused(called("tilings.runners.all", "--suite", "smoke", "--results", tmp_path), "another run is writing")
        fresh = ("--shard", "2/2", "--fresh", "--results", tmp_path)
        refused(called("tilings.runners.all", "--suite", "smoke", *fresh), "another run is writing")


@pytest.mark.parametrize("torn", ["", "run_id,campa"])
def test_a_file_torn_within_its_header_does_not_block_the_campaign(tmp_path: Path, torn: str) -> None:
    (tmp_path / "runs-1of1.csv").write_text(torn, encoding="utf-8")
    arguments = [*ONE_RUN, "--results", str(tmp_path)]
    assert called("tilings.runners.all", *arguments).returncode == 0


def test_the_doctor_names_every_solver() -> None:
    from tilings.runners.solvers.interface import solver

    done = typed("tilings.runners.doctor")
    assert done.returncode in (0, 1)
    assert all(name in done.stdout for name in solver.names())


COMMANDS = [
    ["tilings.runners.all", "--dry-run"],
    ["tilings.runners.doctor"],
    ["tilings.runners.solve", "h04", "--solver", "broken"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_plug_in_that_is_wrong_is_refused_in_one_line_by_every_command(plug_in: Make, command: list[str]) -> None:
    refused(called(*command, "--plugins", "gone"), "the folder of plug-ins gone does not exist")
    plug_in({"solvers/broken.py": "import nothing_like_it"})
    refused(called(*command), "solvers/broken.py cannot be imported", "nothing_like_it")


def test_a_wrong_plug_in_that_is_not_used_is_said_where_a_puzzle_is_solved(plug_in: Make) -> None:
    folder = plug_in({"solvers/broken.py": "import nothing_like_it"})
    done = called("tilings.runners.solve", "dominoes4x4", "--quiet")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert done.stderr.startswith(f"note: the plug-in {folder}/solvers/broken.py cannot be imported: ModuleNotFound")


def test_an_error_of_a_plug_in_s_own_is_one_line_with_its_place(plug_in: Make) -> None:
    head = "from tilings.runners.solvers.interface.child_process import ChildSolver\n"
    body = "class Mine(ChildSolver):\n    def version(self, formulation=None): return 1 // 0\n"
    plug_in({"solvers/mine.py": f"{head}{body}ASP = Mine('mine', 'asp', 'pytest', print)\n"})
    refused(called("tilings.runners.solve", "h04", "--solver", "mine"), "solvers/mine.py:3 failed: ZeroDivisionError")


def test_a_formulation_of_a_plug_in_that_fails_to_import_is_a_crash(plug_in: Make) -> None:
    plug_in({"models/squares/cpsat_mine.py": '"""Mine.\n\nGoals: optimum\n"""\n\n1 / 0\n'})
    done = typed("tilings.runners.solve", "h04", "--solver", "cpsat", "--formulation", "cpsat_mine", "--json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["ended"]) == (1, "crash")
    assert "models/squares/cpsat_mine.py cannot be imported: ZeroDivisionError" in record["message"]


def test_a_formulation_that_imports_a_missing_package_is_refused_and_the_package_named(plug_in: Make) -> None:
    plug_in({"models/squares/cpsat_mine.py": '"""Mine.\n\nGoals: optimum\n"""\n\nimport nothing_like_it\n'})
    done = typed("tilings.runners.solve", "h04", "--solver", "cpsat", "--formulation", "cpsat_mine")
    refused(done, "nothing_like_it is not installed; to install: .venv/bin/python -m pip install nothing_like_it")
    assert "squares/cpsat_mine MISSING nothing_like_it" in typed("tilings.runners.doctor").stdout
