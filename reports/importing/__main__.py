"""The import command makes a results folder of tables that other programs wrote."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.formulation import NATIVE, PARADIGMS
from tilings.models.problem import GOALS, UserError
from tilings.models.terminal.arguments import seconds, whole
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.reports.english import count, listed, some
from tilings.reports.importing import benchexec, rows, table
from tilings.reports.plot.style import colour
from tilings.runners.record.csv_log import Appender, tables
from tilings.runners.record.schema import COLUMNS

if TYPE_CHECKING:
    from tilings.runners.record.schema import RunRecord


def main() -> int:
    """Import the tables that the command line names."""
    given = parser().parse_args()
    out: Path = given.out
    if out.exists() and not out.is_dir():
        raise UserError(f"--out takes a folder, and {out} is a file")
    if out.is_dir() and tables(out, "runs"):
        raise UserError(f"{out} holds runs: name another folder with --out, or remove it")
    defaults = rows.Defaults(given.goal, given.limit, given.memory, given.names)
    named = {"family": given.family} if given.family else {}
    names = tuple(given.names.groupindex) if given.names else ()
    read, left_out = [], []
    for path in given.tables:
        found, others = _read(path, names)
        if not found:
            raise UserError(f"{path} has no rows")
        stem = {"family": path.name.partition(".")[0]}
        read += [row._replace(cells=stem | row.cells | named) for row in found]
        left_out += others
    records = rows.records(read, defaults, out.resolve().name)
    if given.pairs:
        records = rows.held_out(records, given.pairs)
    write(out, records)
    solvers = len({record.solver for record in records})
    ladders = len({(record.family, record.ladder, record.goal) for record in records if record.ladder})
    said = f"{count(len(records), 'run')} of {count(solvers, 'solver')} on {count(ladders, 'ladder')} in {out}"
    lines = [said, f"to read: tilings report {out}; tilings page {out}"]
    if left_out:
        lines.insert(1, f"left out: {'columns' if len(left_out) > 1 else 'the column'} {some(left_out)}")
    show(given, {"folder": out, "runs": len(records), "ladders": ladders, "left_out": left_out}, "\n".join(lines))
    return ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m reports.importing",
        "Make a results folder of a table of runs (CSV, or BenchExec's results), for report, page, compare and table.",
        [
            "runs.csv --limit 5m --out results/mine",
            r"runs.csv --names '(?P<size>\d+)' --out results/r",
            "results/*.results.xml.bz2 --out results/mine",
        ],
        "docs/data.md",
    )
    add = command.add_argument
    add("tables", type=Path, nargs="+", metavar="TABLE", help="CSV; BenchExec's .xml or .csv")
    add("--out", type=Path, required=True, metavar="DIR", help="the results folder to make")
    add("--limit", type=seconds, metavar="S", help="the limit of each run: seconds, 5m or 3h (default: the table's)")
    add("--goal", choices=GOALS, default="first", help="the goal: %(choices)s (default: the table's, or %(default)s)")
    add("--memory", type=whole, metavar="MB", help="the memory limit of each run")
    add("--family", default="", metavar="NAME", help="the name of the problem (default: the table's or the file's)")
    add("--names", type=_pattern, metavar="PATTERN",
        help="a regular expression, of which named groups are columns, for the names of instances")  # fmt: skip
    add("--pairs", type=whole, metavar="N", help="the last N instances of each size decide who leads")
    return command


def write(folder: Path, records: list[RunRecord]) -> None:
    """Write the records and the colours of solvers that have none yet; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    runs = Appender(folder / "runs-1of1.csv", COLUMNS, chained=True)
    runs.append(*records)
    runs.close()
    shades = [colour(name) for name in PARADIGMS if name != NATIVE]
    names = [name for name in dict.fromkeys(record.paradigm for record in records) if name not in PARADIGMS]
    facts = {"colours": dict(zip(names, shades, strict=False))}
    (folder / "machine.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _read(path: Path, names: tuple[str, ...]) -> tuple[list[rows.Row], list[str]]:
    """The rows of a file, and the names of the columns that are left out."""
    if benchexec.is_result(path):
        return benchexec.result(path), []
    lines, mark = table.lines(path)
    if benchexec.is_table(lines):
        return benchexec.table(path, lines), []
    return table.rows(path, lines, mark, names)


def _pattern(text: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a regular expression ({error})") from None
    known = [name for name in rows.COLUMNS if name not in ("instance", "seconds", "answer")]
    if others := [name for name in pattern.groupindex if name not in known]:
        raise argparse.ArgumentTypeError(f"the group {others[0]} is none of the columns {listed(known)}")
    if not pattern.groupindex:
        raise argparse.ArgumentTypeError(rf"'{text}' has no named group, such as (?P<size>\d+)")
    return pattern


if __name__ == "__main__":
    run(main)
