"""Parses the arguments of a command with its parser, and exits: `python parse.py MODULE ARGUMENTS`."""

import argparse
import runpy
import sys
from typing import Any

_parse = argparse.ArgumentParser.parse_args


def _and_end(self: argparse.ArgumentParser, *words: Any, **settings: Any) -> None:
    _parse(self, *words, **settings)
    sys.exit(0)


sys.path[0] = ""
sys.argv = sys.argv[1:]
argparse.ArgumentParser.parse_args = _and_end  # type: ignore[method-assign, assignment]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
sys.exit("the command ended without parsing its arguments")
