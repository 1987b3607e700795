"""The audit finds every change in the rows or traces of a recorded campaign and names its line."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import called
from tests.runners.record.test_schema import record
from tests.runners.recorded import Cells, change_lines, faults, findings, lines, number, of, stored, table, write
from tilings.models import registry
from tilings.runners.verify import row_rules
from tilings.runners.verify.audit import Audit

# The run that is changed, its new cells, and the words of the finding.
Change = tuple[Callable[[Cells], bool], Cells, str]

CHANGES: list[Change] = [
    (of("sat"), {"run_id": "../x"}, "run_id is not a hash"),
    (of("sat"), {"seed": "one"}, "does not fit the schema"),
    (of("sat"), {"answer": "yes"}, "answer is 'yes', not one of sat"),
    (of("sat"), {"ended": "bored"}, "ended is 'bored'"),
    (of("sat"), {"check": "fine"}, "check is 'fine'"),
    (of("sat"), {"family": "spheres"}, "there is no family 'spheres'"),
    (of("sat"), {"instance": "../h05"}, "it becomes a file name"),
    (of("sat"), {"wall_s": "-1"}, "wall_s is -1"),
    (of("sat"), {"cpu_s": "nan"}, "cpu_s is nan"),
    (of("sat"), {"answer": "optimal"}, "goal first has no answer 'optimal'"),
    (of("sat"), {"ended": "not_installed"}, "it ended not_installed, and has the answer 'sat'"),
    (of("optimal"), {"ended": "interrupted", "answer": "feasible"}, "it ended interrupted, and has the answer"),
    (of("sat"), {"check": "unchecked"}, "the answer 'sat' was not checked"),
    (of("sat"), {"answer": "unsat"}, "there is no solution, and it has one"),
    (of("unsat"), {"answer": "sat"}, "its solution is not stored"),
    (of("unsat"), {"answer": "sat"}, "CONTRADICTION"),
    (of("unsat"), {"instance_sha256": "0" * 64}, "the copy of the instance differs"),
    (of("sat"), {"instance": "planted3x3x2-s1"}, "the rule that makes planted3x3x2-s1 has changed since"),
    (of("sat"), {"instance": "unknown"}, "its instance is not kept, and no rule makes it"),
    (of("sat"), {"check": "invalid", "message": "cover"}, "recorded as a wrong answer (invalid): cover"),
    (of("sat"), {"check": "contradicts_known"}, "and should be 'valid'"),
    (of("counted"), {"solutions": "35"}, "CONTRADICTION"),
    (of("counted"), {"solutions": ""}, "a count without a number"),
    (of("counted"), {"solutions": "-1"}, "a count of -1"),
    (of("sat"), {"count_check": "enumerated"}, "count_check is 'enumerated', and there is no count"),
    (of("counted"), {"count_check": "guessed"}, "count_check is 'guessed', not one of"),
    (of("counted"), {"count_check": "enumerated_confirmed"}, "but no count by the other method is equal"),
    (of("optimal"), {"objective": "3", "bound": "3"}, "that of its solution 4"),
    (of("optimal"), {"objective": ""}, "the answer 'optimal' without an objective"),
    (of("optimal"), {"bound": "3"}, "the optimum is 4, and its bound 3"),
    (of("optimal"), {"answer": "feasible", "bound": "5"}, "the objective 4 is better than the bound 5"),
    (of("optimal"), {"answer": "unsat"}, "an objective with the answer 'unsat'"),
    (of("optimal"), {"answer": "none", "objective": ""}, "it has the answer 'none', and a solution"),
    (of("sat"), {"answer": "none", "ended": "wall"}, "it has the answer 'none', and a solution"),
    (of("counted"), {"solutions": "0"}, "it has the answer 'counted', and a solution"),
    (of("unsat"), {"answer": "none"}, "it finished by itself, and has the answer 'none'"),
    (of("unsat"), {"answer": "none", "ended": "wall"}, "it ended by its limit of 60 s (wall) after"),
    (of("unsat"), {"answer": "none", "ended": "cpu"}, "it ended by its limit of 66 s (cpu) after"),
    (of("unsat"), {"first_s": "0.01"}, "its first solution came at 0.01 s, and it has none"),
    (of("sat"), {"first_s": "0.2", "best_s": "0.1"}, "its last solution came at 0.1 s, its first at 0.2 s"),
    (of("sat"), {"first_s": "0.1", "best_s": "99"}, "its last solution came at 99 s, and the run took"),
    (of("optimal", solver="clingo"), {"paradigm": "MIP"}, "the paradigm is 'MIP', that of asp_"),
    (of("optimal"), {"sense": "max"}, "sense is 'max', that of squares is 'min'"),
    (of("sat"), {"machine": "00000000"}, "its machine is not described"),
    (of("sat"), {"host": "elsewhere"}, "its host differs from machines/"),
    (of("sat"), {"cpu_model": "a faster one"}, "its cpu_model differs from machines/"),
    (of("sat"), {"git_commit": "0123456789ab"}, "sessions-*.csv has no session on its machine at its commit"),
    *((of("unsat"), cells, "its run_id does not fit its fields") for cells in (
        {"run_id": "0" * 16}, {"seed": "2"}, {"repetition": "2"}, {"threads": "2"}, {"solver_version": "99"},
        {"wall_limit_s": "61"}, {"cpu_limit_s": "61"}, {"mem_limit_mb": "1"}, {"options": "nothing"},
        {"formulation_sha256": "0" * 64}, {"adapter_sha256": "0" * 64}, {"defaults": "board=none"},
    )),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "cells", "words"), CHANGES)
def test_a_changed_row_is_found_with_its_line(
    campaign: Path, wanted: Callable[[Cells], bool], cells: Cells, words: str
) -> None:
    rows = table(campaign)
    at = number(rows, wanted)
    rows[at] |= cells
    write(campaign, rows)
    matching = [fault for fault in faults(campaign) if words in fault]
    assert matching, faults(campaign)
    if "CONTRADICTION" not in words:  # of two claims, the later one is named
        assert matching[0].startswith(f"{campaign}/runs-1of1.csv:{at + 2}: ")


def test_a_row_recorded_twice_is_found(campaign: Path) -> None:
    rows = table(campaign)
    twice = rows[number(rows, of("counted"))]  # without a trace, of which there would be more to say
    write(campaign, [*rows, twice])
    (fault,) = faults(campaign)
    assert f"runs-1of1.csv:{len(rows) + 2}: {twice['run_id']}" in fault and "is recorded already" in fault


@pytest.mark.parametrize("ended", ["interrupted", "harness_error"])
def test_a_run_repeated_after_an_interruption_is_not_a_duplicate(campaign: Path, ended: str) -> None:
    rows = table(campaign)
    nothing = dict.fromkeys(("objective", "bound", "solutions", "first_s", "best_s", "count_check"), "")
    write(campaign, [rows[0] | {"ended": ended, "answer": "none"} | nothing, *rows])
    assert faults(campaign) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: [row | {"run_id": "0" * 16} for row in rows], "a trace without its run"),
        (lambda rows: [rows[0] | {"t_s": "-1"}, *rows[1:]], "a trace's row has a time from 0"),
        (lambda rows: [rows[0] | {"t_s": "soon"}, *rows[1:]], "not numbers: soon"),
        (lambda rows: [rows[0] | {"attempt": "two"}, *rows[1:]], "'two' is not the number"),
        (lambda rows: [*rows[:-1], rows[-1] | {"t_s": "99"}], "at 99 s, and the run took"),
        (lambda rows: [rows[0] | {"t_s": "1"}, *rows[1:]], ", after 1 s"),
        (lambda rows: [*rows, rows[-1] | {"objective": "5"}], "the objective goes from 4 to 5"),
        (lambda rows: [*rows, rows[-1] | {"objective": "3"}], "the last objective is 3, that of the run 4"),
    ],
)
def test_a_changed_trace_is_found(campaign: Path, change: Callable[[list[Cells]], list[Cells]], words: str) -> None:
    runs, rows = table(campaign), table(campaign, "trace")
    run_id = runs[number(runs, of("optimal", solver="clingo"))]["run_id"]
    others = [row for row in rows if row["run_id"] != run_id]
    own = [
        {"run_id": run_id, "t_s": t_s, "objective": value, "bound": "", "attempt": ""}
        for t_s, value in (("0", "5"), ("0.01", "4"))
    ]
    write(campaign, own + others, "trace")
    assert faults(campaign) == []
    write(campaign, change(own) + others, "trace")
    (fault, *_) = faults(campaign)
    assert words in fault and "trace-1of1.csv:" in fault


def test_a_last_trace_without_a_row_is_a_remark(campaign: Path) -> None:
    rows = table(campaign, "trace")
    killed = {"run_id": "0" * 16, "t_s": "0", "objective": "5", "bound": "", "attempt": "1"}
    write(campaign, [*rows, killed], "trace")
    (remark,) = findings(campaign)
    assert not remark.wrong and "a trace without its run" in remark.words
    write(campaign, [killed, *rows], "trace")
    assert len(faults(campaign)) == 1


def test_a_trace_of_a_run_without_a_solution_is_found(campaign: Path) -> None:
    runs = table(campaign)
    other = {"run_id": runs[number(runs, of("unsat"))]["run_id"], "t_s": "0", "objective": "4", "bound": ""}
    write(campaign, [*table(campaign, "trace"), other], "trace")
    (fault,) = faults(campaign)
    assert "a solution of 4, and the run has none" in fault


def test_exchanged_solutions_of_two_runs_are_found(campaign: Path) -> None:
    one, other = (stored(campaign, of(answer)) for answer in ("optimal", "sat"))
    found = {(line := json.loads(text))["run_id"]: line["solution"] for text in lines(campaign)}
    for run_id, solution in ((one, found[other]), (other, found[one])):
        exchanged = {"solution": solution}
        change_lines(campaign, lambda line, new=exchanged: json.dumps(json.loads(line) | new), run_id)
    assert len([fault for fault in faults(campaign) if "its solution is wrong" in fault]) == 2


def test_an_instance_that_is_changed_together_with_its_hash_is_found(campaign: Path) -> None:
    name = "tetrominoes4x5"
    (text,) = (line["text"] for line in map(json.loads, lines(campaign, "instances")) if line["name"] == name)
    new = {"text": f"{text}\n", "sha256": hashlib.sha256(f"{text}\n".encode()).hexdigest()}
    change_lines(campaign, lambda line: json.dumps(json.loads(line) | new), name, "instances")
    changed = {"instance_sha256": new["sha256"]}
    write(campaign, [row | (changed if row["instance"] == name else {}) for row in table(campaign)])
    assert any("its run_id does not fit its fields" in fault for fault in faults(campaign))
    remarks = [finding.words for finding in findings(campaign) if not finding.wrong]
    assert len([words for words in remarks if "another instance of that name is shipped" in words]) == 1


def test_an_optimum_made_worse_everywhere_is_found_by_the_known_answer(campaign: Path) -> None:
    """Without stored solutions, only the manifest's known answer can show it."""
    rows = table(campaign)
    for row in rows:
        row |= {"objective": "5", "bound": "5"} if row["answer"] == "optimal" else {}
    write(campaign, rows)
    (campaign / "solutions-1of1.jsonl").unlink()
    (campaign / "trace-1of1.csv").unlink()
    found = faults(campaign)
    assert len(found) == sum(row["answer"] == "optimal" for row in rows)
    assert all("the manifest" in fault and "optimal 4" in fault for fault in found)


def test_the_id_of_a_row_from_before_the_digests_of_adapters_is_not_computed(campaign: Path) -> None:
    rows = table(campaign)
    rows[0] |= {"adapter_sha256": "", "seed": "2"}
    write(campaign, rows)
    (remark,) = findings(campaign)
    assert not remark.wrong and "1 run_ids are not computed again" in remark.words


def test_missing_or_broken_sessions_are_found(campaign: Path) -> None:
    path = campaign / "sessions-1of1.csv"
    path.write_text("a,b\n", encoding="utf-8")
    (fault,) = faults(campaign)
    assert "its session cannot be read" in fault
    path.unlink()
    (fault,) = faults(campaign)
    assert "has no session on its machine" in fault


def test_a_run_without_an_outcome_is_a_remark_until_it_is_made_again(campaign: Path) -> None:
    rows = table(campaign)
    at = number(rows, of("unsat"))
    attempt = rows[at] | {"ended": "harness_error", "answer": "none"}
    write(campaign, [*rows, attempt])
    assert findings(campaign) == []
    write(campaign, [*rows[:at], attempt, *rows[at + 1 :]])
    (remark,) = findings(campaign)
    assert not remark.wrong and "1 run without a result" in remark.words


def test_missing_parts_of_a_search_are_a_remark(tmp_path: Path) -> None:
    home = tmp_path / "campaign"
    words = ["--suite", "smoke", "--instance", "dominoes4x4", "--formulation", "dlx_cover", "--goal", "count"]
    done = called("tilings.runners.all", *words, "--parts", 3, "--results", home, "--attempts", 1)
    assert done.returncode == 0, done.stderr
    assert findings(home) == []
    rows = sorted(table(home), key=lambda row: -int(row["solutions"]))  # the parts end in any order
    write(home, rows[:2])
    assert any("2 of 3 parts are done" in finding.words and not finding.wrong for finding in findings(home))
    assert faults(home) == []
    write(home, [*rows[:2], rows[2] | {"solutions": str(int(rows[2]["solutions"]) + 1)}])
    assert any("dlx_cover[parts=3] says counted 37" in fault for fault in faults(home))


def test_contradicting_claims_are_found_where_no_answer_is_known(campaign: Path) -> None:
    rows = table(campaign)
    at = number(rows, of("counted"))
    rows[at]["solutions"] = "37"
    write(campaign, rows)
    assert any("CONTRADICTION on polycubes/dominoes4x4" in fault for fault in faults(campaign, known=False))


def test_a_run_beyond_its_limit_is_a_remark(campaign: Path) -> None:
    rows = table(campaign)
    rows[0] |= {"wall_s": "99", "peak_mb": "9999"}
    write(campaign, rows)
    assert [(finding.wrong, "beyond its limit" in finding.words) for finding in findings(campaign)] == [
        (False, True)
    ] * 2


def test_attempts_and_runs_that_were_made_after_all_are_several_rows_of_one_run(campaign: Path) -> None:
    rows = table(campaign)
    at = number(rows, of("unsat"))
    run_id = rows[at]["run_id"]
    times = dict.fromkeys(("wall_s", "cpu_s", "encode_s", "solve_s"), "")
    assumed = rows[at] | times | {"ended": "given_up", "answer": "none", "check": "unchecked", "attempt": ""}
    again = rows[at] | {"attempt": "2"}
    disturbed = rows[at] | {"disturbed": "true"}
    write(campaign, [assumed, *rows[:at], disturbed, *rows[at + 1 :], again])
    assert faults(campaign) == []
    write(campaign, [*rows, rows[at]])
    (fault,) = faults(campaign)
    assert f"{run_id} " in fault and "recorded already" in fault
    write(campaign, [*rows[:at], disturbed | {"answer": "sat"}, *rows[at + 1 :], again])
    assert faults(campaign), "an attempt that does not count is compared as well"


def test_a_paradigm_of_a_plug_in_is_accepted() -> None:
    def complaints(solver: str, paradigm: str) -> list[str]:
        row = record(family="squares", formulation="dlx_cover", solver=solver, paradigm=paradigm)
        return [words for words in row_rules.of_row(row, registry.problem("squares")) if "paradigm" in words]

    assert not complaints("mine", "waiting")
    assert complaints("mine", "MIP") == ["the paradigm is 'MIP', that of dlx_cover is exact cover"]
    assert complaints("dlx", "waiting"), "one of ours has no paradigm of its own"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"answer": "unsat", "proof": "shiny"}, "proof is 'shiny'"),
        ({"answer": "sat", "check": "valid", "proof": "none"}, "a proof with the answer 'sat'"),
        ({"answer": "unsat", "proof": "verified"}, "has no hash"),
        ({"answer": "unsat", "proof": "refuted", "proof_sha256": "0", "check": "valid"}, "and check is 'valid'"),
        ({"answer": "unsat", "proof": "verified", "proof_sha256": "0"}, ""),
    ],
)
def test_a_proof_goes_with_the_answer_the_hash_and_the_check(values: dict[str, str], words: str) -> None:
    row = record(family="squares", goal="first", formulation="sat_cover", solver="cadical", paradigm="SAT", **values)
    complaints = list(row_rules.of_row(row, registry.problem("squares")))
    assert len(complaints) == bool(words) and words in "".join(complaints)


@pytest.mark.parametrize("order", [1, -1])
def test_a_count_is_confirmed_by_rows_in_any_order(campaign: Path, order: int) -> None:
    rows = table(campaign)
    one, other = [row for row in rows if row["instance"] == "dominoes4x4" and row["goal"] == "count"][:2]
    one["count_check"], other["count_check"] = "enumerated", "computed_confirmed"
    write(campaign, rows[::order])
    audit = Audit(campaign, [])
    assert not [found for found in audit.findings() if found and found.wrong]
    assert "2 counts: 1 confirmed by an independent algorithm, 1 enumerated" in audit.summary()
