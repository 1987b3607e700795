"""The page command writes a campaign as one HTML page, and prints its path."""

import os
import sys
from pathlib import Path
from urllib.parse import quote

from tilings.models import files
from tilings.models.problem import UserError
from tilings.models.terminal.arguments import folder, parsed
from tilings.models.terminal.command import ANSWERED, Parser, run, show


def main() -> int:
    """Write the page that the command line asks for."""
    arguments = parsed(parser())
    out: Path = arguments.out or files.inside(arguments.results, arguments.results / "index.html")
    if out.suffix != ".html":
        raise UserError(f"--out takes the path of an .html file, not '{out}'")
    from tilings.reports.chapters.caveats import faulty
    from tilings.reports.data.campaign import read_results
    from tilings.reports.page.build import assemble

    results = read_results(arguments.results)
    page = assemble(results, report(arguments.results, out))
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page, encoding="utf-8")
    except PermissionError:  # the results folder of another user
        raise UserError(f"{out} cannot be written: give another path with --out") from None
    notices = faulty(results)
    show(arguments, {"written": [out], "notices": notices}, str(out))
    if not arguments.json:
        for sentence in notices:
            print(sentence, file=sys.stderr)
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m reports.page",
        "Write a campaign as one HTML page to explore, which needs no network.",
        ["--results results/default", "--results results/default --out page.html"],
        "docs/campaigns.md",
    )
    folder(command)
    command.add_argument("--out", type=Path, metavar="FILE.html", help="output file (default: index.html in DIR)")
    return command


def report(results: Path, out: Path) -> str:
    """The address of report.pdf from the page: beside it, or else in the results folder; empty if in neither."""
    for path in (out.parent / "report.pdf", results / "report.pdf"):
        if path.is_file():
            return quote(Path(os.path.relpath(path, out.parent)).as_posix())
    return ""


if __name__ == "__main__":
    run(main)
