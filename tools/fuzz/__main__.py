"""Gives damaged inputs to the readers of this project, and prints the inputs that cause no one-line error message.

``python -m tools.fuzz [READER …] --seconds N``. Exit codes: 0 no find, 1 finds, 2 bad usage.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tilings.models.problem import UserError
from tilings.models.terminal.command import ANSWERED, UNANSWERED, run
from tools.fuzz.driver import fuzz, try_hostile_files
from tools.fuzz.readers import READERS

_SHOWN = 300


def main() -> int:
    """The command ``python -m tools.fuzz``."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Give damaged inputs to readers.")
    parser.add_argument("readers", nargs="*", metavar="READER", help=f"of {', '.join(READERS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=60, metavar="N", help="for each reader (default: 60)")
    parser.add_argument("--inputs", type=int, default=0, metavar="N", help="end after N inputs for each reader")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random numbers (default: 0)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the smallest input of each find there")
    parser.add_argument("--large", action="store_true", help="try files of 100 MB and bombs of GB first, for a minute")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.readers if name not in READERS]:
        raise UserError(f"unknown reader '{unknown[0]}'; the readers are {', '.join(READERS)}")
    finds = 0
    for name in arguments.readers or READERS:
        hostile = try_hostile_files(READERS[name], arguments.large)
        for place, what in hostile.items():
            print(f"{name}: {place}: {what}", flush=True)
        report = fuzz(READERS[name], arguments.seconds, arguments.seed, arguments.inputs)
        print(f"{name}: {report}", flush=True)
        for number, (what, data) in enumerate(sorted(report.finds.items())):
            print(f"  {what}\n    {len(data)} bytes: {data[:_SHOWN]!r}{' …' if len(data) > _SHOWN else ''}", flush=True)
            if arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                (arguments.keep / f"{number}-{name}").write_bytes(data)
        finds += len(report.finds) + len(hostile)
    return UNANSWERED if finds else ANSWERED


if __name__ == "__main__":
    run(main)
