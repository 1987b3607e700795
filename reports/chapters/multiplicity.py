"""How close each formulation comes to h(n), the least number of copies of one side that tile the n x n board.

A decision (n, k) that finds a tiling proves h(n) <= k, one that finds that there is none h(n) >= k + 1; an optimisation
proves both by its objective and its bound.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.squares.instance import SquaresInstance
from reports.data.campaign import Results
from reports.data.published import elsewhere
from reports.scores import best_settings
from reports.text.english import count, listed, seconds
from reports.text.tables import grid

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_COLUMNS = 16  # sizes that stand side by side
NOT_RUN, NOTHING, ALL = "·", "–", "all together"
_CAPTIONS = {
    "refuted": ("U: seconds to refute", "that k copies are enough. Under n stands k: h(n) − 1 where that was asked."),
    "found": ("S: seconds to find", "a tiling with k copies. Under n stands k: h(n) where that was asked."),
}
_WORDS = {"timeout": "time", "incumbent": "time", "memory": "mem", "failed": "fail", "wrong": "wrong", "given_up": "§"}


@dataclass(frozen=True)
class Bracket:
    """What is proven of h(n): least <= h(n) <= most; None where nothing is."""

    least: int | None = None
    most: int | None = None

    def __or__(self, other: Bracket) -> Bracket:
        """What both prove together."""
        least = max((b.least for b in (self, other) if b.least is not None), default=None)
        most = min((b.most for b in (self, other) if b.most is not None), default=None)
        return Bracket(least, most)

    def __str__(self) -> str:
        if self.least is None or self.most is None:
            return f"≥ {self.least}" if self.least else f"≤ {self.most}" if self.most else NOTHING
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


def boards(results: Results) -> DataFrame:
    """The runs on n x n boards of goals first and optimum, with columns `n` and `copies` (NaN: an optimisation).

    Of each solver and formulation only the runs with its best setting stay: of those that ran on the most boards the
    one that solves the most, in the least time. One run stands for each case, its median.
    """
    median = results.median
    sizes = {
        instance.name: (instance.width, instance.max_copies)
        for _, instance in results.instances.values()
        if isinstance(instance, SquaresInstance) and instance.width == instance.height and not instance.sides
    }
    asked = (median["family"] == "squares") & median["instance"].isin(sizes) & median["goal"].isin(["first", "optimum"])
    own = median[asked]
    n, copies = (own["instance"].map(lambda name, part=part: sizes[name][part]) for part in (0, 1))
    own = own.assign(n=n, copies=copies.astype(float))
    return own[own["configuration"].isin(best_settings(own))]


def bracket(run: Any) -> Bracket:
    """What one run proves; nothing where its answer was refuted."""
    if run.outcome == "wrong":
        return Bracket()
    if run.goal == "first":
        copies = int(run.copies)
        return Bracket(copies + 1) if run.answer == "unsat" else Bracket(None, copies if run.answer == "sat" else None)
    if run.answer == "optimal":
        return Bracket(int(run.objective), int(run.objective))
    least = math.ceil(run.bound - 1e-6) if run.bound == run.bound and run.bound is not None else None
    return Bracket(least, int(run.objective) if run.answer == "feasible" else None)


def tables(rows: DataFrame) -> list[dict[str, Any]]:
    """The brackets, then the seconds of the refutations and those of the tilings; each in parts that fit a page."""
    return [*_brackets(rows), *_side(rows, "refuted"), *_side(rows, "found")]


def asked(decisions: DataFrame, side: str) -> dict[int, int]:
    """By n the number of copies that the table of a side, refuted or found, is about; n is missing where there is none.

    found: the least k that was found, or else the least that may be; refuted: the greatest k below that was asked.

    >>> import pandas as pd
    >>> rows = pd.DataFrame({"n": [9, 9, 10], "copies": [2, 3, 3], "answer": ["none", "sat", "none"]})
    >>> asked(rows, "found"), asked(rows, "refuted")
    ({9: 3, 10: 3}, {9: 2})
    """
    chosen = {}
    for n, part in decisions.groupby("n"):
        tried = {int(copies) for copies in part["copies"]}
        refuted = {copies for copies in tried if copies <= part[part["answer"] == "unsat"]["copies"].max()}
        enough = {copies for copies in tried if copies >= part[part["answer"] == "sat"]["copies"].min()}
        found = min(enough or tried - refuted, default=math.inf)
        copies = found if side == "found" else max((k for k in tried if k < found), default=math.inf)
        if copies < math.inf:
            chosen[int(n)] = int(copies)
    return chosen


def sentence(rows: DataFrame) -> str:
    """How many boards are settled by all together, and by the configuration that settles the most."""
    proven = _proven(rows)
    sizes = {n for _, n in proven}
    settled = Counter(who for (who, _), found in proven.items() if found.least == found.most is not None)
    text = f"Of {count(len(sizes), 'board')} h(n) is settled for {settled.pop(ALL, 0)} by all together"
    if settled:
        most = max(settled.values())
        text += f", for {most} by {listed(sorted(who for who in settled if settled[who] == most))}"
    limits = sorted(set(rows["wall_limit_s"]))
    return f"{text}. The limit was {listed([f'{limit:g}' for limit in limits])} s of wall time."


def _proven(rows: DataFrame) -> dict[tuple[str, int], Bracket]:
    """By configuration, or all together, and n."""
    proven: dict[tuple[str, int], Bracket] = {}
    for run in rows.itertuples():
        for who in (_who(run), ALL):
            proven[who, run.n] = proven.get((who, run.n), Bracket()) | bracket(run)
    return proven


def _brackets(rows: DataFrame) -> list[dict[str, Any]]:
    proven = _proven(rows)
    caption = (
        "What is proven of h(n)",
        "within the limit: its value where both sides are, else what was found (≤) or refuted (≥); "
        f"{NOTHING}: neither, {NOT_RUN}: not run.",
    )
    heads = {n: str(n) for n in sorted({int(n) for n in rows["n"]})}
    names = [*sorted(map(_who, rows.itertuples())), ALL]
    return _parts(names, heads, lambda who, n: str(proven.get((who, n), NOT_RUN)), caption)


def _side(rows: DataFrame, side: str) -> list[dict[str, Any]]:
    decided = rows[rows["goal"] == "first"]
    chosen = asked(decided, side)
    runs = {(_who(run), run.n): run for run in decided.itertuples() if chosen.get(run.n) == run.copies}

    def cell(who: str, n: int) -> str:
        run = runs.get((who, n))
        if run is None:
            return NOT_RUN
        return seconds(run.time_s) if run.outcome == "solved" else _WORDS[run.outcome]

    names = sorted({who for who, _ in runs})
    heads = {n: f"{n}\n{copies}" for n, copies in sorted(chosen.items())}
    return _parts(names, heads, cell, _CAPTIONS[side])


def _parts(
    names: Iterable[str], heads: dict[int, str], cell: Callable[[str, int], str], caption: tuple[str, str]
) -> list[dict[str, Any]]:
    """Tables of at most so many sizes, a row a name."""
    sizes, rows = list(heads), list(dict.fromkeys(names))
    starts = range(0, len(sizes), MOST_COLUMNS)
    found = []
    for number, start in enumerate(starts, 1):
        part = sizes[start : start + MOST_COLUMNS]
        body = [[who, *(cell(who, n) for n in part)] for who in rows]
        of = f" (part {number} of {len(starts)})" if len(starts) > 1 else ""
        found.append(grid(["", *(heads[n] for n in part)], body) | {"lead": caption[0], "words": caption[1] + of})
    return found


def _who(run: Any) -> str:
    """The configuration, its formulation first, so that those of one formulation stand together."""
    return f"{run.formulation} on {run.configuration.replace(f'/{run.formulation}', '')}"


def chapter(results: Results, other: Results | None) -> dict[str, Any] | None:
    """The bounds on h(n) of the campaign, or of the other where that has more boards."""
    found = [(boards(source), source) for source in (results, other) if source]
    rows, source = max(found, key=lambda each: each[0]["instance"].nunique())
    if rows.empty:
        return None
    return {
        "sentence": sentence(rows),
        "tables": tables(rows),
        "elsewhere": elsewhere(results, source),
    }
