"""A task of the job array makes one shard, by the command that a person would type."""

import subprocess
import sys

from models.terminal.command import ANSWERED, UNANSWERED, WRONG_ANSWER


def make(command: list[str]) -> int:
    """Run a shard's command; its exit code. The job counts as failed where the shard did not come to its end.

    The command is a process of its own because submitit has its job ignore SIGTERM, with which Slurm asks to stop.
    """
    code = subprocess.run(command, check=False).returncode
    if code not in (ANSWERED, UNANSWERED, WRONG_ANSWER):
        sys.exit(code)
    return code
