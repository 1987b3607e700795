"""The studies command writes the PDF on the published experiments, and prints its path."""

from __future__ import annotations

from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.arguments import folder
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.studies.inputs import PUBLISHED


def main() -> int:
    """Build the document that the command line asks for."""
    arguments = parser().parse_args()
    arguments.results = arguments.results or PUBLISHED
    if arguments.out.suffix != ".pdf":
        raise UserError(f"--out takes the path of a .pdf file, not '{arguments.out}'")
    from tilings.reports.pdf.typeset import typeset
    from tilings.studies.document import assemble, load

    studies = load(arguments.results)
    typeset(lambda folder: assemble(studies, folder)).save(arguments.out)
    show(arguments, {"written": [arguments.out]}, str(arguments.out))
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m studies",
        "Build the PDF on the published experiments. Tables that are too long for it become CSV files in a folder "
        "beside it.",
        ["", "--out studies.pdf", "--results results/published/experiments"],
        "docs/experiments.md",
    )
    folder(command, "or a folder of campaigns; default: results/published")
    command.add_argument("--out", type=Path, default=Path("reports/out/studies.pdf"), metavar="FILE.pdf",
                      help="output file (default: %(default)s)")  # fmt: skip
    return command


if __name__ == "__main__":
    run(main)
