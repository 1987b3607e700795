"""Sentences that answer the title of a report on a grid: which paradigm wins, and by how much.

On the user's own models: which are right.

They are computed from the runs alone, and hedged: a lead whose interval over cases and seeds holds 1 is undecided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from tilings.reports.analysis.leads import Lead, nearest
from tilings.reports.chapters import own_models
from tilings.reports.data.campaign import Results
from tilings.reports.data.tasks import Task
from tilings.reports.english import as_ratio, count, listed, opened
from tilings.reports.scores import CASE, FEW

_TASKS = 3  # named in a sentence


def sentences(results: Results) -> list[str]:
    """Those of a campaign; fewer where its runs do not tell."""
    own = own_models.sentences(results) if results.problems else []
    if results.own_models:
        return own
    found = nearest(results.standings)
    if not results.runs["ran"].any():
        return [f"None of {count(len(results.runs), 'planned run')} took place: nothing can be compared."]
    cases = len(results.median.drop_duplicates(CASE))
    said = who(found, cases), "" if found else _solvers(results.tasks), how_much(found, results.tasks)
    return [*own[:1], *filter(None, said)]


def who(found: Sequence[Lead], cases: int) -> str:
    """Which paradigm is first in how many tasks, and how many are undecided. cases: of all tasks."""
    if not found:
        return f"No two paradigms can be compared on the {count(cases, 'case')} of this campaign."
    firsts = Counter(lead.first for lead in found if lead.decided)
    order = sorted(firsts, key=lambda name: (-firsts[name], name))
    open_ = len(found) - firsts.total()
    if len(found) == 1:
        lead, task = found[0], f"the goal {found[0].goal} on {found[0].family} ({count(found[0].cases, 'case')})"
        if lead.decided:
            return f"{opened(lead.first)} wins: it is first in {task}."
        if lead.split:
            return f"No paradigm wins: in {task} {lead.first} leads by PAR2, {lead.second} by ratio."
        return f"No paradigm wins: in {task} {_ahead(lead, ' is ahead by PAR2')}."
    tasks = f"{len(found)} tasks (a family with a goal each, {count(cases, 'case')} in all)"
    split = _split(found)
    if not order:
        chance = f"in none of {tasks} is one ahead of the next by more than chance{split}"
        return f"No paradigm wins: {chance}.{_open(found)}"
    if firsts[order[0]] == len(found):
        return f"{opened(order[0])} wins: it is first in each of {tasks}."
    rest = [f"{order[0]} is first in {firsts[order[0]]}", *(f"{name} in {firsts[name]}" for name in order[1:])]
    rest += [f"{open_} {'is' if open_ == 1 else 'are'} undecided{split}"] * bool(open_)
    most = f"{opened(order[0])} wins most often" if 2 * firsts[order[0]] > len(found) else "No paradigm wins everywhere"
    return f"{most}: of {tasks} {listed(rest)}.{_open(found)}"


def _open(found: Sequence[Lead]) -> str:
    """A sentence on who is ahead in the undecided tasks; empty without any."""
    own = [f"{lead.family}, goal {lead.goal}: {_ahead(lead)}" for lead in found if not (lead.decided or lead.split)]
    return f" Ahead by PAR2 where it is undecided: {'; '.join(own[:_TASKS])}." if own else ""


def _ahead(lead: Lead, verb: str = "") -> str:
    """The one ahead, a verb, the counts of solved cases, and why this is undecided."""
    first, second = (each.partition("/")[0] for each in (lead.first_configuration, lead.second_configuration))
    counts = f"{lead.first_solved} of {lead.cases} solved against {lead.second_solved} by {lead.second} ({second})"
    if lead.first_solved == lead.second_solved and lead.both:
        counts += f", which takes {as_ratio(lead.ratio)} times as long"
    few = lead.cases < FEW or (lead.fewer and lead.both < lead.cases)
    return f"{lead.first} ({first}){verb}, {counts}; {'too few cases to be sure' if few else 'no more than chance'}"


def _solvers(tasks: Sequence[Task]) -> str:
    """The best solver of each task by PAR2, and the next one, where all are of one paradigm."""
    said = []
    for task in tasks:
        best = [row for row in task.scores.drop_duplicates("solver").itertuples() if row.complete]
        if len(best) > 1 and best[0].solved:
            counts = f"{best[0].solved} of {best[0].cases} solved against {best[1].solved} by {best[1].configuration}"
            said.append(f"{task.family}, goal {task.goal}: {best[0].configuration}, {counts}")
    return f"Ahead by PAR2: {'; '.join(said[:_TASKS])}." if said else ""


def how_much(found: Sequence[Lead], tasks: Sequence[Task]) -> str:
    """How far the next paradigm is behind the leader, and which paradigm leaves the most cases unsolved."""
    said = []
    if decided := sorted((lead for lead in found if lead.decided and lead.ratio > 1), key=lambda lead: lead.ratio):
        least, most = decided[0], decided[-1]
        text = f"Where one leads, the next takes {as_ratio(median(lead.ratio for lead in decided))} times as long"
        if len(decided) > 1:
            text = (
                f"Where one leads, the next takes {as_ratio(least.ratio)} ({_behind(least)}) to {as_ratio(most.ratio)} "
                f"times as long ({_behind(most)}), by geometric means of wall times"
            )
        said.append(f"{text}.")
    missed = {name: (of - done, of) for name, (done, of) in _solved(tasks).items()}
    if len(missed) > 1:
        worst = max(missed, key=lambda name: (missed[name][0] / missed[name][1], name))
        others = [part / of for name, (part, of) in missed.items() if name != worst]
        lost, of = missed[worst]
        if not lost:
            said.append("By its best models each paradigm solves every case that it ran on.")
        elif lost / of > 2 * max(others):
            said.append(f"{opened(worst)} fails most: its best models leave {lost} of {of} cases unsolved.")
    return " ".join(said)


def _solved(tasks: Sequence[Task]) -> dict[str, tuple[int, int]]:
    """Of each ranked paradigm the cases that its best complete configurations solved, and all of these tasks."""
    sums: dict[str, tuple[int, int]] = {}
    for task in tasks:
        best = task.scores[task.scores["complete"]].drop_duplicates("paradigm")
        for row in best.itertuples():
            done, of = sums.get(row.paradigm, (0, 0))
            sums[row.paradigm] = done + int(row.solved), of + int(row.cases)
    return sums


def _split(found: Sequence[Lead]) -> str:
    """In brackets: how many tasks are split and, of a single one, between which paradigms; empty where none is."""
    own = [lead for lead in found if lead.split]
    first, second = (own[0].first, own[0].second) if len(own) == 1 else ("one", "another")
    return f" ({len(own)} split: {first} by PAR2, {second} by ratio)" * bool(own)


def _behind(lead: Lead) -> str:
    return f"{lead.second} behind {lead.first} on {lead.family}, goal {lead.goal}"
