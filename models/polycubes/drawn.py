"""Reads puzzles that are drawn in text: pieces of letters, and a box or a region that they fill.

A puzzle consists of sentences, a line each, and of pictures, with a blank line between two of them::

    box 5x4             the box: width x depth, or width x depth x layers
    one-sided           flat pieces must not be turned over
    2 pentominoes       two of each piece of a set (models.polycubes.sets)
    15 of L             so many copies of the piece that is drawn with the letter L

    TTT   LLL           pieces: the cells of one letter in one picture; '.' and blanks are empty
    .T.   L..

    #####               a region instead of a box: '#' is a cell to be filled, '.' a hole
    ##.##

In a picture, three blanks or more divide layers, the bottom one first, and the first row has the largest y. If the box
has one layer only, they divide pieces that stand side by side. Letters may have a blank between them, as in printed
solutions. A piece that is drawn again is a further copy. A picture with ``*`` shows the whole box; such a cell stays
empty. Flat puzzles are read with the convention ``reflections`` and solid ones with ``rotations``, as definitions are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from tilings.models.polycubes.draft import Draft, ForeignPuzzle
from tilings.models.polycubes.instance import Cell, Piece
from tilings.models.polycubes.notes import connected
from tilings.models.polycubes.sets import SETS
from tilings.models.problem import UserError
from tilings.models.terminal import phrases

_BOX = re.compile(r"box\s+(\d{1,4})\s*[x×]\s*(\d{1,4})(?:\s*[x×]\s*(\d{1,4}))?", re.IGNORECASE)
_SET = re.compile(rf"(?:(\d{{1,4}})\s+)?({'|'.join(SETS)})", re.IGNORECASE)
_ONE_SIDED = re.compile(r"one-sided", re.IGNORECASE)
_COPIES = re.compile(r"([1-9]\d{0,3}) of ([^\W_])", re.IGNORECASE)
_OF_WORD = re.compile(r"(\d{1,4})\s+of\s+([^\W_]{2,})", re.IGNORECASE)  # a slip
_SENTENCES = (_BOX, _SET, _ONE_SIDED, _COPIES)
_SIZE = re.compile(r"(?:\w+\s+)?\d+\s*[x×]\s*\d+(?:\s*[x×]\s*\d+)?", re.IGNORECASE)  # a box with a slip before it
_LAYER = re.compile(r"x(?: {0,2}x)*")  # in a line with x for each column that is not blank
_MOST_DRAWN = 200_000  # letters and blanks of all pictures
_SAME = re.compile(r"piece (\S+) has the shape of \1:")


def looks_like(text: str) -> bool:
    """Whether a text is a drawn puzzle: it has a line for the box, begins with a sentence, or begins with a row of a
    region and has no brackets or commas, as lists of triominoes with comments do.
    """
    first = _first_line(text)
    if re.match(r"box\s", first, re.IGNORECASE) or any(sentence.fullmatch(first) for sentence in _SENTENCES):
        return True
    if any(_BOX.fullmatch(line.strip()) for line in text.splitlines()):
        return True
    return "#" in first and set(first) <= set("#.* ") and re.search(r"[,;\[({]", text) is None


def slip(text: str) -> str:
    """The error in the first line of a text that resembles a drawn puzzle; else empty."""
    first = _first_line(text)
    if _SIZE.fullmatch(first):
        return _not_a_box(first)
    if of_word := _OF_WORD.fullmatch(first):
        return _not_a_letter(of_word)
    named = re.fullmatch(r"(?:\d{1,4}\s+)?([^\W\d_]{4,})", first)
    meant = phrases.near(named[1].lower(), SETS) if named else ""
    return f"'{first}' is neither a set of pieces nor another line of a drawn puzzle{meant}" if meant else ""


def read(text: str, source: str, name: str) -> ForeignPuzzle:
    """The puzzle that a text draws; raises UserError with the file, the line and the error."""
    return _Reader(text, source).puzzle(name)


class _Picture(NamedTuple):
    """line: where it begins; box: its extents; even: whether its layers are equally wide; marks: of the cells."""

    line: int
    box: Cell
    even: bool
    marks: dict[Cell, str]


@dataclass
class _Reader:
    """box: the extents and the line that gives them; copies: of a letter, and the line that gives them.

    drawn: the letters and blanks of the pictures so far.
    """

    text: str
    source: str
    box: tuple[Cell, int] | None = None
    one_sided: bool = False
    copies: dict[str, tuple[int, int]] = field(default_factory=dict)
    drawn: int = 0

    def puzzle(self, name: str) -> ForeignPuzzle:
        """The whole puzzle."""
        pieces: list[tuple[Piece, int]] = []
        pictures: list[_Picture] = []
        blocked: list[Cell] = []
        for line, rows in self._paragraphs():
            if sentence := _SET.fullmatch(rows[0].strip()):
                copies = int(sentence[1] or 1)
                pieces += [
                    (Piece(letter, tuple(cells), copies), line) for letter, cells in SETS[sentence[2].lower()].items()
                ]
            elif sentence := _BOX.fullmatch(rows[0].strip()):
                self._set_box((int(sentence[1]), int(sentence[2]), int(sentence[3] or 1)), line)
            elif _ONE_SIDED.fullmatch(rows[0].strip()):
                self.one_sided = True
            elif sentence := _COPIES.fullmatch(rows[0].strip()):
                self.copies[sentence[2]] = (int(sentence[1]), line)
            else:
                picture = self._picture(line, rows)
                if "#" in picture.marks.values():
                    blocked = self._region(picture)
                else:
                    pictures.append(picture)
        if self.box is None:
            raise self._error(1, "the box is missing: write a line such as 'box 5x4', or draw the region with #")
        box = self.box[0]
        for picture in pictures:
            blocked += self._blocked(picture, box)
            pieces += [(piece, picture.line) for piece in self._pieces(picture, flat=box[2] == 1)]
        for letter, (copies, line) in self.copies.items():
            if letter not in {piece.name for piece, _ in pieces}:
                raise self._error(line, f"no piece is drawn with the letter {letter}")
            pieces = [(replace(piece, copies=copies) if piece.name == letter else piece, at) for piece, at in pieces]
        if not pieces:
            raise self._error(1, "the pieces are missing: draw them in letters, or name a set such as 'pentominoes'")
        draft, notes = Draft(name, box, [piece for piece, _ in pieces], blocked, self.one_sided).merged()
        shapes = [piece.name for piece in draft.pieces]
        for piece, line in reversed(pieces):
            if shapes.count(piece.name) > 1:
                raise self._error(line, f"another piece of another shape is named {piece.name}: take another letter")
        convention = "reflections" if 1 in box else "rotations"
        return draft.finished(convention, [note for note in notes if not _SAME.match(note)])

    def _paragraphs(self) -> Iterator[tuple[int, list[str]]]:
        """The sentences and pictures, each with its first line's number; no blank line is needed around a sentence."""

        def kind(numbered: tuple[int, str]) -> tuple[bool, int]:
            number, row = numbered
            alone = any(sentence.fullmatch(row.strip()) for sentence in _SENTENCES)
            return not row.strip(), number if alone else 0

        numbered = enumerate((row.rstrip().expandtabs() for row in self.text.splitlines()), start=1)
        for (blank, _), group in groupby(numbered, kind):
            if not blank:
                lines = list(group)
                yield lines[0][0], [row for _, row in lines]

    def _picture(self, line: int, rows: list[str]) -> _Picture:
        """The picture that some rows of text draw."""
        for number, row in enumerate(rows, start=line):
            if re.match(r"\s*box\b", row, re.IGNORECASE):
                raise self._error(number, _not_a_box(row.strip()))
            if of_word := _OF_WORD.fullmatch(row.strip()):
                raise self._error(number, _not_a_letter(of_word))
            if wrong := next((mark for mark in row if not (mark.isalnum() or mark in "#.* ")), None):
                raise self._error(number, f"expected letters, '.', '*' or '#' in a picture, not '{wrong}'")
        wide = max(map(len, rows))
        self.drawn += wide * len(rows)
        if self.drawn > _MOST_DRAWN:
            raise self._error(line, f"more than {_MOST_DRAWN:,} letters and blanks are drawn here: write JSON instead")
        columns = ["".join(column) for column in zip(*(row.ljust(wide) for row in rows), strict=True)]
        layers = [found.span() for found in _LAYER.finditer("".join(" x"[bool(each.strip())] for each in columns))]
        apart = all(not columns[at].strip() for start, end in layers for at in range(start + 1, end, 2))
        step = 2 if apart else 1
        marks = {
            ((at - start) // step, len(rows) - 1 - down, z): columns[at][down]
            for z, (start, end) in enumerate(layers)
            for at in range(start, end, step)
            for down in range(len(rows))
        }
        widths = {(end - start + step - 1) // step for start, end in layers}
        letters = set(marks.values()) - set("#.* ")
        if "#" in marks.values() and letters:
            raise self._error(
                line, f"a picture shows a region with # or pieces with letters: this one has # and {min(letters)}"
            )
        return _Picture(line, (max(widths), len(rows), len(layers)), len(widths) == 1, marks)

    def _region(self, picture: _Picture) -> list[Cell]:
        """Takes a region as the box; its holes."""
        if not picture.even:
            raise self._error(picture.line, "the layers of the region differ in width: draw their holes as '.'")
        self._set_box(picture.box, picture.line)
        return [cell for cell, mark in picture.marks.items() if mark != "#"]

    def _set_box(self, box: Cell, line: int) -> None:
        if self.box:
            raise self._error(line, f"line {self.box[1]} gives the box or the region already")
        self.box = (box, line)

    def _blocked(self, picture: _Picture, box: Cell) -> list[Cell]:
        """The cells that stay empty in a picture of the whole box."""
        blocked = [cell for cell, mark in picture.marks.items() if mark == "*"]
        if blocked and not (picture.even and picture.box == box):
            size = "x".join(map(str, picture.box))
            raise self._error(picture.line, f"a picture with * shows the whole box, and this one is {size} cells large")
        return blocked

    def _pieces(self, picture: _Picture, flat: bool) -> Iterator[Piece]:
        """The pieces of a picture. flat: whether each layer has pieces of its own."""
        cells_of: dict[tuple[str, int], set[Cell]] = {}
        for cell, mark in picture.marks.items():
            if mark.isalnum():
                cells_of.setdefault((mark, cell[2] if flat else 0), set()).add(cell)
        for (letter, _), cells in cells_of.items():
            if len({z for _, _, z in cells}) > 1 and not picture.even:
                raise self._error(
                    picture.line, f"piece {letter} is in layers of different widths: draw empty cells as '.'"
                )
            if not connected(cells):
                meant = phrases.near("".join(picture.marks.values()), SETS) if picture.box[1] == 1 else ""
                raise self._error(
                    picture.line, f"piece {letter} is in parts that do not touch: take two letters{meant}"
                )
            yield Piece(letter, tuple(sorted(cells)))

    def _error(self, line: int, message: str) -> UserError:
        return UserError(f"{self.source}:{line}: {message}")


def _first_line(text: str) -> str:
    """The first line that is not blank."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _not_a_box(line: str) -> str:
    return f"expected a box such as 'box 5x4' or 'box 4x4x4', not '{line}'"


def _not_a_letter(found: re.Match[str]) -> str:
    """The error in a line such as '8 of dominoes'."""
    copies, word = found.groups()
    if word.lower() in SETS:
        return f"'{found[0]}' is of a set, which is named without 'of': write '{copies} {word.lower()}'"
    letter = word[0].upper()
    instead = f"draw it with {letter}, and write '{copies} of {letter}', not '{found[0]}'"
    return f"a piece is named by one letter: {instead}{phrases.near(word.lower(), SETS)}"
