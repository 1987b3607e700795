"""The command `python -m reports.compare A B`: what changed from one campaign to the other."""

import argparse
import csv
import math
import os
import shutil
import sys
from pathlib import Path

from models.command import ANSWERED, UNANSWERED, Parser, run, tell
from models.problem import UserError
from reports.compare import render, words
from reports.compare.blocks import Block
from reports.compare.summary import Comparison, compare
from reports.compare.verdicts import FLOOR_S
from reports.scores import FEW, LEVEL

BOUND = 1.2
_MOST = 10
_ABOUT = f"""\
Compare two campaigns, B with A: what got faster, slower, newly solved, lost, contradictory. Ratios are B/A.

exit codes:
  0  no regression
  1  a regression:
     - the {LEVEL:.0%} interval of the mean ratio of seconds lies beyond --bound, for all cases together or for a
       configuration of a family, from {FEW} cases on that both solved; between different machines that of nodes,
       unless --across-machines;
     - a case that A solved and B did not, unless B ran out of time before it had used --bound times the seconds of A;
     - answers that exclude each other or that a check refuted, of B at least one
  2  bad input, or no run in common
"""


def main() -> int:
    """Compare the two campaigns that the command line names."""
    parser = Parser(
        "python -m reports.compare", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("a", type=Path, metavar="A", help="the folder of the campaign before")
    parser.add_argument("b", type=Path, metavar="B", help="the folder of the campaign after")
    parser.add_argument("--bound", type=_at_least_one, default=BOUND, metavar="X", help=f"default: {BOUND}")
    parser.add_argument(
        "--floor", type=_positive, default=FLOOR_S, metavar="S", help=f"shorter times say nothing; default: {FLOOR_S} s"
    )
    parser.add_argument("--across-machines", action="store_true", help="compare seconds of different machines too")
    parser.add_argument("--all", action="store_true", help="every case and configuration, not the first of them")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=".md: what is printed; .csv: a row for each case, instead"
    )
    arguments = parser.parse_args()
    if arguments.out and arguments.out.suffix not in (".md", ".csv"):
        raise UserError(f"--out takes the path of an .md or .csv file, not '{arguments.out}'")
    found = compare(arguments.a, arguments.b, arguments.bound, arguments.floor, arguments.across_machines)
    blocks = words.blocks(found, arguments.bound, arguments.floor, None if arguments.all else _MOST)
    if arguments.out:
        _write(arguments.out, found, blocks)
        tell(str(arguments.out))
    else:
        terminal = sys.stdout.isatty()
        width = shutil.get_terminal_size((100, 24)).columns
        tell(render.plain(blocks, max(60, width), terminal and not os.environ.get("NO_COLOR")))
    return UNANSWERED if found.regressions else ANSWERED


def _write(path: Path, found: Comparison, blocks: list[Block]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".md":
        path.write_text(f"# {found.a.folder} → {found.b.folder}\n\n{render.markdown(blocks)}", encoding="utf-8")
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [_cell(value) for value in row] for row in words.csv_rows(found)
        )


def _cell(value: object) -> object:
    return "" if value is None or value != value else f"{value:.6g}" if isinstance(value, float) else value


def _at_least_one(text: str) -> float:
    return _number(text, 1.0)


def _positive(text: str) -> float:
    return _number(text, math.ulp(0.0))


def _number(text: str, least: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value < math.inf:
        raise argparse.ArgumentTypeError(f"takes a number {'from 1 on' if least == 1 else 'above 0'}, not '{text}'")
    return value


if __name__ == "__main__":
    run(main)
