"""The abstract's findings: sentences computed from the runs of this campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.scores import CASE, median_runs, table, virtual_best
from reports.style import seconds

if TYPE_CHECKING:
    from pandas import DataFrame


def findings(runs: DataFrame, clashes: int) -> list[list[str]]:
    """What a reader should know first, as pairs of lead word and sentence: extent, winners, formulations, checks."""
    ran = runs[runs["ran"]]
    if ran.empty:
        return [["Runs.", f"{_count(len(runs), 'run')} recorded, none of which took place: nothing can be compared."]]
    found = [["Runs.", _extent(runs, ran)]]
    for (family, goal), part in ran.groupby(["family", "goal"], sort=True):
        found.append([f"{family}, goal {goal}:", _winner(part)])
    effect = _formulations(ran)
    if effect:
        found.append(["Formulations.", effect])
    return [*found, ["Checks.", _correctness(runs, clashes)]]


def _extent(runs: DataFrame, ran: DataFrame) -> str:
    solved = int(ran["solved"].sum())
    text = (
        f"{_count(len(ran), 'run')} of {_count(ran['configuration'].nunique(), 'configuration')} "
        f"({_count(ran['solver'].nunique(), 'solver')}) on "
        f"{_count(len(ran.drop_duplicates(['family', 'instance'])), 'instance')} of "
        f"{_count(ran['family'].nunique(), 'family', 'families')}: {solved} ({solved / len(ran):.0%}) reached their goal."
    )
    absent = runs[~runs["ran"]]["ended"].value_counts()
    why = ", ".join(f"{count} {ended.replace('_', ' ')}" for ended, count in sorted(absent.items()))
    return text + (f" {_count(int(absent.sum()), 'more row')} stand for runs that did not take place: {why}." if why else "")


def _winner(part: DataFrame) -> str:
    scores = table(part)
    ranked = scores[scores["complete"]] if scores["complete"].any() else scores
    cases = len(part.drop_duplicates(CASE))
    top = ranked.iloc[0]
    if not scores["solved"].any():
        return f"no configuration solved any of {_count(cases, 'instance')}."
    text = f"{top['configuration']} leads with {top['solved']} of {top['cases']} solved, PAR2 {seconds(top['par2'])} s"
    others = ranked[ranked["solver"] != top["solver"]]
    if len(others):
        after = others.iloc[0]
        text += f"; the best of another solver is {after['configuration']} with {after['solved']}"
        text += f", PAR2 {seconds(after['par2'])} s{_times(after['par2'], top['par2'])}"
    total = int(virtual_best(median_runs(part))["solved"].sum())
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
                better, worse = (row["configuration"].removeprefix(f"{solver}/") for row in (top, last))
                best = ratio, (
                    f"The formulation makes the greatest difference to {solver} on {family}, goal {goal}: PAR2 "
                    f"{seconds(top['par2'])} s with {better}, {seconds(last['par2'])} s with {worse}"
                    f"{_times(last['par2'], top['par2'])}."
                )
    return best[1]


def _correctness(runs: DataFrame, clashes: int) -> str:
    valid = int((runs["check"] == "valid").sum())
    wrong = int(runs["check"].isin(["invalid", "contradicts_known"]).sum())
    text = f"{_count(valid, 'answer')} passed the independent checks"
    text += f", {wrong} {'was' if wrong == 1 else 'were'} refuted" if wrong else ", none was refuted"
    return f"{text}; {f'{clashes} contradictions' if clashes > 1 else 'one contradiction' if clashes else 'no contradiction'} between answers."


def _times(slow: float, fast: float) -> str:
    ratio = slow / max(fast, 1e-3)
    return f" ({ratio:.3g} times)" if ratio >= 1.05 else ""


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
