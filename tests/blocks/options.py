"""The options of all commands, as their own parsers know them."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from models.command import ROOT

PACKAGES = ("generators", "runners", "reports", "tilings")


class _Made(BaseException):
    """Brings a command's parser out of its main function."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser


def commands() -> list[str]:
    """The modules that are commands: `python -m MODULE`."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")) if _is_command(path)]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]


def of(module: str) -> set[str]:
    """The options of a command; none where it has no parser of its own."""

    def out(self: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        raise _Made(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(argparse.ArgumentParser, "parse_args", out)
        patch.setattr(argparse.ArgumentParser, "parse_known_args", out)
        patch.setattr("sys.argv", [module])
        try:
            importlib.import_module(module).main()
        except _Made as made:
            return set(_options(made.parser))
    return set()


def _is_command(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return 'if __name__ == "__main__"' in text and "Parser" in text


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _options(below)
