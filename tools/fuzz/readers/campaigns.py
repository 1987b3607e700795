"""The readers of suites and of the files in a campaign's folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tilings.models import files
from tilings.models.problem import UserError
from tilings.reports.data import campaign as report
from tilings.runners.campaign.campaign import Campaign
from tilings.runners.cluster import slurm
from tilings.runners.cluster.slurm import Submission, submissions
from tilings.runners.drawing import film
from tilings.runners.plan import suite_reader
from tilings.runners.record import csv_log, rows
from tilings.runners.record.schema import COLUMNS, TRACE_COLUMNS
from tilings.runners.verify.audit import Audit
from tilings.studies import inputs
from tilings.studies.busche.chapter import EFFORT, TABLE2
from tilings.studies.hn import certified
from tilings.studies.peers.chapter import PEERS
from tools.fuzz.reader import PUBLISHED, Reader, head, heads, lone
from tools.fuzz.reader import files as shipped


def _rows(path: Path) -> None:
    folder = lone(path, "runs-1of1.csv")
    for finding in Audit(folder, []).findings():
        str(finding)
    report.read_results(folder)


def _resumed(name: str, other: str) -> Callable[[Path], None]:
    """Reads and repairs the input as a resumed campaign does.

    name: the input's name in the folder.
    other: the name of a sound file beside it.
    """

    def read(path: Path) -> None:
        with TemporaryDirectory(dir=path.parent) as home:
            folder = Path(home)
            (folder / name).write_bytes(files.content(path))
            (folder / other).write_bytes(_written(f"gallery/{other}"))
            rows.made(rows.read_all(folder))
            campaign = Campaign(folder)
            for row in campaign.recorded.values():
                str(row)
            campaign.close()

    return read


@cache
def _written(name: str) -> bytes:
    """The first rows of a published file, as this version writes them."""
    of_runs = Path(name).name.startswith("runs")
    columns = COLUMNS if of_runs else TRACE_COLUMNS
    with TemporaryDirectory() as home:
        path = Path(home) / "published.csv"
        path.write_bytes(head(PUBLISHED / name))
        cells, _ = csv_log.read(path, columns)
        new = csv_log.Appender(Path(home) / "new.csv", columns, chained=of_runs)
        new.append(*cells)
        new.close()
        return (Path(home) / "new.csv").read_bytes()


def _trace(path: Path) -> None:
    from tilings.reports.data.rows import traced

    folder = lone(path, "trace-1of1.csv")
    (folder / "runs-1of1.csv").write_bytes(_traced_runs())
    traced(folder, {line.partition(",")[0]: 1 for line in _traced_runs().decode().splitlines()[1:]})
    for finding in Audit(folder, []).findings():
        str(finding)


@cache
def _traced_runs() -> bytes:
    """The rows of the runs whose traces are the sound inputs."""
    ids = {line.partition(b",")[0] for line in head(PUBLISHED / "threads/trace-1of1.csv").splitlines()}
    with (PUBLISHED / "threads/runs-1of1.csv").open("rb") as lines:
        return b"".join(line for line in lines if line.partition(b",")[0] in ids)


def _certified(path: Path) -> None:
    for name in ("shards-1.csv", "tilings-1.csv", "plain-1.csv"):
        try:
            certified.load(lone(path, name))
        except UserError:
            continue


def _machine(path: Path) -> None:
    folder = lone(path, "machine.json")
    (folder / "runs-1of1.csv").write_bytes(head(PUBLISHED / "gallery/runs-1of1.csv"))
    report.read_results(folder)


def _stored(path: Path, kind: str) -> None:
    """Lines of solutions or instances, as verification and the report read them."""
    from tilings.reports.data.campaign import stored

    folder = lone(path, f"{kind}-1of1.jsonl")
    (folder / "runs-1of1.csv").write_bytes(head(PUBLISHED / "gallery/runs-1of1.csv", 3))
    for other in {"solutions", "instances"} - {kind}:
        shutil.copy(PUBLISHED / f"gallery/{other}-1of1.jsonl", folder)
    for finding in Audit(folder, []).findings():
        str(finding)
    results = report.read_results(folder)
    for record in results.records:
        if (record.family, record.instance) in results.instances:
            stored(results, record)


def _film(path: Path) -> None:
    film.read(path).caption()


def _films() -> list[bytes]:
    complete = json.loads((PUBLISHED / "films/planted5x4x3-s1.json").read_bytes())
    return [json.dumps(complete | {part: complete[part][:2] for part in film.PARTS}).encode()]


def _submissions(path: Path) -> None:
    folder = lone(path, slurm.NAME)
    for submission in submissions(folder):
        str(submission)


def _submitted() -> list[bytes]:
    options: dict[str, str | int | bool] = {"partition": "long", "exclusive": True, "mem": 4000}
    submission = Submission("tilings-1", 4, [1, 2], ["python", "-m"], "2026-11-21", options, "17")
    return [json.dumps({"submissions": [asdict(submission)] * 2}).encode()]


def _table(schema: inputs.Schema) -> Reader:
    """A table that a study writes for the report on studies."""
    paths = sorted(PUBLISHED.rglob(f"{schema.name}.csv"))
    name = f"{schema.name}.csv"
    return Reader(name, lambda path: inputs.table(lone(path, name), schema), lambda: list(map(head, paths)))


READERS = (
    Reader("runs.csv", _rows, heads("threads/runs-1of1.csv", "gallery/runs-1of1.csv")),
    *(
        Reader(
            named,
            _resumed(f"{one}-1of1.csv", f"{other}-1of1.csv"),
            lambda one=one: [_written(f"{folder}{one}-1of1.csv") for folder in ("threads/", "gallery/")],
        )
        for named, one, other in (("resumed.csv", "runs", "trace"), ("resumed-trace.csv", "trace", "runs"))
    ),
    Reader("trace.csv", _trace, heads("threads/trace-1of1.csv", "gallery/trace-1of1.csv")),
    Reader(
        "certified.csv", _certified, heads(*(f"certify/{kind}-1-of-1.csv" for kind in ("plain", "shards", "tilings")))
    ),
    Reader("machine.json", _machine, shipped("results/published/machines/*.json")),
    *(
        Reader(f"{kind}.jsonl", partial(_stored, kind=kind), heads(f"gallery/{kind}-1of1.jsonl"))
        for kind in ("solutions", "instances")
    ),
    Reader("suite.toml", lambda path: suite_reader.load(str(path)), shipped("runners/suites/*.toml", most=30)),
    Reader("film.json", _film, _films),
    Reader("submissions.json", _submissions, _submitted),
    *map(_table, (TABLE2, EFFORT, PEERS)),
)
