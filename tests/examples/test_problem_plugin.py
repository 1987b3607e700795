"""The worked example of a problem plug-in: Langford pairs, examples/problem-plugin/README.md."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.called import called, typed
from tilings.generators import ladders
from tilings.models import plugins, registry
from tilings.models.problem import Solution, UserError
from tilings.models.terminal.command import ROOT
from tilings.reports.data.campaign import read_results
from tilings.reports.page import pictures
from tilings.reports.page.runs import sources
from tilings.reports.reach import words
from tilings.runners.plan import manifest, matrix, suite_reader
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.schema import read_runs

EXAMPLE = ROOT / "examples" / "problem-plugin"


@pytest.fixture(autouse=True)
def _in_force(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(plugins.VARIABLE, str(EXAMPLE))
    plugins._read.cache_clear()
    yield
    plugins._read.cache_clear()


def of(pairs: int) -> Any:
    return registry.problem("langford").parse({"name": "l", "pairs": pairs})


def arrangements(pairs: int) -> Iterator[Solution]:
    """All ways to lay the pairs, by trying every place of every left copy."""
    places = [range(2 * pairs - k - 1) for k in range(1, pairs + 1)]
    for chosen in itertools.product(*places):
        taken = [there for k, place in enumerate(chosen, 1) for there in (place, place + k + 1)]
        if len(set(taken)) == len(taken):
            yield tuple(enumerate(chosen, 1))


def test_the_checker_takes_every_arrangement_and_nothing_else() -> None:
    check = registry.problem("langford").check
    right = set(arrangements(4))
    places = itertools.product(range(6), range(5), range(4), range(3))
    accepted = {row for chosen in places if not check(of(4), row := tuple(enumerate(chosen, 1)), "first")}
    assert accepted == right and len(right) == 2
    assert check(of(4), next(iter(right))[:3], "first"), "a number is missing"
    assert check(of(4), (("x", 1),), "first"), "no item"


def test_a_symmetry_reads_the_row_backwards() -> None:
    identity, reverse = registry.problem("langford").symmetries(of(3))
    (one, other) = arrangements(3)
    assert {reverse(item) for item in one} == set(other) and {identity(item) for item in one} == set(one)


def test_the_row_is_drawn_and_written() -> None:
    drawing = registry.drawing("langford")
    row = ((1, 1), (2, 2), (3, 0))
    assert drawing.text(of(3), row) == "3 1 2 1 3 2"
    assert drawing.figure(of(3), row).axes


@pytest.mark.parametrize(
    ("data", "message"), [({"name": "l", "pairs": 0}, "'pairs'"), ({"name": "l"}, "lacks the field")]
)
def test_a_malformed_instance_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        registry.problem("langford").parse(data)


def test_a_rule_makes_rows_of_any_size_and_knows_which_have_a_solution() -> None:
    known = {pairs: ladders.entry(f"langford{pairs:02}", "langford").known["first"] for pairs in (3, 4, 5, 20, 21)}  # type: ignore[union-attr]
    assert known == {3: "sat", 4: "sat", 5: "unsat", 20: "sat", 21: "unsat"}
    assert all((known[pairs] == "sat") == any(arrangements(pairs)) for pairs in (3, 4, 5))
    assert ladders.entry("langford", "langford") is None
    with pytest.raises(UserError, match="langford02: a row has 3 to 200 pairs"):
        ladders.entry("langford02", "langford")


def test_the_suite_climbs_ladders_with_and_without_a_solution_and_of_counts() -> None:
    planned = matrix.plan(suite_reader.load("langford"), matrix.Filter())
    assert {(climb.ladder.side, *climb.ladder.goals) for climb in planned.climbs} == {
        ("sat", "first"), ("unsat", "first"), ("", "count")
    }  # fmt: skip


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A part of the suite: two instances on a solver of each paradigm."""
    folder = tmp_path_factory.mktemp("langford")
    solvers = [word for name in ("gecode", "clingo", "highs") for word in ("--solver", name)]
    options = ["--suite", "langford", "--instance", "langford0[35]", *solvers, "--attempts", 1, "--results", folder]
    done = typed("tilings.runners.all", *options, "--plugins", EXAMPLE)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_suite_runs_in_three_paradigms_with_known_answers(campaign: Path) -> None:
    rows = read_runs(campaign / "runs-1of1.csv")
    assert {row.paradigm for row in rows} == {"CP", "ASP", "MIP"}
    assert {row.check for row in rows} == {"valid"} and {row.ended for row in rows} == {"finished"}
    known = {entry.name: entry.known for entry in manifest.shipped() if entry.family == "langford"}
    for row in rows:
        assert known[row.instance][row.goal] == (str(row.solutions) if row.goal == "count" else row.answer)


def test_a_report_speaks_of_its_ladders_in_their_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = RecordedLadder("langford", "pairs/sat", "first", 5.0)
    assert (words.name(ladder), words.measure(ladder)) == ("Langford pairs, one solution", "pairs")
    assert words.task(ladder, 8.0) == "solves a row of 8 pairs"
    assert words.rule(ladder).startswith("Arrange two copies of each number")
    monkeypatch.delenv(plugins.VARIABLE)
    assert (words.name(ladder), words.measure(ladder)) == ("langford/pairs/sat, one solution", "size")
    assert words.task(ladder, 8.0) == "solves an instance of size 8"


def test_its_report_is_built_also_where_the_plug_in_is_not(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = read_results(campaign)
    assert [instance for _, instance in results.instances] == ["langford03", "langford05"]
    assert {board["text"] for board in pictures.of(results)["boards"]} <= {"3 1 2 1 3 2", "2 3 1 2 1 3"}
    assert list(sources(results)) == [f"langford/{name}_places" for name in ("asp", "cp", "mip")]
    monkeypatch.delenv(plugins.VARIABLE)
    assert not read_results(campaign).instances
    for command in ("tilings.reports.build", "tilings.reports.page"):
        built = called(command, "--results", campaign)
        assert built.returncode == 0, built.stderr
    assert (campaign / "report.pdf").stat().st_size > 10_000
