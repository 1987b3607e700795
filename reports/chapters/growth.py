"""The part on how the time grows with the size of an instance."""

from __future__ import annotations

from tilings.reports.analysis.growth import Growth, growths, unit
from tilings.reports.chapters.chapter import Block, Chapter, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import count, listed
from tilings.reports.figures import growth as figure

METHOD = (
    "On a ladder instances of one kind grow in size. The wall time of each configuration is fitted by a floor, which "
    "is what a run takes however small its instance is, and a part that grows by the same factor with each step in "
    "size. The floor is a parameter of the curve: leaving out short times would choose cases by their times. A run "
    "that was cut off or given up counts as longer than its limit, so that a factor does not shrink where the upper "
    "rungs are missing. Intervals are of the profile likelihood, nominally of 95 %: for other instances of these "
    "sizes, if the curve is right."
)


def chapter(results: Results) -> Chapter:
    """The curves and the table of all factors; no chapter where no configuration solved enough rungs of a ladder."""
    found = growths(results.median)
    fitted = {each.where for each in found if each.fitted}
    found = [each for each in found if each.where in fitted]
    if not found:
        return Chapter("Why: how the time grows")
    caption = (
        "The factor by which the wall time grows with each step in size, its interval, and the largest size of which "
        "an instance was solved; ≥: the ladder's largest. –: too few were solved for a fit."
    )
    header = ["ladder", "configuration", "step", "factor", "interval", "solved up to"]
    table = Table(header, [_row(each) for each in found], caption, "growth", left=3)
    drawing = figure.draw(results.median, found)
    blocks: list[Block] = [Words(METHOD), drawing, Words(f"{reach(found)}{_short(results, found)}"), table]
    return Chapter("Why: how the time grows", blocks)


def reach(found: list[Growth]) -> str:
    """In words: on how many ladders the best configuration of each paradigm solved an instance of the largest size."""
    best = [each for each in found if each.best and each.ranked]
    tops: dict[str, list[bool]] = {}
    for each in best:
        tops.setdefault(each.paradigm, []).append(each.tops)
    shares: dict[tuple[int, int], list[str]] = {}
    for paradigm, own in sorted(tops.items()):
        shares.setdefault((sum(own), len(own)), []).append(paradigm)
    said = [
        f"{listed(names)} on {number} of {of}"
        for (number, of), names in sorted(shares.items(), key=lambda item: (-item[0][0] / item[0][1], -item[0][1]))
    ]
    told = sum(each.fitted for each in best)
    steep = sum(each.grows for each in best)
    grown = f"Of {count(told, 'such curve')} {steep} grow: each by itself, its interval is above 1." if told else ""
    up = f"How often its best configuration takes a paradigm to the largest size of a ladder: {'; '.join(said)}."
    return f"{up} {grown}"


def _short(results: Results, found: list[Growth]) -> str:
    """In words: the families that have ladders, but none that is long enough for a curve."""
    families = set(results.median.loc[results.median["rung"].notna(), "family"]) - {each.family for each in found}
    if not families:
        return ""
    return f" The ladders of {listed(sorted(families))} are too short, or too little of them was solved, for a curve."


def _row(each: Growth) -> list[str]:
    bounds = [figure.factor(each.base), figure.interval(each)] if each.fitted else ["–", "–"]
    size = "–" if each.reached is None else f"{'≥ ' * each.tops}{each.reached:g}"
    return [each.where, each.configuration, unit(each.family), *bounds, size]
