"""Completion of the command line by argcomplete: commands, options and names.

The shell calls the command itself, so the completion includes installed solvers, plug-ins, and the formulations of the
instance on the line.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tilings.models.terminal.command import ANSWERED, Parser, command_module, run, show

SHELLS = ("bash", "zsh", "fish")


def main() -> int:
    """The command ``tilings completion``: print the shell script that calls `answer`."""
    import argcomplete

    given = parser().parse_args()
    script = argcomplete.shellcode(["tilings"], shell=given.shell)
    show(given, {"script": script}, script)
    return ANSWERED


def parser() -> Parser:
    result = Parser(
        "python -m tilings.completion",
        "Print a script with which a shell completes the arguments of tilings: commands, options, solvers, "
        "formulations, goals, suites and shipped instances. docs/commands.md describes where each shell expects it.",
        ["bash", "fish > ~/.config/fish/completions/tilings.fish"],
    )
    result.add_argument("shell", choices=SHELLS, help="the shell that completes")
    return result


def answer(commands: Mapping[str, tuple[str, str]]) -> None:
    """Print the completions for a shell, and end the process.

    commands: the module and the description of each command.
    """
    import argcomplete
    from argcomplete.lexers import split_line

    *_, words, _ = split_line(os.environ["COMP_LINE"], int(os.environ["COMP_POINT"]))
    if len(words) > 1 and words[1] in commands:
        os.environ["_ARGCOMPLETE"] = "2"  # the first word to complete, counted from 1: the command's own
        command_parser = command_module(commands[words[1]][0]).parser()
        for action in command_parser._actions:
            if action.dest in NAMES:
                action.completer = _completer(NAMES[action.dest], action.dest in FILES)
    else:
        command_parser = argparse.ArgumentParser("tilings")
        first = command_parser.add_subparsers()
        for word, (_, description) in commands.items():
            first.add_parser(word, help=description)
    takes_words = any(not action.option_strings for action in command_parser._actions)
    argcomplete.autocomplete(command_parser, always_complete_options=not takes_words)


def _completer(names: Callable[[argparse.Namespace], Iterable[str]], files: bool) -> Callable[..., list[str]]:
    """A completer of argcomplete; in a list of names separated by commas it completes the last.

    files: whether to offer files if no name fits.
    """

    def completed(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> list[str]:
        from argcomplete.completers import FilesCompleter

        before, comma, start = prefix.rpartition(",")
        fitting = [before + comma + name for name in names(parsed_args) if name.startswith(start)]
        return fitting or (list(FilesCompleter()(prefix)) if files else [])

    return completed


def _instances(given: argparse.Namespace) -> Iterable[str]:
    from tilings.runners.plan import manifest

    return [entry.name for entry in manifest.shipped()]


def _families(given: argparse.Namespace) -> list[str]:
    """The family of the instance on the line, or all families."""
    from tilings.models import registry
    from tilings.models.problem import UserError
    from tilings.runners.plan import manifest

    named = getattr(given, "instance", None)
    try:
        found = manifest.named(named) if isinstance(named, str) else []
    except UserError:
        found = []
    return [entry.family for entry in found] or registry.families()


def _formulations(given: argparse.Namespace) -> Iterable[str]:
    from tilings.models import registry

    return {name for family in _families(given) for name in registry.formulations(family)}


def _options(given: argparse.Namespace) -> Iterable[str]:
    """KEY=VALUE for each option of the formulation on the line, or of all formulations."""
    from tilings.models import registry

    formulations = [candidate for family in _families(given) for candidate in registry.formulations(family).values()]
    named = [candidate for candidate in formulations if candidate.name == getattr(given, "formulation", None)]
    return {
        f"{key}={value}"
        for candidate in named or formulations
        for key, values in candidate.options.items()
        for value in values
        if "<" not in value  # else it is a placeholder
    }


def _goals(given: argparse.Namespace) -> Iterable[str]:
    from tilings.models.problem import GOALS

    return GOALS


def _solvers(given: argparse.Namespace) -> Iterable[str]:
    from tilings.runners.solvers.interface import solver

    return solver.names()


def _suites(given: argparse.Namespace) -> Iterable[str]:
    from tilings.runners.plan import suite_reader

    return suite_reader.files()


# The completer of each argument, by its name in the parser.
NAMES: dict[str, Callable[[argparse.Namespace], Iterable[str]]] = {
    "instance": _instances,
    "family": _families,
    "formulation": _formulations,
    "goal": _goals,
    "solver": _solvers,
    "suite": _suites,
    "option": _options,
}
FILES = ("instance", "suite")  # may be files, too


if __name__ == "__main__":
    run(main)
