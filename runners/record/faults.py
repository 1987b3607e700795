"""Runs that ended by a fault: neither by an answer nor by a limit. Their times say nothing about a solver.

Such a run counts as unsolved, and its time is not compared. Where more than one in ten runs of a configuration on a
family, or on one of its goals, ended so or with a wrong answer, the configuration is not ranked there. Summary,
verification, report and page print the same sentences.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from tilings.models import registry
from tilings.models.terminal.phrases import counted
from tilings.runners.record import same_problem
from tilings.runners.record.schema import NOT_TRIED, REFUTED, RunRecord, configuration

FAULTS = ("crash", "output", "processes", "harness_error")
MOST = 0.1  # a configuration with a larger share of faults is not ranked
_NAMED = 4  # configurations in a sentence
_MESSAGE = 200  # characters of a message

Ranking = tuple[str, str, str]  # a family, a goal (empty: all goals) and a configuration


def unranked(rows: Iterable[Any]) -> set[Ranking]:
    """The configurations that are not ranked, each with the family and goal. rows: RunRecords, or objects with their
    columns."""
    every, faulty = Counter[Ranking](), Counter[Ranking]()
    for row in rows:
        family, name = row.family, configuration(row)
        if row.ended in FAULTS or row.ended not in NOT_TRIED:
            every.update([(family, row.goal, name), (family, "", name)])
        if failed(row):
            faulty.update([(family, row.goal, name), (family, "", name)])
    excluded = {ranking for ranking, number in faulty.items() if number > MOST * every[ranking]}
    return {
        (family, goal, name)
        for family, goal, name in every
        if goal and not excluded.isdisjoint({(family, goal, name), (family, "", name)})
    }


def fair(rows: Sequence[RunRecord], unsound: Collection[str] = ()) -> list[bool]:
    """Whether each run is of a configuration that is ranked there. unsound: the ids of runs that are not, as
    `same_problem.Judged` has them."""
    apart = unranked(rows)
    return [row.run_id not in unsound and (row.family, row.goal, configuration(row)) not in apart for row in rows]


def failed(row: Any) -> bool:
    """Whether a run ended by a fault or with a wrong answer of its solver.

    A wrong answer of one of several models of a problem, whose row has the model's name as its formulation, is the
    fault of this model alone (`same_problem.Judged.unsound`).
    """
    return row.ended in FAULTS or (row.check in REFUTED and not _of_model(row))


def _of_model(row: Any) -> bool:
    return same_problem.of_models(row.family) and row.formulation not in registry.formulations(row.family)


def sentences(runs: Iterable[tuple[str, Any]], folder: Path) -> list[str]:
    """Notices on runs with a fault, and on runs whose solver was not installed.

    runs: each run's id and its row, a RunRecord or an object with its columns. folder: the campaign's folder.
    """
    rows = list(runs)
    return [*_faulty(rows, folder), *_not_ranked(rows), *_not_installed(rows)]


def _faulty(rows: list[tuple[str, Any]], folder: Path) -> list[str]:
    faulty = [(run_id, row) for run_id, row in rows if row.ended in FAULTS]
    if not faulty:
        return []
    tried = [(run_id, row) for run_id, row in rows if row.ended not in NOT_TRIED or row.ended in FAULTS]
    every, numbers = (Counter(_case(row) for _, row in part) for part in (tried, faulty))
    shares = [
        f"all {number} of {case}" if number == every[case] else f"{number} of {every[case]} of {case}"
        for case, number in numbers.most_common()
    ]
    run_id, first = faulty[0]
    message = (first.message or first.ended)[:_MESSAGE].rstrip(".")
    one = len(faulty) == 1
    notices = [
        f"{len(faulty)} of {counted(len(tried), 'run', commas=True)} ended by a fault, such as a crash: "
        f"{_some(shares)}.",
        f"{'The' if one else 'The first'} message ({_case(first)}, {first.instance}): {message}.",
        "It counts as unsolved, and its time is not compared."
        if one
        else "They count as unsolved, and their times are not compared.",
    ]
    which = "it" if one else "the first"
    notices.append(f"To repeat {which}: tilings verify {shlex.quote(str(folder))} --how {run_id}")
    return [" ".join(notices)]


def _not_ranked(rows: list[tuple[str, Any]]) -> list[str]:
    """A sentence on the configurations that are not ranked on a family, or on one of its goals."""
    goals: dict[str, set[str]] = {}
    for _, row in rows:
        goals.setdefault(f"{configuration(row)} on {row.family}", set()).add(row.goal)
    excluded: dict[str, set[str]] = {}
    for family, goal, name in unranked(row for _, row in rows):
        excluded.setdefault(f"{name} on {family}", set()).add(goal)
    names = sorted(
        name if some == goals[name] else f"{name}, goal {' and '.join(sorted(some))}" for name, some in excluded.items()
    )
    why = "because more than one in ten of its runs ended by a fault or with a wrong answer"
    return [f"Not ranked, {why}: {_some(names)}."] if names else []


def _not_installed(rows: list[tuple[str, Any]]) -> list[str]:
    missing = [row for _, row in rows if row.ended == "not_installed"]
    if not missing:
        return []
    cases = [f"{number} of {name}" for name, number in Counter(map(_case, missing)).most_common()]
    messages = list(dict.fromkeys(row.message for row in missing if row.message))
    return [f"Left out, not installed: {counted(len(missing), 'run')} ({_some(cases)}); {_some(messages)}"]


def _case(row: Any) -> str:
    return f"{row.solver}/{row.formulation} on {row.family}"


def _some(words: list[str]) -> str:
    more = len(words) - _NAMED
    return ", ".join(islice(words, _NAMED)) + (f" and {more} more" if more > 0 else "")
