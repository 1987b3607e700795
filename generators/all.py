"""Writes the shipped instances in every format, and the manifest with their hashes and known answers.

An instance is written again only if its JSON or the code that emits it has changed.
"""

from __future__ import annotations

import csv
import hashlib
import importlib
import importlib.util
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models.terminal.command import ANSWERED, Parser, run, show

if TYPE_CHECKING:
    from tilings.generators.emit import Entry
    from tilings.models.problem import Problem

COLUMNS = (
    "family", "name", "sha256", "generator", "parameters", "seed", "class", "size",
    "known_first", "known_count", "known_optimum", "source",
)  # fmt: skip


def main() -> int:
    """The command ``python -m generators.all``."""
    from tilings.generators import emit
    from tilings.models import registry

    given = parser().parse_args()
    rows = []
    written = 0
    for family in families():
        stamp = emit.INSTANCES / f".emitted-{family}"
        code = _code_hash(family)
        fresh = stamp.exists() and stamp.read_text(encoding="utf-8") == code
        problem = registry.problem(family)
        for entry in importlib.import_module(f"tilings.generators.{family}").catalogue():
            row = _row(problem, entry)
            json_path = emit.INSTANCES / family / f"{entry.instance.name}.json"
            complete = all(json_path.with_name(entry.instance.name + ending).exists() for ending in emit.ENDINGS)
            if not (fresh and complete and _sha256(json_path.read_bytes()) == row["sha256"]):
                emit.write(problem, entry.instance, emit.INSTANCES / family)
                written += 1
            rows.append(row)
        emit.replace(stamp, code.encode())
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    emit.replace(emit.INSTANCES / "manifest.csv", text.getvalue().encode())
    result = {"folder": emit.INSTANCES, "instances": len(rows), "written": written}
    show(given, result, f"{len(rows)} instances in {emit.INSTANCES}, {written} written")
    return ANSWERED


def parser() -> Parser:
    return Parser(
        "python -m generators.all",
        "Write the shipped instances in every format, and the manifest with their hashes and known answers. An "
        "instance is written again only if its JSON or the code that emits it has changed.",
        [""],
        "docs/architecture.md",
    )


def families() -> list[str]:
    """The families that have a generator."""
    from tilings.models import registry

    return [family for family in registry.families() if importlib.util.find_spec(f"tilings.generators.{family}")]


def _row(problem: Problem, entry: Entry) -> dict[str, str | int | None]:
    from tilings.models import registry

    text = registry.instance_json(problem, entry.instance).encode()
    known = {f"known_{goal}": value for goal, value in entry.known.items()}
    return {
        "family": problem.family, "name": entry.instance.name, "sha256": _sha256(text), "generator": entry.generator,
        "parameters": json.dumps(entry.parameters) if entry.parameters else "", "seed": entry.seed,
        "class": entry.ladder_class, "size": None if entry.size is None else f"{entry.size:g}", "source": entry.source,
    } | known  # fmt: skip


def _code_hash(family: str) -> str:
    """The digest of the code that turns a family's instances into files."""
    from tilings.generators import emit
    from tilings.models import digest

    return digest.hashed([emit.mip(family).sha256(), digest.of_files([Path(emit.__file__)])])


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    run(main)
