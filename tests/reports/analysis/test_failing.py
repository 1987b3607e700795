"""Where runs fail and where their time goes: runs whose cause and parts are known."""

from dataclasses import replace

import pytest

from tests.reports.conftest import write
from tilings.reports.analysis.failing import (
    BEFORE,
    DEEP,
    FAILED,
    GIVEN_UP,
    HUNG,
    MEMORY,
    ROOT,
    SEARCH,
    causes,
    ends,
    overhead,
    shares,
    split,
    symmetric,
)
from tilings.reports.chapters.why import failing as chapter
from tilings.reports.data.campaign import read_results, tidy
from tilings.reports.figures import failing, phases

LOST = {"answer": "none", "check": "unchecked", "ended": "wall", "phase": "solve", "encode_s": 0.5, "solve_s": 59.0,
        "wall_s": 60.0}  # fmt: skip


@pytest.fixture
def lost(base):
    return replace(base, **LOST)


def many(run, number, **changes):
    return [replace(run, instance=f"{run.solver}{changes}{index}", **changes) for index in range(number)]


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"phase": "encode", "encode_s": None, "solve_s": None}, BEFORE),
        ({"encode_s": 31.0, "solve_s": 28.0, "nodes": 7}, BEFORE),
        ({"encode_s": 20.0, "startup_s": 6.0, "load_s": 5.0, "nodes": 7}, BEFORE),
        ({"encode_s": 29.0, "solve_s": 30.0, "nodes": 7}, DEEP),
        ({"nodes": 0}, ROOT),
        ({"nodes": 1}, ROOT),
        ({"nodes": 2}, DEEP),
        ({"nodes": None}, SEARCH),
        ({"ended": "memory", "nodes": 0}, MEMORY),
        ({"ended": "crash", "phase": "encode"}, FAILED),
        ({"ended": "finished"}, FAILED),
        ({"ended": "finished", "answer": "optimal", "check": "invalid", "nodes": 1}, FAILED),
        ({"ended": "given_up", "phase": "", "wall_s": None, "encode_s": None, "solve_s": None}, GIVEN_UP),
        ({"phase": "encode", "cpu_s": 0.3, "attempt": 3}, HUNG),
        ({"phase": "encode", "cpu_s": 0.3, "attempt": 2}, BEFORE),
        ({"phase": "encode", "cpu_s": 59.0, "attempt": 3}, BEFORE),
        ({"answer": "feasible", "check": "valid", "nodes": 1}, ROOT),
    ],
)
def test_each_cause_is_told_from_the_row(lost, changes, cause):
    assert causes(tidy((replace(lost, **changes),), {})).tolist() == [cause]


def test_a_solved_run_and_one_that_was_not_installed_have_no_cause(base, lost):
    runs = tidy((base, replace(lost, ended="not_installed")), {})
    assert causes(runs).empty


def test_the_title_says_who_fails_before_branching_and_changes_with_the_rows(lost):
    root, deep = (replace(lost, solver=name, paradigm=paradigm, nodes=nodes)
                  for name, paradigm, nodes in (("highs", "MIP", 1), ("gecode", "CP", 999)))  # fmt: skip
    runs = tidy((*many(root, 9), *many(root, 1, nodes=5), *many(deep, 8), *many(deep, 3, nodes=None)), {})
    assert failing.title(ends(runs)) == (
        "MIP (9 of 10) mostly fails before branching; CP (8 of 8) mostly fails after branching"
    )
    swapped = tidy((*many(root, 9, paradigm="CP"), *many(deep, 8, paradigm="MIP")), {})
    assert failing.title(ends(swapped)).startswith("CP (9 of 9) mostly fails before branching; MIP")


def test_a_share_whose_interval_holds_a_half_is_undecided(lost):
    run = replace(lost, paradigm="MIP")
    runs = tidy((*many(run, 7, nodes=1), *many(run, 4, nodes=50)), {})
    assert failing.title(ends(runs)) == "MIP is undecided (7 of 11 before branching)"
    few = tidy(tuple(many(run, 5, nodes=1)), {})
    assert failing.title(ends(few)) == "Where runs fail: too few did to tell before or after branching"


def test_runs_that_were_given_up_and_native_searches_are_no_evidence(lost):
    native = many(replace(lost, paradigm="native search", nodes=1), 20)
    given_up = many(replace(lost, paradigm="MIP", ended="given_up", wall_s=None, nodes=None), 20)
    hung = many(replace(lost, paradigm="MIP", phase="encode", cpu_s=0.3, attempt=3), 20)
    assert ends(tidy((*native, *given_up, *hung), {})) == []


def test_the_parts_of_the_wall_time_add_up_and_the_start_is_not_hidden(base):
    run = replace(base, wall_s=2.0, startup_s=0.5, load_s=0.3, encode_s=0.4, flatten_s=0.1, solve_s=0.6, presolve_s=0.2)
    bare = replace(base, solver="chuffed", wall_s=1.2, encode_s=0.4, solve_s=0.6)
    parts = split(tidy((run, bare), {}))
    first, second = parts[["start", "load", "build", "flatten", "presolve", "search", "rest"]].to_numpy()
    assert first == pytest.approx([0.5, 0.3, 0.3, 0.1, 0.2, 0.4, 0.2])
    assert second == pytest.approx([0, 0, 0.4, 0, 0, 0.6, 0.2])
    assert shares(parts)["rest"].tolist() == pytest.approx([0.1, 1 / 6])
    beside = overhead(parts)
    assert beside["seconds"].to_dict() == pytest.approx({"chuffed": 0.2, "gecode": 1.0})
    assert beside["more"].to_dict() == {"chuffed": 0.0, "gecode": 0.0}
    longer = overhead(split(tidy((replace(run, startup_s=0.7, encode_s=0.2), bare), {})))
    assert longer.loc["gecode", "more"] == 1.0


def test_the_title_of_the_parts_names_what_a_solver_spends_its_time_on(base):
    builds = many(replace(base, solver="chuffed", wall_s=1.0, encode_s=0.8, solve_s=0.1), 5)
    seeks = many(replace(base, solver="clingo", wall_s=1.0, encode_s=0.1, solve_s=0.8), 5)
    drawing = phases.draw(tidy((*builds, *seeks), {}))
    assert drawing.title == "More than half of a run goes into building with chuffed; searching with clingo"
    assert "is 80% (chuffed/cp_made on squares, first)" in drawing.sentence
    even = many(replace(base, wall_s=1.0, encode_s=0.45, solve_s=0.45), 5)
    assert phases.draw(tidy(tuple(even), {})).title.startswith("No part")


def test_a_call_of_minizinc_by_cpmpy_is_no_search(base):
    run = replace(base, solver="gecode", formulation="cpmpy_made", wall_s=1.0, encode_s=0.1, solve_s=0.8)
    (parts,) = split(tidy((run,), {}))[["build", "search", "call", "rest"]].to_numpy()
    assert parts == pytest.approx([0.1, 0, 0.8, 0.1])
    drawing = phases.draw(tidy((*many(run, 5), *many(replace(run, solver="choco"), 5)), {}))
    assert drawing.title == "More than half of a run goes into searching with choco"
    assert "flattens and then searches (gecode)" in drawing.sentence
    assert "Call" not in phases.draw(tidy(tuple(many(replace(run, solver="choco"), 5)), {})).sentence


def test_what_symmetries_cost_is_told_where_the_option_was_varied(base, lost):
    free = [replace(lost, instance=f"i{number}", options="symmetry=none strips=off", nodes=9) for number in range(3)]
    kept = [replace(base, instance="i0", options="strips=off"), replace(base, instance="i1", options="strips=off"),
            replace(lost, instance="i2", options="strips=off")]  # fmt: skip
    other = replace(base, instance="i2", options="")
    assert symmetric(tidy((*free, *kept, other), {})) == (2, 3)
    assert (
        "Of 3 runs not solved without breaking symmetries 2 were solved"
        in failing.draw(tidy((*free, *kept), {})).sentence
    )
    assert symmetric(tidy(tuple(kept), {})) == (0, 0)
    assert "symmetries" not in failing.draw(tidy(tuple(kept), {})).sentence


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("number", range(5))
def test_bad_input_makes_the_part_smaller(base, lost, tmp_path, number):
    rows, figures = [
        ((), 0),
        ((base,), 1),
        ((lost,), 2),
        ((replace(lost, encode_s=None, solve_s=None, phase=""),), 1),
        ((replace(lost, ended="given_up", wall_s=None, encode_s=None, solve_s=None, phase=""),), 1),
    ][number]  # fmt: skip
    blocks = chapter(read_results(write(tmp_path / "results", rows))).blocks
    assert sum(block.figure is not None for block in blocks) == figures
