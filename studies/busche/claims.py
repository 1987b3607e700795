"""M. Busche's statements on the times in his Table 2, and whether they hold here.

His seconds are of a Pentium 4, ours of another machine: only ratios of two cases on one machine stand side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Table
from tilings.reports.english import listed

if TYPE_CHECKING:
    from pandas import DataFrame

_ABOUT = 0.95  # the least share of a stated ratio that agrees with it: his figures are rounded


@dataclass(frozen=True)
class Claim:
    """That the case `slow` takes at least `times` as long as the case `fast`."""

    words: str
    slow: str
    fast: str
    times: float


CLAIMS = (
    Claim("pentominoes: de Bruijn more than 6 times faster than DLX", "P-1", "P-4", 6),
    Claim("pentominoes: MCH 25 % faster than DLX", "P-1", "P-2", 1.25),
    Claim("pentominoes: EMCH about 25 % faster than MCH", "P-2", "P-3", 1.25),
    Claim("pentominoes, one piece constrained: without DLX for it 8 times longer", "P-8", "P-11", 8),
    Claim("pentominoes: the parity trigger costs about 8 %", "P-12", "P-11", 1.08),
    Claim("pentominoes: the volume filter gains about 13 %", "P-11", "P-13", 1.13),
    Claim("one-sided pentominoes: the volume filter gains a factor of about 9", "OP-1", "OP-2", 9),
    Claim("Tetris Cube: DLX takes more than twice as long as de Bruijn", "TC-1", "TC-4", 2),
    Claim("Tetris Cube: MCH about 2.5 times faster than DLX", "TC-1", "TC-2", 2.5),
    Claim("Tetris Cube: MCH about 10 % faster than de Bruijn", "TC-4", "TC-2", 1.1),
    Claim("Tetris Cube: EMCH more than a third faster than MCH", "TC-2", "TC-3", 4 / 3),
    Claim("Tetris Cube: constraining a piece gains a factor of 21", "TC-1", "TC-5", 21),
    Claim("Tetris Cube: four algorithms more than 5 times faster than DLX alone", "TC-5", "TC-12", 5),
    Claim("Tetris Cube: the parity trigger gains about 3 %", "TC-12", "TC-13", 1.03),
    Claim("Tetris Cube: all of it well over 100 times faster than plain DLX", "TC-1", "TC-13", 100),
)
# Misprints in his table, by case.
MISPRINTS = {
    "HBD-5": "HBD-5 has 1,629,292,460 attempts but 629,292,460 fits, the same number where dancing links are alone: "
    "the smaller one makes 64,000 fits a second, like his other cases of this puzzle (50,000 to 59,000), the greater "
    "one 165,000. And 5,652 solutions in 2:44:54 are 0.571 a second, but he prints 1.582, which would be 15,652 "
    "solutions and bears out the factor of 3.5 that he states. Both come right if the leading 1 of the attempts "
    "belongs to the solutions."
}


def claims(rows: DataFrame) -> Table:
    """A row a claim: the cases, the ratio of their published seconds and of ours, and whether either bears it out."""
    cases = rows.set_index("case")
    body = []
    for claim in CLAIMS:
        if not {claim.slow, claim.fast} <= set(cases.index):
            continue
        slow, fast = cases.loc[claim.slow], cases.loc[claim.fast]
        whole = slow["scale"] == fast["scale"] == "complete"
        ratios = [slow["published_s"] / fast["published_s"], slow["user_s"] / fast["user_s"] if whole else None]
        cells = [cell for ratio in ratios for cell in (_ratio(ratio), verdict(ratio, claim.times))]
        body.append([claim.words, f"{claim.slow} : {claim.fast}", *cells])
    caption = (
        "His statements on times, and whether the times confirm them: ratios of two cases' seconds, his on his machine "
        "and ours on ours. Yes: at least as much, or at most 5 % less, as his figures are rounded. Less: a smaller "
        "gain. No: no gain. Each case ran once."
    )
    return Table(["what he says", "cases", "his ×", "in his table", "our ×", "here"], body, caption, "claims", left=2)


def misprints(rows: DataFrame) -> list[str]:
    """The misprints in those rows of his table that were run."""
    return [words for case, words in MISPRINTS.items() if case in set(rows["case"])]


def verdict(ratio: float | None, times: float) -> str:
    """
    >>> verdict(7.5, 6), verdict(1.1, 6), verdict(0.9, 1.03), verdict(None, 2)
    ('yes', 'less', 'no', 'not run whole')
    """
    if ratio is None:
        return "not run whole"
    return "yes" if ratio >= _ABOUT * times else "less" if ratio > 1 else "no"


def _ratio(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}" if value < 9.995 else f"{value:.1f}"


def order(rows: DataFrame) -> str:
    """In words: the fastest case of each puzzle there and here, and how many pairs of cases are in the same order."""
    said, same, pairs = [], 0, 0
    for _, part in rows[rows["scale"] == "complete"].groupby("instance", sort=False):
        if len(part) < 2:
            continue
        best = [part.loc[part[column].idxmin(), "case"] for column in ("published_s", "user_s")]
        said.append(best[0] if best[0] == best[1] else f"{best[0]} (here {best[1]})")
        for one, other in combinations(zip(part["published_s"], part["user_s"], strict=True), 2):
            pairs += 1
            same += (one[0] - other[0]) * (one[1] - other[1]) > 0
    if not pairs:
        return ""
    return (
        f"The fastest of each puzzle's cases: {listed(said)}. Of {pairs} pairs of cases of one puzzle, {same} are in "
        "the same order here as in his table."
    )
