"""Pictures of boxes and pieces in text: rows of letters, and layers side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tilings.models.polycubes.instance import Cell

APART = 3  # blanks between two layers, or more
_LAYER = re.compile(r"x(?: {0,2}x)*")  # in a line with x for each column that is not blank


class Drawing(NamedTuple):
    """A picture in text."""

    line: int  # the line at which it begins
    box: Cell  # its extents
    even: bool  # whether its layers are equally wide
    aligned: bool  # whether the leftmost columns of all layers have one x: widths are equal, or gaps of three blanks
    marks: dict[Cell, str]  # the marks of the cells

    @property
    def letters(self) -> set[str]:
        """The letters of its pieces."""
        return set(self.marks.values()) - set("#.* ")


def picture(line: int, rows: Sequence[str]) -> Drawing:
    """The picture that some rows of text draw. line: the line of the first row."""
    wide = max(map(len, rows))
    columns = ["".join(column) for column in zip(*(row.ljust(wide) for row in rows), strict=True)]
    layers = [found.span() for found in _LAYER.finditer("".join(" x"[bool(each.strip())] for each in columns))]
    spaced = all(not columns[at].strip() for start, end in layers for at in range(start + 1, end, 2))
    step = 2 if spaced else 1
    marks = {
        ((at - start) // step, len(rows) - 1 - down, z): columns[at][down]
        for z, (start, end) in enumerate(layers)
        for at in range(start, end, step)
        for down in range(len(rows))
    }
    widths = {(end - start + step - 1) // step for start, end in layers}
    gaps = {start - end for (_, end), (start, _) in zip(layers, layers[1:], strict=False)}
    even = len(widths) == 1
    return Drawing(line, (max(widths), len(rows), len(layers)), even, even or gaps == {APART}, marks)
