"""Two runs form a pair if they are equal in everything that was requested of them."""

import pytest

from models.problem import UserError
from reports.compare.pairing import differences, opened, paired
from tests.reports.conftest import dump


@pytest.fixture
def pairing(folders):
    """The pairing of the records of A with those of B."""
    return lambda a, b: paired(*map(opened, folders(a, b)))


@pytest.mark.parametrize(
    "change",
    [
        {"instance": "other"}, {"goal": "count"}, {"solver": "clingo"}, {"formulation": "cp_other"},
        {"options": "symmetry=none"}, {"threads": 2}, {"seed": 2}, {"repetition": 2},
    ],
)  # fmt: skip
def test_runs_that_differ_in_one_requested_thing_are_no_pair(pairing, made, change):
    both, (key,) = made("both", 1.0), change
    found = pairing([both, made("i", 1.0)], [both, made(**{"instance": "i", "seconds": 1.0} | change)])
    assert [case.instance for case in found.pairs] == ["both"]
    assert [case.instance for case in found.only_a] == ["i"]
    assert [getattr(case, key, None) for case in found.only_b] == [
        change[key] if key not in ("seed", "repetition") else None
    ]


def test_runs_with_a_seed_that_the_other_lacks_are_counted(pairing, made):
    found = pairing([made("i", 1.0), made("i", 1.0, seed=2)], [made("i", 1.0), made("i", 1.0, seed=3)])
    ((_, pairs),) = found.pairs.items()
    assert [(a.seed, b.seed) for a, b in pairs] == [(1, 1)]
    assert found.dropped == 2


def test_another_instance_of_the_same_name_is_not_compared(pairing, made):
    found = pairing([made("same", 1.0), made("i", 1.0)], [made("same", 1.0), made("i", 1.0, instance_sha256="f" * 64)])
    assert [case.instance for case in found.changed] == ["i"]
    assert [case.instance for case in found.pairs] == ["same"]
    assert not found.only_a and not found.only_b


def test_an_interrupted_run_is_ignored(pairing, made):
    found = pairing([made("same", 1.0), made("i", 1.0)], [made("same", 1.0), made("i", None, ended="interrupted")])
    assert [case.instance for case in found.only_a] == ["i"]


def test_campaigns_without_a_common_run_are_refused(pairing, made):
    with pytest.raises(UserError, match="no run in common"):
        pairing([made("i", 1.0)], [made("j", 1.0)])


def test_a_campaign_without_runs_is_refused(pairing, made):
    with pytest.raises(UserError, match="holds no runs"):
        pairing([made("i", 1.0)], [])


@pytest.mark.parametrize(
    ("changes", "kind", "words"),
    [
        ({"solver_version": "6.4.0"}, "versions of solvers", "gecode 6.3.0 → 6.4.0"),
        ({"formulation_sha256": "2" * 64}, "texts of formulations", "squares/cp_made"),
        ({"wall_limit_s": 30.0}, "limits", "60 → 30 s of wall time"),
        ({"limit_backend": "procfs"}, "holders of the limits", "cgroup → procfs"),
        ({"host": "beta"}, "hosts", "alpha → beta"),
        ({"cpu_model": "Other CPU"}, "processors", "Example CPU → Other CPU"),
    ],
)
def test_differences_of_limits_versions_and_machines_are_reported(pairing, made, changes, kind, words):
    found = pairing([made("i", 1.0)], [made("i", 1.0, **changes)])
    assert differences(next(iter(found.pairs.values()))) == {kind: [words]}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({}, {}, True),
        ({"libraries": {"clingo": "5.7"}}, {"libraries": {"clingo": "5.8"}}, True),
        ({"memory_mb": 8000}, {"memory_mb": 16000}, False),
        ({"memory_mb": 8000}, {}, True),
    ],
)
def test_machines_differ_if_their_hardware_differs(folders, made, one, other, same):
    a, b = folders([made("i", 1.0, machine="aa")], [made("i", 1.0, machine="bb")])
    dump(a / "machines" / "aa.json", one)
    dump(b / "machines" / "bb.json", other)
    assert paired(opened(a), opened(b)).same_machine == same


def test_machines_with_different_processors_differ(pairing, made):
    assert not pairing([made("i", 1.0)], [made("i", 1.0, cpu_model="Other CPU")]).same_machine
    assert pairing([made("i", 1.0)], [made("i", 1.0, cpu_model="")]).same_machine
