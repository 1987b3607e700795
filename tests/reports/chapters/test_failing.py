"""Where runs fail, and the time beside building and search: runs whose cause and parts are known."""

import pytest

from tilings.reports.chapters import failing
from tilings.reports.data.campaign import tidy

LOST = {"answer": "none", "check": "unchecked", "ended": "wall", "phase": "solve", "encode_s": 0.5, "solve_s": 59.0,
        "wall_s": 60.0}  # fmt: skip


@pytest.fixture
def lost(base):
    return base._replace(**LOST)


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"phase": "encode", "encode_s": None, "solve_s": None}, failing.BEFORE),
        ({"encode_s": 31.0, "solve_s": 28.0, "nodes": 7}, failing.BEFORE),
        ({"encode_s": 20.0, "startup_s": 6.0, "load_s": 5.0, "nodes": 7}, failing.BEFORE),
        ({"encode_s": 29.0, "solve_s": 30.0, "nodes": 7}, failing.DEEP),
        ({"nodes": 0}, failing.ROOT),
        ({"nodes": 1}, failing.ROOT),
        ({"nodes": 2}, failing.DEEP),
        ({"nodes": None}, failing.SEARCH),
        ({"ended": "memory", "nodes": 0}, failing.MEMORY),
        ({"ended": "crash", "phase": "encode"}, failing.FAILED),
        ({"ended": "finished"}, failing.FAILED),
        ({"ended": "finished", "answer": "optimal", "check": "invalid", "nodes": 1}, failing.FAILED),
        ({"ended": "given_up", "phase": "", "wall_s": None, "encode_s": None, "solve_s": None}, failing.GIVEN_UP),
        ({"phase": "encode", "cpu_s": 0.3, "attempt": 3}, failing.HUNG),
        ({"phase": "encode", "cpu_s": 0.3, "attempt": 2}, failing.BEFORE),
        ({"phase": "encode", "cpu_s": 59.0, "attempt": 3}, failing.BEFORE),
        ({"answer": "feasible", "check": "valid", "nodes": 1}, failing.ROOT),
    ],
)
def test_each_cause_is_told_from_the_row(lost, changes, cause):
    assert failing.causes(tidy((lost._replace(**changes),), {})).tolist() == [cause]


def test_a_solved_run_and_one_that_was_not_installed_have_no_cause(base, lost):
    runs = tidy((base, lost._replace(ended="not_installed")), {})
    assert failing.causes(runs).empty


def test_the_overhead_is_neither_building_nor_search(base):
    run = base._replace(wall_s=2.0, startup_s=0.5, load_s=0.3, encode_s=0.4, flatten_s=0.1, solve_s=0.6, presolve_s=0.2)
    bare = base._replace(solver="chuffed", wall_s=1.2, encode_s=0.4, solve_s=0.6)
    assert failing.overhead(tidy((run, bare, bare._replace(ended="not_installed")), {})).to_dict() == pytest.approx(
        {"chuffed": 0.2, "gecode": 1.0}
    )
