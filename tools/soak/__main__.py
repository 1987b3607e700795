"""Measures the harness on real runs: limits, accounting, recovery and overhead.

A section is a file of this folder with a docstring, whose first line is its title, and a function
``measure(quick: bool) -> Iterator[Figure]``; one that cannot run here raises CannotRun. Files whose name begins with
an underscore are shared by sections. Exit codes: 0 all targets met, 1 one missed, 2 bad usage.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import astuple
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from tilings.models.problem import UserError
from tilings.models.terminal.command import ANSWERED, UNANSWERED, run
from tilings.runners.record import machine
from tools.soak.figure import CannotRun, Figure

HOME = Path(__file__).parent
MACHINE = ("host", "cpu_model", "cores", "memory_mb", "kernel", "git_commit", "dirty")
COLUMNS = ("section", "what", "value", "unit", "most", "met", *MACHINE, "load_start", "started_at", "quick")


def names() -> list[str]:
    """The names of all sections."""
    return sorted(path.stem for path in HOME.glob("[!_]*.py") if path.stem != "figure")


def main() -> int:
    """The command ``python -m tools.soak``."""
    arguments = _parser().parse_args()
    selected = arguments.sections or names()
    if unknown := [name for name in selected if name not in names()]:
        raise UserError(f"unknown section '{unknown[0]}'; the sections are {', '.join(names())}")
    sections = [importlib.import_module(f"tools.soak.{name}") for name in selected]
    return report(((section, section.measure(arguments.quick)) for section in sections), arguments.quick, arguments.out)


def report(measured: Iterable[tuple[ModuleType, Iterator[Figure]]], quick: bool, out: Path | None) -> int:
    """Print, and write into a CSV file, the figures of sections one by one; returns the exit code."""
    description = machine.describe()
    columns = {key: description.get("core_count" if key == "cores" else key, "") for key in MACHINE}
    columns |= {"load_start": os.getloadavg()[0], "started_at": datetime.now(UTC).isoformat(timespec="seconds")}
    columns |= {"quick": quick}
    with ExitStack() as stack:
        table = None if out is None else stack.enter_context(_open_table(out))
        print("{cpu_model}, {cores} cores, load {load_start:.2f}, {started_at}".format_map(columns))
        missed = [name for section, figures in measured for name in _report_section(section, figures, table, columns)]
    print(f"{len(missed)} missed" if missed else "every target is met")
    return UNANSWERED if missed else ANSWERED


def _report_section(
    section: ModuleType, measured: Iterator[Figure], table: TextIO | None, columns: dict[str, Any]
) -> Iterator[str]:
    """Print and write each figure of a section at once; yields the targets that were missed."""
    name = section.__name__.rpartition(".")[2]
    print(f"\n{name}: {(section.__doc__ or '').splitlines()[0]}", flush=True)
    try:
        with closing(measured) as figures:  # type: ignore[type-var]
            for figure in figures:
                print(_line(figure), flush=True)
                if table is not None:
                    cells = [name, *astuple(figure), figure.met, *columns.values()]
                    csv.writer(table, lineterminator="\n").writerow(cells)
                    table.flush()
                if figure.met is False:
                    yield f"{name}: {figure.what}"
    except CannotRun as reason:
        print(f"  skipped: {reason}", flush=True)
    except Exception:  # a bug in one section does not lose the figures of the others
        print(traceback.format_exc(), file=sys.stderr)
        print("  failed", flush=True)
        yield f"{name}: failed"


def _line(figure: Figure) -> str:
    value = f"{figure.value:,.0f}" if float(figure.value).is_integer() else f"{figure.value:,.4g}"
    target = "" if figure.most is None else f"at most {figure.most:g}"
    verdict = {True: "met", False: "MISSED", None: ""}[figure.met]
    return f"  {figure.what:<84} {value:>10} {figure.unit:<8} {target:<14} {verdict}".rstrip()


def _open_table(path: Path) -> TextIO:
    """The CSV file, with its header; raises UserError where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise UserError(f"--out {path} cannot be written: {error.strerror}") from None
    csv.writer(file, lineterminator="\n").writerow(COLUMNS)
    file.flush()
    return file


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m tools.soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "sections", nargs="*", metavar="SECTION", help=f"sections to run: {', '.join(names())} (default: all)"
    )
    parser.add_argument("--quick", action="store_true", help="few runs: seconds instead of minutes")
    parser.add_argument("--out", type=Path, metavar="FILE.csv", help="the figures, with the machine; is overwritten")
    return parser


if __name__ == "__main__":
    run(main)
