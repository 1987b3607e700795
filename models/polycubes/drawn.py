"""Reads puzzles that are drawn in text: pieces of letters, and a box or a region that they fill.

A puzzle consists of sentences, a line each, and of pictures, with a blank line between two of them::

    title: Frog         the puzzle's name, by default that of its file
    box 5x4             the box: width x depth, or width x depth x layers
    one-sided           flat pieces must not be turned over
    one-sided: L, P     those that are drawn with these letters must not
    2 pentominoes       two of each piece of a set (models.polycubes.sets)
    15 of L             so many copies of the piece that is drawn with the letter L
    any number of L     as many copies as fit, or none
    gaps allowed        cells may stay empty
    3 gaps              exactly three cells stay empty
    at most 3 of F, I, L      a bound on the number of pieces of a group, each of which may be left out
    colours of L        the next picture shows the piece with colours for letters; also: colours of the box
    r fits b, w         the colours of the box on which a colour of the pieces may lie; by default its own

    TTT   LLL           pieces: the cells of one letter in one picture; '.' and blanks are empty
    .T.   L..

    #####               a region instead of a box: '#' is a cell to be filled, '.' is not
    ##.##

In a picture, three blanks or more divide layers, the bottom one first, and the first row has the largest y. If the box
has one layer only, they divide pieces that stand side by side. Letters may have a blank between them, as in printed
solutions. A piece that is drawn again is a further copy. A picture with ``*`` shows the whole box; such a cell stays
empty. ``//``, or ``#`` and a blank, begins a comment. Flat puzzles are read with the convention ``reflections`` and
solid ones with ``rotations``, as definitions are. With colours or groups, a puzzle is read as an exact cover.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from math import prod

from tilings.models.fields import as_name
from tilings.models.polycubes import coloured, instance, sentences
from tilings.models.polycubes.draft import Draft, ForeignPuzzle
from tilings.models.polycubes.geometry import cells
from tilings.models.polycubes.instance import Cell, Piece
from tilings.models.polycubes.notes import connected
from tilings.models.polycubes.pictures import APART, Drawing, picture
from tilings.models.polycubes.sentences import ANY
from tilings.models.polycubes.sets import SETS, one_sided
from tilings.models.problem import UserError

_MOST_DRAWN = 200_000  # letters and blanks of all pictures


def read(text: str, source: str, name: str) -> ForeignPuzzle:
    """The puzzle that a text draws; raises UserError with the file, the line and the error."""
    return _Reader(text, source).puzzle(name)


@dataclass
class _Reader:
    """Reads the sentences and pictures of a text."""

    text: str
    source: str
    title: str = ""  # the puzzle's name, or empty
    box: tuple[Cell, int] | None = None  # the extents, and the line that states them
    one_sided: bool = False  # whether all pieces are
    unturned: dict[str, int] = field(default_factory=dict)  # the letters of one-sided pieces, with their lines
    copies: dict[str, tuple[int, int | None, int]] = field(default_factory=dict)  # least, most (None: any), the line
    rules: coloured.Rules = field(default_factory=coloured.Rules)
    painting: tuple[str, int] = ("", 0)  # the letter or the box whose colours the next picture shows, and the line
    gaps: tuple[int, int | None] = (0, 0)  # the least and the largest number; None: any number
    pieces: list[tuple[Piece, int]] = field(default_factory=list)  # with their lines
    drawn: int = 0  # the number of letters and blanks in the pictures so far

    def puzzle(self, name: str) -> ForeignPuzzle:
        """The whole puzzle."""
        pictures: list[Drawing] = []
        blocked: list[Cell] = []
        for line, rows in self._paragraphs():
            if self._sentence(line, rows[0]):
                continue
            if self.painting[0]:
                self._colours(line, rows)
                continue
            drawing = self._picture(line, rows)
            if "#" in drawing.marks.values():
                blocked = self._region(drawing)
            else:
                pictures.append(drawing)
        if self.painting[0]:
            raise self._error(self.painting[1], f"the picture of the colours of {self.painting[0]} is missing")
        if self.box is None:
            raise self._error(1, sentences.NO_BOX)
        box = self.box[0]
        for drawing in pictures:
            blocked += self._blocked(drawing, box)
            self.pieces += [(piece, drawing.line) for piece in self._pieces(drawing, flat=box[2] == 1)]
        if not self.pieces:
            raise self._error(1, "the pieces are missing: draw them in letters, or name a set such as 'pentominoes'")
        box, blocked = trimmed(box, blocked)
        room = prod(box) - len(blocked)
        pieces = list(self._numbered(room))
        gaps = (self.gaps[0], room if self.gaps[1] is None else self.gaps[1])
        named = as_name(self.title) if self.title else name
        draft, notes = Draft(named, box, [piece for piece, _ in pieces], blocked, self.one_sided, gaps).merged(
            apart=bool(self.rules)
        )
        if (self.one_sided or self.unturned) and 1 not in box:
            notes.append("'one-sided' changes nothing here: pieces of a solid puzzle are never mirrored")
        shapes = [piece.name for piece in draft.pieces]
        for piece, line in reversed(pieces):
            if shapes.count(piece.name) > 1:
                raise self._error(line, f"two pieces of different shapes are named {piece.name}: use two letters")
        puzzle = draft.finished("reflections" if 1 in box else "rotations", notes)
        return self._cover(puzzle) if self.rules else puzzle

    def _cover(self, puzzle: ForeignPuzzle) -> ForeignPuzzle:
        """The puzzle with its groups and colours as an exact cover."""
        stated = {key: value for key, value in puzzle.instance.items() if key != "family"}
        try:
            return self.rules.cover(instance.parse(stated), puzzle.notes)
        except coloured.Wrong as wrong:
            raise self._error(wrong.line, str(wrong)) from None
        except UserError as error:
            raise UserError(f"{self.source}: {error}") from None

    def _paragraphs(self) -> Iterator[tuple[int, list[str]]]:
        """The sentences and pictures, each with its first line's number; no blank line is needed around a sentence."""

        def kind(numbered: tuple[int, str]) -> tuple[bool, int]:
            number, row = numbered
            return not row.strip(), number if sentences.parsed(row) else 0

        rows = enumerate(map(sentences.content, self.text.splitlines()), start=1)
        for (blank, _), group in groupby(rows, kind):
            if not blank:
                lines = list(group)
                yield lines[0][0], [row for _, row in lines]

    def _sentence(self, line: int, text: str) -> bool:
        """Takes the statement of a line; returns whether it is a sentence."""
        sentence = sentences.parsed(text)
        if not sentence:
            return False
        kind, found = sentence
        if kind == "title":
            self.title = found[1].strip()
        elif kind == "box":
            self._set_box((int(found[1]), int(found[2]), int(found[3] or 1)), line)
        elif kind == "set":
            self._set(found, line)
        elif kind == "one-sided" and found[1]:
            self.unturned |= dict.fromkeys(sentences.letters(found[1]), line)
        elif kind == "one-sided":
            self.one_sided = True
        elif kind == "copies":
            self._copies(found, line)
        elif kind == "colours":
            self.painting = (found[1].lower() if len(found[1]) > 1 else found[1], line)
        elif kind == "fits":
            self.rules.fits[found[1]] = (sentences.letters(found[2]), line)
        else:
            number = int(found[2]) if found[2] else None
            self.gaps = (0 if found[1] else number or 0, number)
        return True

    def _copies(self, found: re.Match[str], line: int) -> None:
        """Takes the number of a piece, or of the pieces of a group."""
        bound, number, pieces = (found[1] or "").lower(), found[2].split()[0], sentences.letters(found[3])
        if number.isdigit():
            least, most = (0 if bound == "at most" else int(number)), (None if bound == "at least" else int(number))
        else:
            least, most = 0, None
        if len(pieces) == 1 or not number.isdigit():
            self.copies |= dict.fromkeys(pieces, (least, most, line))
        else:
            self.rules.groups.append((pieces, least, most, line))

    def _colours(self, line: int, rows: list[str]) -> None:
        """Takes a picture of colours."""
        drawing = self._picture(line, rows, words=False)
        of, _ = self.painting
        if of in self.rules.colours:
            raise self._error(line, f"line {self.rules.colours[of][1]} already gives the colours of {of}")
        self.rules.colours[of] = {cell: mark for cell, mark in drawing.marks.items() if mark.isalnum()}, line
        self.painting = ("", 0)

    def _set(self, found: re.Match[str], line: int) -> None:
        """Takes the pieces of a set."""
        number, name = (found[1] or "1").lower(), found[3].lower()
        pieces = SETS[name]
        if found[2]:
            self.one_sided = True
            pieces = one_sided(pieces)
        if number == ANY:
            self.copies |= dict.fromkeys(pieces, (0, None, line))
        copies = 1 if number == ANY else int(number)
        self.pieces += [(Piece(letter, tuple(shape), copies), line) for letter, shape in pieces.items()]

    def _numbered(self, room: int) -> Iterator[tuple[Piece, int]]:
        """The pieces with the copies that sentences give them; room: for any number of a piece, the cells to fill."""
        names = {piece.name for piece, _ in self.pieces}
        chosen = {letter: line for pieces, _, _, line in self.rules.groups for letter in pieces}
        lines = {letter: line for letter, (_, _, line) in self.copies.items()} | self.unturned | chosen
        lines |= {of: line for of, (_, line) in self.rules.colours.items() if of != coloured.BOX}
        for letter, line in lines.items():
            if letter not in names:
                raise self._error(line, f"no piece is drawn with the letter {letter}")
        for piece, line in self.pieces:
            least, most, _ = self.copies.get(piece.name, (piece.copies, piece.copies, 0))
            copies = max(1, least, room // len(piece.cells) if most is None else most)
            optional = copies if piece.name in chosen else copies - least
            yield piece._replace(copies=copies, optional=optional, one_sided=piece.name in self.unturned), line

    def _picture(self, line: int, rows: list[str], words: bool = True) -> Drawing:
        """The picture that some rows of text draw. words: whether words in it are an error."""
        for number, wrong in sentences.errors(rows, words):
            raise self._error(line + number, wrong)
        self.drawn += max(map(len, rows)) * len(rows)
        if self.drawn > _MOST_DRAWN:
            raise self._error(line, f"more than {_MOST_DRAWN:,} letters and blanks are drawn here: write JSON instead")
        drawing = picture(line, rows)
        if "#" in drawing.marks.values() and drawing.letters:
            raise self._error(line, "This picture mixes # (the region) with letters (pieces).")
        return drawing

    def _region(self, drawing: Drawing) -> list[Cell]:
        """Takes a region as the box; returns its holes."""
        if not drawing.aligned:
            raise self._error(drawing.line, "the layers of the region differ in width: draw their holes as '.'")
        self._set_box(drawing.box, drawing.line)
        return [cell for cell in cells(drawing.box) if drawing.marks.get(cell) != "#"]

    def _set_box(self, box: Cell, line: int) -> None:
        if self.box:
            raise self._error(line, f"line {self.box[1]} already gives the box or the region")
        self.box = (box, line)

    def _blocked(self, drawing: Drawing, box: Cell) -> list[Cell]:
        """The cells that stay empty in a picture of the whole box."""
        blocked = [cell for cell, mark in drawing.marks.items() if mark == "*"]
        if blocked and not (drawing.even and drawing.box == box):
            size = "x".join(map(str, drawing.box))
            raise self._error(drawing.line, f"a picture with * must show the whole box; this one is {size} cells large")
        return blocked

    def _pieces(self, drawing: Drawing, flat: bool) -> Iterator[Piece]:
        """The pieces of a picture. flat: whether each layer has pieces of its own."""
        cells_of: dict[tuple[str, int], set[Cell]] = {}
        for cell, mark in drawing.marks.items():
            if mark.isalnum():
                cells_of.setdefault((mark, cell[2] if flat else 0), set()).add(cell)
        for (letter, _), covered in cells_of.items():
            if len({z for _, _, z in covered}) > 1 and not drawing.aligned:
                several = "the layers differ in width, with more than three blanks between them"
                raise self._error(drawing.line, f"piece {letter}: {several}: draw empty cells as '.'")
            if not connected(covered):
                instead = "If they are two pieces, use two letters."
                if not flat and (drawing.box[2] > 1 or " " in drawing.marks.values()):
                    instead += f" Layers have {APART} blanks between them, and begin in the same column of the box."
                raise self._error(drawing.line, f"The cells of piece {letter} are not connected. {instead}")
            yield Piece(letter, tuple(sorted(covered)))

    def _error(self, line: int, message: str) -> UserError:
        return UserError(f"{self.source}:{line}: {message}")


def trimmed(box: Cell, blocked: Collection[Cell]) -> tuple[Cell, list[Cell]]:
    """The least box around the cells that are not blocked, which has their symmetries, and its blocked cells."""
    free = set(cells(box)).difference(blocked)
    if not free:
        return box, list(blocked)
    low, high = ([end(axis) for axis in zip(*free, strict=True)] for end in (min, max))
    wide, deep, layers = (last - first + 1 for first, last in zip(low, high, strict=True))
    moved = {(x - low[0], y - low[1], z - low[2]) for x, y, z in free}
    return (wide, deep, layers), [cell for cell in cells((wide, deep, layers)) if cell not in moved]
