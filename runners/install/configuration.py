"""Writes a MiniZinc solver configuration (.msc) of our own from one that came with the solver.

usage: configuration.py SOURCE TARGET [--mznlib DIR] [--executable FILE]

Relative paths in SOURCE are made absolute, since TARGET lies in another folder. Debian's files have trailing
commas, which MiniZinc tolerates and JSON does not.
"""

import argparse
import json
import re
from pathlib import Path


def configuration(source: Path, overrides: dict[str, str]) -> dict[str, object]:
    """Return the configuration in `source` with absolute paths, and `overrides` in place of its entries."""
    entries = json.loads(re.sub(r",(\s*[\]}])", r"\1", source.read_text()))
    for key in ("mznlib", "executable"):
        # "-Gname" is a library in MiniZinc's own folder, not a path.
        if key in entries and not entries[key].startswith("-G"):
            entries[key] = str((source.parent / entries[key]).resolve())
    return entries | overrides


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--mznlib")
    parser.add_argument("--executable")
    arguments = parser.parse_args()
    overrides = {k: v for k in ("mznlib", "executable") if (v := getattr(arguments, k))}
    arguments.target.parent.mkdir(parents=True, exist_ok=True)
    arguments.target.write_text(json.dumps(configuration(arguments.source, overrides), indent=2) + "\n")


if __name__ == "__main__":
    main()
