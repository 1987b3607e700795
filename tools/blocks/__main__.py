"""Tests documents and prints a line for each command and block: the place, the mode, seconds, the first line."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tools.blocks import scratch
from tools.blocks.document import execute
from tools.blocks.reading import documents, links


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.blocks", description=__doc__)
    parser.add_argument("documents", nargs="*", type=Path, help="default: all")
    parser.add_argument("--links", action="store_true", help="print the addresses on the web instead")
    arguments = parser.parse_args()
    paths = arguments.documents or documents()
    failed = False
    if arguments.links:
        print(*sorted({link for document in paths for link in links(document)}), sep="\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="blocks-") as name:
        base = Path(name) / "repository"
        base.mkdir()
        scratch.copy(base)
        for number, document in enumerate(paths):
            folder = Path(name) / str(number)
            folder.mkdir()
            for step in execute(document.resolve(), base, folder):
                first_line = step.text.strip().partition("\n")[0]
                reason = f"  [{step.reason}]" if step.reason else ""
                print(f"{step.place:32} {step.mode:6} {step.seconds:6.2f} s  {first_line}{reason}", flush=True)
                if step.fault:
                    failed = True
                    print(f"    FAILS: {step.fault}".replace("\n", "\n    "), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
