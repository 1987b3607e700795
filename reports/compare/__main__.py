"""The compare command prints the changes from one campaign to another."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.problem import UserError
from tilings.models.terminal.ansi import printable
from tilings.models.terminal.command import ANSWERED, BAD_INPUT, UNANSWERED, Parser, run, show
from tilings.reports.compare.cases import CHANGES, FLOOR_S, VERDICTS, Comparison, compare, name
from tilings.reports.data.spreadsheet import without_formulas
from tilings.reports.english import as_ratio, count, seconds
from tilings.reports.scores import FEW, LEVEL

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_MOST = 10  # cases of a table; a file of CSV has all


def main() -> int:
    """Compare the two campaigns that the command line names."""
    arguments = parser().parse_args()
    out = arguments.out
    if out and out.suffix not in (".md", ".csv"):
        raise UserError(f"--out takes the path of an .md or .csv file, not '{out}'")
    comparison = compare(arguments.a, arguments.b, arguments.bound, arguments.across_machines)
    text = report(comparison, arguments.bound)
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        if out.suffix == ".csv":
            without_formulas(comparison.cases).to_csv(out, index=False, float_format="%.6g", lineterminator="\n")
        else:
            out.write_text(f"# {arguments.a} → {arguments.b}\n\n{text}\n", encoding="utf-8")
    values = {
        "a": arguments.a, "b": arguments.b, "measure": comparison.measure, "regressions": comparison.regressions,
        "contradictions": comparison.contradictions, "ratios": comparison.ratios.to_dict("records"),
        "cases": comparison.cases.to_dict("records"),
    }  # fmt: skip
    show(arguments, values, str(out) if out else text)
    return UNANSWERED if comparison.regressions else ANSWERED


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        "python -m reports.compare",
        "Compare campaign B with campaign A: cases that became faster, slower, solved, lost or "
        "contradictory. Ratios are B/A.",
        [
            "results/before results/after",
            "results/before results/after --out rows.csv",
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
    command.add_argument("a", type=Path, metavar="A", help="folder of the earlier campaign")
    command.add_argument("b", type=Path, metavar="B", help="folder of the later campaign")
    command.add_argument(
        "--bound", type=_bound, default=1.2, metavar="X",
        help="the least ratio of times that counts as a regression (%(default)s)",
    )  # fmt: skip
    command.add_argument("--across-machines", action="store_true", help="compare seconds of different machines too")
    command.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the comparison: .md as printed, or .csv with a row for each case",
    )
    return command


def _bound(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 1 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"takes a number from 1 on, not '{text}'")
    return value


def report(comparison: Comparison, bound: float) -> str:
    """The comparison as Markdown, which reads as text, too."""
    counts, ratio = comparison.cases["verdict"].value_counts(), f"{comparison.measure} B/A"
    lines = _list(comparison.notes)
    rows = [[f"{word}: {meaning}", counts[word]] for word, meaning in VERDICTS.items() if word in counts]
    lines += _table(["", "cases"], rows)
    shown = comparison.ratios[(comparison.ratios["kind"] != "configuration") | _moved(comparison.ratios)]
    rows = [
        [row.name, row.pairs, seconds(row.time_s_a), seconds(row.time_s_b), _times(row)]
        + [getattr(row, word) or "·" for word in CHANGES]
        for row in shown.itertuples(index=False)
    ]
    lines += _table(["ratios", "pairs", "A (s)", "B (s)", ratio, *CHANGES], rows)
    lines += [
        "Medians of seconds and geometric means of ratios over cases that both solved, with "
        f"{LEVEL:.0%} intervals from {FEW} cases on: below 1, B is faster. In ratios, seconds below {FLOOR_S:g} count "
        "as that. Configurations in which nothing changed are left out.",
        "",
    ]
    for word in ("lost", "slower", "new", "faster", "solved"):
        cases = comparison.cases[comparison.cases["verdict"] == word]
        cases = cases.loc[cases["ratio"].map(lambda value: -abs(math.log(value))).sort_values(kind="stable").index]
        rows = [
            [name(row), _time(row.time_s_a, row.outcome_a), _time(row.time_s_b, row.outcome_b), _times(row, row.bound)]
            for row in cases[:_MOST].itertuples(index=False)
        ]
        more = f", the first {_MOST}; --out FILE.csv has all" if len(cases) > _MOST else ""
        lines += _table([f"{word}: {count(len(cases), 'case')}{more}", "A (s)", "B (s)", ratio], rows) if rows else []
    lines += _list([f"contradiction: {words}" for words in comparison.contradictions])
    if comparison.regressions:
        lines += [f"{count(len(comparison.regressions), 'regression')} past {bound:g}:", ""]
        lines += [f"- {words}" for words in comparison.regressions]
    else:
        lines.append(f"No regression past {bound:g}.")
    return "\n".join(map(printable, lines))


def _list(items: Sequence[str]) -> list[str]:
    """The lines of a list in Markdown, with an empty line after it; none without items."""
    return [*(f"- {item}" for item in items), ""] if items else []


def _moved(ratios: DataFrame) -> Series:
    """The rows whose interval excludes 1, or that have cases newly solved or lost."""
    return (ratios["low"] > 1) | (ratios["high"] < 1) | (ratios["new"] + ratios["lost"] > 0)


def _time(used: float, outcome: str) -> str:
    if outcome == "solved":
        return seconds(used)
    return f"{outcome} at {seconds(used)}" if used == used else outcome


def _times(row: Any, bound: str = "") -> str:
    interval = f" [{as_ratio(row.low)}, {as_ratio(row.high)}]" if row.low == row.low else ""
    return as_ratio(row.ratio, bound) + interval if row.ratio == row.ratio else "–"


def _table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """The lines of a table in Markdown, whose columns are aligned; the first one is words, the others numbers."""
    cells = [[str(cell).replace("|", "\\|").replace("<", "&lt;") for cell in row] for row in (header, *rows)]
    wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rule = ["-" * wide[0], *(f"{'-' * max(1, size - 1)}:" for size in wide[1:])]
    laid = [[cell.ljust(wide[0]) if not at else cell.rjust(wide[at]) for at, cell in enumerate(row)] for row in cells]
    return [f"| {' | '.join(row)} |" for row in (laid[0], rule, *laid[1:])] + [""]


if __name__ == "__main__":
    run(main)
