"""The plan of a suite: the matrix of its runs, their identities and its climbs."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.plugged import LIAR, Make
from tilings.generators import ladders
from tilings.generators.ladders import SWEEP_S
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners.plan import manifest, matrix, suite_reader
from tilings.runners.plan.matrix import Filter
from tilings.runners.plan.suite import Suite
from tilings.runners.solve import choosing

ALL = Filter()


def block(tmp_path: Path, text: str) -> Suite:
    path = tmp_path / "mine.toml"
    path.write_text(f'[[runs]]\nfamily = "squares"\ninstances = ["h04"]\n{text}', encoding="utf-8")
    return suite_reader.load(str(path))


def test_every_formulation_is_run_on_every_solver_of_its_language(tmp_path: Path) -> None:
    runs = matrix.plan(block(tmp_path, ""), ALL).runs
    pairs = {(run.formulation.name, run.solver) for run in runs}
    assert len(pairs) == len(runs), "one goal, one seed"
    assert {("cp_disjunctive", "gecode"), ("cp_disjunctive", "chuffed"), ("dlx_cover", "dlx")} <= pairs
    assert not {("cp_disjunctive", "clingo"), ("asp_placement", "gecode")} & pairs


def test_a_configuration_is_a_solver_with_a_formulation(tmp_path: Path) -> None:
    chosen = 'configurations = ["gecode/cp_diffn", "highs/mip_*"]'
    runs = matrix.plan(block(tmp_path, chosen), ALL).runs
    found = {(run.solver, run.formulation.name) for run in runs}
    models = {("highs", name) for name in registry.formulations("squares") if name.startswith("mip_")}
    assert len(models) > 1 and found == {("gecode", "cp_diffn")} | models


def test_a_solver_that_is_named_and_not_in_the_suite_runs_all_formulations_that_it_takes(tmp_path: Path) -> None:
    suite = block(tmp_path, 'configurations = ["gecode/cp_diffn", "highs/mip_placement"]')
    for solver in ("clingo", "gecode"):
        runs = matrix.plan(suite, replace(ALL, solvers=[solver])).runs
        assert {run.solver for run in runs} == {solver}
        assert (len({run.formulation.name for run in runs}) > 1) == (solver == "clingo")


def test_only_the_instances_that_were_read_last_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = "[[runs]]\nfamily = 'squares'\ninstances = ['h05']\nsolvers = ['dlx']\n"
    first, second = {run.source for run in matrix.plan(block(tmp_path, f"solvers = ['dlx']\n{two}"), ALL).runs}
    monkeypatch.setattr(manifest, "_MOST_BYTES", 1)
    monkeypatch.setattr(manifest, "_PARSED", {})
    held = first.instance
    assert first.instance is held
    assert second.instance != held
    assert first.instance is not held and first.instance == held


def test_options_seeds_and_repetitions_multiply(tmp_path: Path) -> None:
    text = 'formulations = ["cp_disjunctive"]\nsolvers = ["gecode"]\n'
    assert len(matrix.plan(block(tmp_path, text), ALL).runs) == 1
    text += 'options = { symmetry = ["all", "none"] }\nseeds = [1, 2, 3]\nrepetitions = 2\n'
    runs = matrix.plan(block(tmp_path, text), ALL).runs
    assert len(runs) == 12
    assert {run.option_text for run in runs} == {"", "symmetry=none"}


def test_options_under_alone_are_varied_one_at_a_time(tmp_path: Path) -> None:
    text = 'formulations = ["cp_disjunctive"]\nsolvers = ["gecode"]\nalone = ["symmetry", "b*"]\n'
    found = {run.option_text for run in matrix.plan(block(tmp_path, text), ALL).runs}
    assert found == {"", "board=none", *(f"symmetry={value}" for value in ("none", "x", "xy", "lower"))}
    found = {
        run.option_text for run in matrix.plan(block(tmp_path, text + 'options = { board = ["none"] }\n'), ALL).runs
    }
    assert {"", "board=none", "symmetry=none"} <= found and "board=none symmetry=none" not in found


def test_an_option_that_takes_any_number_is_not_varied(tmp_path: Path) -> None:
    text = '[[runs]]\nfamily = "polycubes"\ninstances = ["soma-raw"]\nformulations = ["dlx_bits"]\nalone = ["*"]\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    found = {run.option_text for run in matrix.plan(suite_reader.load(str(tmp_path / "mine.toml")), ALL).runs}
    assert "" in found
    assert not any("<" in text or "part" in text for text in found)


def test_a_solver_of_one_thread_is_refused_on_two(tmp_path: Path) -> None:
    runs = matrix.plan(block(tmp_path, "threads = 2"), ALL).runs
    refused = {run.solver for run in runs if run.refusal and run.formulation.language not in ("cpmpy", "sat")}
    assert refused == {"chuffed", "miniexact"}, "one engine of dlx has threads"
    assert all(run.refusal for run in runs if run.formulation.language in ("cpmpy", "sat"))


def test_a_filter_narrows_by_patterns(tmp_path: Path) -> None:
    runs = matrix.plan(
        suite_reader.load("smoke"), replace(ALL, formulations=["cp_*"], instances=["h0[45]"], goals=["optimum"])
    ).runs
    assert {run.solver for run in runs} == {"gecode", "chuffed"}
    assert {run.instance for run in runs} == {"h04", "h05"}


def test_a_filter_narrows_to_a_class_of_instances(tmp_path: Path) -> None:
    assert {run.ladder for run in matrix.plan(block(tmp_path, ""), ALL).runs} == {"hn"}
    assert not matrix.plan(block(tmp_path, ""), replace(ALL, classes=["near-*"]))
    climbs = matrix.plan(climbing(tmp_path), replace(ALL, classes=["near-k2"])).climbs
    assert {each.ladder.name for each in climbs} == {"near-k2"}


def climbing(tmp_path: Path, text: str = "") -> Suite:
    """A suite of which two configurations climb two ladders, with room for further keys."""
    path = tmp_path / "climbs.toml"
    path.write_text(
        '[[runs]]\nfamily = "squares"\nclasses = ["near-*"]\ngoals = ["count"]\n'
        f'configurations = ["gecode/cp_diffn", "dlx/dlx_cover"]\nclimb = true\n{text}'
    )
    return suite_reader.load(str(path))


def test_on_a_sweep_all_runs_are_made_within_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(
        '[[runs]]\nfamily = "covers"\nclasses = ["colours*"]\nconfigurations = ["dlx/dlx_general"]\nclimb = "rounds"\n'
    )
    suite = suite_reader.load(str(path))
    (sweep,) = [ladder for ladder in ladders.ladders() if ladder.family == "covers" and ladder.sweep]
    names = {(rung.size, name) for number in range(40) if (rung := sweep.rung(number)) for name in rung.names}
    for given_s, limit_s in ((None, SWEEP_S), (300.0, SWEEP_S), (1.0, 1.0)):
        runs = matrix.plan(suite, ALL, given_s).runs
        assert {(run.rung, run.instance) for run in runs} == names and len(runs) == len(names)
        assert {(run.ladder, run.limits.wall_s) for run in runs} == {(f"{sweep.name}/sat", limit_s)}
    few = suite.model_copy(update={"blocks": [suite.blocks[0].model_copy(update={"sizes": [3.0, 4.0]})]})
    assert {run.rung for run in matrix.plan(few, ALL).runs} == {3, 4}
    every = suite.model_copy(update={"blocks": [suite.blocks[0].model_copy(update={"climb": "every"})]})
    assert not matrix.plan(every, ALL)


def test_a_block_that_climbs_has_a_climb_of_each_configuration_on_each_ladder(tmp_path: Path) -> None:
    plan = matrix.plan(climbing(tmp_path), ALL)
    found = {(each.first.ladder, each.first.solver) for each in plan.climbs}
    assert found == {(name, solver) for name in ("near-k2", "near-k3") for solver in ("gecode", "dlx")}
    assert not plan.runs and len(plan.climbs) == 4
    narrow = matrix.plan(climbing(tmp_path), replace(ALL, solvers=["dlx"])).climbs
    assert {each.first.solver for each in narrow} == {"dlx"} and len(narrow) == 2
    short = matrix.plan(climbing(tmp_path, "sizes = [9, 10]"), ALL, 3.0)
    assert {(each.first.rung, each.first.limits.wall_s) for each in short.climbs} == {(9, 3.0)}


def test_named_instances_of_a_block_that_climbs_are_a_matrix(tmp_path: Path) -> None:
    plan = matrix.plan(climbing(tmp_path), replace(ALL, instances=["h08x07k3"]))
    assert {(run.instance, run.ladder, run.rung) for run in plan.runs} == {("h08x07k3", "near-k3", 8)}
    assert len(plan.runs) == 2 and not plan.open


def test_instances_that_leave_out_the_lowest_rung_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="the chosen instances leave out the lowest rung of squares/near-k2"):
        matrix.plan(climbing(tmp_path, 'instances = ["h08x*"]'), ALL)


def test_limits_of_the_command_override_those_of_the_suite(tmp_path: Path) -> None:
    runs = matrix.plan(block(tmp_path, "timeout = 9"), ALL, timeout_s=3.0, memory_mb=100).runs
    assert {(run.limits.wall_s, run.limits.memory_mb) for run in runs} == {(3.0, 100)}


def polycubes(tmp_path: Path, text: str) -> Suite:
    path = tmp_path / "mine.toml"
    path.write_text(f'[[runs]]\nfamily = "polycubes"\ninstances = ["soma-raw"]\nsolvers = ["dlx"]\n{text}')
    return suite_reader.load(str(path))


def test_a_count_is_divided_where_the_formulation_can_be(tmp_path: Path) -> None:
    runs = matrix.plan(polycubes(tmp_path, "parts = 4"), ALL).runs
    found = sorted((run.goal, run.formulation.name, run.option_text) for run in runs)
    whole = [("count", name, "") for name in ("dlx_auto", "dlx_states")]
    parts = [("count", name, f"part={part}/4") for name in ("dlx_bits", "dlx_cover") for part in (1, 2, 3, 4)]
    first = [("first", name, "") for name in ("dlx_auto", "dlx_bits", "dlx_cover")]
    refused = [("first", "dlx_states", "")]
    assert found == sorted(whole + parts + first + refused)
    assert len({run.run_id for run in runs}) == len(runs)


def test_parts_multiply_with_options_and_may_be_given(tmp_path: Path) -> None:
    text = 'formulations = ["dlx_bits"]\ngoals = ["count"]\noptions = { depth = ["auto", "2"] }\n'
    runs = matrix.plan(polycubes(tmp_path, text), ALL, divided=2).runs
    assert {run.option_text for run in runs} == {"part=1/2", "part=2/2", "depth=2 part=1/2", "depth=2 part=2/2"}
    assert len(matrix.plan(polycubes(tmp_path, text + "parts = 9"), ALL, divided=1).runs) == 2
    named = text.replace("depth", "part").replace('"auto", "2"', '"2/5"')
    assert [run.option_text for run in matrix.plan(polycubes(tmp_path, named + "parts = 3"), ALL).runs] == ["part=2/5"]


def test_a_part_is_not_run_for_another_goal(tmp_path: Path) -> None:
    text = 'formulations = ["dlx_bits"]\ngoals = ["first"]\noptions = { part = ["1/2"] }\n'
    (run,) = matrix.plan(polycubes(tmp_path, text), ALL).runs
    assert "goal first needs the whole" in run.refusal


def test_preferred_is_one_formulation_for_each_solver_which_solve_takes_as_well(tmp_path: Path) -> None:
    chosen = 'solvers = ["dlx", "clingo", "cpsat", "chuffed"]\nformulations = "preferred"'
    runs = matrix.plan(block(tmp_path, chosen), ALL).runs
    assert {run.solver: run.formulation.name for run in runs} == {
        run.solver: choosing.choose(run.source, run.solver).formulation.name for run in runs
    }
    assert len(runs) == 4
    everything = matrix.plan(block(tmp_path, 'solvers = ["dlx", "clingo", "cpsat", "chuffed"]'), ALL)
    assert matrix.plan(block(tmp_path, chosen[:48]), replace(ALL, formulations=["preferred"])).runs == runs
    assert len(everything.runs) > len(runs)


def test_the_preferred_formulation_of_a_plug_ins_solver_is_not_a_native_search(tmp_path: Path, plug_in: Make) -> None:
    plug_in({"solvers/liar.py": LIAR})
    (run,) = matrix.plan(block(tmp_path, 'solvers = ["liar"]\nformulations = "preferred"'), ALL).runs
    assert run.formulation.name == choosing.choose(run.source, "liar").formulation.name == "dlx_cover"


EAGER = """
from tilings.runners.solvers.interface.child_process import ChildSolver, emit
from tilings.runners.solvers.interface.events import SearchComplete
ASP = ChildSolver("eager", "asp", "pytest", solve=lambda task: emit(SearchComplete()))
"""


@pytest.mark.parametrize("reads", [False, True])
def test_a_users_own_files_are_run_only_on_a_solver_that_reads_them(tmp_path: Path, plug_in: Make, reads: bool) -> None:
    plug_in({"solvers/eager.py": EAGER + f"ASP.reads_files = {reads}\n"})
    (tmp_path / "p.lp").write_text("{ a }.\n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text("[[runs]]\nmodels = ['./p.lp']\n", encoding="utf-8")
    runs = matrix.plan(suite_reader.load(str(tmp_path / "mine.toml")), ALL).runs
    assert {run.solver for run in runs} == ({"clingo", "eager"} if reads else {"clingo"})
    if reads:
        assert choosing.choose(runs[0].source, "eager").solver == "eager"
    else:
        with pytest.raises(UserError, match="eager takes no models of your own: its adapter does not declare 'reads_f"):
            choosing.choose(runs[0].source, "eager")


def test_a_formulation_in_a_dialect_is_run_only_on_the_solvers_that_know_it(tmp_path: Path, plug_in: Make) -> None:
    plug_in({"solvers/eager.py": EAGER, "models/squares/asp_own.lp": "% Goals: optimum\n% Solvers: eager, wasp\n"})
    runs = matrix.plan(block(tmp_path, 'formulations = ["asp_own"]'), ALL).runs
    assert {run.solver for run in runs} == {"eager"}
    with pytest.raises(UserError, match="asp_own is in a dialect of eager, wasp, which clingo does not know"):
        choosing.choose(runs[0].source, "clingo", "asp_own")
