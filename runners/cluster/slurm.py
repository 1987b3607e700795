"""Submits job arrays to Slurm, records them in ``cluster.json``, and asks which of their tasks are still queued.

States come from squeue, which every cluster has; sacct (and with it submitit's own states) needs accounting.
"""

import contextlib
import importlib.util
import io
import json
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from tilings.models import files
from tilings.models.problem import UserError
from tilings.models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER, install_command
from tilings.runners.record import csv_log

# A task is asked to stop so many seconds before its time limit: Slurm's own 30 s are short on a slow disk.
NOTICE_S = 60
_TOOLS = ("sbatch", "srun", "squeue")
_PATIENCE_S = 60
# Of a job that is no array the index is N/A; a name may hold anything.
_TASK = re.compile(r"(?P<name>.*)\|(?:(?P<index>[0-9]{1,9})|[^|]*)\|(?P<state>[^|]*)\|(?P<reason>[^|]*)")
NAME = "cluster.json"
Options = dict[str, str | int | bool]


class Silent(Exception):
    """Slurm did not answer; the jobs may be queued all the same. The message is Slurm's."""


@dataclass(frozen=True)
class Task:
    """A task that is in the queue. state: as squeue has it (PENDING, RUNNING, …); reason: why it waits."""

    state: str
    reason: str


@dataclass
class Submission:
    """A job array. name: that of the job, unique, by which the queue is asked; division: the number of shards;
    shards: those submitted, from 1, in the order of the array's tasks, from 0; command: of a task, without --shard;
    options: those passed to sbatch; job: Slurm's id, empty while sbatch has not returned.
    """

    name: str
    division: int
    shards: list[int]
    command: list[str]
    submitted_at: str
    options: Options
    job: str = ""


def submissions(folder: Path) -> list[Submission]:
    """All submissions of the campaign in a folder; raises UserError for a file that is not a list of them."""
    path = folder / NAME
    try:
        stored = json.loads(files.text(path))["submissions"] if path.exists() else []
        return [Submission(**one) for one in stored]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise UserError(f"{path} is not a list of submissions: move it away") from None


def record(folder: Path, submitted: list[Submission]) -> None:
    """Write the submissions of a campaign into its folder."""
    text = json.dumps({"submissions": [asdict(one) for one in submitted]}, indent=2)
    csv_log.replace(folder / NAME, lambda file: file.write(text.encode() + b"\n"))


def require() -> None:
    """Raise UserError where nothing can be submitted from this machine."""
    if importlib.util.find_spec("submitit") is None:
        raise UserError(f"--cluster needs the package submitit: {install_command('submitit')}")
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        raise UserError(f"there is no {missing[0]} here: --cluster slurm is for a login node of a Slurm cluster")


def submit(name: str, folder: Path, commands: list[list[str]], options: Options) -> str:
    """Submit an array of which each task runs one command; the job's id.

    folder: for submitit's files and the tasks' output, seen by all nodes; options: those of sbatch, with underscores,
    and `array_parallelism`, the most tasks at a time. Raises UserError with Slurm's words where it refuses.
    """
    from submitit import SlurmExecutor
    from submitit.core.utils import FailedJobError

    executor = SlurmExecutor(folder)
    at_a_time = int(options.get("array_parallelism", len(commands)))
    # SIGTERM instead of submitit's own signal, of which our runners and their solvers would die at once.
    asked: Options = {"signal": f"TERM@{NOTICE_S}"}
    asked |= {key: value for key, value in options.items() if key != "array_parallelism"}
    executor.update_parameters(
        job_name=name, array_parallelism=at_a_time, additional_parameters=asked, wckey=None,
        srun_args=[f"--cpus-per-task={options['cpus_per_task']}"],  # because srun no longer inherits it from its job
    )  # fmt: skip
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            jobs = executor.map_array(run_shard, commands)
    except FailedJobError as error:
        raise UserError(f"Slurm refused the job: {_complaint(str(error))}") from None
    return jobs[0].job_id.partition("_")[0]


def run_shard(command: list[str]) -> int:
    """Run a shard's command; its exit code. The job counts as failed where the shard did not come to its end.

    The command is a process of its own because submitit has its job ignore SIGTERM, with which Slurm asks to stop.
    """
    code = subprocess.run(command, check=False).returncode
    if code not in (ANSWERED, UNANSWERED, WRONG_ANSWER):
        sys.exit(code)
    return code


def queued() -> dict[tuple[str, int], Task]:
    """The user's tasks that are waiting, running or ending, by the name of their job and their index in its array.

    Raises Silent where the queue does not answer.
    """
    answer = _ask("squeue", "--me", "--noheader", "--array", "--format=%j|%K|%T|%r")
    found = {}
    for line in filter(None, answer.split("\n")):
        task = _TASK.fullmatch(line)
        if task is None:  # a task that is overlooked would be submitted again
            raise Silent(f"squeue printed a line that is not a task: '{line[:80]}'")
        found[task["name"], int(task["index"] or 0)] = Task(task["state"], task["reason"])
    return found


def _ask(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired:
        raise Silent(f"{command[0]} did not answer within {_PATIENCE_S} s") from None
    if done.returncode:
        raise Silent(_complaint(done.stderr) or f"{command[0]} ended with {done.returncode}")
    return done.stdout


def _complaint(text: str) -> str:
    """The last line that is not a reference to a tool's help."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if not line.startswith("Try ")), "")
