"""MiniZinc's solvers: improving objectives, MIP back ends, and solvers without a file, named mzn-TAG, by its list."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.called import called, script
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners.install.programs import program
from tilings.runners.plan import identity, manifest, matrix, suite, suite_reader
from tilings.runners.solvers.interface import minizinc, solver
from tilings.runners.solvers.interface.events import Failed, Found
from tilings.runners.solvers.interface.solver import Job

CALL = {"location": {"filename": "/x/m.mzn", "firstLine": 3}, "description": "call 'assert'"}


@pytest.mark.parametrize("name", ["gecode", "chuffed"])
@pytest.mark.parametrize(("family", "formulation", "instance"), [("squares", "cp_cover", "h07"),
                                                                 ("triominoes", "cp_cell", "dense-5-v4")])  # fmt: skip
def test_each_solution_is_reported_with_its_objective(
    tmp_path: Path, name: str, family: str, formulation: str, instance: str
) -> None:
    adapter, model = solver.find(name, "cp"), registry.formulation(family, formulation)
    (path,) = [entry.path for entry in manifest.shipped() if entry.name == instance]
    problem, board = registry.load_instance(path)
    job = Job(path, problem, board, model, model.own(model.settings({})), "optimum", 1, 1, 20.0, 500, tmp_path)
    said = subprocess.run(adapter.command(job), capture_output=True, text=True, timeout=60, check=True).stdout
    found = [event for line in said.splitlines() for event in adapter.parse(line) if isinstance(event, Found)]
    worth = [event.objective for event in found]
    assert worth, said
    assert worth == sorted(set(worth), reverse=problem.sense == "min")
    assert worth[-1] == problem.objective(board, problem.decode(board, found[-1].atoms))


@pytest.mark.parametrize(
    ("what", "message", "more", "words"),
    [
        ("syntax error", "syntax error, unexpected identifier", {}, "syntax error: unexpected identifier (m.mzn:3)"),
        ("syntax error", "unexpected identifier", {}, "syntax error: unexpected identifier (m.mzn:3)"),
        ("assertion failed", "n is odd", {"location": {"filename": None}, "stack": [CALL]},
         "assertion failed: n is odd (m.mzn:3)"),
    ],
)  # fmt: skip
def test_an_error_is_told_once_with_its_kind_and_line(what: str, message: str, more: dict, words: str) -> None:
    error = {"type": "error", "what": what, "message": message, "location": CALL["location"]}
    assert solver.find("gecode", "cp").parse(json.dumps(error | more)) == [Failed(words, "encode")]


@pytest.mark.parametrize("call", ["--version", "--solvers-json"])
def test_a_minizinc_that_somebody_kills_while_it_is_asked_is_not_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, call: str
) -> None:
    real = program("minizinc")
    if real is None:
        pytest.skip("MiniZinc is not installed (tilings doctor)")
    seen = tmp_path / "seen"
    die = f'case "$*" in *{call}*) [ -e {seen} ] || {{ touch {seen}; kill -9 $$; }};; esac'
    mine = script(tmp_path / "minizinc", die, f'exec {real} "$@"')
    monkeypatch.setattr(minizinc, "program", lambda name: str(mine))
    found = minizinc.driver.__wrapped__()
    assert found is not None and found.executable == mine
    assert seen.exists()


BACK_ENDS = ("cbc", "highs", "scip")
# An instance, a formulation, a goal, and its answer with the objective.
KNOWN = [
    ("h05k3", "cp_diffn", "first", "unsat", None),
    ("h04", "cp_disjunctive", "optimum", "optimal", 4),
    ("h04", "cp_cover", "optimum", "optimal", 4),
    ("tetrominoes4x5", "cp_channel", "first", "unsat", None),
    ("dominoes4x4", "cp_cover", "first", "sat", None),
    ("assignment7", "cp_cover", "optimum", "optimal", 113),
    ("b0-1-easy", "cp_cell", "optimum", "optimal", 3),
]


@pytest.mark.parametrize("name", BACK_ENDS)
@pytest.mark.parametrize(("instance", "formulation", "goal", "answer", "objective"), KNOWN)
def test_the_answer_is_the_known_one_and_a_proof(
    name: str, instance: str, formulation: str, goal: str, answer: str, objective: int | None
) -> None:
    if solver.find(name, "cp").version() is None:
        pytest.skip(f"{name} is not installed for MiniZinc (tilings doctor)")
    words = (instance, "--solver", name, "--formulation", formulation, "--goal", goal, "--timeout", "60", "--json")
    found = json.loads(called("tilings.runners.solve", *words).stdout)
    assert (found["answer"], found["objective"], found["check"]) == (answer, objective, "valid")
    assert found["paradigm"] == "MIP" and found["variables"] > 0 and found["nodes"] is not None
    if goal == "optimum":
        assert found["bound"] == objective


@pytest.mark.parametrize("name", ["gecode", "chuffed"])
@pytest.mark.parametrize(("box", "squares"), [("5x8", 10), ("5x12", 15)])
def test_a_packing_that_is_refuted_at_the_root_is_unsatisfiable(
    name: str, box: str, squares: int, tmp_path: Path
) -> None:
    """Chuffed 0.13.1 aborts (SAT::addClause) at a clause that is false while it is added."""
    puzzle = tmp_path / "squares.txt"
    puzzle.write_text(f"box {box}\n\n{squares} of O\n\nOO\nOO\n")
    words = (str(puzzle), "--solver", name, "--formulation", "cp_channel", "--timeout", "60", "--json")
    assert json.loads(called("tilings.runners.solve", *words).stdout)["answer"] == "unsat"


def entry(tag: str, version: str, flags: list[str], tags: list[str], window: bool = False) -> SimpleNamespace:
    """A solver as MiniZinc's Python package tells of it."""
    return SimpleNamespace(
        id=f"org.made.{tag}", version=version, stdFlags=flags, tags=tags, executable=None, isGUIApplication=window,
        mznlib="-Glinear" if "mip" in tags else "-Gstd",
    )  # fmt: skip


MADE = [
    entry("full", "1.9", ["-a", "-p", "-r", "-s"], ["cp", "int"]),
    entry("full", "1.10", ["-a", "-p", "-r", "-s"], ["cp", "int"]),
    entry("bare", "1.0", ["-s"], ["mip", "api"]),
    entry("clauses", "2.0", ["-a"], ["cp", "sat"]),
    entry("absent", "<unknown version>", [], ["mip"]),
    entry("drawn", "1.0", ["-a"], ["cp"], window=True),
]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A MiniZinc that lists the solvers above."""
    tags = {each.id.rpartition(".")[2] for each in MADE}
    alike = {tag: [each for each in MADE if each.id == f"org.made.{tag}"] for tag in tags}
    driver = SimpleNamespace(available_solvers=lambda: alike, parsed_version=(2, 9, 2))
    monkeypatch.setattr(minizinc, "driver", lambda: driver)


def words(name: str, folder: Path) -> list[str]:
    """The command line of a count on two threads."""
    (path,) = [shipped.path for shipped in manifest.shipped() if shipped.name == "h04k4"]
    model = registry.formulation("squares", "cp_diffn")
    job = Job(path, *registry.load_instance(path), model, model.settings({}), "count", 7, 2, 9.0, 500, folder)
    return solver.find(name, "cp").command(job)


@pytest.mark.usefixtures("made")
def test_a_listed_solver_is_of_a_paradigm_by_its_tags_and_of_its_latest_version_and_counts_if_it_can() -> None:
    full, bare, clauses, absent = (solver.find(f"mzn-{tag}", "cp") for tag in ("full", "bare", "clauses", "absent"))
    assert (full.paradigm, bare.paradigm, clauses.paradigm) == ("CP", "MIP", "SAT")
    assert full.version() == "1.10 (MiniZinc 2.9.2)"
    assert solver.refusal(bare, "count", 1) == "mzn-bare cannot enumerate solutions"
    assert solver.refusal(full, "count", 1) == ""
    assert absent.version() is None and "minizinc --help absent" in absent.install_command


@pytest.mark.usefixtures("made")
def test_a_solver_gets_a_seed_and_threads_only_where_it_takes_them(tmp_path: Path) -> None:
    command = words("mzn-full", tmp_path)
    assert command[command.index("--random-seed") + 1] == "7" and command[command.index("--parallel") + 1] == "2"
    assert not {"--random-seed", "--parallel"} & set(words("mzn-bare", tmp_path))


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("name", ["mzn-none", "mzn-drawn", "mzn-*"])
def test_a_name_that_is_not_listed_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(UserError, match=r"; MiniZinc lists mzn-absent, mzn-bare, mzn-clauses, mzn-full$"):
        suite.require("solver", [name])


@pytest.mark.usefixtures("made")
def test_patterns_mean_solvers_with_a_file_and_a_listed_one_is_named_in_full(tmp_path: Path) -> None:
    suite = tmp_path / "made.toml"
    table = '[[runs]]\nfamily = "squares"\ninstances = ["h04"]\nformulations = ["cp_diffn"]\n'
    suite.write_text(table, encoding="utf-8")
    every = matrix.plan(suite_reader.load(str(suite)), matrix.Filter()).runs
    assert not [run for run in every if run.solver.startswith("mzn-")]
    suite.write_text(table + 'solvers = ["gecode", "mzn-bare"]\n', encoding="utf-8")
    named = matrix.plan(suite_reader.load(str(suite)), matrix.Filter()).runs
    assert {run.solver for run in named} == {"gecode", "mzn-bare"}


@pytest.mark.usefixtures("made")
def test_one_that_is_named_on_the_command_line_runs_the_formulations_of_any_suite(tmp_path: Path) -> None:
    suite = tmp_path / "made.toml"
    table = '[[runs]]\nfamily = "squares"\ninstances = ["h04"]\nconfigurations = ["gecode/cp_cover"]\n'
    suite.write_text(table, encoding="utf-8")
    runs = matrix.plan(suite_reader.load(str(suite)), matrix.Filter([], [], [], ["mzn-absent"], [])).runs
    every = {each.name for each in registry.formulations("squares").values() if each.language == "cp"}
    assert len(every) > 1 and {run.formulation.name for run in runs} == every
    assert {(run.solver, run.version, run.paradigm) for run in runs} == {("mzn-absent", "", "MIP")}


@pytest.mark.usefixtures("made")
def test_what_calls_a_listed_solver_has_a_digest_of_its_own() -> None:
    model = registry.formulation("squares", "cp_diffn")
    digests = {identity.adapter_sha256(model, name, "first", {}) for name in ("mzn-full", "mzn-bare", "gecode")}
    assert len(digests) == 2
