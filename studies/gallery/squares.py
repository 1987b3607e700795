"""Chooses certified tilings of squares: the least board of each value of h, and those of the greatest variety."""

from dataclasses import replace

from reports.english import copies, count
from studies.gallery.picture import Picture, Section
from studies.hn.book import finest, prettiest
from studies.hn.certified import Tiling
from studies.hn.recorded import Certified

FILE = "certify/tilings-1-of-1.csv"


def section(found: Certified) -> Section:
    """The pictures, from the least board to the greatest."""
    least: dict[int, int] = {}
    for n, value in found.certain.items():
        least.setdefault(value, n)
    sizes = {*least.values(), *(tiling.size for tiling in (*finest(found), *prettiest(found)))}
    chosen = (
        "h(n) is the fewest copies of one side with which smaller squares tile an n × n board. Shown are the smallest "
        "board of each value, and of each range of sizes a tiling of the fewest copies with the most different sides."
    )
    return Section("Squares", chosen, tuple(_picture(found, found.tilings[n]) for n in sorted(sizes)))


def _picture(found: Certified, tiling: Tiling) -> Picture:
    n, value = tiling.size, found.value(tiling.size)
    sides = len({side for _, _, side in tiling.squares})
    return Picture(
        instance=replace(tiling.board, name=f"h{n:02}"),
        solution=tiling.squares,
        title=f"h({n}) = {value}" if value else f"h({n}) ≤ {tiling.copies}",
        words=f"{count(len(tiling.squares), 'square')} of {count(sides, 'side')}",
        proved=_proved(found, tiling),
        source=f"{FILE}, n = {n}; found by the search {tiling.engine} on {tiling.started_at[:10]}",
        family="squares",
    )


def _proved(found: Certified, tiling: Tiling) -> str:
    """Why no tiling has fewer copies of a side, as far as that is known."""
    if tiling.copies == 1:
        return "No side is used twice."
    refuted = found.refutations.get(tiling.size)
    if refuted is None or refuted.copies + 1 != tiling.copies:
        return "Whether fewer copies are enough is not known."
    nodes = f"{refuted.nodes:,} {'node' if refuted.nodes == 1 else 'nodes'}"
    searched = f"a complete search of {nodes} found no tiling with {copies(refuted.copies)}"
    return f"Fewer are impossible: {searched}."
