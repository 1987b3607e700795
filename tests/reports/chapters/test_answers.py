"""The chapter on what the answers rest on tells the strongest support of each answer, and each proof."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tilings.reports.chapters import answers
from tilings.reports.chapters.chapter import Table
from tilings.reports.data.campaign import read_results
from tilings.runners.record.schema import RunRecord

Folder = Callable[..., Path]


def tables(folder: Path) -> dict[str, Table]:
    """The chapter's tables, by their names."""
    blocks = answers.chapter(read_results(folder), None).blocks
    return {block.name: block for block in blocks if isinstance(block, Table)}


def test_an_answer_rests_on_the_strongest_support_that_one_of_its_runs_gives(
    folder_of: Folder, base: RunRecord
) -> None:
    unsat = base._replace(goal="first", answer="unsat", sense="", objective=None, bound=None)
    folder = folder_of(
        unsat._replace(run_id="1" * 16, instance="proven", solver="kissat", proof="verified", proof_bytes=2_000_000),
        unsat._replace(run_id="2" * 16, instance="proven", solver="clingo"),
        unsat._replace(run_id="3" * 16, instance="agreed", solver="gecode"),
        unsat._replace(run_id="4" * 16, instance="agreed", solver="clingo"),
        unsat._replace(run_id="5" * 16, instance="said", solver="kissat", proof="kept"),
        unsat._replace(run_id="6" * 16, instance="refuted", solver="kissat", proof="refuted", check="invalid"),
    )
    found = tables(folder)
    assert [row[0].rpartition("/")[2:] + tuple(row[3:]) for row in found["answers"].rows] == [
        ("agreed", "several solvers", "2"), ("proven", "verified proof", "2"), ("said", "one solver's word", "1"),
    ]  # fmt: skip
    assert found["answers-by-task"].rows == [[base.family, "first", "3", "1", "1", "1"]]
    assert [(row[0].rpartition("/")[2], *row[4:6]) for row in found["proofs"].rows] == [
        ("proven", "verified", "2.00"), ("said", "kept", ""),
    ]  # fmt: skip


def test_a_count_rests_on_two_algorithms_where_one_enumerates_and_one_does_not(
    folder_of: Folder, base: RunRecord
) -> None:
    count = base._replace(goal="count", answer="counted", sense="", objective=None, bound=None, solutions=8)
    folder = folder_of(
        count._replace(run_id="1" * 16, instance="both", formulation="dlx_states", count_check="computed"),
        count._replace(run_id="2" * 16, instance="both", solver="clingo", count_check="enumerated_confirmed"),
        count._replace(run_id="3" * 16, instance="one", count_check="enumerated"),
        count._replace(run_id="4" * 16, instance="one", solver="clingo", count_check="enumerated"),
        count._replace(run_id="5" * 16, instance="old"),
    )
    rows = tables(folder)["answers"].rows
    assert [(row[0].rpartition("/")[2], row[3]) for row in rows] == [
        ("both", "two algorithms"), ("old", "one solver's word"), ("one", "several solvers"),
    ]  # fmt: skip


def test_without_an_answer_that_needs_support_the_chapter_is_empty(folder_of: Folder, base: RunRecord) -> None:
    found = read_results(folder_of(base._replace(goal="first", answer="sat", sense="", objective=None, bound=None)))
    assert not answers.chapter(found, None).blocks
