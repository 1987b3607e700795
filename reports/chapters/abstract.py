"""The abstract's findings: sentences computed from the runs of this campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.data.load import GIVEN_UP
from reports.data.tasks import Task
from reports.figures.outcome_matrix import ASSUMED
from reports.scores import CASE, FLOOR_S, ratios, virtual_best
from reports.text.english import as_ratio, count, listed, seconds

if TYPE_CHECKING:
    from pandas import DataFrame

_MOST_NAMED = 3
_CLOSE = 1.25  # a ratio of PAR2 below which the lead is small
_AIMS = {"count": "All solutions", "first": "One solution", "optimum": "The best solution"}


def findings(leads: list[list[str]], every: DataFrame, clashes: int) -> list[list[str]]:
    """What a reader should know first, as pairs of a lead and a sentence.

    leads: the `ranking` of one kind of machine, whose seconds compare; every: the runs of all, whose answers do.
    clashes: how many contradictions there are among all.
    """
    ran = every[every["ran"]]
    if ran.empty:
        return [["Runs.", f"None of {count(len(every), 'planned run')} took place: nothing can be compared."]]
    answers = f"{_unsolved(ran)} {_correctness(every, clashes)}"
    return [["Runs.", extent(every)], *leads, ["Answers.", answers]]


def ranking(tasks: Sequence[Task]) -> list[list[str]]:
    """Findings on the seconds of one kind of machine: which paradigm leads, which configuration, which formulation."""
    ran = [task for task in tasks if len(task.median)]
    said = [["Paradigms.", paradigms(ran)], *leaders(ran), ["Formulations", _formulations(ran)]]
    return [[start, words] for start, words in said if words]


def extent(runs: DataFrame) -> str:
    """How much was run, and how much of it reached its goal."""
    ran = runs[runs["ran"]]
    solved = int(ran["solved"].sum())
    limits = sorted(ran["wall_limit_s"].unique())
    text = (
        f"{count(ran['configuration'].nunique(), 'configuration')} (a solver with a formulation) of "
        f"{count(ran['solver'].nunique(), 'solver')} on "
        f"{count(len(ran.drop_duplicates(['family', 'instance'])), 'instance')} of "
        f"{count(ran['family'].nunique(), 'family', 'families')} of puzzles: of {count(len(ran), 'run')} of at most "
        f"{limits[-1]:g} s each, {solved} ({_percent(solved, len(ran))}) reached their goal."
    )
    given_up = int((runs["outcome"] == GIVEN_UP).sum())
    if given_up:
        text += (
            f" {count(given_up, 'more run')} {'was' if given_up == 1 else 'were'} not made and "
            f"{'counts' if given_up == 1 else 'count'} as unsolved ({ASSUMED}): the configuration solved nothing on "
            "two sizes in a row below."
        )
    absent = runs[~runs["counts"]]["ended"].value_counts()
    if absent.empty:
        return text
    reasons = [(ended.replace("_", " "), number) for ended, number in sorted(absent.items())]
    why = ", ".join(f"{number} {ended}" if len(reasons) > 1 else ended for ended, number in reasons)
    return f"{text} {count(int(absent.sum()), 'more run')} did not take place ({why})."


def _percent(part: int, whole: int) -> str:
    """A share in percent; 0% and 100% stand only for none and all."""
    return f"{min(max(round(100 * part / whole), part > 0), 99 if part < whole else 100):d}%"


def leaders(tasks: Sequence[Task]) -> list[list[str]]:
    """For each family, goal by goal, who is first by PAR2, and how far the best of the other solvers is behind."""
    goals: dict[str, list[str]] = {}
    for task in tasks:
        goals.setdefault(f"{task.family.capitalize()}.", []).append(f"{_aim(task.goal)}: {_winner(task)}.")
    return [[family, " ".join(said)] for family, said in goals.items()]


def _aim(goal: str) -> str:
    return _AIMS.get(goal, goal.capitalize())


def paradigms(tasks: Sequence[Task]) -> str:
    """Which paradigm is first by PAR2 in how many tasks, which without that one, and how often the next is close.

    A task is a family and goal; only configurations count that ran on all of its cases. Empty without one.
    """
    ranks = [rank for task in tasks if (rank := _ranks(task))]
    if not ranks:
        return ""
    firsts = Counter(next(iter(rank)) for rank in ranks)
    top = min(firsts, key=lambda name: (-firsts[name], name))
    text = (
        f"By PAR2 (the mean time, an unsolved case counting as twice its limit) first in {count(len(ranks), 'task')}, "
        f"a family with a goal each: {_firsts(ranks)}."
    )
    behind = [rest for rank in ranks if (rest := {name: par2 for name, par2 in rank.items() if name != top})]
    return f"{text} Without {top}: {_firsts(behind)}." if behind else text


def _ranks(task: Task) -> dict[str, float]:
    """The PAR2 of the best configuration of each paradigm that solved something, the least first."""
    scores = task.scores[task.scores["complete"] & (task.scores["solved"] > 0)]
    return {str(name): float(least) for name, least in scores.groupby("paradigm", sort=False)["par2"].min().items()}


def _firsts(ranks: list[dict[str, float]]) -> str:
    """How often each paradigm is first, and how often of these the next is close."""
    firsts, close = Counter[str](), Counter[str]()
    for rank in ranks:
        first, *rest = rank
        firsts[first] += 1
        close[first] += bool(rest) and rank[rest[0]] < _CLOSE * max(rank[first], FLOOR_S)
    order = sorted(firsts, key=lambda name: (-firsts[name], name))
    return ", ".join(f"{name} {firsts[name]}{_little(close[name], firsts[name])}" for name in order)


def _little(close: int, among: int) -> str:
    if not close:
        return ""
    return f" ({'' if close == among else f'{close} of them '}ahead of the next by less than a quarter)"


def _winner(task: Task) -> str:
    scores, median = task.scores, task.median
    cases = len(median.drop_duplicates(CASE))
    if not scores["solved"].any():
        return f"no configuration solved any of {count(cases, 'instance')}"
    total = int(virtual_best(median)["solved"].sum())
    ranked = scores[scores["complete"]]
    if ranked.empty:
        return f"no configuration ran on all {cases} instances, so none is first; all together solve {total} of {cases}"
    top = ranked.iloc[0]
    text = f"{top['configuration']} ({top['solved']} of {top['cases']} solved, {seconds(top['par2'])} s)"
    others = ranked[ranked["solver"] != top["solver"]]
    if others.empty:
        return f"{text}; no other solver ran on all of them"
    after = others.iloc[0]
    found = ratios(median, top["configuration"]).loc[after["configuration"]]
    text += f", then {after['configuration']} ({after['solved']} solved, {as_ratio(found['ratio'])} times as long"
    if found["low"] != found["low"]:
        return f"{text})"
    told = "" if found["low"] > 1 else ", which does not tell them apart"
    return f"{text}: {as_ratio(found['low'])} to {as_ratio(found['high'])}{told})"


def _formulations(tasks: Sequence[Task]) -> str:
    """The largest effect of the formulation within one solver, as a ratio of PAR2."""
    best: tuple[float, str] = (1.0, "")
    for task in tasks:
        for solver, own in task.scores[task.scores["complete"]].groupby("route", sort=True):
            top, last = own.iloc[0], own.iloc[-1]
            ratio = last["par2"] / max(top["par2"], FLOOR_S)
            if ratio > best[0]:
                better, worse = (
                    f"{seconds(row['par2'])} s ({row['solved']} of {row['cases']} solved) with "
                    f"{row['configuration'].partition('/')[2]}"
                    for row in (top, last)
                )
                best = (
                    ratio,
                    f"matter most to {solver} on {task.family}, {_aim(task.goal).lower()}: PAR2 {better}, {worse}"
                    + (f", {as_ratio(ratio)} times as long." if ratio >= 1.05 else "."),
                )
    return best[1]


def _unsolved(ran: DataFrame) -> str:
    """The cases that no run of any machine solved."""
    solved = ran.groupby(CASE)["solved"].any()
    never = [f"{family}/{instance} ({goal})" for family, instance, goal in solved[~solved].index]
    if not never:
        return f"Each of {count(len(solved), 'case')} (an instance with a goal) was solved by some configuration."
    named = never if len(never) <= _MOST_NAMED else [*never[:_MOST_NAMED], f"{len(never) - _MOST_NAMED} more"]
    return f"{len(never)} of {count(len(solved), 'case')} (an instance with a goal) nobody solved: {listed(named)}."


def _correctness(runs: DataFrame, clashes: int) -> str:
    valid = int(((runs["check"] == "valid") & (runs["answer"] != "none")).sum())
    wrong = int(runs["check"].isin(["invalid", "contradicts_known"]).sum())
    text = f"{count(valid, 'answer')} passed the independent checker or agree with a known answer, "
    text += f"{count(wrong, 'was', 'were')} refuted" if wrong else "none was refuted"
    against = (
        f"{count(clashes, 'pair')} of answers contradict each other" if clashes else "no two contradict each other"
    )
    return f"{text}, and {against}."
