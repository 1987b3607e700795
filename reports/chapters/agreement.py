"""Who is first by which score, and where the scores disagree about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.text.english import listed

if TYPE_CHECKING:
    from pandas import DataFrame

_BOUNDED = ("area_s", "primal_s")  # upper bounds where not all solutions are known with their times
# By which a configuration can be first: the column, whether less is better, and the name in a sentence.
_RANKED = (
    ("solved", False, "cases solved"), ("par2", True, "PAR2"), ("par10", True, "PAR10"), ("mean", True, "shifted mean"),
    ("borda", False, "Borda"), ("incomplete", False, "incomplete Borda"), ("area_s", True, "area"),
    ("primal_s", True, "primal integral"),
)  # fmt: skip


def agreement(parts: dict[str, DataFrame]) -> str:
    """In words: whether one configuration is first by every score, by family and goal, and who is where they differ.

    parts: the scores of each family and goal, under its title.
    """
    agreed, apart, none = [], [], []
    for where, found in parts.items():
        firsts = _firsts(found[found["complete"]])
        if found["complete"].sum() < 2 or not found["solved"].any():
            none.append(where)
        elif common := set.intersection(*firsts.values()):
            agreed.append(f"{min(common, key=list(found.index).index)} ({where})")
        else:
            by: dict[tuple[str, ...], list[str]] = {}
            for name, first in firsts.items():
                by.setdefault(tuple(sorted(first)), []).append(name)
            apart.append(f"{where}: {'; '.join(f'{_those(first)} by {listed(names)}' for first, names in by.items())}")
    said = []
    if agreed:
        said.append(f"By every score one configuration is first, alone or with others: {listed(agreed)}.")
    if apart:
        said.append(f"The scores disagree about who is first in {listed(apart)}.")
    if none:
        said.append(f"Nobody is first in {listed(none)}: no two configurations ran on every case, or none solved any.")
    if any((found[found["complete"]]["traced"] < 1).any() for found in parts.values()):
        said.append("An upper bound (‡) makes nobody first, and who is marked may be better than who is first.")
    return " ".join(said)


def _firsts(found: DataFrame) -> dict[str, set[str]]:
    """The configurations that are first by each score, all those that are equal to nine digits.

    An upper bound makes nobody first; where one is below all exact scores, nobody is known to be.
    """
    firsts: dict[str, set[str]] = {}
    for column, less, name in _RANKED:
        values = found[column].astype(float)
        if column in _BOUNDED:
            exact = found["traced"] == 1
            if values.where(~exact).min() <= values.where(exact).min():
                firsts[name] = set()
                continue
            values = values.where(exact)
        if values.notna().any():
            best = values.min() if less else values.max()
            firsts[name] = set(found.index[(values - best).abs() <= 1e-9 * abs(best)])
    return firsts


def _those(names: tuple[str, ...]) -> str:
    if not names:
        return "nobody for certain"
    return listed(names) if len(names) < 4 else f"{len(names)} equal ones"
