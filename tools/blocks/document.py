"""Tests a document from top to bottom: executes or reads each block, and returns the results."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tools.blocks import readers, scratch
from tools.blocks.modes import RUN, Mode, mode
from tools.blocks.reading import SHELLS, Block, Command, blocks, commands
from tools.blocks.session import Result, Session

# Exit code 1 of these stands for a run without an answer or a missing solver.
_MAY_END_WITH_1 = re.compile(r"runners\.(all|doctor)\b|\btilings (bench|doctor)\b")
_SECONDS = re.compile(r" *\b\d+(\.\d+)? s\b")


@dataclass(frozen=True)
class Step:
    """A tested command or block. fault: empty if it passed."""

    place: str
    text: str
    fault: str


def execute(document: Path, base: Path, folder: Path) -> Iterator[Step]:
    """Tests a document in an empty folder. base: the copy of the repository (scratch.copy)."""
    home, scripts = folder / "home", folder / "scripts"
    home.mkdir()
    scripts.mkdir()
    with Session(home, scripts, scratch.folder_in(base, home)) as session:
        yield from _Document(base, home, session).steps(blocks(document))


class _Document:
    """The test of a document in the folder `home`."""

    def __init__(self, base: Path, home: Path, session: Session) -> None:
        self._base, self._home, self._session = base, home, session
        self._printed = ""  # the output of the last command

    def steps(self, all_blocks: list[Block]) -> Iterator[Step]:
        for number, block in enumerate(all_blocks):
            later = "\n".join(below.text for below in all_blocks[number + 1 :] if below.language in SHELLS)
            yield from (self._executed(block, before, Mode("before", before)) for before in block.noted("before"))
            if "output" in block.notes:
                yield Step(block.place, block.text, _difference(block.text, self._printed))
            elif names := block.noted("file"):
                yield Step(block.place, names[0], self._written(block, names[0]))
                if names[0] not in later:
                    yield self._read(block, names[0])
            elif block.language in SHELLS:
                for command in commands(block):
                    scratch.provide(self._home, command.text)
                    yield self._compared(block, command, mode(block, command.text))
            elif block.language == "python":
                yield self._executed(block, block.text, Mode(RUN, block.text), self._session.python)
            else:
                yield self._read(block)

    def _executed(self, block: Block, text: str, chosen: Mode, execute: Callable[[str], Result] | None = None) -> Step:
        result = (execute or self._session.bash)(chosen.text)
        self._printed = result.output
        allowed = (0, 1) if _MAY_END_WITH_1.search(text) else (0,)
        fault = "" if result.code in allowed else f"exit code {result.code}\n{result.output[-3000:]}"
        return Step(block.place, text, fault)

    def _compared(self, block: Block, command: Command, chosen: Mode) -> Step:
        """Executes a command and compares its output. Its exit code counts unless the document shows the output."""
        step = self._executed(block, command.text, chosen)
        if not command.expected or chosen.name != RUN or step.fault.startswith("exit code None"):
            return step
        return replace(step, fault=_difference(command.expected, self._printed))

    def _written(self, block: Block, name: str) -> str:
        """Writes a file that the document shows. A file of the repository must be equal to it."""
        path = Path(self._session.bash("pwd").output.strip()) / name
        if path.exists() and path.resolve().is_relative_to(self._base):
            return "" if path.read_text(encoding="utf-8") == block.text else f"the repository's {name} differs"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        return ""

    def _read(self, block: Block, name: str | None = None) -> Step:
        language = readers.language(block)
        if language is None:
            fault = f"there is no test for a block in '{block.language}': see tools/blocks"
            return Step(block.place, "", fault)
        command, ending = readers.READERS[language]
        if not name:
            name = f"block-{block.line}{ending}"
            self._written(block, name)
        return self._executed(block, f"{language} {name}", Mode("read", command.replace("FILE", shlex.quote(name))))


def _difference(expected: str, printed: str) -> str:
    """Empty if a command printed the expected text, in which `...` is any text and seconds may differ."""
    pattern = re.escape(_timeless(expected)).replace(r"\.\.\.", ".*").replace("…", ".*")
    if re.fullmatch(pattern, _timeless(printed), re.DOTALL):
        return ""
    return f"the document shows\n{expected}\nbut the command printed\n{printed}"


def _timeless(text: str) -> str:
    return _SECONDS.sub(" 0 s", text.strip())
