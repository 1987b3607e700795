"""Reads coloured text back into what a terminal shows."""

import re

from tilings.models.terminal import ansi

_PIECE = re.compile(r"\x1b\[([0-9;]*)m|(.)", re.DOTALL)


def plain(text: str) -> str:
    """The text without the codes of colours, and without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in ansi.plain(text).split("\n"))


def glyphs(text: str) -> list[list[tuple[str, str, str]]]:
    """The characters of each line with the number of their colour and of the one behind them, empty without."""
    lines = []
    for line in text.split("\n"):
        ink = ground = ""
        found = []
        for codes, letter in _PIECE.findall(line):
            if letter:
                found.append((letter, ink, ground))
            else:
                ink = next(iter(re.findall(r"38;5;(\d+)", codes)), "")
                ground = next(iter(re.findall(r"48;5;(\d+)", codes)), "")
        lines.append(found)
    return lines
