"""Submits job arrays to Slurm, records them in ``cluster.json``, and reads the states of their tasks.

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
from tilings.runners.record import appended

NOTICE_S = 60  # between SIGTERM and a task's time limit: Slurm's own 30 s are short on a slow disk
_TOOLS = ("sbatch", "srun", "squeue")
_PATIENCE_S = 60
# The index of a job that is not an array is N/A; a name may contain any character.
_TASK = re.compile(r"(?P<name>.*)\|(?:(?P<index>[0-9]{1,9})|[^|]*)\|(?P<state>[^|]*)\|(?P<reason>[^|]*)")
NAME = "cluster.json"
Options = dict[str, str | int | bool]


class NotResponding(Exception):
    """Slurm does not respond; the jobs may still be queued. The message is Slurm's."""


@dataclass(frozen=True)
class QueuedTask:
    """A task in the queue.

    state: Slurm's word, such as PENDING or RUNNING.
    reason: why the task is pending.
    """

    state: str
    reason: str


@dataclass
class Submission:
    """A job array.

    name: the job's name, unique in the queue.
    division: the number of shards of the plan.
    shards: the numbers (from 1) of the submitted shards; task i of the array (from 0) runs shards[i].
    command: the command of a task, without --shard.
    options: the options of sbatch.
    job: Slurm's id of the array, empty until sbatch returns.
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
        return [Submission(**entry) for entry in stored]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise UserError(f"{path} is not a list of submissions: move it away") from None


def record(folder: Path, submitted: list[Submission]) -> None:
    """Write the submissions of a campaign into its folder."""
    text = json.dumps({"submissions": [asdict(array) for array in submitted]}, indent=2)
    appended.replace(folder / NAME, lambda file: file.write(text.encode() + b"\n"))


def require() -> None:
    """Raise UserError if this machine cannot submit jobs."""
    if importlib.util.find_spec("submitit") is None:
        raise UserError(f"--cluster needs the package submitit: {install_command('submitit')}")
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        raise UserError(f"there is no {missing[0]} here: --cluster slurm is for a login node of a Slurm cluster")


def submit(name: str, folder: Path, commands: list[list[str]], options: Options) -> str:
    """Submit an array of which each task runs one command, and return the job's id.

    folder: the folder for submitit's files and the tasks' output, shared by all nodes.
    options: the options of sbatch, with underscores, and `array_parallelism`, the largest number of tasks at a time.

    Raises UserError with Slurm's message if it refuses.
    """
    from submitit import SlurmExecutor
    from submitit.core.utils import FailedJobError

    executor = SlurmExecutor(folder)
    at_a_time = int(options.get("array_parallelism", len(commands)))
    # SIGTERM instead of submitit's own signal, which would kill our runners and their solvers at once.
    parameters: Options = {"signal": f"TERM@{NOTICE_S}"}
    parameters |= {key: value for key, value in options.items() if key != "array_parallelism"}
    executor.update_parameters(
        job_name=name, array_parallelism=at_a_time, additional_parameters=parameters, wckey=None,
        srun_args=[f"--cpus-per-task={options['cpus_per_task']}"],  # because srun no longer inherits it from its job
    )  # fmt: skip
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            jobs = executor.map_array(run_shard, commands)
    except FailedJobError as error:
        raise UserError(f"Slurm refused the job: {_complaint(str(error))}") from None
    return jobs[0].job_id.partition("_")[0]


def run_shard(command: list[str]) -> int:
    """Run a shard's command; its exit code. Slurm records the job as failed if the shard did not reach its end.

    The command is a separate process because submitit's own ignores SIGTERM, by which Slurm announces a stop.
    """
    code = subprocess.run(command, check=False).returncode
    if code not in (ANSWERED, UNANSWERED, WRONG_ANSWER):
        sys.exit(code)
    return code


def queued() -> dict[tuple[str, int], QueuedTask]:
    """The user's tasks that are pending, running or ending, by the name of their job and their index in its array.

    Raises NotResponding for a queue that does not.
    """
    command = ["squeue", "--me", "--noheader", "--array", "--format=%j|%K|%T|%r"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired:
        raise NotResponding(f"squeue did not respond within {_PATIENCE_S} s") from None
    if done.returncode:
        raise NotResponding(_complaint(done.stderr) or f"squeue ended with {done.returncode}")
    tasks = {}
    for line in filter(None, done.stdout.split("\n")):
        task = _TASK.fullmatch(line)
        if task is None:  # an overlooked task would be submitted again
            raise NotResponding(f"squeue printed a line that is not a task: '{line[:80]}'")
        tasks[task["name"], int(task["index"] or 0)] = QueuedTask(task["state"], task["reason"])
    return tasks


def _complaint(text: str) -> str:
    """The last line that is not a reference to a tool's help."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if not line.startswith("Try ")), "")
