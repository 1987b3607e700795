"""Reads the puzzle files of BurrTools (A. Röver; ``.xmpuzzle``): XML, mostly compressed with gzip.

A problem names the shapes to use, how often (``count``, or ``min`` and ``max``), and the shape to build, its result.
Filled cells of the result must be filled, variable ones may stay empty, at most ``maxHoles`` of them. A coloured cell
of a piece fits a coloured cell of the result only if the problem pairs their colours.

Where there are neither variable cells nor colours and the numbers of cells leave no choice of pieces, the instance is
one of family ``polycubes``; else it is an exact cover, one of family ``covers``. Grids of cubes (gridType 0) are read,
all other files are refused with one line that says why. Whether a puzzle can be taken apart is not examined: data about
that, such as the groups of pieces, are skipped.

BurrTools counts assemblies up to rotation, and mirror images once where the pieces can build both. If there is a choice
of pieces, it then takes different sets of pieces for one solution, and its user guide ("The Mirror Paradox") demands to
keep mirror images. So they count once, unless there is a choice of pieces. Pieces may be turned in space, so in a
result one cell thick they may be turned over. Two shapes that happen to be equal are different pieces; copies of one
shape are not. Two placements of a piece on the same cells that show different colours differ.
"""

from pathlib import Path

from tilings.models.polycubes.burrtools import assembly, cover, document, packing
from tilings.models.polycubes.draft import in_file
from tilings.models.puzzle_file import Foreign

_NOT_EXAMINED = "assemblies are found; whether they can be taken apart is not examined"


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are those of gzip or of XML."""
    return head.startswith(document.GZIP) or head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def read(path: Path, name: str, number: int = 1) -> Foreign:
    """The problem of that number, counted from 1; raises UserError with the file, the line and what is wrong."""
    found = document.read(path)
    stated = assembly.read(found, number)
    notes = [*in_file("problem", len(found.problems), number), _NOT_EXAMINED]
    draft = packing.draft(stated, name)
    return draft.finished("reflections", notes) if draft else cover.cover(stated, name, notes)
