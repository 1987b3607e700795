"""The chapter on the certified sequence: its words and its table."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from models.squares.published import LEAST_COPIES
from reports.data.certified import Certified
from reports.figures import book, refutation_cost
from reports.figures.drawing import board_grid, written
from reports.text.english import copies, count, listed, ranges, seconds
from reports.text.tables import grid

BLOCKS = 2  # blocks of rows, side by side in the table
_HEADER = ["n", "h(n)", "refuted", "nodes", "CPU s", "squares", "CPU s"]


def summary(found: Certified) -> list[list[str]]:
    """What is certain and what is not, as pairs of a lead and a sentence."""
    certain = found.certain
    said = [["Certain", f"is h(n) for n = {ranges(certain)}." if certain else "is h(n) for no n."]]
    open_sizes = [n for n in found.sizes if n not in certain]
    if open_sizes:
        said.append(["Not certain:", f"{_reasons(found, open_sizes)}."])
    if perfect := _perfect(found):
        said.append(["Perfect squared squares:", perfect])
    said.append(["Cost:", _cost(found)])
    if agreement := _agreement(certain):
        said.append(["Published values:", agreement])
    return said


def table(found: Certified) -> dict[str, Any]:
    """A row for each n, in blocks side by side: h(n), the copies that were refuted, the tiling, and what both cost."""
    cells = [_row(found, n) for n in found.sizes]
    height = -(-len(cells) // BLOCKS)
    blocks = [cells[start : start + height] for start in range(0, len(cells), height)]
    lines = zip_longest(*blocks, fillvalue=[""] * len(_HEADER))
    body = [_side_by_side(line) for line in lines]
    return grid(_side_by_side([_HEADER] * len(blocks)), body, left=0)


def _side_by_side(parts: Sequence[list[str]]) -> list[str]:
    """The cells of all parts, with an empty one between two of them."""
    return [cell for number, part in enumerate(parts) for cell in ([""] * bool(number) + part)]


def sources(found: Certified) -> str:
    """In words: which engine ran where."""
    engines, hosts, processors, commits = (sorted(set(part)) for part in zip(*found.sources, strict=True))
    where = f"{listed(hosts)} ({listed(processors)})"
    return f"Engine {listed(engines)}, on {where}, commit {listed(commits)}."


def _row(found: Certified, n: int) -> list[str]:
    refutation, tiling = found.refutations.get(n), found.tilings.get(n)
    value = found.value(n)
    most = "" if tiling is None else f"≤ {tiling.copies}"
    least = f"≥ {found.refuted(n) + 1}" if refutation else ""
    return [
        str(n),
        str(value) if value is not None else " ".join(filter(None, (least, most))) or "–",
        str(refutation.copies) if refutation else "–",
        f"{refutation.nodes:,}" if refutation else "–",
        seconds(refutation.cpu_s) if refutation else "–",
        str(len(tiling.squares)) if tiling else "–",
        seconds(tiling.cpu_s) if tiling else "–",
    ]


def _reasons(found: Certified, sizes: Iterable[int]) -> str:
    """Sizes by what they lack."""
    lacking: dict[str, list[int]] = {}
    for n in sizes:
        tiling = found.tilings.get(n)
        if tiling is None:
            reason = "no valid tiling"
        elif tiling.copies <= found.refuted(n):
            reason = "a tiling and a refutation that contradict each other"
        else:
            reason = f"{copies(tiling.copies - 1)} not refuted"
        if n in found.incomplete:
            tried, there, parts = found.incomplete[n]
            reason += f" ({there} of {parts} parts for {copies(tried)})"
        lacking.setdefault(reason, []).append(n)
    return "; ".join(f"n = {ranges(those)}: {reason}" for reason, those in lacking.items())


def _perfect(found: Certified) -> str:
    """For which n it is certain that no perfect squared square exists, and the sides of those that were found."""
    none = 1
    while found.refuted(none + 1):
        none += 1
    said = [f"there is none with a side of 2 to {none}: each is refuted"] if none > 1 else []
    others = sorted({n for n in found.refutations if n > none})
    if said and others:
        said[0] += f", and so is {ranges(others)}"
    sides = [n for n, tiling in sorted(found.tilings.items()) if tiling.copies == 1]
    if sides:
        said.append(f"one each was found with side {ranges(sides)}")
    if sides and none + 1 == sides[0]:
        said.append(f"so {sides[0]} is the least side")
    return "; ".join(said).capitalize() + "." if said else ""


def _cost(found: Certified) -> str:
    parts = (found.refutations.values(), found.tilings.values())
    (refuting, refuting_s), (finding, finding_s) = (
        (sum(each.nodes for each in part), sum(each.cpu_s for each in part)) for part in parts
    )
    return (
        f"{count(len(found.refutations), 'refutation')}: {refuting:,} nodes and {seconds(refuting_s)} s of CPU; "
        f"{count(len(found.tilings), 'tiling')}: {finding:,} nodes and {seconds(finding_s)} s; "
        f"{seconds(refuting_s + finding_s)} s in all."
    )


def _agreement(certain: dict[int, int]) -> str:
    """How the values compare with those of the literature, which the search does not use."""
    known = [n for n in certain if n in LEAST_COPIES]
    new = [n for n in certain if n not in LEAST_COPIES]
    other = [n for n in known if certain[n] != LEAST_COPIES[n]]
    said = [f"{len(known) - len(other)} of {len(known)} agree with A036444 and what else is published"] if known else []
    for value in sorted({LEAST_COPIES[n] for n in other}):
        said.append(f"{value} is published for n = {ranges(n for n in other if LEAST_COPIES[n] == value)}")
    if new:
        said.append(f"nothing is published, as far as we know, of n = {ranges(new)}")
    return "; ".join(said) + "." if said else ""


def chapter(found: Certified | None, folder: Path) -> dict[str, Any] | None:
    """The chapter, its drawings written to `folder`; None where nothing was certified."""
    if found is None:
        return None
    return {
        "elsewhere": found.elsewhere,
        "summary": summary(found),
        "sources": sources(found),
        "faults": [f"{objection}." for objection in found.objections],
        "table": table(found),
        "cost": written(refutation_cost.draw(found), folder, "certified-cost"),
        "book": book.sentence(found),
        "grids": [
            {"columns": columns, "boards": board_grid(boards, folder, f"certified-{columns}")}
            for columns, boards in book.grids(found)
        ],
    }
