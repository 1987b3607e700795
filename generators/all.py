"""Writes named instances in every format, or all shipped instances, the manifest and the list of the ladders.

An instance is shipped if no rule makes it from its name. The manifest also lists instances that a rule makes and whose
answers are known. A shipped instance is written again only if its JSON or the code that emits it has changed.
"""

import csv
import hashlib
import importlib
import io
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tilings.generators import emit, ladders
from tilings.generators.emit import Entry
from tilings.models import digest, presentation, registry
from tilings.models.problem import Problem, UserError
from tilings.models.terminal.command import ANSWERED, Parser, run, show
from tilings.models.terminal.phrases import near

COLUMNS = (
    "family", "name", "sha256", "generator", "parameters", "seed", "class", "size",
    "known_first", "known_count", "known_optimum", "source",
)  # fmt: skip
LADDER_COLUMNS = ("family", "name", "goals", "side", "measure", "rule", "sizes", "comparable", "source")
_SIZES = 8  # the number of sizes that are listed of each ladder


def main() -> int:
    """The command ``python -m generators.all``."""
    given = parser().parse_args()
    return _named(given) if given.names else _all(given)


def _named(given: Any) -> int:
    """Write the named instances."""
    written: list[Path] = []
    for name in given.names:
        family, instance = _find(name)
        written += emit.write(registry.problem(family), instance, given.out or emit.INSTANCES / family)
        if (entries := emit.entries(family, instance)) > emit.MOST_ENTRIES:
            words = f"its MIP model has about {entries:.2g} entries (placements x cells), more than {emit.MOST_ENTRIES}"
            print(f"{instance.name}: no .mps.gz is written: {words}", file=sys.stderr)
    return emit.announce(given, written)


def _find(name: str) -> tuple[str, Any]:
    """The family and the instance of a name, or the presentation of one; raises UserError where there is none."""
    for family in ladders.families():
        if entry := ladders.entry(name, family):
            return family, entry.instance
    shipped = {
        entry.instance.name: (family, entry.instance) for family in ladders.families() for entry in _catalogue(family)
    }
    original, number = presentation.split(name)
    if original not in shipped:
        raise UserError(f"there is no instance {name}{near(name, shipped)}")
    family, instance = shipped[original]
    return family, presentation.of(instance, number) if number else instance


def _catalogue(family: str) -> Iterable[Entry]:
    entries: Iterable[Entry] = importlib.import_module(f"tilings.generators.{family}").catalogue()
    return entries


def _all(given: Any) -> int:
    """Write the shipped instances, the manifest and the list of the ladders."""
    if given.out:
        raise UserError("--out needs the names of instances")
    rows = []
    shipped = written = 0
    for family in families():
        stamp = emit.INSTANCES / f".emitted-{family}"
        code = _code_hash(family)
        fresh = stamp.exists() and stamp.read_text(encoding="utf-8") == code
        problem = registry.problem(family)
        for entry in _catalogue(family):
            row = _row(problem, entry)
            rows.append(row)
            if ladders.entry(entry.instance.name, family):
                continue
            shipped += 1
            json_path = emit.INSTANCES / family / f"{entry.instance.name}.json"
            complete = all(json_path.with_name(entry.instance.name + ending).exists() for ending in emit.ENDINGS)
            if not (fresh and complete and _sha256(json_path.read_bytes()) == row["sha256"]):
                emit.write(problem, entry.instance, emit.INSTANCES / family)
                written += 1
        emit.replace(stamp, code.encode())
    emit.replace(emit.INSTANCES / "manifest.csv", _table(COLUMNS, rows))
    emit.replace(emit.INSTANCES / "ladders.csv", _table(LADDER_COLUMNS, ladder_rows()))
    result = {"folder": emit.INSTANCES, "instances": shipped, "written": written}
    show(given, result, f"{shipped} instances in {emit.INSTANCES}, {written} written")
    return ANSWERED


def parser() -> Parser:
    result = Parser(
        "python -m generators.all",
        "Write the named instances in every format, shipped ones or those of a ladder. Without names: write the "
        "shipped instances that have no rule, the manifest with hashes and known answers, and the list of the ladders. "
        "A shipped instance is written again only if its JSON or the code that emits it has changed.",
        ["", "h09 planted6x6x6-s2 --out mine"],
        "docs/architecture.md",
    )
    result.add_argument("names", nargs="*", metavar="NAME", help="an instance's name")
    result.add_argument("--out", type=Path, metavar="DIR", help="the folder to write into (default: instances/FAMILY)")
    return result


def families() -> list[str]:
    """The families of this project that have a generator."""
    return [family for family in ladders.families() if (Path(__file__).parent / f"{family}.py").exists()]


def ladder_rows() -> list[dict[str, str]]:
    """The ladders of this project, as rows of instances/ladders.csv."""
    rows = []
    for ladder in ladders.ladders():
        if ladder.family in families():
            lowest = [rung for number in range(_SIZES) if (rung := ladder.rung(number))]
            joined = {"goals": " ".join(ladder.goals), "sizes": " ".join(f"{rung.size:g}" for rung in lowest)}
            rows.append({column: joined.get(column) or str(getattr(ladder, column)) for column in LADDER_COLUMNS})
    return rows


def _table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _row(problem: Problem, entry: Entry) -> dict[str, str | int | None]:
    text = registry.instance_json(problem, entry.instance).encode()
    known = {f"known_{goal}": value for goal, value in entry.known.items()}
    return {
        "family": problem.family, "name": entry.instance.name, "sha256": _sha256(text), "generator": entry.generator,
        "parameters": json.dumps(entry.parameters) if entry.parameters else "", "seed": entry.seed,
        "class": entry.ladder_class, "size": None if entry.size is None else f"{entry.size:g}", "source": entry.source,
    } | known  # fmt: skip


def _code_hash(family: str) -> str:
    """The digest of the code that turns a family's instances into files."""
    return digest.hashed([emit.mip(family).sha256(), digest.of_files([Path(emit.__file__)])])


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    run(main)
