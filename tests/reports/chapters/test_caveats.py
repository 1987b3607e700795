"""The notices that a reader gets before any number."""

import pytest

from tilings.reports.chapters.caveats import notices
from tilings.reports.data.campaign import read_results


def waiting(folder):
    return [notice for notice in notices(read_results(folder), ["Example CPU"]) if "waited" in notice]


def test_runs_that_waited_long_are_counted_and_the_worst_is_named(folder_of, base):
    folder = folder_of(
        base._replace(wall_s=2.0, cpu_s=1.6),  # 0.4 s, a fifth
        base._replace(instance="sq6-first", wall_s=2.0, cpu_s=1.5),
        base._replace(instance="sq8-first", wall_s=2.0, cpu_s=0.5),
        base._replace(instance="sq10-first", wall_s=0.3, cpu_s=0.05),
    )
    (notice,) = waiting(folder)
    assert notice.startswith("2 runs waited for more than 0.3 s and 20% of the wall time")
    assert notice.endswith("Worst: gecode/cp_made on sq8-first, 1.5 of 2.0 s.")


def test_a_run_that_waited_until_the_limit_in_a_third_attempt_hung_and_the_machine_is_not_blamed(folder_of, base):
    hung = {"wall_s": 5.0, "cpu_s": 0.3, "ended": "wall", "answer": "none", "check": "unchecked", "phase": "encode"}

    def told(**changes):
        found = notices(read_results(folder_of(base._replace(**(hung | changes)))), ["Example CPU"])
        return [notice for notice in found if "no processor" in notice]

    (notice,) = told(attempt=5)
    assert notice.startswith("1 run hung in each of its attempts, no processor working until the limit (attempt 5 was")
    assert notice.endswith("gecode/cp_made on sq4-first.")
    (notice,) = told(attempt=2)
    assert notice.startswith("1 run waited")
    assert told(attempt=5, cpu_s=4.9) == []


def test_counts_and_runs_of_several_threads_are_not_reported_as_waiting(folder_of, base):
    count = base._replace(goal="count", answer="counted", wall_s=2.0, cpu_s=0.5)
    assert waiting(folder_of(count, base._replace(threads=2, wall_s=2.0, cpu_s=3.5))) == []


@pytest.mark.parametrize("column", ["solver_version", "formulation_sha256", "adapter_sha256", "defaults"])
def test_rows_of_two_versions_of_one_configuration_are_reported(folder_of, base, column):
    def told(*records):
        return [
            notice for notice in notices(read_results(folder_of(*records)), ["Example CPU"]) if "versions" in notice
        ]

    other = {"instance": "sq6-first", column: "2"}
    (notice,) = told(base, base._replace(**other), base._replace(solver="chuffed"))
    assert "stand side by side for squares: gecode/cp_made:" in notice
    assert told(base, base._replace(solver="chuffed", **other)) == [], "another solver has versions of its own"
    assert told(base, base._replace(goal="count", answer="counted", **other)) == [], "each goal has its own sources"
    assert told(base, base._replace(ended="not_installed", answer="none", **other)) == [], "no version has run"
