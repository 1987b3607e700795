"""The parts of a search are merged into one run: only once all are there, and each part is counted once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners.record.test_schema import record
from tilings.models.claims import of_record
from tilings.models.search_parts import WHOLE, Part, PartCollector, divided, merged, of_options, proper, refusal
from tilings.runners.record.schema import RunRecord


def part(number: int, of: int, **fields: object) -> RunRecord:
    counted = {"goal": "count", "answer": "counted", "check": "valid", "solutions": 1, "wall_s": 1.0}
    words = {"options": f"constrain=none part={number}/{of}", "run_id": f"{number}/{of}"}
    return record(**counted | words | fields)


def all_parts() -> st.SearchStrategy[list[RunRecord]]:
    """All parts of a search, in any order."""
    cell = st.integers(0, 10**12)
    counts = st.lists(st.tuples(cell, cell, st.floats(0, 1e6)), min_size=2, max_size=40)

    def made(found: list[tuple[int, int, float]]) -> list[RunRecord]:
        each = enumerate(found, start=1)
        return [part(k, len(found), solutions=s, nodes=n, solve_s=t, wall_s=t) for k, (s, n, t) in each]

    return counts.map(made).flatmap(st.permutations)


@pytest.mark.parametrize(
    ("text", "good"),
    [("1/1", True), ("3/16", True), ("16/16", True), ("0/2", False), ("3/2", False), ("1/0", False), ("1", False),
     ("-1/2", False), ("1/2/3", False), ("1.0/2", False), ("1/9999999999", False), ("", False)],
)  # fmt: skip
def test_a_part_is_written_k_of_n_with_k_from_1_to_n(text: str, good: bool) -> None:
    assert proper(text) == good


def test_the_options_part_and_depth_choose_the_part() -> None:
    assert of_options({}) == of_options({"part": "1/1", "depth": "auto"}) == WHOLE
    assert of_options({"part": "1/1", "depth": "3"}).whole
    assert of_options({"part": "3/16", "depth": "auto"}) == Part(3, 16)
    assert of_options({"part": "3/16", "depth": "0"}) == Part(3, 16, 0)


def test_a_part_has_no_goal_but_count() -> None:
    assert "goal first needs the whole" in refusal("first", {"part": "1/2"})
    assert refusal("first", {"part": "1/1"}) == refusal("count", {"part": "1/2"}) == refusal("optimum", {}) == ""


@given(all_parts())
def test_all_parts_are_merged_into_one_search_in_any_order(parts: list[RunRecord]) -> None:
    (whole,) = merged(parts)
    assert (whole.answer, whole.ended, whole.proven) == ("counted", "finished", True)
    for name in ("solutions", "nodes", "wall_limit_s", "cpu_limit_s"):
        assert getattr(whole, name) == sum(getattr(each, name) for each in parts)
    assert whole.solve_s == pytest.approx(sum(each.solve_s or 0 for each in parts))
    assert whole.options == f"constrain=none parts={len(parts)}" and divided(whole) and not divided(parts[0])


@given(all_parts(), st.data())
def test_a_search_without_all_its_parts_has_no_count(parts: list[RunRecord], data: st.DataObject) -> None:
    collector = PartCollector()
    for each in parts[:-1]:
        assert collector.completed(each) is None
        collector.add(each)
        if data.draw(st.booleans()):
            collector.add(each)
    (unfinished,) = collector.searches()
    assert (unfinished.answer, unfinished.ended) == ("none", "interrupted")
    assert unfinished.message == f"{len(parts) - 1} of {len(parts)} parts are done"
    assert unfinished.solutions == sum(each.solutions or 0 for each in parts[:-1])
    assert collector.completed(parts[-1]) == merged(parts)[0]


@given(all_parts(), st.data(), st.sampled_from(["wall", "memory", "crash", "interrupted"]))
def test_a_part_that_was_cut_off_leaves_the_search_unsolved(
    parts: list[RunRecord], data: st.DataObject, ended: str
) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    parts[at] = parts[at]._replace(answer="none", ended=ended)
    (whole,) = merged(parts)
    assert (whole.answer, whole.ended, whole.proven) == ("none", ended, False)


@given(all_parts(), st.data())
def test_a_part_that_a_check_refuted_makes_the_search_refuted(parts: list[RunRecord], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    (whole,) = merged([each._replace(check="contradicts_known") if each is parts[at] else each for each in parts])
    assert (whole.answer, whole.check, whole.proven) == ("counted", "contradicts_known", False)
    (whole,) = merged([each._replace(check="invalid") if each is parts[at] else each for each in parts])
    assert (whole.answer, whole.check) == ("none", "invalid")


@pytest.mark.parametrize(
    "other",
    [{"seed": 2}, {"instance_sha256": "1"}, {"formulation_sha256": "2"}, {"solver_version": "2"}, {"threads": 2},
     {"wall_limit_s": 11.0}, {"options": "part=2/2"}, {"options": "constrain=none part=2/3"}, {"repetition": 2}],
)  # fmt: skip
def test_parts_of_different_searches_are_not_merged(other: dict[str, object]) -> None:
    found = merged([part(1, 2), part(2, 2, **other)])
    assert len(found) == 2 and {each.answer for each in found} == {"none"}


def test_runs_that_are_not_parts_are_unchanged_by_merging() -> None:
    whole = record(goal="count", options="constrain=none")
    assert merged([whole, part(1, 2), part(2, 2)])[0] is whole


def test_the_last_run_of_a_repeated_part_counts() -> None:
    (whole,) = merged([part(1, 2, solutions=5), part(2, 2), part(1, 2, solutions=7)])
    assert whole.solutions == 8


@given(st.integers(0, 100), st.integers(2, 9))
def test_a_part_claims_only_a_lower_bound_on_the_count(solutions: int, of: int) -> None:
    claim = of_record(part(1, of, solutions=solutions))
    if solutions == 0:
        assert claim is None
    else:
        assert claim is not None and (claim.answer, claim.value) == ("none", solutions)
