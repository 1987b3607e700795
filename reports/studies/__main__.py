"""The command `python -m reports.studies [--results DIR] [--out FILE.pdf]`: writes the PDF, prints its path.

Tables that are too long for it are CSV files in a folder `tables` beside it.
"""

from __future__ import annotations

from pathlib import Path

from models.command import ANSWERED, WORKPLACE, Parser, run
from models.problem import UserError
from reports.studies.sources import PUBLISHED, load


def main() -> int:
    """Build the document that the command line asks for."""
    parser = Parser("python -m reports.studies", description="Build the PDF on the published experiments.")
    parser.add_argument("--results", type=Path, default=PUBLISHED, metavar="DIR",
                        help="a folder of campaigns, or one of them; default: results/published")  # fmt: skip
    parser.add_argument("--out", type=Path, default=WORKPLACE / "reports" / "out" / "studies.pdf", metavar="FILE.pdf",
                        help="default: reports/out/studies.pdf")  # fmt: skip
    arguments = parser.parse_args()
    if arguments.out.suffix != ".pdf":
        raise UserError(f"--out takes the path of a .pdf file, not '{arguments.out}'")
    from reports.pdf.typeset import typeset
    from reports.studies.document import assemble

    studies = load(arguments.results)
    typeset(lambda folder: assemble(studies, folder)).save(arguments.out)
    print(arguments.out)
    return ANSWERED


if __name__ == "__main__":
    run(main)
