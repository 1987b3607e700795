"""The solutions in a campaign's folder: a line of solutions-*.jsonl each, the last one of a run.

Folders of earlier versions have a file each, solutions/RUN_ID.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tilings.models import files
from tilings.runners.record import json_lines
from tilings.runners.record.json_lines import Line
from tilings.runners.record.schema import RunRecord

KIND = "solutions"


def line(record: RunRecord, solution: Any) -> bytes:
    """The line of a run's solution; None: the run has none after an earlier attempt had one."""
    names = ("run_id", "family", "instance", "goal", "started_at")
    return json_lines.encoded({name: getattr(record, name) for name in names} | {"solution": solution})


def kept(folder: Path) -> bool:
    """Whether a folder keeps solutions, of whatever runs."""
    return any(folder.glob(f"{KIND}-*.jsonl")) or (folder / KIND).is_dir()


class StoredSolutions:
    """The solutions in a folder. run_ids: the runs that have one; faults: sentences on lines that cannot be read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.faults: list[str] = []
        self._lines: dict[str, Line] = {}
        self.run_ids = {path.stem for path in (folder / KIND).glob("*.json")}
        started: dict[str, str] = {}
        for place, content in json_lines.of_folder(folder, KIND, ("run_id", "started_at"), self.faults):
            run_id, earlier = content["run_id"], self._lines.get(content["run_id"])
            # Of one file the last line counts: the clock may have been set back.
            if earlier is None or earlier.path == place.path or content["started_at"] >= started[run_id]:
                self._lines[run_id], started[run_id] = place, content["started_at"]
                (self.run_ids.discard if content.get("solution") is None else self.run_ids.add)(run_id)

    def place(self, run_id: str) -> Path:
        """The file of a run's solution."""
        stored = self._lines.get(run_id)
        return stored.path if stored else self._folder / KIND / f"{run_id}.json"

    def content(self, run_id: str) -> dict[str, Any]:
        """The object with a run's solution; raises UserError, OSError, ValueError or RecursionError."""
        if stored := self._lines.get(run_id):
            return stored.content()
        content: dict[str, Any] = json.loads(files.content(files.inside(self._folder, self.place(run_id))))
        return content
