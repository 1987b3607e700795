"""Judges the conclusions of G. Tam's report by the runs that he published and by runs of the same models here."""

from __future__ import annotations

from tilings.models.problem import UserError
from tilings.models.terminal.arguments import folder
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.studies.inputs import PUBLISHED


def main() -> int:
    """The command ``python -m studies.tam``."""
    given = parser().parse_args()
    given.results = given.results or PUBLISHED
    from tilings.studies import inputs
    from tilings.studies.tam import chapter, runs

    here = inputs.campaigns(given.results, (runs.REPORT, runs.TRIOMINOES))
    parts = chapter.sources(here, runs.load(given.results, here))
    judged = chapter.conclusions(parts)
    if judged is None:
        raise UserError(f"{given.results} holds no runs of the campaign {runs.REPORT}, as 'make triominoes' makes it")
    keys = ("conclusion", "published", "holds_there", "here", "holds_here")
    found = [dict(zip(keys, row, strict=True)) for row in judged.rows]
    lines = [
        f"{each['conclusion']}: {each['holds_there']} ({each['published']}); here {each['holds_here']} ({each['here']})"
        for each in found
    ]
    more = {"models": chapter.fastest(parts), "disagreements": chapter.disagreements(here)}
    show(given, {"conclusions": found} | more, "\n".join([*lines, *filter(None, more.values())]))
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m studies.tam",
        "Judge the conclusions of G. Tam's report on triomino-domino boards by the runs that he published and by runs "
        "of the same models here.",
        ["", "--results results"],
        "docs/experiments.md",
    )
    folder(command, "or a folder of campaigns; default: results/published")
    return command


if __name__ == "__main__":
    run(main)
