"""Reading results folders: which row counts for a run, the columns that are derived, and bad input."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.reports.conftest import write
from tilings.models.claims import contradictions, of_record
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


def test_several_files_are_one_campaign(folder_of, base):
    folder = folder_of(base)
    other = (folder / "runs-1of1.csv").read_text().replace("sq4-first", "other")
    (folder / "runs-2of2.csv").write_text(other)
    assert len(read_results(folder).records) == 2


@pytest.mark.parametrize("clock", ["2025-11-21T10:00:00+00:00", "1970-01-01T00:00:00+00:00"])
def test_the_last_row_of_a_file_counts_even_if_the_clock_was_set_back(folder_of, base, clock):
    results = read_results(folder_of(base, replace(base, started_at=clock, solve_s=5.0)))
    assert list(results.runs["solve_s"]) == [5.0]
    assert results.superseded == 1


def test_of_several_files_the_latest_row_counts(folder_of, base, tmp_path):
    folder = folder_of(replace(base, started_at="2035-11-21T10:00:00+00:00", solve_s=5.0))
    (other,) = write(tmp_path / "other", [base]).iterdir()
    other.rename(folder / "runs-2of2.csv")
    assert list(read_results(folder).runs["solve_s"]) == [5.0]


@pytest.mark.parametrize("ended", ["interrupted", "harness_error", "not_installed"])
def test_a_run_without_an_outcome_gives_way_to_one_that_has_one(folder_of, base, ended):
    later = replace(base, ended=ended, answer="none", started_at="2025-11-21T10:00:00+00:00")
    assert list(read_results(folder_of(base, later)).runs["ended"]) == ["finished"]


def test_of_several_attempts_the_last_counts_with_its_own_trace(folder_of, base):
    again = replace(base, attempt=2, wall_s=1.0, disturbed=False)
    folder = folder_of(replace(base, disturbed=True), again, replace(again, ended="interrupted", attempt=3))
    (folder / "trace-1of1.csv").write_text("run_id,t_s,objective,bound,attempt\n0,1,6,,\n0,2,5,,2\n0,3,4,,3\n")
    results = read_results(folder)
    assert list(results.runs["wall_s"]) == [1.0] and results.superseded == 2
    assert list(results.traces["t_s"]) == [2.0]


def test_a_run_that_was_given_up_counts_as_unsolved_but_took_no_time(folder_of, base):
    skipped = {"answer": "none", "ended": "given_up", "wall_s": None, "encode_s": None, "solve_s": None}
    results = read_results(folder_of(base, replace(base, instance="larger", check="unchecked", **skipped)))
    runs = results.runs.set_index("instance")
    assert list(runs["outcome"]) == ["given_up", "solved"] and list(runs["ran"]) == [False, True]
    assert list(runs["counts"]) == [True, True] and list(runs["charged_s"]) == [60.0, 1.2]


def test_a_run_that_was_skipped_counts_nowhere(folder_of, base):
    absent = replace(base, instance="smaller", answer="none", check="unchecked", ended="skipped", wall_s=None)
    results = read_results(folder_of(base, absent))
    runs = results.runs.set_index("instance")
    assert runs.loc["smaller", ["outcome", "ran", "counts", "solved"]].tolist() == ["skipped", False, False, False]
    assert list(results.median["instance"]) == ["sq4-first"]


def test_the_paradigm_is_the_recorded_one_or_else_that_of_the_formulation(folder_of, base):
    runs = (
        replace(base, formulation="cpmpy_cover", solver="kissat", paradigm="SAT"), replace(base, formulation="asp_x"),
        replace(base, formulation="dlx_skyline", solver="dlx"), replace(base, formulation="dlx_cover", solver="dlx"),
        replace(base, formulation="cpmpy_cover", paradigm="CP"),
    )  # fmt: skip
    runs = read_results(folder_of(*runs)).runs.set_index("configuration")
    assert dict(runs["paradigm"]) == {
        "dlx/dlx_cover": "exact cover", "dlx/dlx_skyline": "native search", "gecode/asp_x": "ASP",
        "gecode/cpmpy_cover": "CP", "kissat/cpmpy_cover": "SAT",
    }  # fmt: skip
    assert dict(runs["route"]) == {
        "dlx/dlx_cover": "dlx", "dlx/dlx_skyline": "dlx (native)", "gecode/asp_x": "gecode (asp)",
        "gecode/cpmpy_cover": "gecode (cpmpy)", "kissat/cpmpy_cover": "kissat",
    }  # fmt: skip


def test_the_time_is_the_wall_time(folder_of, base):
    folder = folder_of(base, replace(base, instance="other", wall_s=1.4, encode_s=None))
    assert dict(read_results(folder).runs.set_index("instance")["time_s"]) == {"sq4-first": 1.2, "other": 1.4}


def test_a_configuration_names_the_options_that_are_not_default(folder_of, base):
    other = replace(base, options="symmetry=none", threads=4)
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
    assert list(read_results(folder_of(replace(base, **changes))).runs["outcome"]) == [outcome]


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
    assert stored(results, replace(base, run_id="r")) is None


def part(base, number, **fields):
    counted = {"goal": "count", "answer": "counted", "options": f"depth=2 part={number}/3", "nodes": 10 * number}
    return replace(base, run_id=str(number), **counted | {"solutions": number, "solve_s": float(number)} | fields)


def test_all_parts_of_a_search_are_one_run(folder_of, base):
    results = read_results(folder_of(*(part(base, number) for number in (3, 1, 2))))
    (run,) = results.runs.to_dict("records")
    assert (run["configuration"], run["solved"]) == ("gecode/cp_made [depth=2 parts=3]", True)
    assert (run["solutions"], run["nodes"], run["solve_s"], run["wall_limit_s"]) == (6, 60, 6.0, 180.0)
    assert results.superseded == 0


def test_a_search_with_missing_parts_has_no_count(folder_of, base):
    whole = replace(base, goal="count", answer="counted", solutions=6)
    results = read_results(folder_of(whole, part(base, 1), part(base, 2)))
    runs = results.runs.set_index("configuration")
    assert list(runs["outcome"]) == ["solved", "absent"]
    assert runs.loc["gecode/cp_made [depth=2 parts=3]", "message"] == "2 of 3 parts are done"
    assert not contradictions(filter(None, map(of_record, results.records)))


def test_the_sum_of_the_parts_is_compared_with_whole_runs(folder_of, base):
    whole = replace(base, goal="count", answer="counted", solutions=7)
    results = read_results(folder_of(whole, *(part(base, number) for number in (1, 2, 3))))
    assert len(contradictions(filter(None, map(of_record, results.records)))) == 1


def test_a_part_that_ran_out_of_time_leaves_the_search_unsolved(folder_of, base):
    results = read_results(folder_of(part(base, 1), part(base, 2, answer="none", ended="wall"), part(base, 3)))
    assert list(results.runs["outcome"]) == ["timeout"]
