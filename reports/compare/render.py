"""Sets blocks as plain text for a terminal, or as Markdown."""

import textwrap
from collections.abc import Sequence

from reports.compare.blocks import Block, Heading, Lines, Table

_LEAST_NAME = 16  # columns that a shortened first cell keeps
_SGR = {"good": "32", "bad": "31", "title": "2"}


def plain(blocks: Sequence[Block], width: int, colours: bool) -> str:
    """Text that is at most `width` columns wide where its numbers allow; colours: with escape sequences."""

    def toned(text: str, tone: str, bold: bool = False) -> str:
        codes = [code for code in ("1" * bold, _SGR.get(tone, "")) if code]
        return f"\033[{';'.join(codes)}m{text}\033[0m" if colours and codes else text

    told: list[str] = []
    for block in blocks:
        if isinstance(block, Heading):
            told += ["", toned(block.text, block.tone, bold=True)]
        elif isinstance(block, Lines):
            wrapped = (
                textwrap.wrap(text, width, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
                for text in block.texts
            )
            told += [toned(line, block.tone) for lines in wrapped for line in lines]
        else:
            lines = _lines(block, width)
            told += [toned(lines[0], "title")] if any(block.header) else []
            told += [toned(line, tone) for line, tone in zip(lines[1:], block.tones, strict=True)]
    return "\n".join(told).lstrip("\n")


def markdown(blocks: Sequence[Block]) -> str:
    """The same as Markdown."""
    told: list[str] = []
    for block in blocks:
        if isinstance(block, Heading):
            told += [f"## {block.text}", ""]
        elif isinstance(block, Lines):
            told += [line for text in block.texts for line in (f"- {_escaped(text)}",)] + [""]
        else:
            rules = ["---"] + ["--:"] * (len(block.header) - 1)
            rows = [block.header, rules, *block.rows]
            told += ["| " + " | ".join(map(_escaped, row)) + " |" for row in rows] + [""]
    return "\n".join(told)


def _lines(table: Table, width: int) -> list[str]:
    """The header and the rows: the first column to the left, numbers to the right, a last one of words to the left."""
    rows = [table.header, *table.rows]
    for spare in sorted(_needless(table, width), reverse=True):
        rows = [row[:spare] + row[spare + 1 :] for row in rows]
    widths = _widths(rows)
    words = [at for at in range(len(widths)) if at == 0 or (at == len(widths) - 1 and not rows[0][at])]
    widths[0] = min(widths[0], max(_LEAST_NAME, widths[0] - max(0, _total(widths) - width)))
    told = []
    for row in rows:
        title = all(not cell for cell in row[1:])
        cells = [row[0] if title else _short(row[0], widths[0]), *row[1:]]
        set_cells = [cell.ljust(size) if at in words else cell.rjust(size)
                     for at, (cell, size) in enumerate(zip(cells, widths, strict=True))]  # fmt: skip
        told.append("  ".join(set_cells).rstrip())
    return told


def _needless(table: Table, width: int) -> tuple[int, ...]:
    """The spare columns without which the table fits, all of them if it never does."""
    widths = _widths([table.header, *table.rows])
    for number in range(len(table.spare) + 1):
        if _total([size for at, size in enumerate(widths) if at not in table.spare[:number]]) <= width:
            return table.spare[:number]
    return table.spare


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Of the columns; a row that holds nothing but a title may run over them."""
    held = [row for row in rows if any(row[1:])]
    return [max(len(row[at]) for row in held) for at in range(len(rows[0]))]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _short(text: str, width: int) -> str:
    """Shortened in its middle: a name tells by its start and by its end."""
    if len(text) <= width:
        return text
    end = (width - 1) // 2
    return f"{text[: width - 1 - end]}…{text[len(text) - end :]}"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
