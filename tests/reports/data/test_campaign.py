"""Reading results folders: which row counts for a run, the columns that are derived, and bad input."""

from types import SimpleNamespace

import pytest

from tilings.models.claims import contradictions, of_record
from tilings.models.formulation import NATIVE
from tilings.models.problem import UserError
from tilings.reports.data.campaign import read_results, stored
from tilings.runners.record.stored_solutions import StoredSolutions


def test_a_folder_without_runs_is_refused(tmp_path):
    with pytest.raises(UserError, match="holds no runs"):
        read_results(tmp_path)


@pytest.mark.parametrize("content", [None, b""])
def test_empty_csv_is_an_empty_campaign(folder_of, content):
    folder = folder_of()
    if content is not None:
        (folder / "runs-1of1.csv").write_bytes(content)
    assert read_results(folder).runs.empty


def test_of_several_attempts_the_last_counts_with_its_own_trace(folder_of, base):
    again = base._replace(attempt=2, wall_s=1.0, disturbed=False)
    folder = folder_of(base._replace(disturbed=True), again, again._replace(ended="interrupted", attempt=3))
    (folder / "trace-1of1.csv").write_text("run_id,t_s,objective,bound,attempt\n0,1,6,,\n0,2,5,,2\n0,3,4,,3\n")
    results = read_results(folder)
    assert list(results.runs["wall_s"]) == [1.0] and results.superseded == 2
    assert list(results.traces["t_s"]) == [2.0]


def test_a_run_that_was_given_up_counts_as_unsolved_but_took_no_time(folder_of, base):
    skipped = {"answer": "none", "ended": "given_up", "wall_s": None, "encode_s": None, "solve_s": None}
    results = read_results(folder_of(base, base._replace(instance="larger", check="unchecked", **skipped)))
    runs = results.runs.set_index("instance")
    assert list(runs["outcome"]) == ["given_up", "solved"] and list(runs["ran"]) == [False, True]
    assert list(runs["counts"]) == [True, True] and list(runs["charged_s"]) == [60.0, 1.2]


def test_a_run_that_was_skipped_counts_nowhere(folder_of, base):
    absent = base._replace(instance="smaller", answer="none", check="unchecked", ended="skipped", wall_s=None)
    results = read_results(folder_of(base, absent))
    runs = results.runs.set_index("instance")
    assert runs.loc["smaller", ["outcome", "ran", "counts", "solved"]].tolist() == ["skipped", False, False, False]
    assert list(results.median["instance"]) == ["sq4-first"]


def test_the_paradigm_is_the_recorded_one_or_else_that_of_the_formulation(folder_of, base):
    runs = (
        base._replace(formulation="cpmpy_cover", solver="kissat", paradigm="SAT"), base._replace(formulation="asp_x"),
        base._replace(formulation="dlx_skyline", solver="dlx"), base._replace(formulation="dlx_cover", solver="dlx"),
        base._replace(formulation="cpmpy_cover", paradigm="CP"),
    )  # fmt: skip
    runs = read_results(folder_of(*runs)).runs.set_index("configuration")
    assert dict(runs["paradigm"]) == {
        "dlx/dlx_cover": NATIVE, "dlx/dlx_skyline": NATIVE, "gecode/asp_x": "ASP",
        "gecode/cpmpy_cover": "CP", "kissat/cpmpy_cover": "SAT",
    }  # fmt: skip
    assert dict(runs["route"]) == {
        "dlx/dlx_cover": "dlx", "dlx/dlx_skyline": "dlx", "gecode/asp_x": "gecode (asp)",
        "gecode/cpmpy_cover": "gecode (cpmpy)", "kissat/cpmpy_cover": "kissat",
    }  # fmt: skip


def test_a_configuration_names_the_options_that_are_not_default(folder_of, base):
    other = base._replace(options="symmetry=none", threads=4)
    assert set(read_results(folder_of(base, other)).runs["configuration"]) == {
        "gecode/cp_made",
        "gecode/cp_made [symmetry=none] ×4",
    }


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, "solved"),
        ({"check": "invalid"}, "wrong"),
        ({"check": "contradicts_known"}, "wrong"),
        ({"answer": "feasible", "ended": "wall"}, "incumbent"),
        ({"answer": "none", "ended": "cpu"}, "timeout"),
        ({"answer": "none", "ended": "memory"}, "memory"),
        ({"answer": "none", "ended": "crash"}, "failed"),
        ({"answer": "none", "ended": "finished"}, "failed"),
        ({"answer": "none", "ended": "not_installed"}, "absent"),
    ],
)
def test_answer_and_ending_give_the_outcome(folder_of, base, changes, outcome):
    assert list(read_results(folder_of(base._replace(**changes))).runs["outcome"]) == [outcome]


def test_sizes_come_from_the_campaigns_copies_of_the_instances(all_families):
    results = read_results(all_families)
    assert not results.instances.unreadable
    runs = results.runs.drop_duplicates(["family", "instance"]).set_index("instance")
    assert runs.loc["sq6-optimum", "size"] == 36
    assert dict(runs["copies"].dropna()) == {"sq4-first": 4, "sq6-first": 4}, "as an objective there is no number"
    assert list(runs.loc["box6", ["size", "tiles"]]) == [12, 6]
    assert list(runs.loc["tri5", ["size", "tiles", "difficulty"]]) == [25, 4, "easy"]


def test_a_missing_copy_of_an_instance_is_reported(folder_of, base):
    results = read_results(folder_of(base))
    assert (base.family, base.instance) not in results.instances
    assert list(results.instances.unreadable) == [(base.family, base.instance)]
    assert results.runs["size"].isna().all()


def test_a_machine_json_that_is_nested_too_deeply_is_refused(folder_of, base):
    folder = folder_of(base)
    (folder / "machine.json").write_text("[" * 100_000)
    with pytest.raises(UserError, match="machine.json: not JSON"):
        read_results(folder)


def test_a_solution_that_is_nested_too_deeply_is_none(folder_of, base, tmp_path):
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions/r.json").write_text('{"solution": ' + "[" * 100_000)
    results = SimpleNamespace(
        solutions=StoredSolutions(tmp_path), instances={(base.family, base.instance): (None, None)}
    )
    assert stored(results, base._replace(run_id="r")) is None


def part(base, number, **fields):
    counted = {"goal": "count", "answer": "counted", "options": f"depth=2 part={number}/3", "nodes": 10 * number}
    return base._replace(run_id=str(number), **counted | {"solutions": number, "solve_s": float(number)} | fields)


@pytest.mark.parametrize(
    ("parts", "outcome", "message", "clashes"),
    [
        ((1, 2), "absent", "2 of 3 parts are done", 0),
        ((3, 1, 2), "solved", "3 parts, of which the longest took 1.2 s", 1),
    ],
)
def test_the_parts_of_a_search_are_one_run_whose_count_is_compared_with_whole_runs(
    folder_of, base, parts, outcome, message, clashes
):
    whole = base._replace(goal="count", answer="counted", solutions=7)
    results = read_results(folder_of(whole, *(part(base, number) for number in parts)))
    runs = results.runs.set_index("configuration")
    assert list(runs["outcome"]) == ["solved", outcome]
    assert runs.loc["gecode/cp_made [depth=2 parts=3]", "message"] == message
    assert len(contradictions(filter(None, map(of_record, results.records)))) == clashes
