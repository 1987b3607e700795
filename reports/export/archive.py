"""A campaign as a data set for an archive: its record, its table of runs, a data sheet, and digests of all files.

It can be uploaded as it stands, and read without this project.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tilings.models import files as safe
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.reports.chapters import machines, sessions
from tilings.reports.english import count, listed
from tilings.reports.export import table
from tilings.reports.reach import sentences
from tilings.reports.reach.findings import findings
from tilings.runners.record import csv_log
from tilings.runners.record.schema import FILES

if TYPE_CHECKING:
    from tilings.reports.chapters.chapter import Table
    from tilings.reports.data.campaign import Results

Content = bytes | Path  # of a file; or the file itself
_OF_REPOSITORY = ("LICENSE", "CITATION.cff")
_MEANINGS = ("docs/record.md", "docs/data.md")  # their tables have the meanings of the columns
_SHEET = """# Runs of the campaign `{name}`

{findings}

## What
{what}

| file | content |
|---|---|
| `runs.csv`{parquet} | a row a run: of several attempts the one that counts |
| `columns.csv` | the type and the meaning of each column |
| `record/` | the campaign as recorded: rows of all attempts, incumbents, solutions, proofs, predictions, machines |
| `MANIFEST.csv` | bytes and SHA-256 of each file |

## How
Each run had limits of {limits}. Programs that share no code with the models checked the solutions; the column `check`
has the result. `tilings verify record` checks hashes, solutions and answers again.

{machine}
## When
{sessions}
## Licence and citation
MIT (`LICENSE`). Cite Tilings as `CITATION.cff` says, with the commit and the date of the last run above.
"""


def files(results: Results) -> dict[str, Content]:
    """The files of the archive by their paths.

    Raises UserError for runs of other programs, and outside a copy of this project's repository.
    """
    if results.imported:
        raise UserError("other programs made these runs, and nothing was checked here: archive their own table")
    kept = [path for pattern in (*FILES, "machines/*.json") for path in safe.matching(results.folder, pattern)]
    found: dict[str, Content] = {f"record/{path.relative_to(results.folder)}": path for path in kept}
    found["runs.csv"] = table.csv(results.runs)
    if importlib.util.find_spec("pyarrow"):
        found["runs.parquet"] = table.parquet(results.runs)
    try:
        found |= {name: (ROOT / name).read_bytes() for name in _OF_REPOSITORY}
        documented = "".join((ROOT / name).read_text(encoding="utf-8") for name in _MEANINGS)
    except OSError as error:
        raise UserError(f"an archive needs {error.filename}: call it in a copy of the repository") from None
    meanings = _meanings(documented)
    columns = [[name, kind, meanings[str(name)]] for name, kind in table.typed(results.runs).dtypes.items()]
    found["columns.csv"] = csv_log.text([["column", "type", "meaning"], *columns])
    found["README.md"] = _sheet(results, "runs.parquet" in found).encode()
    digests = [[name, *_digest(content)] for name, content in sorted(found.items())]
    return found | {"MANIFEST.csv": csv_log.text([["file", "bytes", "sha256"], *digests])}


def _sheet(results: Results, parquet: bool) -> str:
    runs = results.runs
    ran = runs[runs["ran"]]
    numbers = [(ran["solver"], "solver"), (ran["configuration"], "configuration"), (ran["instance"], "instance")]
    of = listed([count(column.nunique(), noun) for column, noun in numbers])
    families = listed([f"`{name}`" for name in sorted(set(ran["family"]))])
    return _SHEET.format(
        name=results.folder.name,
        findings="\n\n".join(sentences.opening(findings(results))),
        what=f"{count(len(runs), 'run')} of {of} of {families}, {len(ran)} of them made and the others assumed.",
        parquet=", `runs.parquet`" * parquet,
        limits=machines.limits(ran),
        machine=markdown(machines.machine(results)),
        sessions=markdown(sessions.table(results.folder)) or f"{machines.facts(results)['started']}.\n",
    )


def markdown(made: Table) -> str:
    """The header and the rows of a table in Markdown; empty without rows."""
    lines = [made.header, ["---"] * len(made.header), *made.rows] if made.rows else []
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _meanings(documents: str) -> dict[str, str]:
    """The meanings of the columns in tables of Markdown, whose rows begin with names in backticks."""
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| (.*) \|$", documents, re.MULTILINE)
    plain = {names: re.sub(r"\[(.*?)\]\(.*?\)", r"\1", meaning) for names, meaning in reversed(rows)}
    return {name: meaning for names, meaning in plain.items() for name in re.findall(r"\w+", names)}


def _digest(content: Content) -> tuple[int, str]:
    if isinstance(content, bytes):
        return len(content), hashlib.sha256(content).hexdigest()
    with content.open("rb") as file:
        return content.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()
