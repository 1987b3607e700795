"""Follows a document from top to bottom: executes or reads each block, and says what became of it."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.blocks import readers, scratch
from tests.blocks.reading import SHELLS, Block, blocks, commands
from tests.blocks.session import Ran, Session
from tests.blocks.ways import RUN, way

READ = "read"
# Exit code 1 of these says that some run was not answered or a solver is missing.
_MAY_END_WITH_1 = re.compile(r"runners\.(all|doctor)\b|^tilings (bench|doctor)\b")
_SECONDS = re.compile(r"\b\d+(\.\d+)? s\b")


@dataclass(frozen=True)
class Step:
    """What became of a command or block. way: run, add, parse, read or output. fault: empty where all is well."""

    place: str
    way: str
    text: str
    reason: str
    seconds: float
    fault: str


def follow(document: Path, base: Path, folder: Path) -> Iterator[Step]:
    """Follows a document in an empty folder. base: the copy of the repository (scratch.copy)."""
    home, scripts = folder / "here", folder / "scripts"
    home.mkdir()
    scripts.mkdir()
    with Session(home, scripts, scratch.folder_in(base, home)) as session:
        printed = ""
        for block in blocks(document):
            for note in block.notes:
                if note.startswith("before "):
                    yield _step(block, "before", note.removeprefix("before "), "", *_timed(session, note[7:]))
            file = next((note[5:] for note in block.notes if note.startswith("file ")), None)
            if file:
                (home / file).parent.mkdir(parents=True, exist_ok=True)
                (home / file).write_text(block.text, encoding="utf-8")
            if "output" in block.notes:
                yield Step(block.place, "output", "", "", 0.0, _difference(block.text, printed))
            elif block.language in SHELLS and not file:
                for command in commands(block):
                    chosen = way(block, command.text)
                    scratch.provide(home, command.text)
                    ran, seconds = _timed(session, chosen.text)
                    printed = ran.output
                    step = _step(block, chosen.name, command.text, chosen.reason, ran, seconds)
                    if command.expected and chosen.name == RUN and ran.code is not None:
                        step = replace(step, fault=_difference(command.expected, printed))
                    yield step
            elif block.language == "python" and not file:
                start = time.monotonic()
                ran = session.python(block.text)
                printed = ran.output
                yield _step(block, RUN, block.text, "", ran, time.monotonic() - start)
            else:
                yield _read(block, home, file, session)


def _timed(session: Session, text: str) -> tuple[Ran, float]:
    start = time.monotonic()
    ran = session.bash(text)
    return ran, time.monotonic() - start


def _step(block: Block, name: str, text: str, reason: str, ran: Ran, seconds: float) -> Step:
    allowed = (0, 1) if _MAY_END_WITH_1.search(text) else (0,)
    fault = "" if ran.code in allowed else f"exit code {ran.code}\n{ran.output[-3000:]}"
    return Step(block.place, name, text, reason, seconds, fault)


def _read(block: Block, home: Path, file: str | None, session: Session) -> Step:
    language = readers.language(block)
    if language is None:
        return Step(block.place, "none", "", "", 0.0, f"nothing tests a block in '{block.language}': see tests/blocks")
    command, ending = readers.READERS[language]
    if not file:
        file = f"block-{block.line}{ending}"
        (home / file).write_text(block.text, encoding="utf-8")
    return _step(block, READ, f"{language} {file}", "", *_timed(session, command.replace("FILE", shlex.quote(file))))


def _difference(expected: str, printed: str) -> str:
    """Empty where a text is what a command printed; `...` stands for any text, and seconds may differ."""
    pattern = re.escape(_SECONDS.sub("0 s", expected.strip())).replace(r"\.\.\.", ".*").replace("…", ".*")
    if re.fullmatch(pattern, _SECONDS.sub("0 s", printed.strip()), re.DOTALL):
        return ""
    return f"the document shows\n{expected}\nbut printed was\n{printed}"
