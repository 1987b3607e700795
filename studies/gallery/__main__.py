"""The command of the picture book: ``python -m studies.gallery`` writes build/gallery/index.html, prints its path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.problem import UserError
from tilings.models.terminal.arguments import folder
from tilings.models.terminal.command import ANSWERED, WORKPLACE, Parser, run, show

if TYPE_CHECKING:
    from tilings.studies.gallery.book import Section

PUBLISHED, OUT = Path("results/published"), Path("build/gallery")


def main() -> int:
    """Write the picture book that the command line asks for."""
    given = parser().parse_args()
    given.results = given.results or WORKPLACE / PUBLISHED
    from tilings.studies.gallery import book

    shown = sections(given.results)
    page = book.write(shown, given.out, _named(given.results))
    if given.pictures:
        book.write_readme(shown, given.results, given.pictures)
    show(given, {"written": [page]}, str(page))
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    words = "Write the prettiest solutions among the published results as a page, as SVG files and as Markdown."
    command = Parser("python -m studies.gallery", words, ["", "--results results/default --out out/gallery"])
    folder(command, f"or a folder of campaigns; default: {PUBLISHED}")
    command.add_argument("--out", type=Path, default=OUT, metavar="DIR", help=f"the folder to write; default: {OUT}")
    command.add_argument(
        "--pictures", type=Path, metavar="DIR", help="also draw the pictures of README.md into a folder"
    )
    return command


def _named(folder: Path) -> str:
    """A folder as the page names it: within the workplace by its path from there."""
    path = folder.resolve()
    return path.relative_to(WORKPLACE).as_posix() if path.is_relative_to(WORKPLACE) else path.name


def sections(folder: Path) -> list[Section]:
    """The pictures of what a folder and the campaigns in its folders hold; raises UserError where that is nothing."""
    from tilings.reports.data.campaign import read_results
    from tilings.reports.data.rows import holds_runs
    from tilings.runners.record import stored_solutions
    from tilings.studies.gallery import chosen
    from tilings.studies.hn import certified

    homes = [
        path
        for path in (folder, *sorted(folder.iterdir()))
        if path.is_dir() and stored_solutions.kept(path) and holds_runs(path)
    ]
    campaigns = {path.relative_to(folder).as_posix(): read_results(path) for path in homes}
    found = certified.load(folder)
    made = [chosen.squares(found)] if found else []
    made += [chosen.triominoes(campaigns), chosen.polycubes(campaigns)]
    if not (shown := [section for section in made if section.pictures]):
        raise UserError(f"{folder} holds no certified tilings and no campaign with solutions")
    return shown


if __name__ == "__main__":
    run(main)
