"""The pieces of well-known sets, by their usual names; a flat piece is drawn as rows, ``.`` for empty."""

from collections.abc import Mapping, Sequence

from tilings.models.polycubes.geometry import orientations
from tilings.models.polycubes.instance import Cell, Piece

MONOMINOES = {"M": ("M",)}
DOMINOES = {"D": ("DD",)}
TROMINOES = {"I": ("III",), "V": ("VV", "V.")}
TETROMINOES = {"I": ("IIII",), "L": ("LLL", "L.."), "O": ("OO", "OO"), "S": (".SS", "SS."), "T": ("TTT", ".T.")}
PENTOMINOES = {
    "F": (".FF", "FF.", ".F."), "I": ("IIIII",), "L": ("LLLL", "L..."), "N": ("NN..", ".NNN"), "P": ("PP", "PP", "P."),
    "T": ("TTT", ".T.", ".T."), "U": ("U.U", "UUU"), "V": ("V..", "V..", "VVV"), "W": ("W..", "WW.", ".WW"),
    "X": (".X.", "XXX", ".X."), "Y": ("YYYY", ".Y.."), "Z": ("ZZ.", ".Z.", ".ZZ"),
}  # fmt: skip
SOMA = {
    "V": ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    "L": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)),
    "T": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)),
    "Z": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
    "A": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)),
    "B": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1)),
    "P": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def drawn(rows: Sequence[str]) -> list[Cell]:
    """The cells of a flat piece drawn as rows of text, ``.`` for empty."""
    return [(x, y, 0) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."]


def one_sided(pieces: Mapping[str, Sequence[Cell]]) -> dict[str, Sequence[Cell]]:
    """The pieces of a flat set and the mirror images of those that cannot be rotated to them, in lower case."""
    box = (8, 8, 1)
    found: dict[str, Sequence[Cell]] = dict(pieces)
    for name, cells in pieces.items():
        mirrored = [(-x, y, z) for x, y, z in cells]
        turned = (orientations(Piece(name, tuple(shape)), box, reflect=False) for shape in (cells, mirrored))
        if next(turned) != next(turned):
            found[name.lower()] = mirrored
    return found


_FLAT: Mapping[str, Mapping[str, Sequence[str]]] = {
    "monominoes": MONOMINOES,
    "dominoes": DOMINOES,
    "trominoes": TROMINOES,
    "tetrominoes": TETROMINOES,
    "pentominoes": PENTOMINOES,
}
# The cells of each piece, by the name of its set and its own.
SETS: dict[str, dict[str, Sequence[Cell]]] = {
    "soma": {**SOMA},
    **{name: {piece: drawn(rows) for piece, rows in pieces.items()} for name, pieces in _FLAT.items()},
}
