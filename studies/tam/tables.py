"""Tables and sentences on the report's ladder of triomino-domino boards: what is proven, and ratios of times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from reports.chapters.chapter import Table
from reports.english import as_ratio, count, listed, seconds
from reports.scores import FLOOR_S, SHIFT_S, table
from studies.tam.ladder import CLASSES, ENOUGH, PUBLISHED_CLASSES, Comparison, proofs, theirs

if TYPE_CHECKING:
    from pandas import DataFrame


def comparison_table(found: Iterable[tuple[str, Comparison]]) -> Table:
    """A row a comparison, under a name of its own: pairs, solved, means, and the ratios over all and by class."""
    found = list(found)
    body = [
        [
            name,
            f"{each.theirs}\n{each.ours}",
            str(len(each.pairs)),
            *(f"{each.solved('theirs')}\n{each.solved('ours')}", f"{_mean(each, 'theirs')}\n{_mean(each, 'ours')}"),
            *(each.ratio(), *(each.ratio([name]) for name in CLASSES)),
        ]
        for name, each in found
    ]
    caption = (
        "The report's models against the best of ours, by solver and by paradigm: how many times faster ours is by the "
        f"shifted geometric mean (shift {SHIFT_S:g} s) of wall times over the pairs. An unsolved run counts as its "
        "limit, so that a ratio is a lower bound (≥) where the report's model left instances unsolved, an upper one "
        f"(≤) where ours did, and neither (≷) where both did. {unpaired([each for _, each in found])}"
    ).strip()
    header = ["", "the report's\nours", "pairs", "solved", "mean (s)", "ratio", *CLASSES]
    return Table(header, body, caption, "ladder-ratios", left=2)


def unpaired(found: Iterable[Comparison]) -> str:
    """In words: the instances that could not be compared; empty where there are none."""
    lost = sum(each.unpaired for each in found)
    return f"Left out: {count(lost, 'comparison')} of runs under other limits or on other machines." if lost else ""


def proofs_sentence(runs: DataFrame) -> str:
    """How many instances enough paradigms proved, and which are proved by none."""
    found = proofs(runs)
    if (found[["paradigm", "solver"]] >= ENOUGH).all(axis=None):
        each = f"{ENOUGH} or more"
        return f"All {count(len(found), 'instance')} of the ladder are proved optimal by {each} paradigms and solvers."
    enough, none = (found["paradigm"] >= ENOUGH).sum(), found[found["paradigm"] == 0].index
    text = (
        f"Of {count(len(found), 'instance')} of the ladder, {enough} are proved optimal by {ENOUGH} or more paradigms"
    )
    text += f", {(found['solver'] >= ENOUGH).sum()} by {ENOUGH} or more solvers"
    return f"{text}; by none: {listed(sorted(none))}." if len(none) else f"{text}; each by at least one."


def published_table(published: DataFrame, runs: DataFrame) -> Table:
    """The report's models, published and run here: solved of all by class, and the mean time by the least mean.

    Only the classes that are published count. `published`, `runs`: as `ladder` gives them.
    """
    parts = [_same_classes(part) for part in (published, theirs(runs))]
    scores = [table(part).set_index("configuration") for part in parts]
    body = []
    for configuration in sorted({name for score in scores for name in score.index}):
        row = [configuration]
        for part, score in zip(parts, scores, strict=True):
            own = part[part["configuration"] == configuration]
            row += [_share(own[own["class"] == name]) for name in PUBLISHED_CLASSES]
            row.append(_times(score["mean"], configuration) if len(own) else "–")
        body.append(row)
    header = [*PUBLISHED_CLASSES, "×"]
    caption = (
        "The report's models, published and run here: solved of all in each class within the limit of its side, and "
        "how many times the least shifted mean of its side each one's is (×)."
    )
    head = ["", *(f"{name}\npubl." for name in header), *(f"{name}\nhere" for name in header)]
    return Table(head, body, caption, "ladder-published")


def _same_classes(runs: DataFrame) -> DataFrame:
    return runs[runs["class"].isin(PUBLISHED_CLASSES)]


def _times(means: Any, configuration: str) -> str:
    return as_ratio(max(means[configuration], FLOOR_S) / max(means.min(), FLOOR_S), "")


def _mean(each: Comparison, side: str) -> str:
    return seconds(each.mean(side)) if len(each.pairs) else "–"


def _share(part: DataFrame) -> str:
    return f"{int(part['solved'].sum())}/{len(part)}" if len(part) else "–"
