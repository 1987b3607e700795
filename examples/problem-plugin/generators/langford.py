"""The ladders of Langford pairs: a rule makes an instance of any size from its name, such as langford20."""

import re

from tilings.generators.emit import Entry
from tilings.generators.ladders import Ladder, Rung, Wording, presented
from tilings.models.langford.instance import MOST, parse
from tilings.models.problem import UserError

SOURCE = "R. O. Davies, 1959: there is a row exactly if n or n + 1 is a multiple of 4"
WORDING = Wording(
    title="Langford pairs",
    task="Arrange two copies of each number from 1 to n in a row, with exactly k numbers between the two copies of k.",
    instance="a row of {} pairs",
    short="{} pairs",
)


def made(name: str) -> Entry | None:
    """The row of a name such as langford20; None for other names. Raises UserError for an impossible number."""
    if not (found := re.fullmatch(r"langford(\d\d+)", name, re.ASCII)):
        return None
    pairs = int(found[1])
    if not 3 <= pairs <= MOST:
        raise UserError(f"{name}: a row has 3 to {MOST} pairs")
    known = {"first": "sat"} if solvable(pairs) else {"first": "unsat", "count": 0}
    entry = Entry(parse({"name": name, "pairs": pairs}), "langford", {"pairs": pairs}, None, known, SOURCE)
    return entry._replace(ladder_class="pairs", size=pairs)


def solvable(pairs: int) -> bool:
    """Whether there is a row."""
    return pairs % 4 in (0, 3)


def ladder(goal: str, side: str) -> Ladder:
    """The rows with or without a solution, each at least an eighth longer, in the shipped order and two others."""
    sizes: list[int] = []
    for pairs in range(3, MOST + 1):
        if solvable(pairs) == (side != "unsat") and (not sizes or 8 * pairs >= 9 * sizes[-1]):
            sizes.append(pairs)
    rungs = [Rung(pairs, presented(f"langford{pairs:02}")) for pairs in sizes]
    return Ladder(
        "langford", "pairs", (goal,), side, "pairs", rule="langford{n}", source=SOURCE, wording=WORDING,
        rungs=lambda number: rungs[number] if number < len(rungs) else None,
    )  # fmt: skip


LADDERS = [ladder("first", "sat"), ladder("first", "unsat"), ladder("count", "")]
