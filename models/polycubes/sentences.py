"""The sentences of a drawn puzzle, and the error in a line that is neither a sentence nor part of a picture."""

import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from tilings.models.polycubes.sets import SETS
from tilings.models.terminal.phrases import near

ANY = "any number of"
_LETTERS = r"([^\W_](?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+)[^\W_])*)"
SENTENCES = {
    "title": re.compile(r"title\s*:(.*)", re.IGNORECASE),
    "box": re.compile(r"box\s*:?\s*(\d{1,4})\s*[x×]\s*(\d{1,4})(?:\s*[x×]\s*(\d{1,4}))?", re.IGNORECASE),
    "set": re.compile(rf"(?:(\d{{1,4}}|{ANY})\s+)?(one-sided\s+)?({'|'.join(SETS)})", re.IGNORECASE),
    "one-sided": re.compile(rf"one-sided(?:\s*:?\s*\b{_LETTERS})?", re.IGNORECASE),
    "copies": re.compile(rf"(?:(at most|at least)\s+)?([1-9]\d{{0,3}}\s+of|{ANY})\s+{_LETTERS}", re.IGNORECASE),
    "colours": re.compile(r"colou?rs of (the box|[^\W_])\s*:?", re.IGNORECASE),
    "fits": re.compile(rf"([^\W_]) fits {_LETTERS}", re.IGNORECASE),
    "gaps": re.compile(rf"gaps allowed|{ANY} gaps|(at most )?(\d{{1,6}}) gaps?(?: allowed)?", re.IGNORECASE),
}
NO_BOX = "the box is missing: add a line such as 'box 5x4', or draw the region with #"
_EXAMPLES = (
    "title: Frog", "box 5x4", "one-sided", "one-sided: L", "pentominoes", "any number of pentominoes", "4 of L",
    "any number of L", "at most 3 of F, I, L", "gaps allowed", "3 gaps", "at most 3 gaps", "colours of the box",
    "r fits b",
)  # fmt: skip
_LIKE_A_SENTENCE = re.compile(r"^[ \t]*(?:title|box|.* of |.*\bgaps?\b).*", re.MULTILINE | re.IGNORECASE)
_SIZE = re.compile(r"(?:\w+\s+)?\d+\s*[x×]\s*\d+(?:\s*[x×]\s*\d+)?", re.IGNORECASE)  # a box with a slip before it
_NOT_TURNED = re.compile(r"flip|mirror|reflect|turned? over|one.?side", re.IGNORECASE)
# A comment after '#' has a word, unlike a row of a region or of letters with blanks between them.
_COMMENT = re.compile(r"//.*|(?:^|(?<=\s))#\s(?=.*[^\W_]{2}).*")
_COPIES = re.compile(r"(\d{1,4})\s*[x×]?\s+([^\W_\d])", re.IGNORECASE)


def letters(words: str) -> list[str]:
    """The single letters and digits in some words, each once."""
    return list(dict.fromkeys(re.findall(r"\b[^\W_]\b", words)))


def content(line: str) -> str:
    """A line without its comment and the blanks before it."""
    return _COMMENT.sub("", line).rstrip()


def parsed(line: str) -> tuple[str, re.Match[str]] | None:
    """The kind of a sentence, and its parts; None for another line."""
    line = line.strip()
    return next(((kind, found) for kind, each in SENTENCES.items() if (found := each.fullmatch(line))), None)


def looks_like(text: str) -> bool:
    """Whether a text is a drawn puzzle: it begins with a sentence, has a sentence that no other format has, or has a
    row of a region and no brackets or commas. (Lists of triominoes with comments have brackets.)"""
    first = _first_line(text)
    if re.match(r"box\s", first, re.IGNORECASE) or parsed(first):
        return True
    if any(map(parsed, map(content, _LIKE_A_SENTENCE.findall(text)))):
        return True
    rows = (content(line) for line in text.splitlines() if "#" in line)
    if not any("#" in row and set(row) <= set("#.* ") for row in rows):
        return False
    return not any(re.search(r"[,;\[({]", row) for row in map(content, text.splitlines()))


def slip(text: str) -> str:
    """The error in the first line of a text that resembles a drawn puzzle, or the missing box of pictures; else
    empty."""
    first = _first_line(text)
    if wrong := _not_a_set(first):
        return wrong
    if _SIZE.fullmatch(first):
        return _not_a_box(first)
    rows = "".join(map(content, text.splitlines()))
    return NO_BOX if first and set(rows) <= set(f"{ascii_uppercase}. ") else ""


def errors(rows: Sequence[str], words: bool = True) -> Iterator[tuple[int, str]]:
    """The rows of a picture that are words or have other signs, each by its number and with the error.

    words: whether rows can be words; pictures of colours look like them.
    """
    spelt = _rows_of_words(rows) if words else set()
    for number, row in enumerate(rows):
        line = row.strip()
        if "\t" in row:
            yield number, "this picture has a tab, of unknown width: use blanks"
        elif re.match(r"box\b", line, re.IGNORECASE):
            yield number, _not_a_box(line)
        elif re.match(r"#[^\W_]{2}", line):
            yield number, f"'{line}' is not a row of a region; a comment has a blank after #"
        elif len(rows) == 1 and (found := _COPIES.fullmatch(line)):
            yield number, f"'{line}' could be a picture: write '{found[1]} of {found[2]}' for copies of a piece"
        elif number in spelt:
            yield number, _unknown(line)
        elif mark := next((mark for mark in row if not (mark.isalnum() or mark in "#.* ")), None):
            remedy = ": leave out lines that are not part of a picture" if re.search(r"[^\W\d_]{2} +\w", row) else ""
            yield number, f"expected letters, '.', '*' or '#' in a picture, not '{mark}'{remedy}"


def _rows_of_words(rows: Sequence[str]) -> set[int]:
    """The numbers of the rows that have a word: letters side by side most of which have no equal neighbour.

    Pieces that are drawn side by side without blanks, as in 'ABBC' above 'ADDC', have equal neighbours; few are single
    cells. A row that no piece joins to another, as in a title, needs fewer such letters, and so do small letters.
    """
    found = set()
    for number, row in enumerate(rows):
        beside = [rows[at] for at in (number - 1, number + 1) if 0 <= at < len(rows)]

        def joined(at: int, row: str = row, beside: list[str] = beside) -> bool:
            return any(other[at : at + 1] == row[at] for other in beside)

        alone = not any(mark.isalnum() and joined(at) for at, mark in enumerate(row))
        for word in re.finditer(r"[^\W_]{2,}", row):
            lonely = [at for at in range(*word.span()) if row[at] not in (row[at - 1 : at], row[at + 1 : at + 2])]
            least = (1 if alone else 2) + word[0].isupper()
            if sum(not joined(at) for at in lonely) >= least:
                found.add(number)
    return found


def _first_line(text: str) -> str:
    """The first line that is not blank, without its comment."""
    return next((row for line in text.splitlines() if (row := content(line).strip())), "")


def _unknown(line: str) -> str:
    """The error in a line of words: the nearest sentence, and all of them."""
    known = [*_EXAMPLES, *SETS]
    meant = near(line, known) or near(line.lower(), known)
    if _NOT_TURNED.search(line):
        letter = re.search(r"\b[A-Z\d]\b", line)
        meant = f"; did you mean 'one-sided{f': {letter[0]}' if letter else ''}'?"
    listed = ", ".join(f"'{each}'" for each in _EXAMPLES)
    return f"'{line}' is neither a picture nor a known line (these are {listed}; // begins a comment){meant}"


def _not_a_box(line: str) -> str:
    return f"expected a box such as 'box 5x4' or 'box 4x4x4', not '{line}'"


def _not_a_set(line: str) -> str:
    """The error in a line such as 'pentominos'; empty for other lines."""
    named = re.fullmatch(r"(?:\d{1,4}\s+)?([^\W\d_]{4,})", line)
    meant = near(named[1].lower(), SETS) if named else ""
    return f"'{line}' is neither a set of pieces nor another line of a drawn puzzle{meant}" if meant else ""
