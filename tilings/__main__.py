"""The command ``tilings``: its first word names a command of the project, which receives the others.

``tilings solve h19`` is ``python -m tilings.runners.solve h19``.
"""

from __future__ import annotations

import os
import sys

from tilings.models.problem import UserError
from tilings.models.terminal.command import ANSWERED, command_module, documentation, print_text, run
from tilings.models.terminal.phrases import instead

# The module and the description of each command.
COMMANDS = {
    "solve": ("tilings.runners.solve", "solve one puzzle"),
    "bench": ("tilings.bench", "run a suite of solvers, models and puzzles"),
    "doctor": ("tilings.runners.doctor", "list the installed solvers, and how to install the others"),
    "status": ("tilings.runners.status", "show the progress of a campaign"),
    "report": ("tilings.reports.build", "write a campaign's report as a PDF"),
    "page": ("tilings.reports.page", "write a campaign as a page to explore"),
    "compare": ("tilings.reports.compare", "compare two campaigns"),
    "table": ("tilings.reports.export", "write a campaign's runs for other tools"),
    "import": ("tilings.reports.importing", "make a results folder of a table of runs"),
    "boards": ("tilings.reports.boards", "draw a campaign's solutions"),
    "export": ("tilings.runners.export", "write a model for other programs"),
    "verify": ("tilings.runners.verify", "check a campaign that others made"),
    "sequence": ("tilings.sequence", "print optima or counts of a ladder as a b-file"),
    "certify": ("tilings.studies.hn", "prove values of h(n)"),
    "completion": ("tilings.completion", "complete these commands in your shell"),
}


def main() -> int:
    """Runs the command that the first word names."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
        from tilings import completion

        completion.answer(COMMANDS)
    word, *others = sys.argv[1:] or ["--help"]
    if word in ("-h", "--help", "help"):
        print_text(_help())
        return ANSWERED
    if word == "--version":
        from importlib.metadata import version

        print_text(f"tilings {version('tilings')}")
        return ANSWERED
    if word not in COMMANDS:
        raise UserError(f"unknown command '{word}': {instead(word, COMMANDS)} (see tilings --help)")
    module, _ = COMMANDS[word]
    sys.argv = [f"tilings {word}", *others]
    code: int = command_module(module).main()
    return code


def _help() -> str:
    return "\n".join([
        "Solve tiling puzzles, and compare solvers and models on them.",
        "",
        "examples:",
        "  tilings solve h19",
        "  tilings solve soma-rotations --goal count --solver dlx,clingo",
        "  tilings bench --suite smoke",
        "  tilings doctor",
        "",
        "usage: tilings COMMAND ...",
        "",
        "commands:",
        *(f"  {word:10} {what}" for word, (_, what) in COMMANDS.items()),
        "",
        "tilings COMMAND --help prints its options, tilings --version the version.",
        f"documentation: {documentation('docs/commands.md')}",
    ])  # fmt: skip


def command() -> None:
    run(main)


if __name__ == "__main__":
    command()
