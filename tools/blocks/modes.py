"""Chooses the mode in which a command is tested: in full, with arguments that shorten it, or by its parser alone."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.blocks.reading import Block

RUN, ADD, PARSE = "run", "add", "parse"
# Commands that take minutes to days, and the arguments for a dry run.
RULES = (
    (re.compile(r"^make\b"), "-n"),
    (re.compile(r"(-m runners\.all|\btilings bench)\b(?!.*--dry-run)"), "--dry-run"),
)
_NOTE = re.compile(r"(add|parse|run)(?: in (\S+))?(?: ([^|]*?))?(?: \| (.+))?")
_REMARK = re.compile(r"\s+#\s.*")
_ENDS = re.compile(r" (?:[|&;>]|2>|:::).*", re.DOTALL)
_OTHER_NOTES = ("before ", "file ", "as ", "output")
_PARSER = Path(__file__).with_name("parse.py")


@dataclass(frozen=True)
class Mode:
    """The mode of a command. text: the executed command."""

    name: str
    text: str


def mode(block: Block, command: str) -> Mode:
    """The mode of a command, from the comments of its block or the rules. Raises ValueError for a bad comment."""
    for note in block.notes:
        if note.startswith(_OTHER_NOTES):
            continue
        match = _NOTE.fullmatch(note)
        if not match:
            raise ValueError(f"{block.place}: unknown comment 'test: {note}'")
        name, within, words, reason = match.groups()
        if within and within not in command:
            continue
        if name != RUN and not reason:
            raise ValueError(f"{block.place}: 'test: {note}' gives no reason; write it after ' | '")
        return _mode(name, command, words or "")
    for pattern, words in RULES:
        if pattern.search(command):
            return _mode(ADD, command, words)
    return Mode(RUN, command)


def _mode(name: str, command: str, words: str) -> Mode:
    plain = _REMARK.sub("", command)
    if name == ADD:
        end = _ENDS.search(plain)
        at = end.start() if end else len(plain)
        return Mode(name, f"{plain[:at]} {words}{plain[at:]}")
    if name == PARSE:
        started = f"{sys.executable} {_PARSER} "
        plain = re.sub(r"^podman build .*", "test -f Containerfile", plain)
        plain = re.sub(r"^podman run .* (?=tilings )", "", plain)  # the image has the command's name
        return Mode(name, re.sub(r"\bpython -m |(?<![\w./-])(?=tilings [a-z])", started, plain))
    return Mode(name, command)
