"""Chooses the pictures of the book: certified tilings of squares, and solved boards of campaigns.

Of squares the least board of each value of h and those of the greatest variety, triominoes with as many tiles as
possible, and packings of unlike pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tilings.models import registry
from tilings.models.formulation import paradigms_in_order
from tilings.models.problem import CONVENTIONS, Problem, Solution
from tilings.models.terminal.phrases import counted, up_to
from tilings.reports.data.campaign import Results, stored
from tilings.reports.english import copies, count, listed, seconds
from tilings.runners.record.schema import RunRecord
from tilings.runners.record.support import CONFIRMED, PHRASES, Support, known, together
from tilings.studies.gallery.book import Picture, Section
from tilings.studies.hn.certified import Certified
from tilings.studies.hn.rows import Tiling
from tilings.studies.hn.sequence import bound, finest, parts, prettiest

TILINGS = "certify/tilings-1-of-1.csv"  # in the folder of results
FEWEST_TILES, LEAST_SHARE = 7, 0.4  # on a board that is shown, and of its cells that they cover
SIZES = 3  # of boards of one kind that are shown


@dataclass(frozen=True)
class ChosenBoard:
    """An instance with the rows that answer it, in all campaigns, and a valid solution with its row and its file."""

    problem: Problem
    instance: Any
    records: tuple[RunRecord, ...]
    solution: Solution
    by: RunRecord
    file: str

    def picture(self, proved: str) -> Picture:
        """The picture with what is proved of it."""
        words = registry.drawing(self.problem.family).words(self.instance, self.solution)
        took = f"{self.by.solver} with {self.by.formulation} in {seconds(self.by.wall_s or 0)} s"
        source = f"{self.file}; found by {took} on {self.by.started_at[:10]}"
        title = self.instance.name
        return Picture(self.instance, self.solution, title, words, proved, source, self.problem.family)


def squares(found: Certified) -> Section:
    """The pictures, from the least board to the greatest."""
    least: dict[int, int] = {}
    for n, value in found.certain.items():
        least.setdefault(value, n)
    sizes = {*least.values(), *(tiling.size for tiling in (*finest(found), *prettiest(found)))}
    chosen = (
        "h(n) is the fewest copies of one side with which smaller squares tile an n × n board. Shown are the smallest "
        "board of each value, and of each range of sizes a tiling of the fewest copies with the most different sides."
    )
    return Section("Squares", chosen, tuple(_tiling(found, found.tilings[n]) for n in sorted(sizes)))


def triominoes(campaigns: dict[str, Results]) -> Section:
    """The boards of each kind with the most values and tiles, at most one for each size; the densest boards first."""
    kinds: dict[tuple[Any, ...], dict[tuple[int, int], ChosenBoard]] = {}
    boards = _boards(campaigns, "triominoes", lambda record: record.answer == "optimal")
    for board in sorted(boards, key=_richness, reverse=True):
        if _share(board) >= LEAST_SHARE and len(board.solution) >= FEWEST_TILES:
            instance = board.instance
            kinds.setdefault(_kind(board), {}).setdefault((instance.rows, instance.cols), board)
    shown = [board for sizes in kinds.values() for board in list(sizes.values())[:SIZES]]
    shown.sort(key=_share, reverse=True)
    chosen = (
        "As many tiles as possible lie on the board, and where two touch they show equal values. Of each kind of board "
        f"those with the most values and tiles are shown, at most {SIZES} sizes of a kind; the densest come first."
    )
    return Section("Triominoes", chosen, tuple(board.picture(_most(board)) for board in shown))


def polycubes(campaigns: dict[str, Results]) -> Section:
    """The puzzles that belong to no ladder, and whose pieces are all there once; flat ones first, then by size.

    If instances differ only in which solutions count as one, the one that counts the fewest is shown.
    """
    puzzles: dict[Any, ChosenBoard] = {}
    boards = _boards(campaigns, "polycubes", lambda record: not record.ladder)
    for board in sorted(boards, key=lambda board: CONVENTIONS.index(board.instance.convention), reverse=True):
        instance = board.instance
        if all(piece.copies == 1 for piece in instance.pieces):
            puzzles.setdefault((instance.box, instance.blocked, instance.pieces), board)
    shown = sorted(puzzles.values(), key=_flat_and_small)
    chosen = "Known puzzles whose pieces all differ, and how many packings there are: flat ones first, then boxes."
    return Section("Polyominoes and polycubes", chosen, tuple(board.picture(_counted(board)) for board in shown))


def _boards(campaigns: dict[str, Results], family: str, wanted: Callable[[RunRecord], bool]) -> Iterator[ChosenBoard]:
    """The instances with a valid solution, in the order of their names; the solution is that of the fastest row."""
    rows: dict[str, list[tuple[RunRecord, str]]] = {}
    for name, results in campaigns.items():
        for record in results.records:
            there = (family, record.instance) in results.instances
            if record.family == family and record.check == "valid" and there and wanted(record):
                rows.setdefault(record.instance, []).append((record, name))
    for instance in sorted(rows):
        for record, name in sorted(rows[instance], key=lambda row: row[0].wall_s or 0):
            results = campaigns[name]
            if (solution := stored(results, record)) is not None:
                problem, made = results.instances[family, instance]
                alike = tuple(each for each, _ in rows[instance] if each.instance_sha256 == record.instance_sha256)
                file = f"{name}/{results.solutions.place(record.run_id).name}".removeprefix("./")
                yield ChosenBoard(problem, made, alike, solution, record, f"{file}, run {record.run_id}")
                break


def _kind(board: ChosenBoard) -> tuple[Any, ...]:
    made: Any = board.instance
    difficulty = board.problem.measures(made).get("difficulty")
    return difficulty, made.length, made.connected, bool(made.blocked), made.rows == made.cols


def _richness(board: ChosenBoard) -> tuple[int, int]:
    return len({value for tile in board.instance.tiles for value in tile}), len(board.solution)


def _flat_and_small(board: ChosenBoard) -> tuple[bool, int, str]:
    return board.instance.box[2] > 1, len(board.instance.cells), board.instance.name


def _share(board: ChosenBoard) -> float:
    """The share of the cells that are covered."""
    made: Any = board.instance
    return made.length * len(board.solution) / (made.rows * made.cols - len(made.blocked))


def _most(board: ChosenBoard) -> str:
    """What the claim that no more tiles can be laid rests on."""
    tiles = count(len(board.solution), "tile")
    if len(board.solution) == len(board.instance.tiles):
        return f"All {tiles} are laid."
    support = PHRASES[Support(board.records).words]
    return f"More than {tiles} are impossible, by {support}: {_makers(board.records)}."


def _counted(board: ChosenBoard) -> str:
    """How many solutions there are, and how that is known."""
    counts = [record for record in board.records if record.answer == "counted"]
    if not counts:
        return "How many other solutions there are is not known."
    number = count(counts[0].solutions or 0, "solution")
    alike = together({known(record) for record in counts}) == CONFIRMED
    agree = " Two algorithms that share nothing agree." if alike else ""
    return f"{number}{up_to(board.instance.convention, ' ')}, counted by {_makers(counts)}.{agree}"


def _makers(records: Iterable[RunRecord]) -> str:
    """The formulation of some rows; of several their number and their paradigms."""
    made = sorted({(record.formulation, record.paradigm) for record in records})
    if len(made) == 1:
        return f"{made[0][0]} ({made[0][1]})"
    return f"{len(made)} formulations ({listed(paradigms_in_order({paradigm for _, paradigm in made}))})"


def _tiling(found: Certified, tiling: Tiling) -> Picture:
    n = tiling.size
    return Picture(
        instance=tiling.board._replace(name=f"h{n:02}"),
        solution=tiling.squares,
        title=bound(found, tiling),
        words=parts(tiling),
        proved=_refuted(found, tiling),
        source=f"{TILINGS}, n = {n}; found by the search {tiling.engine} on {tiling.started_at[:10]}",
        family="squares",
    )


def _refuted(found: Certified, tiling: Tiling) -> str:
    """Why no tiling has fewer copies of a side, as far as that is known."""
    if tiling.copies == 1:
        return "No side is used twice."
    refuted = found.refutations.get(tiling.size)
    if refuted is None or refuted.copies + 1 != tiling.copies:
        return "Whether fewer copies are enough is not known."
    nodes = counted(refuted.nodes, "node", commas=True)
    searched = f"a complete search of {nodes} found no tiling with {copies(refuted.copies)}"
    return f"Fewer are impossible: {searched}."
