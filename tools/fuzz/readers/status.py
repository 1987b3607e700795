"""The readers of runners.status: plans and heartbeats of shards, and the rows of a running campaign."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tilings.runners.campaign.heartbeat import VERSION
from tilings.runners.plan.estimate import Kind
from tilings.runners.status import shards, words
from tilings.runners.status.state import look
from tools.fuzz.hostile_files import remove
from tools.fuzz.reader import PUBLISHED, Reader, head, heads, placed

_ROWS = PUBLISHED / "gallery/runs-1of1.csv"


def _followed(name: str) -> Callable[[Path], None]:
    """A folder with a plan, a heartbeat and rows, of which the input is one."""

    def read(path: Path) -> None:
        folder = path.parent / "followed"
        folder.mkdir(exist_ok=True)
        for other, data in (("plan-1of1.json", _plan()), ("alive-1of1.json", _alive()), ("runs-1of1.csv", _rows())):
            remove(folder / other)
            if other != name:
                (folder / other).write_bytes(data)
        placed(path, folder / name)
        with patch.object(shards, "_TRIES", 1):  # each waits for a file that is being replaced
            value = look(folder)
            json.dumps(value.json, default=str)
            list(words.lines(value))

    return read


@cache
def _plan() -> bytes:
    rows = list(csv.DictReader(io.StringIO(_rows().decode())))
    kinds = [
        Kind(row["family"], row["formulation"], row["solver"], row["goal"], int(row["threads"]), 10.0, True)._asdict()
        for row in rows
    ]
    plan: dict[str, Any] = {
        "version": VERSION, "suite": "gallery", "shard": [1, 1], "jobs": 2, "budget_hours": 1.5, "attempts": 3,
        "written_at": time.time(),
        "whole": {"shards": 1, "kinds": [kind | {"runs": 12} for kind in kinds]},
        "climbs": [kind | {"climb_id": f"c{row['run_id']}", "run_ids": run_ids}
                   for kind, row in zip(kinds, rows, strict=True) for run_ids in ([row["run_id"]], [])],
    }  # fmt: skip
    return json.dumps(plan).encode()


def _alive() -> bytes:
    now = time.time()
    run = json.loads(_plan())["climbs"][0] | {"run_id": "xa", "instance": "h05", "seen_at": now - 3}
    alive = {
        "version": VERSION, "shard": "1of1", "since": now - 9, "host": "here", "process": 12, "jobs": 2, "cores": 2,
        "state": "working", "at": now, "running": [run],
        "open_climbs": [json.loads(_plan())["climbs"][0]["climb_id"]],
    }  # fmt: skip
    return json.dumps(alive).encode()


@cache
def _rows() -> bytes:
    return head(_ROWS, 4)


READERS = (
    Reader("plan.json", _followed("plan-1of1.json"), lambda: [_plan()]),
    Reader("alive.json", _followed("alive-1of1.json"), lambda: [_alive()]),
    Reader("followed.csv", _followed("runs-1of1.csv"), heads("gallery/runs-1of1.csv", "threads/runs-1of1.csv")),
)
