"""``cluster.json`` of a campaign: a job array is written to it before it is submitted, so that none is lost."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from models import files
from models.problem import UserError
from runners.record import csv_log

NAME = "cluster.json"


@dataclass(frozen=True)
class Submission:
    """A job array. name: that of the job, unique, by which the queue is asked; division: of how many shards these
    are; shards: their numbers (from 1) in the order of the array's tasks (from 0); command: of a task, but for
    --shard; options: what was asked of sbatch; job: Slurm's id, empty while sbatch has not returned.
    """

    name: str
    division: int
    shards: list[int]
    command: list[str]
    submitted_at: str
    options: dict[str, str | int | bool]
    job: str = ""


class Submissions:
    """All submissions of a campaign, on disk. Raises UserError where the file is not one of ours."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        try:
            stored = json.loads(files.text(self._path))["submissions"] if self._path.exists() else []
            self.all = [Submission(**one) for one in stored]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise UserError(f"{self._path} is not a list of submissions: move it away") from None

    def add(self, submission: Submission) -> None:
        """Record an array that is about to be submitted."""
        self.all.append(submission)
        self._write()

    def accepted(self, job: str) -> None:
        """Record the job id of the last submission."""
        self.all[-1] = replace(self.all[-1], job=job)
        self._write()

    def _write(self) -> None:
        text = json.dumps({"submissions": [asdict(one) for one in self.all]}, indent=2)
        csv_log.replace(self._path, lambda file: file.write(text.encode() + b"\n"))
