"""The report command: `python -m reports.build --results DIR --out FILE.pdf` writes the PDF, prints its path.

Typst sets the document from pdf/template.typ and a JSON file of its content, offline, with its own fonts and that of
the figures. The same CSV gives the same PDF, byte for byte.
"""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from models.command import ANSWERED, ROOT, Parser, run
from models.problem import UserError

HOME = Path(__file__).parent
PUBLISHED = ROOT / "results" / "published"


def main() -> int:
    """Build the report that the command line asks for."""
    parser = Parser("python -m reports.build", description="Build the PDF report of a campaign.")
    parser.add_argument("--results", type=Path, required=True, metavar="DIR", help="the results folder")
    parser.add_argument("--out", type=Path, metavar="FILE.pdf", help="default: report.pdf in that folder")
    parser.add_argument("--table", action="store_true", help="print only the table of the best, as Markdown")
    arguments = parser.parse_args()
    if arguments.table:
        print(best_table(arguments.results))
        return ANSWERED
    out = arguments.out or arguments.results / "report.pdf"
    if out.suffix != ".pdf":
        raise UserError(f"--out takes the path of a .pdf file, not '{out}'")
    pdf = build(arguments.results)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(pdf)
    print(out)
    return ANSWERED


def build(results: Path, published: Path = PUBLISHED) -> bytes:
    """The PDF of the campaign in a folder; raises UserError where its files cannot be used.

    The native engine's comparison with others and the certified sequence, which a campaign does not run, come from the
    published results where the folder lacks them. A folder that holds only the certified sequence makes a report of
    that.
    """
    from reports.data.load import load
    from reports.pdf.document import assemble

    campaign = load(results)
    with tempfile.TemporaryDirectory(prefix="report-") as name:
        folder = Path(name)
        return compiled(assemble(campaign, folder, published), folder)


def compiled(content: dict[str, Any], folder: Path) -> bytes:
    """The PDF of assembled content, whose figures are in the folder."""
    import typst

    from reports.plot.style import fonts

    (folder / "content.json").write_text(json.dumps(content), encoding="utf-8")
    for source in (*HOME.glob("pdf/*.typ"), *HOME.glob("chapters/*.typ"), HOME / "pdf" / "references.yml"):
        shutil.copy(source, folder)
    main_file = folder / "template.typ"
    return bytes(typst.compile(main_file, root=folder, font_paths=[fonts()], ignore_system_fonts=True, timestamp=0))


def best_table(results: Path) -> str:
    """The best configuration of each paradigm, by family and goal, as a Markdown table."""
    from reports.chapters.tables import paradigms
    from reports.data.load import load

    table = paradigms(load(results).tasks)
    rows = [table["header"], ["---"] * len(table["header"]), *table["rows"]]
    return "\n".join("| " + " | ".join(cell.replace("\n", "<br>") for cell in row) + " |" for row in rows)


if __name__ == "__main__":
    run(main)
