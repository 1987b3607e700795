"""Reads the puzzle files of BurrTools (A. Röver; ``.xmpuzzle``): XML, mostly compressed with gzip.

A problem names the shapes to use, how often (``count``, or ``min`` and ``max``), and the shape to build, its result.
Filled cells of the result must be filled, variable ones may stay empty, at most ``maxHoles`` of them. A coloured cell
of a piece fits a coloured cell of the result only if the problem pairs their colours.

Where there are neither variable cells nor colours and the numbers of cells leave no choice of pieces, the instance is
one of family ``polycubes``; else it is an exact cover, one of family ``covers``. Grids of cubes (gridType 0) are read,
all other files are refused with a reason. Whether a puzzle can be taken apart is not examined: data about
that, such as the groups of pieces, are skipped.

BurrTools counts assemblies up to rotation, and mirror images once where the pieces can build both. If there is a choice
of pieces, it then takes different sets of pieces for one solution, and its user guide ("The Mirror Paradox") demands to
keep mirror images. So they count once, unless there is a choice of pieces. Pieces may be turned in space, so in a
result one cell thick they may be turned over. Two shapes that happen to be equal are different pieces; copies of one
shape are not. Two placements of a piece on the same cells that show different colours differ.
"""

from pathlib import Path

from tilings.models.polycubes import geometry
from tilings.models.polycubes.burrtools import assembly, cover, document
from tilings.models.polycubes.burrtools.assembly import Assembly
from tilings.models.polycubes.draft import Draft, in_file
from tilings.models.polycubes.instance import Piece
from tilings.models.puzzle_file import ForeignPuzzle

_CHOICE = "pieces may be chosen, so mirror images count separately; with --convention automorphisms they count once"
_NOT_EXAMINED = "assemblies are found; whether they can be taken apart is not checked"


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file, or of those that gzip packed in it, are XML."""
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def read(path: Path, name: str, number: int = 1) -> ForeignPuzzle:
    """The problem of that number, counted from 1; raises UserError with the file, the line and the error."""
    content = document.read(path)
    stated = assembly.read(content, number)
    notes = [*in_file("problem", len(content.problems), number), _NOT_EXAMINED]
    draft = _draft(stated, name)
    if draft:
        return draft.finished("reflections", notes)
    puzzle = cover.cover(stated, name, notes, stated.motions)
    return puzzle._replace(notes=(*puzzle.notes, _CHOICE)) if stated.choice else puzzle


def _draft(assembly: Assembly, name: str) -> Draft | None:
    """The problem as a box with pieces; None for one with colours, variable cells, or a choice of pieces.

    There is no choice if the numbers of cells require the largest number of copies of every piece, or the least of
    every piece. (Symmetries must keep variable cells, even if all of these are filled.)
    """
    least, most = assembly.volumes
    room = len(assembly.target)
    if assembly.coloured or assembly.variable or room not in (least, most):
        return None
    counts = [(part, part.most if most == room else part.least) for part in assembly.parts]
    pieces = [Piece(part.name, tuple(part.voxels), count) for part, count in counts if count]
    blocked = [cell for cell in geometry.cells(assembly.box) if cell not in assembly.target]
    return Draft(name, assembly.box, pieces, blocked)
