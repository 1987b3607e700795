"""The study of what a constraint is worth: the paired ratios of `studies.ablation` by family and goal."""

from __future__ import annotations

from collections.abc import Iterable

from reports.chapters.chapter import Block, Chapter, Heading, Table, Words
from reports.data.campaign import Results
from reports.english import count
from studies import worth_matrix as figures
from studies.ablation import BRIEF_S, Factor, Pair, Worth, answers, overall, worths

_ABOUT = (
    "Two runs are a pair if they are equal in everything (instance, goal, solver, seed, threads, limits, processor) "
    "but one option of the formulation. The factor is the wall time of the run without the constraint by that of the "
    "run with it: above 1 it pays. Where no value leaves something out, the others are compared with the default. A "
    "run that a limit ended counts with the time that it had used, so that its ratio is a bound; a mean over such "
    "ratios is a bound too (≥, ≤), and none (≷) over both kinds. A value pays or costs if the interval of 95 % over "
    "instances, whose pairs are taken together, leaves 1 out; else it is undecided."
)


def chapter(ablations: Iterable[Results | None]) -> Chapter:
    """What options are worth, a part for each family, of the ablations that are there."""
    blocks: list[Block] = []
    for family, found in by_family(ablations).items():
        blocks += [Heading(family.capitalize()), figures.draw(found), table(found, family), Words(reservations(found))]
    return Chapter("What a constraint is worth", [Words(_ABOUT), *blocks] if blocks else [])


def by_family(ablations: Iterable[Results | None]) -> dict[str, list[Worth]]:
    """Of each family, over all goals, what the values of options are worth in which alone runs differ."""
    found: dict[str, list[Worth]] = {}
    for results in ablations:
        for task in results.tasks if results else ():
            found.setdefault(task.family, []).extend(worths(task.runs))
    return {family: own for family, own in found.items() if own}


def table(found: list[Worth], family: str) -> Table:
    """A row a value and answer, over all solvers and formulations: the factors in wall time, in search and in nodes."""
    body = []
    for worth in overall(found):
        for answer in answers([worth]):
            time = _mean(worth.time(answer))
            if interval := worth.interval(answer):
                time += f" ({interval[0]:.2f}–{interval[1]:.2f})"
            verdict = worth.verdict(answer) if worth.time(answer) else "–"
            factors = [_mean(worth.search(answer)), _mean(worth.nodes(answer))]
            name = f"{worth.option}: {worth.value} / {worth.baseline}"
            body.append([name, answer, verdict, time, *factors, _numbers(worth.pairs[answer])])
    caption = (
        "Factors over all solvers and formulations: wall time with its interval, search and nodes where both runs were "
        "solved; pairs that count, in brackets those with a run that was ended, after − those that count nowhere."
    )
    header = ["option: with / without", "answer", "", "time ×", "search ×", "nodes ×", "pairs"]
    return Table(header, body, caption, f"{family}-worth", left=3)


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


def _mean(factor: Factor | None) -> str:
    return str(factor).partition(" (")[0] if factor else "–"


def _numbers(pairs: list[Pair]) -> str:
    """How many pairs count, in brackets how many of them have a run that is out, and how many count nowhere."""
    counted = [pair for pair in pairs if pair.counts]
    cut = sum(bool(pair.bound) for pair in counted)
    lost = len(pairs) - len(counted)
    return f"{len(counted)}" + f" ({cut})" * bool(cut) + f" −{lost}" * bool(lost) if pairs else "–"
