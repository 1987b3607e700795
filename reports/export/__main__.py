"""The export command writes a campaign in the formats of other tools."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.arguments import folder, parsed
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.reports.data.campaign import Results, read_results
from tilings.reports.english import count
from tilings.reports.export import archive, benchexec, table
from tilings.reports.export.archive import Content

TABLES = {"csv": table.csv, "parquet": table.parquet}
FOLDERS: dict[str, Callable[[Results], Mapping[str, str | Content]]] = {
    "archive": archive.files, "benchexec": benchexec.files,
}  # fmt: skip


def main() -> int:
    """Export the campaign that the command line names."""
    given = parsed(parser())
    results = read_results(given.results)
    if results.runs.empty:
        raise UserError(f"{given.results} holds no runs: there is nothing to export")
    if given.format in TABLES:
        path = given.out or given.results / "export" / f"runs.{given.format}"
        if path.suffix != f".{given.format}":
            raise UserError(f"--out takes the path of a .{given.format} file, not '{path}'")
        content = TABLES[given.format](results.runs)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written, number = [path], count(len(results.runs), "run")
    else:
        path = given.out or given.results / "export" / given.format
        files = FOLDERS[given.format](results)
        write(path, files)
        written, number = [path / name for name in files], count(len(files), "file")
    show(given, {"written": written}, f"{path}: {number}")
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m reports.export",
        "Write a campaign for other tools: csv and parquet, the table of runs; benchexec, result files for its "
        "table-generator, one a configuration; archive, a folder with record, table, data sheet and digests.",
        [
            "results/default --format csv",
            "results/default --format parquet --out runs.parquet",
            "results/default --format benchexec --out tables",
        ],
        "docs/data.md",
    )
    folder(command)
    command.add_argument(
        "--format", required=True, choices=sorted(FOLDERS | TABLES), metavar="NAME", help="the format: %(choices)s"
    )
    command.add_argument("--out", type=Path, metavar="PATH", help="default: the folder export in the campaign's folder")
    return command


def write(folder: Path, files: Mapping[str, str | Content]) -> None:
    """Write the files, by their path in the folder, over those of the same names.

    Raises UserError for a folder with other files, which would be read as a part of the export.
    """
    if folder.exists() and not folder.is_dir():
        raise UserError(f"--out takes a folder, and {folder} is a file")
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())
    if others := [name for name in names if name not in files]:
        raise UserError(f"{folder} holds other files, such as {others[0]}: name a new folder with --out")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)


if __name__ == "__main__":
    run(main)
