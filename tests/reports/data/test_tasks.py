"""A campaign by family and goal, with tables that are computed once."""

from dataclasses import replace

from tilings.reports.data.campaign import read_results


def test_a_task_holds_the_runs_of_one_family_and_goal(folder_of, base):
    late = {"answer": "none", "check": "unchecked", "ended": "not_installed"}
    results = read_results(
        folder_of(
            base, replace(base, seed=2, wall_s=9.0), replace(base, goal="count"), replace(base, solver="dlx", **late)
        )
    )
    count, first = results.tasks
    assert [(task.title, len(task.runs), len(task.median)) for task in (count, first)] == [
        ("squares, goal count", 1, 1),
        ("squares, goal first", 3, 1),
    ]
    assert list(first.scores["configuration"]) == ["gecode/cp_made"]
    assert results.tasks[1].scores is first.scores, "computed once"
