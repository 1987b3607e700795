"""Text for terminals: whether a stream shows colours, painted text, and text without control characters.

Rows, names, logs and messages are by other authors: a terminal would obey the control characters in them. The streams
of a command (`Printable`) replace all of these except the colours of `paint`.
"""

import os
import re
import sys
from functools import cache
from typing import Any, TextIO

INKS = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36}
_STEPS = (0, 95, 135, 175, 215, 255)  # of red, green and blue in the 216 colours that terminals number from 16
_GREYS = range(8, 248, 10)  # of the 24 greys that follow, from 232
_COLOUR = re.compile(r"(\x1b\[[\d;]*m)")
_END = "\x1b[0m"
_painted: set[str] = set()  # the codes that `paint` made: the only ones that a stream lets through


def colours(stream: TextIO) -> bool:
    """Whether to print colours on a stream, by the rules of Python's own commands: ``NO_COLOR`` forbids them,
    ``FORCE_COLOR`` asks for them; else they go to a terminal, unless ``TERM`` is ``dumb``.

    A variable that is empty counts as not set (no-color.org, force-color.org).
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and stream.isatty()


def paint(text: str, ink: str = "", ground: str = "", bold: bool = False, faint: bool = False) -> str:
    """The text between the codes that start and end its colours.

    ink, ground: the colours of letters and background, each a name of ``INKS``, whose shade the terminal chooses, or
    ``#rrggbb``, shown as the nearest of the 256 colours.
    """
    codes = ["1"] if bold else []
    if faint:
        codes.append("2")
    if ink:
        codes.append(str(INKS[ink]) if ink in INKS else f"38;5;{nearest(ink)}")
    if ground:
        codes.append(str(INKS[ground] + 10) if ground in INKS else f"48;5;{nearest(ground)}")
    if not codes or not text:
        return text
    start = f"\x1b[{';'.join(codes)}m"
    _painted.update((start, _END))
    return f"{start}{text}{_END}"


def alarm(label: str, stream: TextIO) -> str:
    """The label of an error message, such as ``error:``, red if the stream shows colours."""
    return paint(label, "red", bold=True) if colours(stream) else label


def plain(text: str) -> str:
    """The text without the codes of `paint`."""
    return _COLOUR.sub("", text)


def printable(text: str, kept: str = "") -> str:
    """The text with a blank for each character that has no shape: control characters, marks that turn the direction of
    writing, halves of pairs. kept: characters that stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in kept else " " for letter in text)


class Printable:
    """A text stream of printable lines: only line ends, tabs and the colours of `paint` are passed on unchanged.

    stream: the stream behind it, to which a program's own control codes are written.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        parts = _COLOUR.split(text)
        return self.stream.write("".join(part if part in _painted else printable(part, "\n\t") for part in parts))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def unfiltered(stream: TextIO) -> TextIO:
    """The stream for a program's own control codes, such as those of a progress bar."""
    return stream.stream if isinstance(stream, Printable) else stream


@cache
def nearest(colour: str) -> int:
    """The number of the terminal colour nearest to ``#rrggbb``, from 16, as the first 16 differ between terminals."""
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    steps = [min(range(6), key=lambda step: abs(_STEPS[step] - part)) for part in wanted]
    grey = min(range(24), key=lambda number: abs(_GREYS[number] - sum(wanted) / 3))
    off_cube = sum((_STEPS[step] - part) ** 2 for step, part in zip(steps, wanted, strict=True))
    off_grey = sum((_GREYS[grey] - part) ** 2 for part in wanted)
    return 232 + grey if off_grey < off_cube else 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def passing(words: str = "") -> None:
    """Show words on standard error, if it is a terminal, until something else is printed. Empty words remove them."""
    if sys.stderr.isatty():
        print(f"\r{printable(words)}", end="\x1b[K\r", file=unfiltered(sys.stderr), flush=True)
