"""Which lines of a reader's sources there are, and which of them are reached while it reads."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from types import CodeType, FrameType
from typing import Any

from models.terminal.command import ROOT

Lines = dict[str, set[int]]  # by the file's name


def possible(sources: Iterable[str]) -> Lines:
    """The lines within functions of these sources.

    A source is a file or a folder, relative to the root; or what of a file counts, as ``file.py:Class,function``.
    """
    found: Lines = {}
    for source in sources:
        name, _, chosen = source.partition(":")
        for path in [ROOT / name] if name.endswith(".py") else sorted((ROOT / name).rglob("*.py")):
            top = compile(path.read_bytes(), str(path), "exec")
            codes = [code for code in _within(top) if not chosen or _is_of(code, chosen.split(","))]
            found.setdefault(str(path), set()).update(
                line for code in codes for _, line in dis.findlinestarts(code) if line and line > code.co_firstlineno
            )
    return found


def ranges(numbers: Iterable[int], whole: Iterable[int]) -> str:
    """Numbers of lines as text, those in a row put together; whole: all lines that there are.

    >>> ranges({3, 4, 9, 12}, {3, 4, 6, 9, 12})
    '3-4, 9-12'
    """
    wanted = set(numbers)
    runs = [list(run) for chosen, run in groupby(sorted(whole), key=wanted.__contains__) if chosen]
    return ", ".join(f"{run[0]}-{run[-1]}" if run[1:] else f"{run[0]}" for run in runs)


class Noting:
    """Notes which lines are reached; functions that were reached in every line cost nothing any more."""

    def __init__(self, among: Mapping[str, set[int]]) -> None:
        self._among = among
        self._left: dict[CodeType, set[int]] = {}
        self.reached: set[tuple[str, int]] = set()

    @contextmanager
    def on(self) -> Iterator[None]:
        """Note lines until the end of the block."""
        sys.settrace(self._start if self._among else None)
        try:
            yield
        finally:
            sys.settrace(None)

    def _start(self, frame: FrameType, *_: object) -> Any:
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            own = {line for _, _, line in code.co_lines() if line}
            left = self._left[code] = own & self._among.get(code.co_filename, set())
        return self._line if left else None

    def _line(self, frame: FrameType, *_: object) -> Any:
        code, line = frame.f_code, frame.f_lineno
        left = self._left[code]
        if line in left:
            left.discard(line)
            self.reached.add((code.co_filename, line))
        return self._line if left else None


def _within(top: CodeType) -> Iterator[CodeType]:
    """The code of the functions in a module."""
    for constant in top.co_consts:
        if isinstance(constant, CodeType):
            if not constant.co_name.startswith("<") and constant.co_flags & 2:  # neither a class nor a comprehension
                yield constant
            yield from _within(constant)


def _is_of(code: CodeType, chosen: Iterable[str]) -> bool:
    """Whether a function is one of those, or lies within it."""
    return any(f"{code.co_qualname}.".startswith(f"{name}.") for name in chosen)
