"""Reads and changes the rows of a recorded campaign, and lists the findings of the audit."""

import csv
from collections.abc import Callable
from pathlib import Path

from tilings.runners.plan import manifest
from tilings.runners.record import csv_log
from tilings.runners.record.cells import cell
from tilings.runners.record.csv_log import CHAIN, Appender
from tilings.runners.record.schema import COLUMNS, SESSION_COLUMNS, RunRecord
from tilings.runners.verify.audit import Audit
from tilings.runners.verify.findings import Finding

Cells = dict[str, str]


def findings(folder: Path, require_solutions: bool = False, known: bool = True) -> list[Finding]:
    audit = Audit(folder, manifest.shipped() if known else [], require_solutions)
    return [finding for finding in audit.findings() if finding]


def faults(folder: Path, **given: bool) -> list[str]:
    return [str(finding) for finding in findings(folder, **given) if finding.wrong]


def to_row(record: RunRecord) -> list[str]:
    """The record as the cells of its row."""
    return [cell(value) for value in record]


def append(path: Path, *records: RunRecord) -> None:
    """Append the rows of records to a file, as a campaign does."""
    appender = Appender(path, COLUMNS)
    appender.append(*map(to_row, records))
    appender.close()


def table(folder: Path, kind: str = "runs") -> list[Cells]:
    with (folder / f"{kind}-1of1.csv").open(encoding="utf-8", newline="") as file:
        return [{name: text for name, text in row.items() if name != CHAIN} for row in csv.DictReader(file)]


def write(folder: Path, rows: list[Cells], kind: str = "runs") -> None:
    """Write the rows; those of runs are not chained then, nor do the sessions say that they were."""
    if kind == "runs":
        for path in folder.glob("sessions-*.csv"):
            sessions = list(csv_log.rows(path, SESSION_COLUMNS))
            csv_log.rewrite(path, SESSION_COLUMNS[:9], [list(row.values())[:9] for row in sessions])
    with (folder / f"{kind}-1of1.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def of(answer: str, check: str = "valid", solver: str = "") -> Callable[[Cells], bool]:
    """The runs with this answer and check, of one solver if it is named; counts of zero are left out."""
    return lambda row: (
        (row["answer"], row["check"]) == (answer, check)
        and row["solver"].startswith(solver)
        and (row["solutions"] != "0")
    )


def number(rows: list[Cells], wanted: Callable[[Cells], bool]) -> int:
    return next(number for number, row in enumerate(rows) if wanted(row))


def stored(folder: Path, wanted: Callable[[Cells], bool]) -> str:
    """The id of a run with a stored solution."""
    rows = table(folder)
    return rows[number(rows, wanted)]["run_id"]


def lines(folder: Path, kind: str = "solutions") -> list[str]:
    """The lines of a file of JSON objects."""
    return (folder / f"{kind}-1of1.jsonl").read_text(encoding="utf-8").splitlines()


def change_lines(folder: Path, change: Callable[[str], str], mark: str = "", kind: str = "solutions") -> None:
    """Change the lines with a mark, such as the id of a run."""
    changed = [change(line) + "\n" if mark in line else line + "\n" for line in lines(folder, kind)]
    (folder / f"{kind}-1of1.jsonl").write_text("".join(changed), encoding="utf-8")
