"""The parts of a text, independent of its format; `render` sets them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """A title; tone: good, bad or plain."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class Lines:
    """Paragraphs; tone: good, bad or plain."""

    texts: list[str]
    tone: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of text, with a tone for each.

    The first column may be shortened, the others are numbers but for a last one without a header. spare: the columns
    that are left out where there is no room, first to last.
    """

    header: list[str]
    rows: list[list[str]]
    tones: list[str]
    spare: tuple[int, ...] = ()


Block = Heading | Lines | Table
