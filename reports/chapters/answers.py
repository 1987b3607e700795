"""What the answers rest on: verified proofs, two algorithms that count, solvers that agree, or one solver's word."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from tilings.reports.chapters.chapter import Block, Chapter, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed
from tilings.runners.record.schema import SOUND
from tilings.runners.record.support import PHRASES, PROOF_ANSWERS, WORDS, Support

if TYPE_CHECKING:
    from pandas import DataFrame

PLACE = 65
_HOW = (
    "Every solution was checked by a program that shares no code with any model. A claim that there is no solution "
    "or no better one, and a count, need more. The strongest support is a proof that the solver wrote and `drat-trim` "
    "or `lrat-check` accepted; its formula, too, was compared with the instance, except for the clauses that break "
    "symmetries. Weaker are two counts by independent algorithms, equal answers of several "
    "solvers, and the word of a single one."
)
_ANSWER = ["family", "instance", "goal", "answer", "solver", "formulation", "count_check", "proof"]
_PROOF = ["options", "proof_bytes", "wall_s", "proof_check_s"]
_IMPORTED = (
    "The answers were imported from a table, and no solution was checked here. A claim that there is no solution or no "
    "better one is the word of as many solvers as the table has for it."
)
Subject = tuple[str, str, str, str, str]  # family, instance, goal, answer, value


def chapter(results: Results, _: object) -> Chapter:
    """How many answers of each task rest on what, each answer, and each proof; empty for models of the user's own."""
    if results.own_models:
        return Chapter("")
    own = results.runs[[*_ANSWER, *_PROOF]].assign(claim=results.claims)[results.runs["check"].isin(SOUND)]
    found = _support(own[own["answer"].isin(PROOF_ANSWERS)])
    if not found:
        return Chapter("")
    numbers = Counter(support.words for support in found.values())
    first, *rest = [f"{numbers[words]}{{}} on {PHRASES[words]}" for words in WORDS if numbers[words]]
    said = listed([first.format(" rest"), *(each.format("") for each in rest)])
    blocks: list[Block] = [
        Words(_IMPORTED if results.imported else _HOW),
        _tasks(found),
        _answers(found),
        _proofs(own[own["proof"] != ""]),
    ]
    return Chapter(f"What do the answers rest on? Of {count(len(found), 'claim')}, {said}", blocks)


def _support(runs: DataFrame) -> dict[Subject, Support]:
    """What each answer rests on, by its subject."""
    found: dict[Subject, Support] = defaultdict(Support)
    for row in runs[[*_ANSWER, "claim"]].drop_duplicates().itertuples():
        found[_subject(row)].add(row, row.proof == "verified")
    return dict(sorted(found.items()))


def _subject(row: Any) -> Subject:
    value = row.claim and row.claim.value
    return row.family, row.instance, row.goal, row.answer, "" if value is None else str(value)


def _tasks(found: dict[Subject, Support]) -> Table:
    """The answers of each family and goal, by what they rest on."""
    by_task: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (family, _, goal, *_), support in found.items():
        by_task[family, goal][support.words] += 1
    met = [word for word in WORDS if any(numbers[word] for numbers in by_task.values())]
    rows = [
        [family, goal, str(numbers.total()), *(str(numbers[word] or "·") for word in met)]
        for (family, goal), numbers in by_task.items()
    ]
    caption = "Claims that there is no solution, no better one, or this many, by the strongest support."
    return Table(["family", "goal", "claims", *met], rows, caption, "answers-by-task", left=2)


def _answers(found: dict[Subject, Support]) -> Table:
    """Each answer, and what it rests on."""
    rows = [
        [f"{family}/{instance}", goal, f"{answer} {value}".strip(), support.words, str(len(support.solvers))]
        for (family, instance, goal, answer, value), support in found.items()
    ]
    caption = "Each answer, what it rests on, and how many solvers gave it."
    return Table(["instance", "goal", "answer", "rests on", "solvers"], rows, caption, "answers", left=4, beside=True)


def _proofs(runs: DataFrame) -> Table:
    """Each refutation by a solver that writes proofs."""
    rows = [
        [
            f"{row.family}/{row.instance}", " ".join(_subject(row)[3:]).strip(), f"{row.solver}/{row.formulation}",
            row.options, row.proof, _number(row.proof_bytes, 1e6), _number(row.wall_s), _number(row.proof_check_s),
        ]
        for row in runs.itertuples()
    ]  # fmt: skip
    header = ["instance", "answer", "solver and model", "options", "proof", "MB", "found in s", "checked in s"]
    caption = "Each refutation by a solver that writes proofs: the proof's size as text, and the time of its check."
    return Table(header, sorted(rows), caption, "proofs", left=5)


def _number(value: Any, unit: float = 1.0) -> str:
    return "" if value is None or value != value else f"{value / unit:.2f}"
