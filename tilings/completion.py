"""Completion of the command line by argcomplete: commands, options, and the names of what there is.

The shell asks the command itself, so that the completion knows the solvers that are installed, plug-ins, and the
formulations of the instance that is typed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tilings.models.terminal.command import ANSWERED, Parser, command_module, run, show

SHELLS = ("bash", "zsh", "fish")


def main() -> int:
    """The command ``tilings completion``: print a shell's script that asks `answer`."""
    import argcomplete

    given = parser().parse_args()
    script = argcomplete.shellcode(["tilings"], shell=given.shell)
    show(given, {"script": script}, script)
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    made = Parser(
        "python -m tilings.completion",
        "Print a script with which a shell completes what follows tilings: its commands, options, solvers, "
        "formulations, goals, suites and shipped instances. docs/commands.md says where each shell wants it.",
        ["bash", "fish > ~/.config/fish/completions/tilings.fish"],
    )
    made.add_argument("shell", choices=SHELLS, help="the shell that completes")
    return made


def answer(commands: Mapping[str, tuple[str, str]]) -> None:
    """Answer a shell that asks for completions, and end the process.

    commands: by its word, the module of a command and what it does.
    """
    import argcomplete
    from argcomplete.lexers import split_line

    *_, words, _ = split_line(os.environ["COMP_LINE"], int(os.environ["COMP_POINT"]))
    if len(words) > 1 and words[1] in commands:
        os.environ["_ARGCOMPLETE"] = "2"  # the first word to complete, counted from 1: the command's own
        found = command_module(commands[words[1]][0]).parser()
        for action in found._actions:
            if action.dest in NAMES:
                action.completer = _completer(NAMES[action.dest], action.dest in FILES)
    else:
        found = argparse.ArgumentParser("tilings")
        first = found.add_subparsers()
        for word, (_, what) in commands.items():
            first.add_parser(word, help=what)
    takes_words = any(not action.option_strings for action in found._actions)
    argcomplete.autocomplete(found, always_complete_options=not takes_words)


def _completer(names: Callable[[argparse.Namespace], Iterable[str]], files: bool) -> Callable[..., list[str]]:
    """A completer of argcomplete; of a list of names with commas between them it completes the last.

    files: whether files are offered where no name fits.
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
    """All families, or that of the instance that stands in the line."""
    from tilings.models import registry
    from tilings.runners.plan import manifest

    named = getattr(given, "instance", None)
    shipped = manifest.shipped(name=named) if isinstance(named, str) else []
    return [entry.family for entry in shipped] or registry.families()


def _formulations(given: argparse.Namespace) -> Iterable[str]:
    from tilings.models import registry

    return {name for family in _families(given) for name in registry.formulations(family)}


def _options(given: argparse.Namespace) -> Iterable[str]:
    """KEY=VALUE for each option of the formulation that stands in the line, or of all."""
    from tilings.models import registry

    formulations = [found for family in _families(given) for found in registry.formulations(family).values()]
    named = [found for found in formulations if found.name == getattr(given, "formulation", None)]
    return {
        f"{key}={value}"
        for found in named or formulations
        for key, values in found.options.items()
        for value in values
        if "<" not in value  # else it stands for what is to be filled in
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


# What completes an argument, by the name under which the parser keeps it.
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
