"""Chooses how a command of a document is tested: in full, with words that make it short, or by its parser alone."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.blocks.reading import Block

RUN, ADD, PARSE = "run", "add", "parse"
# Commands that take minutes to days, and the words that make them say only what they would do.
RULES = (
    (re.compile(r"^make\b"), "-n"),
    (re.compile(r"(-m runners\.all|\btilings bench)\b(?!.*--dry-run)"), "--dry-run"),
)
_NOTE = re.compile(r"(add|parse|run)(?: in (\S+))?(?: ([^|]*?))?(?: \| (.+))?")
_REMARK = re.compile(r"\s+#\s.*")
_ENDS = re.compile(r" (?:[|&;>]|2>|:::).*", re.DOTALL)
_OTHERS = ("before ", "file ", "as ", "output")
_PARSER = Path(__file__).with_name("parse.py")


@dataclass(frozen=True)
class Way:
    """How a command is tested. text: what is executed; reason: why it is not the command as it stands."""

    name: str
    text: str
    reason: str = ""


def way(block: Block, command: str) -> Way:
    """The way of a command, by the comments of its block or else by the rules. Raises ValueError for a bad comment."""
    for note in block.notes:
        if note.startswith(_OTHERS):
            continue
        found = _NOTE.fullmatch(note)
        if not found:
            raise ValueError(f"{block.place}: unknown comment 'test: {note}'")
        name, within, words, reason = found.groups()
        if within and within not in command:
            continue
        if name != RUN and not reason:
            raise ValueError(f"{block.place}: 'test: {note}' gives no reason; write it after ' | '")
        return _made(name, command, words or "", reason or "")
    for pattern, words in RULES:
        if pattern.search(command):
            return _made(ADD, command, words, "takes minutes or more")
    return Way(RUN, command)


def _made(name: str, command: str, words: str, reason: str) -> Way:
    plain = _REMARK.sub("", command)
    if name == ADD:
        end = _ENDS.search(plain)
        at = end.start() if end else len(plain)
        return Way(name, f"{plain[:at]} {words}{plain[at:]}", f"{words}: {reason}")
    if name == PARSE:
        started = f"{sys.executable} {_PARSER} "
        plain = re.sub(r"^podman build .*", "test -f Containerfile", plain)
        plain = re.sub(r"^podman run .* (?=tilings )", "", plain)  # the image has the command's name
        return Way(name, re.sub(r"\bpython -m |^(?=tilings )", started, plain), reason)
    return Way(name, command)
