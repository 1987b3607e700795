"""Checks recorded campaigns again: every stored solution, and every claim against every other. Needs no solver."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilings.models.problem import UserError
from tilings.models.terminal.arguments import campaign, folders
from tilings.models.terminal.command import ANSWERED, WRONG_ANSWER, Parser, print_text, run, show
from tilings.models.terminal.phrases import counted

if TYPE_CHECKING:
    from tilings.runners.plan.manifest import Shipped


def main() -> int:
    """The command ``python -m runners.verify``."""
    from tilings.runners import confine
    from tilings.runners.plan import manifest
    from tilings.runners.record import csv_log

    given = parser().parse_args()
    given.results = given.results or [campaign(None)]
    for folder in given.results:
        if not folder.is_dir():
            raise UserError(f"there is no folder {folder}")
        if not csv_log.tables(folder, "runs"):
            raise UserError(f"{folder} holds no campaign: there is no runs-*.csv in it")
    if given.how or given.instance:
        from tilings.runners.verify import rerun_command
    if given.how:
        *remarks, again = rerun_command.lines(given.results, given.how)
        value = {"command": again, "remarks": [line.removeprefix("# ") for line in remarks]}
        show(given, value, "\n".join([*remarks, again]))
        return ANSWERED
    if given.instance:
        text = rerun_command.instance_text(given.results, given.instance)
        show(given, {"text": text}, text.removesuffix("\n"))
        return ANSWERED
    try:
        known = manifest.shipped()
    except UserError as error:
        known = []
        print(f"remark: no known answers to compare with ({error})", file=sys.stderr)
    if given.proofs:
        confine.adopt_orphans()
    checked = []
    for folder in given.results:
        checked.append(_verify(folder, known, given))
        if not given.json:
            print_text(checked[-1]["summary"])
    if given.json:
        show(given, {"folders": checked}, "")
    return WRONG_ANSWER if any(result["wrong"] for result in checked) else ANSWERED


def _verify(folder: Path, known: list[Shipped], given: argparse.Namespace) -> dict[str, Any]:
    """The findings of a folder, printed as they come unless as JSON, and the summary."""
    from tilings.runners.progress import WorkProgress
    from tilings.runners.record import csv_log
    from tilings.runners.verify.audit import Audit

    audit = Audit(folder, known, given.require_solutions, given.proofs)
    rows = sum(csv_log.length(path) for path in csv_log.tables(folder, "runs"))
    progress = WorkProgress(rows)
    findings = []
    try:
        for finding in audit.findings():
            if finding is None:
                progress.step(1, "rows")
                continue
            findings.append(finding)
            if not given.json:
                progress.say(str(finding))
    finally:
        progress.close()
    if given.counts and not given.json:
        print_text("\n".join(audit.counts.lines()))
    wrong = sum(finding.wrong for finding in findings)
    remarks = len(findings) - wrong
    summary = f"{audit.summary()}; {wrong or 'nothing'} wrong, {counted(remarks, 'remark')}"
    result = {"folder": folder, "summary": summary, "wrong": wrong, "remarks": remarks}
    result["findings"] = [finding._asdict() for finding in findings]
    if given.counts:
        result["counts"] = audit.counts.rows()
    return result


def parser() -> Parser:
    """The command's arguments."""
    parser = Parser(
        "python -m runners.verify",
        "Check recorded campaigns again: every stored solution, and every claim against every other. Needs no solver.",
        [
            "results/default",
            "results/proofs --proofs",
            "results/counts --counts",
            "results/default --how 34672e8e7fb68732",
        ],
        "docs/campaigns.md",
        {ANSWERED: "nothing is wrong; remarks do not count", WRONG_ANSWER: "something is wrong"},
    )
    folders(parser)
    parser.add_argument(
        "--proofs", action="store_true",
        help="also check each kept proof by drat-trim or lrat-check, and its formula by runners.binding",
    )  # fmt: skip
    parser.add_argument(
        "--counts", action="store_true",
        help="list the count of each puzzle, and whether several formulations agree (tilings bench --suite counts)",
    )  # fmt: skip
    parser.add_argument("--how", metavar="RUN_ID", help="print the command that repeats this run, and what differs now")
    parser.add_argument("--instance", metavar="NAME", help="print the JSON of an instance that the folder keeps")
    parser.add_argument(
        "--require-solutions", action="store_true",
        help="report every solution that is not stored (for published campaigns)",
    )  # fmt: skip
    return parser


if __name__ == "__main__":
    run(main)
