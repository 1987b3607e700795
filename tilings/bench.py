"""The command ``tilings bench``: a suite's runs, and at their end the table of reach of their rows."""

from __future__ import annotations

from tilings.models.terminal.command import need_linux
from tilings.runners import all as runs

parser = runs.parser


def main() -> int:
    """As `runners.all`; then the table, unless another form of output or a part of the campaign was asked for."""
    need_linux()
    code = runs.main()
    given = parser().parse_args()
    if not (given.json or given.dry_run or given.cluster or given.shard):
        from tilings.reports.build import table

        for line in table(runs.home(given)):
            print(line)
    return code
