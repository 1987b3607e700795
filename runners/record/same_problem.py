"""Compares the answers of a campaign: those of runs of one instance, and those of models that state one problem.

A row is judged when it is written: by the checker, and for shipped instances by the known answer. A later run may show
that the row is wrong. Therefore rows are compared whenever they are read, by `judged`, for the summary of a campaign,
its status and verification, the report and the page:

- An answer is wrong if a checked solution of another run refutes it (runners.record.refuted).
- An answer of a user's own model is wrong if it differs from the expected answer, or excludes another model's solution
  that the user's checker accepts. If such solutions show that the expected answer is wrong, it decides nothing.
- If two other answers exclude each other, one of them is wrong, and nobody knows which: both models disagree. Models
  also disagree if one minimises and another maximises, or has no objective: their optima cannot be compared. If the
  answer to a goal is expected, no model disagrees on this goal.

Fewer solutions or a worse optimum suggest that constraints exclude solutions. More solutions or a better optimum
suggest that constraints are missing. Counts are compared as numbers, because models may name their variables
differently.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.claims import WITH_VALUE, Claim, clash, of_known, of_record, phrase
from tilings.models.problem import UserError, solution_from_json
from tilings.models.terminal.phrases import counted, digits
from tilings.runners.record import refuted
from tilings.runners.record.refuted import Solutions
from tilings.runners.record.schema import DISAGREES, REFUTED, SOUND, RunRecord
from tilings.runners.record.stored_instances import KIND, StoredInstances
from tilings.runners.record.stored_solutions import StoredSolutions

InstanceOf = Callable[[RunRecord], Any]
TextOf = Callable[[RunRecord], str]
_OBJECTIVE = {"min": "minimises", "max": "maximises", "": "has no objective"}
ACCEPTED = "which the checker accepts"
_LONGEST = 200  # characters of a solution in a sentence


def reader(folder: Path) -> InstanceOf:
    """A function that returns a row's instance, a model of the user's own: the last of its name in the results folder.

    It returns None for rows of other families, and for rows of a former version of the model.
    """

    @lru_cache(maxsize=1)
    def stored(_: tuple[int, ...]) -> StoredInstances:
        """The instances, read again only when their files have grown, as those of a running campaign do."""
        return StoredInstances(folder)

    @cache
    def read(family: str, name: str, sha256: str) -> Any:
        try:
            own = stored(tuple(path.stat().st_size for path in sorted(folder.glob(f"{KIND}-*.jsonl"))))
            text = own.text(family, name)
            same = text is not None and hashlib.sha256(text).hexdigest() == sha256
            return own.load(family, name)[1] if same else None
        except (OSError, UserError):
            return None

    def instance_of(row: RunRecord) -> Any:
        return read(row.family, row.instance, row.instance_sha256) if of_models(row.family) else None

    return instance_of


def solutions(folder: Path, instance_of: InstanceOf) -> TextOf:
    """A function that returns the stored solution of a model's run as text, long ones cut off; empty without one.

    instance_of: such as `reader` returns.
    """

    @cache
    def stored() -> StoredSolutions:
        return StoredSolutions(folder)

    def text(row: RunRecord) -> str:
        try:
            solution = solution_from_json(stored().content(row.run_id)["solution"])
            words = ", ".join(registry.screen(row.family).text(instance_of(row), solution).split("\n"))
        except (OSError, UserError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return ""
        return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip(', ')} …"

    return text


@cache
def of_models(family: str) -> bool:
    """Whether a family's instances are models of the user's own."""
    return family in registry.families() and registry.problem(family).files is not None


def problem(record: RunRecord, instance_of: InstanceOf) -> str:
    """The problem that the row's model shares with others; empty for other rows."""
    return str(getattr(instance_of(record), "problem", ""))


def model(record: RunRecord, name: str) -> str:
    """The name of a row's model. name: the problem's, with which the instance's name begins."""
    return record.instance.removeprefix(f"{name}-")


def as_task(record: RunRecord, instance_of: InstanceOf) -> RunRecord:
    """The record with the problem as its instance and the model as its formulation, so that the models of a problem are
    compared on one case; a record without a problem is unchanged."""
    name = problem(record, instance_of)
    return record._replace(instance=name, formulation=model(record, name)) if name else record


def against_expected(record: RunRecord, expected: Mapping[str, Any]) -> RunRecord:
    """The record with the `check` that follows from the known answers: valid, contradicts_known, or unchanged.

    expected: the known answers by goal. They do not make a solution valid: only the checker does.
    """
    claim = of_record(record)
    if claim is None:
        return record
    known = of_known(record, expected)
    if "optimum" in expected and record.goal != "optimum":
        return record._replace(check="contradicts_known", message="the model has no objective; expected: an optimum")
    if record.goal == "optimum" and "count" in expected and "optimum" not in expected:
        return record._replace(check="contradicts_known", message="the model has an objective; expected: a count")
    for other in sorted(known, key=lambda other: other.subject != claim.subject):
        if other.topic == claim.topic and clash(other, claim):
            message = f"{phrase(claim)}; expected: {phrase(other)}{_multiple(claim, other)}"
            return record._replace(check="contradicts_known", message=message)
    confirmed = record.goal in expected and record.proven and record.answer != "sat" and record.check == "unchecked"
    return record._replace(check="valid") if confirmed else record


def _multiple(claim: Claim, other: Claim) -> str:
    """A hint at a possible error if one count is a multiple of the other; else empty."""
    if not claim.value or not other.value or claim.answer != "counted" or other.answer != "counted":
        return ""
    times, rest = divmod(int(claim.value), int(other.value))
    if times < 2 or rest:
        return ""
    many = "twice" if times == 2 else f"{times} times"
    return f"; {many} as many: does the model have a variable that is not determined by the others?"


def compared(
    records: Iterable[RunRecord], instance_of: InstanceOf, solution_of: TextOf = lambda _: ""
) -> tuple[list[RunRecord], list[str]]:
    """The records in their order, each with the `check` that follows from all of them; and a sentence on each expected
    answer that is wrong.

    instance_of, solution_of: such as `reader` and `solutions` return.
    """
    rows, wrong = refuted.compared(records), []
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        if instance_of(row) is not None:
            places[row.family, problem(row, instance_of) or row.instance].append(place)
    for (_, name), indices in places.items():
        part, sentences = _judged([rows[index] for index in indices], name, instance_of, solution_of)
        wrong += sentences
        for index, row in zip(indices, part, strict=True):
            rows[index] = row
    return rows, wrong


@dataclass(frozen=True)
class Judged:
    """The records of a campaign after the comparison.

    records: as `compared` returns them.
    tasks: the same records as `as_task` returns them.
    unsound: the ids of all runs of models that are not ranked, each with the problems on which its model is wrong. A
        model is not ranked if a check speaks against one of its answers, also with other data.
    problems: the problems that models share, by (family, problem), with their expected answers by goal.
    wrong_expected: a sentence on each expected answer that checked solutions show to be wrong.
    """

    records: tuple[RunRecord, ...]
    tasks: tuple[RunRecord, ...]
    unsound: dict[str, tuple[str, ...]]
    problems: dict[tuple[str, str], dict[str, Any]]
    wrong_expected: tuple[str, ...] = ()


def judged(records: Iterable[RunRecord], folder: Path) -> Judged:
    """The records of a results folder, compared."""
    instance_of = reader(folder)
    found, wrong_expected = compared(records, instance_of, solutions(folder, instance_of))
    rows = tuple(found)
    own = [(row, name) for row in rows if (name := problem(row, instance_of))]
    doubted = {row.instance_sha256 for row, _ in own if row.check not in SOUND}
    wrong: dict[str, list[str]] = defaultdict(list)  # a model's text -> problems
    for row, name in own:
        if row.check in REFUTED:
            wrong[_text(row, instance_of)].append(name)
    known: dict[tuple[str, str], dict[str, Any]] = {}
    for row, name in own:
        known.setdefault((row.family, name), {}).update(instance_of(row).expected)
    unsound = {
        row.run_id: tuple(where) for row, _ in own
        if (where := wrong.get(_text(row, instance_of), [])) or row.instance_sha256 in doubted
    }  # fmt: skip
    return Judged(rows, tuple(as_task(row, instance_of) for row in rows), unsound, known, tuple(wrong_expected))


def _text(row: RunRecord, instance_of: InstanceOf) -> str:
    """The text of a row's model, by which rows of the same model with other data are recognised."""
    instance = instance_of(row)
    return str(dict(instance.files)[instance.model])


def _judged(
    rows: list[RunRecord], name: str, instance_of: InstanceOf, solution_of: TextOf
) -> tuple[list[RunRecord], list[str]]:
    """The rows of one problem, judged, and sentences on its expected answers that are wrong."""
    instances = {row.instance_sha256: instance_of(row) for row in rows}
    stated = {goal: answer for each in instances.values() for goal, answer in each.expected}
    accepted = [
        row for row in rows
        if row.check == "valid" and instances[row.instance_sha256].checker and _solution(row, name)
    ]  # fmt: skip
    wrong = {goal: words for goal, answer in stated.items() if (words := _excess(goal, answer, name, accepted))}
    expected = {goal: answer for goal, answer in stated.items() if goal not in wrong}
    rows = [row if row.check in REFUTED else against_expected(row, expected) for row in rows]
    objectives = _objectives(rows, name)
    rows = _disagreeing(rows, {id(row): objectives.get(id(row), "") for row in rows if row.goal not in expected})
    comparable = {row.run_id for row in rows if row.check == "valid"}
    best = {claim: row for row in accepted if row.run_id in comparable and (claim := _solution(row, name))}
    better = Solutions(best, lambda claim: ": ".join(filter(None, [ACCEPTED, solution_of(best[claim])])))
    rows = [refuted.refuted(row, better.against(_claim(row, name))) for row in rows]
    standing = [(row, claim) for row in rows if row.check in SOUND and (claim := _claim(row, name))]
    others = {row.instance_sha256: [each for each in standing if each[0].instance_sha256 != row.instance_sha256]
              for row, _ in standing}  # fmt: skip
    rows = _disagreeing(rows, {id(row): _apart(claim, name, others[row.instance_sha256]) for row, claim in standing})
    return rows, [f"{name}: the expected answer is wrong: {words}" for words in wrong.values()]


def _excess(goal: str, answer: Any, name: str, accepted: list[RunRecord]) -> str:
    """The reason why an expected answer is wrong; empty if it may be right. accepted: runs whose solutions the user's
    checker accepts.

    If no solution is expected, one accepted solution is reason enough. More solutions than expected, or a better
    optimum, may be the fault of the model, which has a variable that the others do not determine or another objective.
    They refute the expected answer only if no model has it, and two models agree; for a count that is no multiple of
    the expected one, two solvers are enough.
    """
    if answer in ("unsat", 0) and goal != "optimum":
        return f"no solution, but {_who(accepted[0], name)} has one, {ACCEPTED}" if accepted else ""
    runs: dict[Any, list[RunRecord]] = defaultdict(list)
    for row in accepted:
        if row.goal == goal and row.proven and goal in WITH_VALUE:
            runs[row.solutions if goal == "count" else row.objective].append(row)
    for value, alike in runs.items():
        better = value < answer if alike[0].sense == "min" else value > answer
        models, solvers = ({getattr(row, column) for row in alike} for column in ("instance_sha256", "solver"))
        agree = len(models) > 1 or (len(solvers) > 1 and goal == "count" and value % answer > 0)
        if better and agree and answer not in runs:
            who = " and ".join(sorted({_who(row, name) for row in alike})[:2])
            expected = counted(answer, "solution") if goal == "count" else f"the optimum {answer}"
            return f"{expected}, but {who} have {digits(value)}, {ACCEPTED}"
    return ""


def _disagreeing(rows: list[RunRecord], words: Mapping[int, str]) -> list[RunRecord]:
    """The rows; one whose id() has a sentence gets the check DISAGREES and the sentence as its message."""
    return [row._replace(check=DISAGREES, message=text) if (text := words.get(id(row), "")) else row for row in rows]


def _objectives(rows: list[RunRecord], name: str) -> dict[int, str]:
    """A sentence on another model with another objective, by the id() of the row; counts have none."""
    senses: dict[str, str] = {}
    sound = [row for row in rows if row.check in SOUND and row.goal != "count" and of_record(row)]
    for row in sound:
        senses[row.instance_sha256] = senses.get(row.instance_sha256) or row.sense
    words = {}
    for row in sound:
        sense = senses[row.instance_sha256]
        if other := next((each for each in sound if senses[each.instance_sha256] != sense), None):
            another = f"{_who(other, name)} {_OBJECTIVE[senses[other.instance_sha256]]}"
            words[id(row)] = f"the model {_OBJECTIVE[sense]}, and {another}: state the expected answer"
    return words


def _claim(row: RunRecord, name: str) -> Claim | None:
    """The row's claim about its problem, unless a check refuted it."""
    claim = None if row.check in REFUTED else of_record(row)
    return claim and claim._replace(subject=(row.family, name, row.goal))


def _solution(row: RunRecord, name: str) -> Claim | None:
    """The claim that the row's solution exists, with its objective; None for a row without a solution.

    Models may have variables of their own, so the number of solutions of one says nothing about that of another.
    """
    if row.answer in ("optimal", "feasible"):
        subject = (row.family, name, "optimum")
        return Claim(_who(row, name), "", subject, "feasible", row.objective, sense=row.sense)
    found = row.answer == "sat" or row.solutions
    return Claim(_who(row, name), "", (row.family, name, "first"), "sat") if found else None


def _apart(claim: Claim, name: str, others: list[tuple[RunRecord, Claim]]) -> str:
    """A sentence on the answer that excludes this one and that most other models have; empty without such an answer."""
    against: dict[str, dict[str, str]] = defaultdict(dict)  # answer -> the models that have it, each with a solver
    for row, other in others:
        if other.topic == claim.topic and clash(other, claim):
            against[phrase(other)].setdefault(model(row, name), _who(row, name))
    if not against:
        return ""
    answer, models = max(against.items(), key=lambda item: len(item[1]))
    first, *more = models.values()
    who = f"{first} and {counted(len(more), 'other')} have" if more else f"{first} has"
    return f"{phrase(claim)}, but {who} {answer}; one of the answers is wrong"


def _who(row: RunRecord, name: str) -> str:
    return f"{model(row, name)} ({row.solver})"
