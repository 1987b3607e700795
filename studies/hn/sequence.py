"""The study of the certified sequence h(n): what is certain, what it cost, and the prettiest tilings."""

from collections.abc import Iterable
from itertools import pairwise

from tilings.models.squares import draw
from tilings.models.squares.published import LEAST_COPIES
from tilings.reports.chapters.chapter import Block, Boards, Chapter, Table, Words
from tilings.reports.english import copies, count, listed, ranges, seconds
from tilings.reports.figures.drawing import Drawing
from tilings.studies.hn import refutation_cost
from tilings.studies.hn.certified import Certified
from tilings.studies.hn.rows import Tiling

PICTURES, FINEST = 8, 2  # tilings that are drawn
BOARD_CM = 3.9
_HEADER = ["n", "h(n)", "refuted", "nodes", "CPU s", "squares", "CPU s"]
_ABOUT = (
    "h(n) is the least number of copies of one side with which smaller squares tile the n × n square. It is certain if "
    "there is a tiling with so many copies, checked, and an exhaustive search that found none with one copy less; "
    "h(n) = 1, a perfect squared square, needs no such search. A search counts if all of its parts were run to their "
    "end, by one version of the engine, without a solution."
)


def chapter(found: Certified | None) -> Chapter:
    """The sequence: words, the cost of refutations, a table and a picture book; empty where nothing was certified."""
    title = "The certified sequence h(n)"
    if found is None:
        return Chapter(title)
    caption = (
        "The sequence. Refuted: the largest number of copies without a tiling, by exhaustive search, with its nodes "
        "and CPU seconds; squares: their number in the tiling, with the CPU seconds of its search."
    )
    blocks: list[Block] = [Words(_ABOUT), *map(Words, summary(found)), Words(sources(found))]
    blocks += [Words(f"A contradicted or invalid row is left out: {objection}.") for objection in found.objections]
    blocks += [refutation_cost.draw(found), Table(_HEADER, table(found), caption, "sequence", left=0)]
    if found.tilings:
        blocks += [Words(pictures(found)), Boards(draw_all(found, prettiest(found)), BOARD_CM)]
    return Chapter(title, blocks)


def pictures(found: Certified) -> str:
    """What is drawn, and that it was checked."""
    return (
        f"{count(len(found.tilings), 'tiling')}, each checked again here by code that shares nothing with a search. "
        f"Drawn is one of each of {PICTURES} ranges of n, with the fewest copies and then the most different "
        "sides; the finest of all are on the first page."
    )


def summary(found: Certified) -> list[str]:
    """What is certain and what is not, a sentence or two each."""
    certain = found.certain
    said = [f"Certain is h(n) for n = {ranges(certain)}." if certain else "h(n) is certain for no n."]
    open_sizes = [n for n in found.sizes if n not in certain]
    if open_sizes:
        said.append(f"Not certain: {_reasons(found, open_sizes)}.")
    said += filter(None, [perfect(found), cost(found), confirmation(found), _agreement(certain)])
    return said


def confirmation(found: Certified) -> str:
    """Which values the plain search confirms; empty where it was not run."""
    if not found.confirmed:
        return ""
    nodes = sum(result.nodes + result.refuted_nodes for result in found.confirmed)
    return (
        "A second search, which cuts nothing off, breaks no symmetry and shares no code with the first, finds the same "
        f"h(n) for n = {ranges(sorted(result.size for result in found.confirmed))}, in {_large(nodes)} nodes."
    )


def brief(found: Certified) -> str:
    """In a few words: what the refutations took, and which perfect squared square is the least."""
    nodes, taken = (sum(getattr(each, name) for each in found.refutations.values()) for name in ("nodes", "cpu_s"))
    text = f"{count(len(found.refutations), 'exhaustive search', 'exhaustive searches')} of {_large(nodes)} nodes in "
    text += f"{taken / 60:.0f} CPU minutes" if taken >= 60 else f"{seconds(taken)} CPU seconds"
    text += " found none with a copy less"
    sides = [n for n, tiling in sorted(found.tilings.items()) if tiling.copies == 1]
    if sides and all(found.refuted(n) for n in range(2, sides[0])):
        text += f", and the least side of a perfect squared square is {sides[0]}"
    return text


def table(found: Certified) -> list[list[str]]:
    """A row for each n: h(n), the copies that were refuted, the tiling, and what both cost."""
    return [_row(found, n) for n in found.sizes]


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


def perfect(found: Certified) -> str:
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
    return f"Perfect squared squares: {'; '.join(said)}." if said else ""


def cost(found: Certified) -> str:
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
    agreeing = f"{len(known) - len(other)} of {len(known)} values agree with A036444 and other published values"
    said = [agreeing] if known else []
    for value in sorted({LEAST_COPIES[n] for n in other}):
        said.append(f"{value} is published for n = {ranges(n for n in other if LEAST_COPIES[n] == value)}")
    if new:
        said.append(f"nothing is published, as far as we know, for n = {ranges(new)}")
    return "; ".join(said) + "." if said else ""


def finest(found: Certified) -> list[Tiling]:
    """The valid tilings of the greatest variety."""
    return sorted(found.tilings.values(), key=variety, reverse=True)[:FINEST]


def prettiest(found: Certified) -> list[Tiling]:
    """The tiling of the greatest variety in each of PICTURES parts by size of the valid tilings without the finest."""
    rest = [tiling for _, tiling in sorted(found.tilings.items()) if tiling not in finest(found)]
    cuts = [number * len(rest) // PICTURES for number in range(PICTURES + 1)]
    return [max(rest[start:end], key=variety) for start, end in pairwise(cuts) if start < end]


def variety(tiling: Tiling) -> tuple[int, int]:
    """A sort key: the fewest copies of a side first, then the most different sides."""
    return -tiling.copies, tiling.sides


def draw_all(found: Certified, tilings: Iterable[Tiling]) -> list[Drawing]:
    """A drawing each, with its bound on h(n) and its squares in words."""
    return [
        Drawing(
            bound(found, tiling),
            draw.figure(tiling.board, tiling.squares, bare=True),
            f"{bound(found, tiling)}, {parts(tiling)}",
        )
        for tiling in tilings
    ]


def bound(found: Certified, tiling: Tiling) -> str:
    """What a tiling shows of h(n): its value where that is certain, else an upper bound."""
    value = found.value(tiling.size)
    return f"h({tiling.size}) = {value}" if value else f"h({tiling.size}) ≤ {tiling.copies}"


def parts(tiling: Tiling) -> str:
    """The squares of a tiling and their different sides, in words."""
    return f"{count(len(tiling.squares), 'square')} of {count(tiling.sides, 'side')}"


def _large(number: int) -> str:
    """
    >>> _large(16_363_492_510), _large(2_500_000), _large(999)
    ('16.4 billion', '2.5 million', '999')
    """
    for unit, words in ((10**9, "billion"), (10**6, "million")):
        if number >= unit:
            return f"{number / unit:.1f} {words}"
    return f"{number:,}"
