"""The abstract's findings: sentences computed from the runs of this campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.scores import CASE, median_runs, table, virtual_best
from reports.style import seconds
from reports.words import count

if TYPE_CHECKING:
    from pandas import DataFrame


def findings(runs: DataFrame, clashes: int) -> list[list[str]]:
    """What a reader should know first, as pairs of a lead and a sentence."""
    ran = runs[runs["ran"]]
    if ran.empty:
        return [["Runs.", f"None of {count(len(runs), 'planned run')} took place: nothing can be compared."]]
    found = [["Runs.", _extent(runs, ran)]]
    for (family, goal), part in ran.groupby(["family", "goal"], sort=True):
        found.append([f"{family}, goal {goal}:", _winner(part)])
    effect = _formulations(ran)
    if effect:
        found.append(["Formulations", effect])
    return [*found, ["Checks.", _correctness(runs, clashes)]]


def _extent(runs: DataFrame, ran: DataFrame) -> str:
    solved = int(ran["solved"].sum())
    text = (
        f"{count(len(ran), 'run')} of {count(ran['configuration'].nunique(), 'configuration')} "
        f"({count(ran['solver'].nunique(), 'solver')}) on "
        f"{count(len(ran.drop_duplicates(['family', 'instance'])), 'instance')} of "
        f"{count(ran['family'].nunique(), 'family', 'families')}: "
        f"{solved} ({solved / len(ran):.0%}) reached their goal."
    )
    absent = runs[~runs["ran"]]["ended"].value_counts()
    if absent.empty:
        return text
    why = ", ".join(f"{number} {ended.replace('_', ' ')}" for ended, number in sorted(absent.items()))
    return f"{text} Of those planned, {absent.sum()} did not take place ({why})."


def _winner(part: DataFrame) -> str:
    scores = table(part)
    cases = len(part.drop_duplicates(CASE))
    if not scores["solved"].any():
        return f"no configuration solved any of {count(cases, 'instance')}."
    total = int(virtual_best(median_runs(part))["solved"].sum())
    ranked = scores[scores["complete"]]
    if ranked.empty:
        return f"no configuration ran on all {cases} instances, so none leads. All together solve {total} of {cases}."
    top = ranked.iloc[0]
    text = f"{top['configuration']} leads with {top['solved']} of {top['cases']} solved"
    text += f", PAR2 {seconds(top['par2'])} s"
    others = ranked[ranked["solver"] != top["solver"]]
    if len(others):
        after = others.iloc[0]
        text += f"; the best of another solver is {after['configuration']} with {after['solved']}"
        text += f", PAR2 {seconds(after['par2'])} s{_times(after['par2'], top['par2'])}"
    if len(scores) == 1:
        return f"{text}."
    return f"{text}. All together solve {total} of {cases}."


def _formulations(ran: DataFrame) -> str:
    """The largest effect of the formulation within one solver, as a ratio of PAR2."""
    best: tuple[float, str] = (1.0, "")
    for (family, goal), part in ran.groupby(["family", "goal"], sort=True):
        scores = table(part)
        for solver, own in scores[scores["complete"]].groupby("solver", sort=True):
            top, last = own.iloc[0], own.iloc[-1]
            ratio = last["par2"] / max(top["par2"], 1e-3)
            if ratio > best[0]:
                better, worse = (
                    f"{seconds(row['par2'])} s ({row['solved']} of {row['cases']} solved) with "
                    f"{row['configuration'].removeprefix(f'{solver}/')}"
                    for row in (top, last)
                )
                where = f"{solver} on {family}, goal {goal}"
                change = _times(last["par2"], top["par2"])
                best = ratio, f"matter most to {where}: PAR2 {better}, {worse}{change}."
    return best[1]


def _correctness(runs: DataFrame, clashes: int) -> str:
    valid = int(((runs["check"] == "valid") & (runs["answer"] != "none")).sum())
    wrong = int(runs["check"].isin(["invalid", "contradicts_known"]).sum())
    text = f"{count(valid, 'answer')} passed the independent checker or agree with the known answer"
    text += f", {wrong} {'was' if wrong == 1 else 'were'} refuted" if wrong else ", none was refuted"
    return f"{text}; {count(clashes, 'contradiction')} between answers."


def _times(slow: float, fast: float) -> str:
    ratio = slow / max(fast, 1e-3)
    return f" ({ratio:.3g} times)" if ratio >= 1.05 else ""
