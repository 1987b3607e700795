"""A solver of polyomino and polycube puzzles with all that M. Busche describes.

Source: M. Busche, "Solving Polyomino and Polycube Puzzles: Algorithms, Software, and Solutions", 2011.

A search goes through three kinds of algorithms as fewer pieces remain: dancing links (DLX), which may branch on a
cell or on a piece; the most constrained hole (MCH) or its estimate (EMCH), on bit masks; and de Bruijn's, which
always fills the first hole. Settings say at which number of remaining pieces each takes over, which images are
filtered out, and which violations end a branch; ``read`` explains them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from models.problem import Packing, UserError
from runners.native._engine import ClassicSearch, ClassicSettings

FILTERS = ("rotations", "parity", "volume", "fit")
_ORDER = re.compile(r"(?:([fxyzXYZR])|a@(\d{1,3}(?:\.\d+)?))(?:=(\d{1,9}))?")
_NO_PIECE, _BEST_PIECE = -1, -2


class Classic(ClassicSearch):
    """The search for all packings, resumable in slices."""

    def __init__(self, packing: Packing, settings: ClassicSettings) -> None:
        try:
            super().__init__(
                packing.box, packing.cells, packing.copies, packing.piece, packing.covers, packing.symmetries, settings
            )
        except ValueError as error:
            raise UserError(str(error)) from None


def search(packing: Packing) -> Classic:
    """The search that a packing and its settings ask for; raises UserError for settings that make no sense."""
    return Classic(packing, read(packing.settings, packing))


def read(settings: Mapping[str, str], packing: Packing) -> ClassicSettings:
    """The settings that a text stands for."""
    pieces = sum(packing.copies)
    found = ClassicSettings()
    for name, value in settings.items():
        if name == "order":
            _read_order(found, value, pieces)
        elif name == "constrain":
            found.constrain = _piece(value, packing)
        elif value == "once" and name.endswith("_filter"):
            setattr(found, name, pieces)
        elif hasattr(found, name) and re.fullmatch(r"\d{1,10}", value):
            setattr(found, name, int(value))
        else:
            raise UserError(f"the classic engine has no setting {name}={value}")
    return found


def _read_order(found: ClassicSettings, text: str, pieces: int) -> None:
    for position, part in enumerate(text.split(",")):
        match = _ORDER.fullmatch(part)
        if match is None or (position > 0 and match[3] is None):
            raise UserError(
                f"order: '{part}' is none of f x y z X Y Z R a@DEGREES, with the number of remaining pieces "
                "from which on it is used, as in x=35,f=20 (the first may go without)"
            )
        found.order(match[1] or "a", pieces if match[3] is None else int(match[3]), float(match[2] or 0))


def _piece(value: str, packing: Packing) -> int:
    if value in ("none", "auto"):
        return _NO_PIECE if value == "none" else _BEST_PIECE
    if value not in packing.names:
        raise UserError(f"constrain: there is no piece '{value}'; the pieces are {' '.join(packing.names)}")
    return packing.names.index(value)
