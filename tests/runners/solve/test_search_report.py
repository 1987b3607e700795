"""The statistics of a search as text for people."""

from __future__ import annotations

from tilings.runners.solve import search_report

NUMBERS = {"seconds": 2.0, "nodes": 1000, "updates": 5000, "solutions": 10}


def test_the_report_gives_the_counts_and_the_speeds_of_any_engine() -> None:
    assert search_report.table(NUMBERS).splitlines() == [
        "1,000 nodes, 5,000 updates, 10 solutions",
        "2.00 s of search: 500 nodes and 5 solutions a second",
    ]


def test_the_report_gives_sizes_and_the_solvers_own_unit_of_effort() -> None:
    sizes = {"variables": 3330, "constraints": 20, "encode_s": 0.5}
    measured = sizes | {"nodes": 1500, "failures": 7, "effort": 12.25, "effort_unit": "widgets", "solve_s": 3.0}
    assert search_report.table(measured).splitlines() == [
        "model: 3,330 variables, 20 constraints, 0.50 s to build it",
        "1,500 nodes, 7 failures, 12.25 widgets",
        "3.00 s of search: 500 nodes a second",
    ]
    assert search_report.table({"solve_s": 3.0}) == "3.00 s of search"
    assert search_report.table({}) == "the solver reported no statistics"


def test_a_search_without_time_has_no_speed() -> None:
    assert "a second" not in search_report.table(NUMBERS | {"seconds": 0.0})
