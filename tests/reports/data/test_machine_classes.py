"""Machines are of one class if seconds measured on one can be compared with seconds measured on the other."""

from tilings.reports.data.machine_classes import kinds

NODE = {"host": "node1", "cpu_model": "X", "cpu_revision": "family 23", "core_count": 64, "memory_mb": 256000,
        "governor": "performance", "frequency_max_mhz": 3400}  # fmt: skip


def classes_of(base, *machines, last=None):
    """The classes of runs on machines of which these facts are known."""
    known = {f"{number}": facts for number, facts in enumerate(machines)}
    return kinds([base._replace(machine=name, host=f"node{name}") for name in known], known, last or {})


def test_equal_nodes_of_a_cluster_are_one_class(base):
    nodes = [NODE | {"host": f"node{number}", "memory_mb": 256000 + 40 * number} for number in range(3)]
    assert set(classes_of(base, *nodes)) == {"X (family 23), 64 cores, 256.0 GB, performance up to 3400 MHz"}


def test_each_fact_that_differs_makes_another_class(base):
    others = ({"cpu_model": "Y"}, {"cpu_revision": "family 25"}, {"core_count": 32}, {"memory_mb": 128000},
              {"governor": "powersave"}, {"frequency_max_mhz": 2000})  # fmt: skip
    for other in others:
        assert len(set(classes_of(base, NODE, NODE | other))) == 2, other


def test_processors_of_one_name_are_told_apart_by_their_revisions(base):
    old = {key: fact for key, fact in NODE.items() if key != "cpu_revision"}
    assert len(set(classes_of(base, NODE, NODE | {"cpu_revision": "family 25"}, old))) == 3


def test_unknown_facts_are_left_out_of_the_name_of_a_class(base):
    assert classes_of(base, {"core_count": 2, "governor": "unknown", "frequency_max_mhz": "unknown"}) == [
        "Example CPU, 2 cores"
    ]
    assert kinds([base._replace(cpu_model="")], {}, {}) == ["unknown processor"]


def test_rows_without_a_machine_belong_to_the_last_one_known_for_their_host(base):
    rows = [base, base._replace(host="beta")]
    assert kinds(rows, {}, {"host": "alpha", "core_count": 2}) == ["Example CPU, 2 cores", "Example CPU"]


def test_a_search_whose_parts_ran_on_different_classes_has_a_class_of_its_own(base):
    known = {"a": NODE, "b": NODE | {"core_count": 32}, "c": NODE | {"host": "node3"}}
    mixed, alike = kinds([base._replace(machine="a + b"), base._replace(machine="a + c")], known, {})
    assert mixed.count(" + ") == 1 and " + " not in alike
