"""The report command: `python -m reports.build --results DIR --out FILE.pdf` writes the PDF, prints its path.

Tables that are too long for it are CSV files in a folder `tables` beside it.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from models.arguments import whole
from models.command import ANSWERED, Parser, run
from models.problem import UserError

if TYPE_CHECKING:
    from reports.pdf.typeset import Document


def main() -> int:
    """Build the report that the command line asks for."""
    parser = Parser("python -m reports.build", description="Build the PDF report of a campaign.")
    parser.add_argument("--results", type=Path, required=True, metavar="DIR", help="the results folder")
    parser.add_argument("--out", type=Path, metavar="FILE.pdf", help="default: report.pdf in that folder")
    parser.add_argument(
        "--machine",
        type=whole,
        default=1,
        metavar="N",
        help="the kind of machine to tell of: 1, the default, made most",
    )
    parser.add_argument("--table", action="store_true", help="print only the table of the best, as Markdown")
    arguments = parser.parse_args()
    if arguments.table:
        print(best_table(arguments.results))
        return ANSWERED
    out = arguments.out or arguments.results / "report.pdf"
    if out.suffix != ".pdf":
        raise UserError(f"--out takes the path of a .pdf file, not '{out}'")
    build(arguments.results, arguments.machine).save(out)
    print(out)
    return ANSWERED


def build(results: Path, machine: int = 1) -> Document:
    """The report on the campaign in a folder, on one kind of machine (`reports.pdf.document.assemble`).

    Raises UserError where its files cannot be used.
    """
    from reports.data import certified
    from reports.data.campaign import read_results
    from reports.pdf.document import assemble
    from reports.pdf.typeset import typeset

    campaign = read_results(results)
    if campaign.runs.empty and certified.home(results):
        words = f"python -m reports.studies --results {shlex.quote(str(results))}"
        raise UserError(f"{results} holds no runs but certified values of h(n): '{words}' makes their PDF")
    return typeset(lambda folder: assemble(campaign, folder, machine))


def best_table(results: Path) -> str:
    """The best configuration of each paradigm on the kind of machine with the most runs, as a Markdown table."""
    from reports.chapters import ranking
    from reports.chapters.machines import kinds
    from reports.data.campaign import read_results

    campaign = read_results(results)
    table = ranking.best_table(next((part for _, part in kinds(campaign)), campaign))
    rows = [table.header, ["---"] * len(table.header), *table.rows]
    return "\n".join("| " + " | ".join(cell.replace("\n", "<br>") for cell in row) + " |" for row in rows)


if __name__ == "__main__":
    run(main)
