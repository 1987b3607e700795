"""The abstract's findings: sentences computed from the runs of this campaign."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reports.scores import CASE, median_runs, ratios, table, virtual_best
from reports.style import seconds
from reports.tables import PARADIGMS
from reports.words import count, listed

if TYPE_CHECKING:
    from pandas import DataFrame

_LEAST_S = 1e-3  # shorter means are taken for this: below it the clock says nothing
_MOST_NAMED = 3


def findings(runs: DataFrame, every: DataFrame, clashes: int) -> list[list[str]]:
    """What a reader should know first, as pairs of a lead and a sentence.

    `runs`: those of one kind of machine, whose seconds compare; `every`: those of all, whose answers do. clashes: how
    many contradictions there are among all.
    """
    ran = every[every["ran"]]
    if ran.empty:
        return [["Runs.", f"None of {count(len(every), 'planned run')} took place: nothing can be compared."]]
    answers = f"{_unsolved(ran)} {_correctness(every, clashes)}"
    return [["Runs.", extent(every)], *ranking(runs), ["Answers.", answers]]


def ranking(runs: DataFrame) -> list[list[str]]:
    """What the seconds of one kind of machine say: which paradigm is ahead, which configuration, which formulation."""
    said = [["Paradigms.", paradigms(runs)], *leaders(runs), ["Formulations", _formulations(runs[runs["ran"]])]]
    return [[start, words] for start, words in said if words]


def extent(runs: DataFrame) -> str:
    """How much was run, and how much of it reached its goal."""
    ran = runs[runs["ran"]]
    solved = int(ran["solved"].sum())
    text = (
        f"{count(len(ran), 'run')} of {count(ran['configuration'].nunique(), 'configuration')} "
        f"({count(ran['solver'].nunique(), 'solver')}) on "
        f"{count(len(ran.drop_duplicates(['family', 'instance'])), 'instance')} of "
        f"{count(ran['family'].nunique(), 'family', 'families')}: "
        f"{solved} ({solved / max(len(ran), 1):.0%}) reached their goal."
    )
    absent = runs[~runs["ran"]]["ended"].value_counts()
    if absent.empty:
        return text
    why = ", ".join(f"{number} {ended.replace('_', ' ')}" for ended, number in sorted(absent.items()))
    return f"{text} Of those planned, {absent.sum()} did not take place ({why})."


def leaders(runs: DataFrame) -> list[list[str]]:
    """For each family, goal by goal, who leads and by how much."""
    ran = runs[runs["ran"]]
    said = []
    for family, own in ran.groupby("family", sort=True):
        goals = [f"{goal}: {_winner(part)}" for goal, part in own.groupby("goal", sort=True)]
        said.append([f"{str(family).capitalize()}.", f"{'; '.join(goals)}."])
    return said


def paradigms(runs: DataFrame) -> str:
    """Which paradigm is first by PAR2 in how many comparisons, and which comes first without that one.

    A comparison is a family and goal; only configurations count that ran on all of its cases. Empty without one.
    """
    firsts, behind, ranks = Counter[str](), Counter[str](), []
    for _, part in runs[runs["ran"]].groupby(["family", "goal"], sort=True):
        scores = table(part)
        names = scores[scores["complete"] & (scores["solved"] > 0)]["formulation"].str.split("_").str[0].map(PARADIGMS)
        ranks.append(list(dict.fromkeys(names.dropna())))
    firsts.update(rank[0] for rank in ranks if rank)
    if not firsts:
        return ""
    top = min(firsts, key=lambda name: (-firsts[name], name))
    behind.update(rest[0] for rank in ranks if (rest := [name for name in rank if name != top]))
    text = f"Of {count(len(ranks), 'comparison')} (a family and goal each), first by PAR2: {_counted(firsts)}"
    return f"{text}; without {top}: {_counted(behind)}." if behind else f"{text}."


def _counted(numbers: Counter[str]) -> str:
    return ", ".join(f"{name} {numbers[name]}" for name in sorted(numbers, key=lambda name: (-numbers[name], name)))


def _winner(part: DataFrame) -> str:
    scores, median = table(part), median_runs(part)
    cases = len(part.drop_duplicates(CASE))
    if not scores["solved"].any():
        return f"no configuration solved any of {count(cases, 'instance')}"
    total = int(virtual_best(median)["solved"].sum())
    ranked = scores[scores["complete"]]
    if ranked.empty:
        return f"no configuration ran on all {cases} instances, so none leads. All together solve {total} of {cases}"
    top = ranked.iloc[0]
    text = f"{top['configuration']} leads with {top['solved']} of {top['cases']} solved"
    others = ranked[ranked["solver"] != top["solver"]]
    if others.empty:
        return f"{text}, PAR2 {seconds(top['par2'])} s; no other solver ran on all of them"
    after = others.iloc[0]
    found = ratios(median, top["configuration"]).loc[after["configuration"]]
    text += (
        f"; next is {after['configuration']} with {after['solved']}, its PAR2 {_short(found['ratio'])} times as long"
    )
    if found["low"] != found["low"]:
        return text
    told = "" if found["low"] > 1 else ", which does not tell them apart"
    return f"{text} ({_short(found['low'])} to {_short(found['high'])}{told})"


def _formulations(ran: DataFrame) -> str:
    """The largest effect of the formulation within one solver, as a ratio of PAR2."""
    best: tuple[float, str] = (1.0, "")
    for (family, goal), part in ran.groupby(["family", "goal"], sort=True):
        scores = table(part)
        for solver, own in scores[scores["complete"]].groupby("solver", sort=True):
            top, last = own.iloc[0], own.iloc[-1]
            ratio = last["par2"] / max(top["par2"], _LEAST_S)
            if ratio > best[0]:
                better, worse = (
                    f"{seconds(row['par2'])} s ({row['solved']} of {row['cases']} solved) with "
                    f"{row['configuration'].removeprefix(f'{solver}/')}"
                    for row in (top, last)
                )
                best = (
                    ratio,
                    f"matter most to {solver} on {family}, goal {goal}: PAR2 {better}, {worse}"
                    + (f" ({_short(ratio)} times)." if ratio >= 1.05 else "."),
                )
    return best[1]


def _unsolved(ran: DataFrame) -> str:
    """The cases that no run of any machine solved."""
    solved = ran.groupby(CASE)["solved"].any()
    never = [f"{family}/{instance} ({goal})" for family, instance, goal in solved[~solved].index]
    if not never:
        return f"Each of {count(len(solved), 'case')} was solved by some configuration."
    named = never if len(never) <= _MOST_NAMED else [*never[:_MOST_NAMED], f"{len(never) - _MOST_NAMED} more"]
    return f"{len(never)} of {count(len(solved), 'case')} no configuration solved: {listed(named)}."


def _correctness(runs: DataFrame, clashes: int) -> str:
    valid = int(((runs["check"] == "valid") & (runs["answer"] != "none")).sum())
    wrong = int(runs["check"].isin(["invalid", "contradicts_known"]).sum())
    text = f"{count(valid, 'answer')} passed the independent checker or agree with the known answer"
    text += f", {wrong} {'was' if wrong == 1 else 'were'} refuted" if wrong else ", none was refuted"
    return f"{text}; {count(clashes, 'contradiction')} between answers."


def _short(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}"
