"""The chapter on what a constraint is worth: the paired ratios of `reports.analysis.ablation` by family and goal."""

from pathlib import Path
from typing import Any

from reports.analysis.ablation import BRIEF_S, Pair, Worth, answers, overall, worths
from reports.data import published
from reports.data.campaign import Results
from reports.data.tasks import Task
from reports.figures import worth as figures
from reports.figures.drawing import paged
from reports.text.english import count
from reports.text.tables import grid


def chapters(results: Results, others: list[Results | None], folder: Path) -> list[dict[str, Any]]:
    """What options are worth, by family and goal, where runs differ in one alone: of the campaign, else the others."""
    parts: dict[tuple[str, str], dict[str, Any]] = {}
    for source in filter(None, (results, *others)):
        for task in source.tasks:
            key = (task.family, task.goal)
            if key not in parts and (found := worths(task.runs)):
                parts[key] = _worth(task, found, folder) | {"elsewhere": published.elsewhere(results, source)}
    return [parts[cases] for cases in sorted(parts)]


def _worth(task: Task, found: list[Worth], folder: Path) -> dict[str, Any]:
    return {
        "title": task.title,
        "table": table(found),
        "reservations": reservations(found),
        "figures": paged(map(figures.draw, figures.pages(found)), folder, f"{task.family}-{task.goal}-worth"),
    }


def table(found: list[Worth]) -> dict[str, Any]:
    """A row a value, over all solvers and formulations: by answer the factor in time, the pairs, that in nodes."""
    body = []
    for worth in overall(found):
        cells: list[str] = []
        for answer in answers(found):
            cells += [
                str(worth.time(answer) or "–"),
                _numbers(worth.pairs.get(answer, [])),
                str(worth.nodes(answer) or "–"),
            ]
        body.append([worth.option, worth.value, worth.baseline, *cells])
    heads = [head for answer in answers(found) for head in (f"{answer}: time ×", "pairs", "nodes ×")]
    return grid(["option", "with", "not", *heads], body, left=3)


def reservations(found: list[Worth]) -> str:
    """In words: the pairs that count nowhere, and those whose times say little; empty where there are none."""
    pairs = [pair for worth in found for group in worth.pairs.values() for pair in group]
    out = [pair for pair in pairs if (pair.base, pair.other) == ("out", "out")]
    failed = sum("failed" in (pair.base, pair.other) for pair in pairs)
    brief = sum(pair.brief and pair.counts for pair in pairs)
    said = []
    if out:
        undecided = sum(not pair.answer for pair in out)
        where = f" ({undecided} of them on instances that no run decided)" if undecided else ""
        said.append(f"In {count(len(out), 'pair')} both runs reached a limit: they count nowhere{where}.")
    if failed:
        said.append(f"In {count(failed, 'pair')} a run failed or was refuted: they count nowhere.")
    if brief:
        said.append(
            f"In {count(brief, 'pair')} both runs took less than {BRIEF_S:g} s: there nodes say more than times."
        )
    return f"There are {count(len(pairs), 'pair')}. {' '.join(said)}" if said else ""


def _numbers(pairs: list[Pair]) -> str:
    """How many pairs count, in brackets how many of them have a run that is out, and how many count nowhere."""
    counted = [pair for pair in pairs if pair.counts]
    cut = sum(bool(pair.bound) for pair in counted)
    lost = len(pairs) - len(counted)
    return f"{len(counted)}" + f" ({cut})" * bool(cut) + f" −{lost}" * bool(lost) if pairs else "–"
