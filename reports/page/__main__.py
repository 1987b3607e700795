"""The page command: `python -m reports.page --results DIR --out FILE.html` writes the page, prints its path."""

import os
from pathlib import Path
from urllib.parse import quote

from models.command import ANSWERED, WORKPLACE, Parser, run
from models.problem import UserError

OUT = WORKPLACE / "reports" / "out" / "index.html"


def main() -> int:
    """Write the page that the command line asks for."""
    parser = Parser("python -m reports.page", description="Write a campaign as one HTML page to explore.")
    parser.add_argument("--results", type=Path, required=True, metavar="DIR", help="the results folder")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FILE.html", help="default: reports/out/index.html")
    arguments = parser.parse_args()
    out: Path = arguments.out
    if out.suffix != ".html":
        raise UserError(f"--out takes the path of an .html file, not '{out}'")
    from reports.page.build import build

    page = build(arguments.results, report(arguments.results, out))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")
    print(out)
    return ANSWERED


def report(results: Path, out: Path) -> str:
    """The address of report.pdf from the page: beside it, or else in the results folder; empty if in neither."""
    for path in (out.parent / "report.pdf", results / "report.pdf"):
        if path.is_file():
            return quote(Path(os.path.relpath(path, out.parent)).as_posix())
    return ""


if __name__ == "__main__":
    run(main)
