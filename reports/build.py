"""The report command writes the PDF of a campaign, and tables that are too long for it as CSV files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models import files
from tilings.models.problem import UserError
from tilings.models.terminal.arguments import folder, parsed, whole
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.reports.english import count

if TYPE_CHECKING:
    from tilings.reports.data.campaign import Results
    from tilings.reports.pdf.typeset import Document
    from tilings.reports.reach.findings import Findings


def main() -> int:
    """Build the report that the command line asks for."""
    arguments = parsed(parser())
    if arguments.findings:
        sentences = findings(arguments.results, arguments.machine)
        show(arguments, {"findings": sentences}, "\n".join(sentences))
        return ANSWERED
    if arguments.table:
        rows = table(arguments.results, arguments.machine)
        show(arguments, {"table": rows}, "\n".join(rows))
        return ANSWERED
    out = arguments.out or files.inside(arguments.results, arguments.results / "report.pdf")
    if out.suffix not in (".pdf", ".png"):
        raise UserError(f"--out takes the path of a .pdf file, or of a .png file for the first page, not '{out}'")
    _, *tables = written = build(arguments.results, arguments.machine, picture=out.suffix == ".png").save(out)
    show(arguments, {"written": written}, str(out))
    if tables and not arguments.json:
        print(f"{count(len(tables), 'table')} in {tables[0].parent} as CSV", file=sys.stderr)
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m reports.build",
        "Build the PDF report of a campaign. Tables that are too long for it become CSV files in a folder beside it.",
        [
            "--results results/default",
            "--results results/default --out report.pdf",
            "--results results/default --findings",
            "--results results/default --table",
        ],
        "docs/reading-the-report.md",
    )
    folder(command)
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="output file (default: report.pdf in DIR; .png: the first page)"
    )
    command.add_argument(
        "--machine", type=whole, default=1, metavar="N", help="report on the machine with the N-th most runs"
    )
    command.add_argument("--table", action="store_true", help="print only the table of reach")
    command.add_argument("--findings", action="store_true", help="print only the sentences that open the report")
    return command


def build(results: Path, machine: int = 1, picture: bool = False) -> Document:
    """The report on the campaign in a folder, on one kind of machine (`reports.pdf.document.assemble`).

    picture: its first page alone, as a PNG file. Raises UserError where its files cannot be used.
    """
    from tilings.reports.data.campaign import read_results
    from tilings.reports.pdf.document import assemble
    from tilings.reports.pdf.typeset import typeset

    campaign = read_results(results)
    return typeset(lambda folder: assemble(campaign, folder, machine), picture)


def findings(results: Path, machine: int = 1) -> list[str]:
    """The sentences that open that report, after how many answers are wrong, if any; raises UserError as it does."""
    from tilings.reports.chapters.caveats import wrong
    from tilings.reports.pdf.document import NO_RUNS
    from tilings.reports.reach.sentences import sentences

    campaign, found = _found(results, machine)
    if found is None:
        return [NO_RUNS]
    first = [] if campaign.own_models else wrong(campaign)  # the sentences on models say how many are wrong
    return [*first, *sentences(found)]


def table(results: Path, machine: int = 1) -> list[str]:
    """The table of reach that opens that report, in lines; raises UserError as it does."""
    from tilings.reports.reach import overview

    _, found = _found(results, machine)
    return overview.lines(found) if found else []


def _found(results: Path, machine: int) -> tuple[Results, Findings | None]:
    """A campaign, and the findings on one kind of its machines; None without rows."""
    from tilings.reports.chapters.machines import kind
    from tilings.reports.data.campaign import read_results
    from tilings.reports.reach.findings import findings

    campaign = read_results(results)
    return campaign, None if campaign.runs.empty else findings(kind(campaign, machine))


if __name__ == "__main__":
    run(main)
