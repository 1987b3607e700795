"""The compare command says what changed from one campaign to the other."""

import argparse
import csv
import math
import shutil
import sys
from pathlib import Path

from models.problem import UserError
from models.terminal import ansi
from models.terminal.command import ANSWERED, BAD_INPUT, UNANSWERED, Parser, run, show
from reports.compare import render, words
from reports.compare.blocks import Block
from reports.compare.summary import Comparison, compare
from reports.compare.verdicts import FLOOR_S
from reports.scores import FEW, LEVEL

BOUND = 1.2
_MOST = 10


def main() -> int:
    """Compare the two campaigns that the command line names."""
    arguments = parser().parse_args()
    if arguments.out and arguments.out.suffix not in (".md", ".csv"):
        raise UserError(f"--out takes the path of an .md or .csv file, not '{arguments.out}'")
    found = compare(arguments.a, arguments.b, arguments.bound, arguments.floor, arguments.across_machines)
    blocks = words.blocks(found, arguments.bound, arguments.floor, None if arguments.all else _MOST)
    if arguments.out:
        _write(arguments.out, found, blocks)
        text = str(arguments.out)
    else:
        width = shutil.get_terminal_size((100, 24)).columns
        text = render.plain(blocks, max(60, width), ansi.colours(sys.stdout))
    show(arguments, words.values(found), text)
    return UNANSWERED if found.regressions else ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    made = Parser(
        "python -m reports.compare",
        "Compare two campaigns, B with A: what got faster, slower, newly solved, lost, contradictory. Ratios are B/A.",
        [
            "results/before results/after",
            "results/before results/after --bound 1.5 --all",
            "results/before results/after --out report.md",
        ],
        "docs/campaigns.md",
        {
            ANSWERED: "no regression",
            UNANSWERED: f"a regression: all cases together, or {FEW} or more of a configuration, slower by more than "
            f"--bound with {LEVEL:.0%} confidence; a case lost; a wrong answer",
            BAD_INPUT: "bad input, or no run in common",
        },
    )
    made.add_argument("a", type=Path, metavar="A", help="the folder of the campaign before")
    made.add_argument("b", type=Path, metavar="B", help="the folder of the campaign after")
    made.add_argument(
        "--bound", type=_at_least_one, default=BOUND, metavar="X",
        help="the ratio of times from which on a change counts (%(default)s)",
    )  # fmt: skip
    made.add_argument(
        "--floor", type=_positive, default=FLOOR_S, metavar="S", help="shorter times say nothing (%(default)s s)"
    )
    made.add_argument("--across-machines", action="store_true", help="compare seconds of different machines too")
    made.add_argument("--all", action="store_true", help="every case and configuration, not the first of them")
    made.add_argument(
        "--out", type=Path, metavar="FILE", help=".md: what is printed; .csv: a row for each case, instead"
    )
    return made


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
