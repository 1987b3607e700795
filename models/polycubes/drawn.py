"""Reads puzzles that are drawn in text: pieces of letters, and a box or a region that they fill.

A puzzle consists of sentences, a line each, and of pictures, with a blank line between two of them::

    box 5x4             the box: width x depth, or width x depth x layers
    one-sided           flat pieces must not be turned over
    2 pentominoes       two of each piece of a set (models.polycubes.sets)
    15 of L             so many copies of the piece that is drawn with the letter L
    any number of L     as many copies as fit, or none
    gaps allowed        cells may stay empty
    3 gaps              exactly three cells stay empty

    TTT   LLL           pieces: the cells of one letter in one picture; '.' and blanks are empty
    .T.   L..

    #####               a region instead of a box: '#' is a cell to be filled, '.' a hole
    ##.##

In a picture, three blanks or more divide layers, the bottom one first, and the first row has the largest y. If the box
has one layer only, they divide pieces that stand side by side. Letters may have a blank between them, as in printed
solutions. A piece that is drawn again is a further copy. A picture with ``*`` shows the whole box; such a cell stays
empty. ``//``, or ``#`` and a blank, begins a comment. Flat puzzles are read with the convention ``reflections`` and
solid ones with ``rotations``, as definitions are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from string import ascii_uppercase

from tilings.models.polycubes import volumes
from tilings.models.polycubes.draft import Draft, ForeignPuzzle
from tilings.models.polycubes.instance import Cell, Piece
from tilings.models.polycubes.notes import connected
from tilings.models.polycubes.pictures import APART, Picture, picture
from tilings.models.polycubes.sets import SETS, one_sided
from tilings.models.problem import UserError
from tilings.models.terminal import phrases

_ANY = "any number of"
_SENTENCES = {
    "box": re.compile(r"box\s*:?\s*(\d{1,4})\s*[x×]\s*(\d{1,4})(?:\s*[x×]\s*(\d{1,4}))?", re.IGNORECASE),
    "set": re.compile(rf"(?:(\d{{1,4}}|{_ANY})\s+)?(one-sided\s+)?({'|'.join(SETS)})", re.IGNORECASE),
    "one-sided": re.compile(r"one-sided", re.IGNORECASE),
    "copies": re.compile(rf"([1-9]\d{{0,3}} of|{_ANY}) ([^\W_])", re.IGNORECASE),
    "gaps": re.compile(rf"gaps allowed|{_ANY} gaps|(at most )?(\d{{1,6}}) gaps?(?: allowed)?", re.IGNORECASE),
}
_OF_WORD = re.compile(r"(\d{1,4}|any number)\s+of\s+([^\W_]{2,})", re.IGNORECASE)  # a slip
_SIZE = re.compile(r"(?:\w+\s+)?\d+\s*[x×]\s*\d+(?:\s*[x×]\s*\d+)?", re.IGNORECASE)  # a box with a slip before it
# A comment after '#' has a word, unlike a row of a region or of letters with blanks between them.
_COMMENT = re.compile(r"//.*|(?:^|(?<=\s))#\s(?=.*[^\W_]{2}).*")
# A row of words, one of which no picture has by accident, is a sentence with a slip.
_WORDS = re.compile(
    r"(?=.*\s|.*sided).*\b(gaps?|allowed|any|numbe?r|most|exactly|(one)?sided|flip|mirror)\b.*|\w+ of \w", re.IGNORECASE
)
_COPIES = re.compile(r"(\d{1,4})\s*[x×]?\s+([^\W_\d])", re.IGNORECASE)
_MOST_DRAWN = 200_000  # letters and blanks of all pictures


def looks_like(text: str) -> bool:
    """Whether a text is a drawn puzzle: it has a line for the box, begins with a sentence, or begins with a row of a
    region and has no brackets or commas, as lists of triominoes with comments do.
    """
    first = _first_line(text)
    if re.match(r"box\s", first, re.IGNORECASE) or any(sentence.fullmatch(first) for sentence in _SENTENCES.values()):
        return True
    if any(_SENTENCES["box"].fullmatch(_content(line).strip()) for line in text.splitlines()):
        return True
    return "#" in first and set(first) <= set("#.* ") and re.search(r"[,;\[({]", text) is None


def slip(text: str) -> str:
    """The error in the first line of a text that resembles a drawn puzzle, or the missing box of pictures; else
    empty."""
    first = _first_line(text)
    if _SIZE.fullmatch(first):
        return _not_a_box(first)
    if wrong := _not_a_letter(first) or _not_a_set(first):
        return wrong
    rows = "".join(map(_content, text.splitlines()))
    return _no_box(sum(map(str.isalpha, rows))) if first and set(rows) <= set(f"{ascii_uppercase}. ") else ""


def read(text: str, source: str, name: str) -> ForeignPuzzle:
    """The puzzle that a text draws; raises UserError with the file, the line and the error."""
    return _Reader(text, source).puzzle(name)


@dataclass
class _Reader:
    """box: the extents and the line that gives them; copies: of a letter, None for any number, and the line; gaps: how
    many at least and at most, None for any number; many: the sentences with copies of all pieces of a set; pieces: with
    their lines.

    drawn: the letters and blanks of the pictures so far.
    """

    text: str
    source: str
    box: tuple[Cell, int] | None = None
    one_sided: bool = False
    copies: dict[str, tuple[int | None, int]] = field(default_factory=dict)
    gaps: tuple[int, int | None] = (0, 0)
    many: list[str] = field(default_factory=list)
    pieces: list[tuple[Piece, int]] = field(default_factory=list)
    drawn: int = 0

    def puzzle(self, name: str) -> ForeignPuzzle:
        """The whole puzzle."""
        pictures: list[Picture] = []
        blocked: list[Cell] = []
        for line, rows in self._paragraphs():
            if self._sentence(line, rows[0].strip()):
                continue
            drawing = self._picture(line, rows)
            if "#" in drawing.marks.values():
                blocked = self._region(drawing)
            else:
                pictures.append(drawing)
        if self.box is None:
            raise self._error(1, _no_box(sum(len(piece.cells) * piece.copies for piece, _ in self.pieces)))
        box = self.box[0]
        for drawing in pictures:
            blocked += self._blocked(drawing, box)
            self.pieces += [(piece, drawing.line) for piece in self._pieces(drawing, flat=box[2] == 1)]
        if not self.pieces:
            raise self._error(1, "the pieces are missing: draw them in letters, or name a set such as 'pentominoes'")
        room = volumes.room(box, blocked)
        pieces = list(self._numbered(room))
        gaps = (self.gaps[0], room if self.gaps[1] is None else self.gaps[1])
        draft, notes = Draft(name, box, [piece for piece, _ in pieces], blocked, self.one_sided, gaps).merged()
        shapes = [piece.name for piece in draft.pieces]
        for piece, line in reversed(pieces):
            if shapes.count(piece.name) > 1:
                raise self._error(line, f"two pieces of different shapes are named {piece.name}: use two letters")
        if wrong := volumes.error(draft.pieces, room, gaps, self.many):
            raise UserError(f"{self.source}: {wrong}")
        convention = "reflections" if 1 in box else "rotations"
        return draft.finished(convention, notes)

    def _paragraphs(self) -> Iterator[tuple[int, list[str]]]:
        """The sentences and pictures, each with its first line's number; no blank line is needed around a sentence."""

        def kind(numbered: tuple[int, str]) -> tuple[bool, int]:
            number, row = numbered
            alone = any(sentence.fullmatch(row.strip()) for sentence in _SENTENCES.values())
            return not row.strip(), number if alone else 0

        rows = enumerate(map(_content, self.text.splitlines()), start=1)
        for (blank, _), group in groupby(rows, kind):
            if not blank:
                lines = list(group)
                yield lines[0][0], [row for _, row in lines]

    def _sentence(self, line: int, text: str) -> bool:
        """Takes the statement of a line; whether it is a sentence."""
        kind, found = next(
            ((kind, found) for kind, sentence in _SENTENCES.items() if (found := sentence.fullmatch(text))), ("", None)
        )
        if not found:
            return False
        if kind == "box":
            self._set_box((int(found[1]), int(found[2]), int(found[3] or 1)), line)
        elif kind == "set":
            self._set(found, line)
        elif kind == "one-sided":
            self.one_sided = True
        elif kind == "copies":
            self.copies[found[2]] = (int(found[1].split()[0]) if found[1][0].isdigit() else None, line)
        else:
            number = int(found[2]) if found[2] else None
            self.gaps = (0 if found[1] else number or 0, number)
        return True

    def _set(self, found: re.Match[str], line: int) -> None:
        """Takes the pieces of a set."""
        number, name = (found[1] or "1").lower(), found[3].lower()
        pieces = SETS[name]
        if found[2]:
            self.one_sided = True
            pieces = one_sided(pieces)
        if number == _ANY:
            self.copies |= dict.fromkeys(pieces, (None, line))
        elif number != "1" and len(pieces) > 1:
            self.many.append(f"'{found[0]}' means {number} of each")
        copies = 1 if number == _ANY else int(number)
        self.pieces += [(Piece(letter, tuple(cells), copies), line) for letter, cells in pieces.items()]

    def _numbered(self, room: int) -> Iterator[tuple[Piece, int]]:
        """The pieces with the copies that sentences give them; room: for any number of a piece, the cells to fill."""
        names = {piece.name for piece, _ in self.pieces}
        for letter, (_, line) in self.copies.items():
            if letter not in names:
                raise self._error(line, f"no piece is drawn with the letter {letter}")
        for piece, line in self.pieces:
            copies, _ = self.copies.get(piece.name, (piece.copies, 0))
            most = max(1, room // len(piece.cells))
            yield replace(piece, copies=copies or most, optional=0 if copies else most), line

    def _picture(self, line: int, rows: list[str]) -> Picture:
        """The picture that some rows of text draw."""
        for number, row in enumerate(rows, start=line):
            if "\t" in row:
                raise self._error(number, "this picture has a tab, of unknown width: use blanks")
            if re.match(r"\s*box\b", row, re.IGNORECASE):
                raise self._error(number, _not_a_box(row.strip()))
            if wrong := _not_a_letter(row.strip()) or _not_a_sentence(row.strip(), alone=len(rows) == 1):
                raise self._error(number, wrong)
            if mark := next((mark for mark in row if not (mark.isalnum() or mark in "#.* ")), None):
                words = re.search(r"[^\W\d_]{2} +[^\W_]", row)
                remedy = ": leave out lines that are not part of a picture" if words else ""
                raise self._error(number, f"expected letters, '.', '*' or '#' in a picture, not '{mark}'{remedy}")
        self.drawn += max(map(len, rows)) * len(rows)
        if self.drawn > _MOST_DRAWN:
            raise self._error(line, f"more than {_MOST_DRAWN:,} letters and blanks are drawn here: write JSON instead")
        drawing = picture(line, rows)
        if "#" in drawing.marks.values() and drawing.letters:
            raise self._error(line, "This picture mixes # (the region) with letters (pieces).")
        return drawing

    def _region(self, drawing: Picture) -> list[Cell]:
        """Takes a region as the box; its holes."""
        if not drawing.aligned:
            raise self._error(drawing.line, "the layers of the region differ in width: draw their holes as '.'")
        self._set_box(drawing.box, drawing.line)
        return [cell for cell in volumes.cells(drawing.box) if drawing.marks.get(cell) != "#"]

    def _set_box(self, box: Cell, line: int) -> None:
        if self.box:
            raise self._error(line, f"line {self.box[1]} already gives the box or the region")
        self.box = (box, line)

    def _blocked(self, drawing: Picture, box: Cell) -> list[Cell]:
        """The cells that stay empty in a picture of the whole box."""
        blocked = [cell for cell, mark in drawing.marks.items() if mark == "*"]
        if blocked and not (drawing.even and drawing.box == box):
            size = "x".join(map(str, drawing.box))
            raise self._error(drawing.line, f"a picture with * must show the whole box; this one is {size} cells large")
        return blocked

    def _pieces(self, drawing: Picture, flat: bool) -> Iterator[Piece]:
        """The pieces of a picture. flat: whether each layer has pieces of its own."""
        cells_of: dict[tuple[str, int], set[Cell]] = {}
        for cell, mark in drawing.marks.items():
            if mark.isalnum():
                cells_of.setdefault((mark, cell[2] if flat else 0), set()).add(cell)
        for (letter, _), cells in cells_of.items():
            if len({z for _, _, z in cells}) > 1 and not drawing.aligned:
                several = "the layers differ in width, with more than three blanks between them"
                raise self._error(drawing.line, f"piece {letter}: {several}: draw empty cells as '.'")
            if not connected(cells):
                instead = "If they are two pieces, use two letters."
                if not flat and (drawing.box[2] > 1 or " " in drawing.marks.values()):
                    instead += f" Layers have {APART} blanks between them, and begin in the same column of the box."
                raise self._error(drawing.line, f"The cells of piece {letter} are not connected. {instead}")
            yield Piece(letter, tuple(sorted(cells)))

    def _error(self, line: int, message: str) -> UserError:
        return UserError(f"{self.source}:{line}: {message}")


def _content(line: str) -> str:
    """A line without its comment and the blanks before it."""
    return _COMMENT.sub("", line).rstrip()


def _first_line(text: str) -> str:
    """The first line that is not blank."""
    return next((content for line in text.splitlines() if (content := _content(line).strip())), "")


def _no_box(cells: int) -> str:
    size = volumes.rectangle(cells) or "5x4"
    return f"the box is missing: add a line such as 'box {size}', or draw the region with #"


def _not_a_box(line: str) -> str:
    return f"expected a box such as 'box 5x4' or 'box 4x4x4', not '{line}'"


def _not_a_sentence(line: str, alone: bool) -> str:
    """The error in a line such as 'gap allowed'; empty for other lines. alone: no row of a picture is beside it."""
    if _WORDS.fullmatch(line):
        known = "'gaps allowed', 'at most 3 gaps', 'any number of L', '4 of L' and 'one-sided'"
        return f"'{line}' is neither a picture nor a known line, such as {known}"
    if alone and (found := _COPIES.fullmatch(line)):
        return f"'{line}' could be a picture: write '{found[1]} of {found[2]}' for copies of a piece"
    return _not_a_set(line) if alone else ""


def _not_a_set(line: str) -> str:
    """The error in a line such as 'pentominos'; empty for other lines."""
    named = re.fullmatch(r"(?:\d{1,4}\s+)?([^\W\d_]{4,})", line)
    meant = phrases.near(named[1].lower(), SETS) if named else ""
    return f"'{line}' is neither a set of pieces nor another line of a drawn puzzle{meant}" if meant else ""


def _not_a_letter(line: str) -> str:
    """The error in a line such as '8 of dominoes'; empty for other lines."""
    found = _OF_WORD.fullmatch(line)
    if not found:
        return ""
    copies, word = found.groups()
    if word.lower() in SETS:
        return f"'{word}' is a set: write '{copies} {word.lower()}', without 'of'"
    letter = word[0].upper()
    instead = f"draw it with {letter}, and write '{copies} of {letter}', not '{line}'"
    return f"a piece is named by one letter: {instead}{phrases.near(word.lower(), SETS)}"
