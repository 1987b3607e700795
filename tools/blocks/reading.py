"""Parses the fenced blocks of the documents, the comments on their tests, and the commands in a block."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tilings.models.terminal.command import ROOT

PATTERNS = (
    "*.md", "docs/**/*.md", "models/*/README.md", "examples/*/README.md", "results/published/README.md",
    "runners/**/*.md", "reports/**/*.md",
)  # fmt: skip
SHELLS = ("sh", "bash", "console")
_FENCE = re.compile(r"^( *)(`{3,}|~{3,}) *(.*)$")
_NOTE = re.compile(r"^<!-- test: (.+?) -->$")


@dataclass(frozen=True)
class Block:
    """A fenced block. line: that of its first fence, from 1. notes: its comments, without `test:`."""

    document: Path
    line: int
    language: str
    text: str
    notes: tuple[str, ...]

    @property
    def place(self) -> str:
        return f"{os.path.relpath(self.document, ROOT)}:{self.line}"

    def noted(self, word: str) -> list[str]:
        """The rest of each comment that begins with a word."""
        return [note.removeprefix(f"{word} ") for note in self.notes if note.startswith(f"{word} ")]


@dataclass(frozen=True)
class Command:
    """A command of a shell block. expected: its output, None if the block does not show it."""

    text: str
    expected: str | None = None


def documents() -> list[Path]:
    return sorted({path for pattern in PATTERNS for path in ROOT.glob(pattern)})


def blocks(document: Path) -> list[Block]:
    """The fenced blocks of a document from top to bottom. Raises ValueError for an open fence."""
    result: list[Block] = []
    notes: list[str] = []
    lines = iter(enumerate(document.read_text(encoding="utf-8").splitlines(), 1))
    for number, line in lines:
        if note := _NOTE.match(line.strip()):
            notes.append(note[1])
        elif fence := _FENCE.match(line):
            text = []
            for _, inner in lines:
                if inner.strip() == fence[2]:
                    break
                text.append(inner.removeprefix(fence[1]))
            else:
                raise ValueError(f"{document}:{number}: the block is not closed")
            language = fence[3].strip()
            result.append(Block(document, number, language, "".join(f"{inner}\n" for inner in text), tuple(notes)))
            notes = []
        elif line.strip() and notes:
            raise ValueError(f"{document}:{number}: a comment 'test: {notes[0]}' stands above no block")
    return result


def prose(document: Path) -> str:
    """A document without its blocks."""
    text = document.read_text(encoding="utf-8")
    return re.sub(r"^( *)(`{3,}|~{3,}).*?^ *\2 *$", "", text, flags=re.MULTILINE | re.DOTALL)


def spans(document: Path) -> list[str]:
    """The words in code type within a document's sentences, on one line each."""
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose(document))]


def links(document: Path) -> list[str]:
    """The web addresses in a document."""
    return re.findall(r"[a-z]+://[^\s)>\"`\]]+", prose(document))


def commands(block: Block) -> list[Command]:
    """The commands of a shell block, each with all of its lines."""
    lines = block.text.splitlines()
    if block.language != "console":
        return [Command(text) for text in _complete(lines)]
    result: list[Command] = []
    for line in lines:
        if line.startswith("$ "):
            result.append(Command(line[2:], ""))
        elif not result:
            raise ValueError(f"{block.place}: a console block begins with '$ '")
        elif line.startswith("> ") and not result[-1].expected:
            result[-1] = Command(f"{result[-1].text}\n{line[2:]}", "")
        else:
            result[-1] = Command(result[-1].text, f"{result[-1].expected}{line}\n")
    return result


def _complete(lines: list[str]) -> list[str]:
    """The commands in lines: bash accepts each as complete, so `\\`, loops and here-documents continue over lines."""
    complete: list[str] = []
    pending = ""
    for line in lines:
        pending += f"{line}\n"
        if not pending.strip() or pending.lstrip().startswith("#"):
            pending = ""
        elif not pending.endswith("\\\n") and not _complaint(pending):
            complete.append(pending.rstrip("\n"))
            pending = ""
    return complete + ([pending.rstrip("\n")] if pending else [])


def _complaint(text: str) -> str:
    return subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False).stderr
